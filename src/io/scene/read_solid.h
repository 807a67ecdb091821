// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string>

#include <impinge/shapes.h>

#include "io/scene/scene_values.h"

namespace impinge::io {

/// True if the shape of a scene file is a simple solid: { "solid": { … } }, or a word that no generator of meshes has.
bool is_solid(const Json& value);

/// Reads it; files are looked for in the folder of the scene.
SolidPtr read_solid(const SceneValues& values, const Json& value, const std::string& path,
                    const std::filesystem::path& folder);

}  // namespace impinge::io
