// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pipeline/rules/rulebook.h"

namespace impinge {

/// How much two bodies overlap, as far as it is known.
struct Extent {
  std::optional<Bounded> depth{};  ///< of the least translation that parts them
  std::optional<double> volume{};  ///< of what they have in common
  std::string why_not{};           ///< the reason where one of them is missing
};

/// Asked only where the judgement hangs on it, for what the rule limits: depth or volume.
enum class Measure { depth, volume };
using MeasureExtent = std::function<Extent(Measure)>;

/// True if the rule accepts this verdict of a pair that lies so in its selections.
bool accepts(const Rule& rule, const Rulebook::Sides& sides, Verdict verdict);

/// The distance of a pair against the range of its rule: `near` within min, `beyond` above max, else disjoint. Only for
/// answers whose verdict is `near` for want of a limit to the search.
void apply_range(const Rule& rule, const std::string& units, PairAnswer& answer);

/// Whether the rule accepts the answer or tolerates the overlap, with a statement about its limits. A depth whose bounds
/// leave it open is not tolerated.
void judge(const Rule& rule, const Rulebook::Sides& sides, const std::string& units, const MeasureExtent& measure,
           PairAnswer& answer);

}  // namespace impinge
