// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <string>

#include <impinge/scene.h>

#include "io/scene/scene_values.h"

namespace impinge::io {

/// A rotation in any of the forms that programs write, as a quaternion x y z w:
///   [x, y, z, w]                                a quaternion of any length but zero
///   [[…], […], […]]                             the rows of a matrix, orthonormal to four digits
///   { "axis": [x, y, z], "degrees": 30 }        counter-clockwise seen from the tip of the axis
///   { "order": "xyz", "degrees": [a, b, c] }    one turn after the other: about the fixed axes x, y, z; with "XYZ" about
///                                               the axes of the object, which turn along
std::array<double, 4> read_rotation(const SceneValues& values, const Json& value, const std::string& path);

/// "position" and "rotation" of an object; both may be absent.
Pose read_pose(const SceneValues& values, const Json& value, const std::string& path);

}  // namespace impinge::io
