// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Closed bodies, and what is left of them once faces are lost, turned round or doubled.

#include <string>

#include <impinge/mesh.h>
#include <support/dice.h>

namespace impinge::test {

/// A closed body of some hundred faces: box, rod, ball, ring, hilly ball, block of land, teapot.
Mesh random_closed_body(Dice& dice);

enum class Damage { lost, lost_piece, turned, turned_piece, doubled };
inline constexpr Damage kDamages[] = {Damage::lost, Damage::lost_piece, Damage::turned, Damage::turned_piece,
                                      Damage::doubled};
const char* word_of(Damage damage);

/// The body with a share of its faces damaged, at random or those nearest to one of them along the surface.
Mesh damaged(const Mesh& whole, Damage damage, double share, Dice& dice);

/// Winding number by the sum over all faces.
double summed_winding(const Mesh& mesh, const Vec3& point);

}  // namespace impinge::test
