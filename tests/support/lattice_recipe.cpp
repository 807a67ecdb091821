// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/lattice_recipe.h>

#include <algorithm>
#include <sstream>

namespace impinge::test {
namespace {

constexpr int kRoom = 12;  // parts stay below this cell, which leaves room for shifts

LatticePart random_box(Dice& dice) {
  LatticePart part;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    part.lo[axis] = dice.integer(0, 6);
    part.hi[axis] = part.lo[axis] + dice.integer(1, kRoom - 7);
  }
  return part;
}

void shift(LatticeRecipe& recipe, const Cell& by) {
  for (LatticePart& part : recipe) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      part.lo[axis] += by[axis];
      part.hi[axis] += by[axis];
    }
  }
}

}  // namespace

LatticeRecipe random_boxes(Dice& dice, bool cavities) {
  LatticeRecipe recipe;
  const int count = dice.integer(1, 4);
  for (int i = 0; i < count; ++i) {
    recipe.push_back(random_box(dice));
    if (cavities && dice.chance(0.4)) recipe.back().winding = -1;
  }
  return recipe;
}

LatticePart random_voxels(Dice& dice) {
  LatticePart part;
  part.n = dice.integer(2, 4);
  part.edge = dice.integer(1, 2);
  const int last = kRoom - part.n * part.edge;
  part.lo = {dice.integer(0, last), dice.integer(0, last), dice.integer(0, last)};
  const double share = dice.real(0.15, 0.95);
  part.filled.resize(static_cast<std::size_t>(part.n * part.n * part.n));
  for (std::size_t i = 0; i < part.filled.size(); ++i) part.filled[i] = dice.chance(share);
  part.filled[static_cast<std::size_t>(dice.integer(0, part.n - 1))] = true;
  if (dice.chance(0.2)) part.winding = -1;
  return part;
}

LatticeRecipe random_recipe(Dice& dice) {
  switch (dice.integer(0, 4)) {
    case 0: return random_boxes(dice, false);
    case 1: return random_boxes(dice, true);
    case 2: return {random_voxels(dice), random_voxels(dice)};
    default: return {random_voxels(dice)};
  }
}

LatticeRecipe derived_recipe(const LatticeRecipe& recipe, Dice& dice) {
  LatticeRecipe result = recipe;
  switch (dice.integer(0, 5)) {
    case 0: break;
    case 1: result.push_back(random_box(dice)); break;
    case 2:
      if (result.size() > 1) result.pop_back();
      break;
    case 3: shift(result, {dice.integer(0, 2), dice.integer(0, 2), dice.integer(0, 2)}); break;
    case 4:
      if (!result[0].filled.empty()) {
        const int last = static_cast<int>(result[0].filled.size()) - 1;
        const auto at = static_cast<std::size_t>(dice.integer(1, last));
        // The last voxel stays: a body without faces is none.
        const bool only = std::count(result[0].filled.begin(), result[0].filled.end(), true) == 1;
        result[0].filled[at] = only || !result[0].filled[at];
      }
      break;
    default:
      for (LatticePart& part : result) part.winding = -part.winding;
  }
  return result;
}

LatticeBody build(const LatticeRecipe& recipe, Split split, double hole_share, Dice& dice) {
  LatticeBody body;
  for (const LatticePart& part : recipe) {
    if (part.filled.empty()) {
      body.add_box(part.lo, part.hi, part.winding, split, dice);
    } else {
      body.add_voxels(part.filled, part.n, part.edge, part.lo, part.winding, split, hole_share, dice);
    }
  }
  return body;
}

std::string written(const LatticeRecipe& recipe) {
  std::ostringstream text;
  const auto cell = [&](const Cell& c) { text << c[0] << " " << c[1] << " " << c[2]; };
  for (const LatticePart& part : recipe) {
    text << (part.winding > 0 ? "[" : "[inverted ");
    if (part.filled.empty()) {
      text << "box ";
      cell(part.lo);
      text << " to ";
      cell(part.hi);
    } else {
      text << "voxels n " << part.n << " edge " << part.edge << " at ";
      cell(part.lo);
      text << " bits ";
      for (const bool bit : part.filled) text << bit;
    }
    text << "] ";
  }
  return text.str();
}

}  // namespace impinge::test
