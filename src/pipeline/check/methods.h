// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "broad/brute_boxes.h"

namespace impinge {

struct FacePairSearch;

/// Settles object pairs of a check and returns those that are not for it, which the next localiser gets. What it finds goes
/// into the search; `word` is its own, for the statistics.
using Localiser = std::vector<ObjectPair> (*)(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// Pairs of boxes that share a point, ordered.
using BroadPhase = std::vector<ObjectPair> (*)(std::span<const Box> boxes);

/// Methods that nothing asks for: their stage has no other.
enum class SoleMethod : std::uint8_t {
  overlap_region,
  velocity_backface,
  swept_pairs,
  face_pair_static,
  face_pair_swept,
  solid_pair
};

/// The word of such a method, for the statistics.
std::string word_of(SoleMethod method);

/// A row of the table of methods, which command line, `impinge info`, schemas and documents go by.
struct MethodRow {
  std::variant<Method, Broad, SoleMethod> value;  ///< its enumerator
  std::string_view word;                          ///< the same in file, enum, command line, test and document
  std::string_view stage;
  Guarantee guarantee;
  std::string_view source;                                         ///< the paper, or "impinge"
  std::variant<std::monostate, Localiser, BroadPhase> function{};  ///< for those that something asks for
};

/// The row of a method; not for Method::automatic, which is a choice among them.
const MethodRow& row_of(Method method);

/// Whether a method looks along lines and leaves it at that; not where it is certified. Method::automatic chooses pair by
/// pair.
bool samples_lines(Method method, bool certified);

/// Runs a broad phase; Broad::none, whose pairs nobody lists, as Broad::sweep_boxes.
std::vector<ObjectPair> broad_pairs(Broad broad, std::span<const Box> boxes);

}  // namespace impinge
