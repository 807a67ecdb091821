// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>
#include <vector>

#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// The decisions of --decisions, and what they were good for.
struct Decided {
  std::vector<Decision> all;
  std::vector<const Decision*> of_pair;  ///< of each pair of the answer; null where there is none
  std::vector<bool> fits;                ///< of each decision: it is about a pair of the answer
};

/// Accepts the pairs of an answer that were decided so, unless they are worse than when that was decided. `ids` are those of
/// the pairs.
Decided decide(std::vector<Decision> decisions, const std::vector<std::string>& ids, CheckResult& result);

/// What was decided about a pair; null if nothing was.
const Decision* decision_of(const Report& report, const PairAnswer& pair);

/// Whether it was accepted when it was better than now, and so is a finding again.
bool is_outdated(const Decision& decision, const PairAnswer& pair);

/// "assigned to Mia, see the drawing", for the column of notes.
std::string decision_note(const Report& report, const PairAnswer& pair);

/// Lines about decisions that fit no pair.
std::string unused_decisions_text(const Report& report);

/// Adds `decision` to a pair, and `decisions` to the document.
/// @{
void add_decision_json(const Report& report, const PairAnswer& pair, Json& json);
void add_decisions_json(const Report& report, Json& document);
/// @}

}  // namespace impinge::cli
