// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/body/body.h"

/// Where a body meets itself, the places beside a contact are not told by one face of each body. Then the contact is cut
/// into pieces along which nothing changes, and rays are cast from the middle of each piece into every wedge around it.
namespace impinge {

/// A point inside every piece of the segment p q between the planes and edge lines of all faces near it.
std::vector<ExactPoint> piece_middles(const ExactPoint& p, const ExactPoint& q, const Body& a, const Body& b);

/// Directions from p into the wedges between the faces of both bodies around the line through p along `axis`, and some more.
std::vector<Vec3> wedge_directions(const RayStart& p, const Vec3& axis, const Body& a, const Body& b);

}  // namespace impinge
