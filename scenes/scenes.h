// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <impinge/answer.h>
#include <impinge/scene.h>

/// Named scenes as code, shared by tests, benches, demo and docs. They need only the public headers.
namespace impinge::scenes {

/// What a check must find for one pair of objects; a is added before b.
struct ExpectedPair {
  std::string_view a, b;
  Verdict verdict;
  bool ignored = false;
};

/// A scene that stands still, with every pair that is not disjoint.
struct NamedScene {
  std::string_view name;
  std::string_view title;
  Scene (*make)();
  std::span<const ExpectedPair> expected;  ///< in the order of the answer
  std::optional<double> clearance{};       ///< to be asked for; the expected pairs include those that are near
};

/// A scene that moves: `advance` puts a scene that `make` gave into the state of a step from 0 to steps - 1.
struct NamedMotion {
  std::string_view name;
  std::string_view title;
  int steps;
  int first_contact;  ///< the first step at which the two objects named here meet; at every earlier step nothing meets
  std::string_view a, b;
  Scene (*make)();
  void (*advance)(Scene& scene, int step);
};

std::span<const NamedScene> named_scenes() noexcept;
std::span<const NamedMotion> named_motions() noexcept;

/// The scene of that name; throws Error (bad_argument) that lists the names if there is none.
const NamedScene& find_scene(std::string_view name);

/// The three pairs of bodies in table 1 of Myszkowski, Okunev & Kunii 1995, each body of at least that many faces.
enum class Polyhedra { line_convex_and_layered, both_line_convex, both_concave };
Scene make_polyhedra(Polyhedra kind, std::uint32_t faces_each);

/// Both rows of teeth, the upper one about `gap` mm above the position where the first cusps meet; they bite where it is
/// negative.
Scene make_teeth_scene(int resolution, double gap);

}  // namespace impinge::scenes
