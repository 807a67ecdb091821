// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Random lattice bodies as short lists of parts, so that one can be made from another and a failure can be written down.

#include <string>
#include <vector>

#include <support/lattice_body.h>

namespace impinge::test {

struct LatticePart {
  Cell lo{};
  int winding = 1;
  Cell hi{};                 ///< a box up to here, if `filled` is empty
  std::vector<bool> filled;  ///< else voxels, n along each axis
  int n = 0, edge = 1;
};

using LatticeRecipe = std::vector<LatticePart>;

/// One to four boxes; with `cavities` some of them inside out.
LatticeRecipe random_boxes(Dice& dice, bool cavities);

/// A random subset of a grid of 2 to 4 voxels along each axis, one or two cells wide.
LatticePart random_voxels(Dice& dice);

/// Another body that has much to do with the first: equal, with a part more or less, or shifted by a cell.
LatticeRecipe derived_recipe(const LatticeRecipe& recipe, Dice& dice);

/// Any of the above.
LatticeRecipe random_recipe(Dice& dice);

LatticeBody build(const LatticeRecipe& recipe, Split split, double hole_share, Dice& dice);

/// The recipe in words, for messages.
std::string written(const LatticeRecipe& recipe);

}  // namespace impinge::test
