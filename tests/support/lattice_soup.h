// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Closed surfaces with corners on the lattice from 0 to 4, as wild as can be: they cross and touch themselves, lie on
// themselves, have faces without area, are doubled, inside out, or without any inside.

#include <string>

#include <support/soup.h>

namespace impinge::test {

/// A sphere of triangles, glued at random, each corner anywhere: up to `faces` of them, an even number from 4.
Soup random_sphere_soup(Dice& dice, int faces);

/// One to three parts of up to 40 faces: tetrahedra, boxes, spheres of triangles, double pyramids, membranes; some inverted
/// or doubled.
Soup random_lattice_soup(Dice& dice);

/// Another one that has much to do with the first: equal, inverted, doubled, shifted by a step or with a part more.
Soup derived_lattice_soup(const Soup& soup, Dice& dice);

/// The coordinates in another order and with other signs, `code` from 0 to 47; odd ones of the first six are mirrored.
Soup turned_lattice_soup(const Soup& soup, int code);

/// The same faces in another order, each beginning with another corner.
Soup shuffled(const Soup& soup, Dice& dice);

/// All corners and faces, for messages.
std::string written(const Soup& soup);

}  // namespace impinge::test
