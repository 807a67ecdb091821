// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/scene.h>

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace impinge::cli {

/// A name without the number that a scene gives to repeated ones: "bolt" of "bolt#3" where there is a "bolt" too.
std::string base_name(const std::string& name, const std::unordered_set<std::string>& names);

/// Where an object stands and how large it is, for telling apart objects of one name.
struct Place {
  Vec3 centre = Vec3::Zero();  ///< of its box at rest, where it stands
  double size = 0;             ///< diagonal of that box
};
Place place_of(const SceneObject& object);

/// Sixteen hexadecimal digits for each pair: those of the two names, in whatever order the objects are. They stay when
/// objects move, are replaced or others come and go. Objects of one name are told apart by where they stand, in steps of a
/// thirtieth of their size or so; of several that stand in one place the later ones get -2, -3 …
/// @{
std::vector<std::string> pair_ids(const Scene& scene, const CheckResult& result);
std::vector<std::string> pair_ids(const Scene& scene, const SweepResult& result);
/// @}

}  // namespace impinge::cli
