// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/cli/report_json.h"
#include "apps/cli/rules/finding_id.h"

namespace impinge::cli {

/// A finding as a document says it.
struct Finding {
  std::string id, a, b;
  Verdict verdict = Verdict::disjoint;  ///< disjoint where the pair is too far apart
  std::string severity;
};

/// What a comparison needs of a document impinge.check/1.
struct Findings {
  std::vector<Finding> all;
  std::map<std::string, Place> places;  ///< of the objects, by name
};

/// Throws Error: file_missing, file_format for what is no such document, or one without ids.
Findings load_findings(const std::string& file);
Findings read_findings(const Json& document, const std::string& origin);

/// A finding of today, and what was known of it.
struct Compared {
  Finding finding;
  bool known = false;
  std::string was{};  ///< the verdict of before, where it got worse and so is new
};

struct Comparison {
  std::vector<Compared> now;                           ///< in the order of the newer document
  std::vector<Finding> gone;                           ///< in the order of the older one
  std::unordered_map<std::string, std::size_t> by_id;  ///< where in `now` a finding is
  std::size_t count_new() const;
  std::size_t count_known() const { return now.size() - count_new(); }
};

/// Whether a pair has got worse: near, touching, undecided, overlapping in this order, and too far apart for itself.
bool is_worse(Verdict now, Verdict before);

/// By ids, and of objects whose name is repeated by where they stand. A finding that is worse than before is new: near,
/// touching, undecided, overlapping in this order, and too far apart for itself.
Comparison compare(const Findings& before, const Findings& now);

/// "2 new, 1 known, 3 gone".
std::string comparison_text(const Comparison& comparison);

Json to_json(const Finding& finding);

}  // namespace impinge::cli
