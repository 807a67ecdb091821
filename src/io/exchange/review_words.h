// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>
#include <vector>

namespace impinge::io {

/// "plate / pin", or "plate with itself"; names are clipped.
std::string pair_words(const Review& review, const ReviewItem& item);

/// "plate / pin: crossing".
std::string headline(const Review& review, const ReviewItem& item);

/// Why an item does not count, or what else is known of it: "accepted: press fit", "known", "new, was near"; may be empty.
std::string state_words(const ReviewItem& item);

/// The facts, state and decision of an item, a line for each.
std::vector<std::string> item_lines(const Review& review, const ReviewItem& item);

/// "rules[2] of cell.json", "--ignore a:b", or its number.
std::string rule_name(const Review& review, std::uint32_t rule);

/// "bolt* and nut*", or "bolt* with itself".
std::string rule_selections(const Rule& rule);

/// "3 findings", "1 finding".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

/// How many items have this state.
std::size_t count_of(const Review& review, ReviewState state);

/// "2 findings in 12 pairs; 1 known, 3 accepted".
std::string summary_words(const Review& review);

}  // namespace impinge::io
