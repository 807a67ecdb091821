// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include "apps/cli/rules/baseline.h"

namespace impinge::cli {

/// Findings that one change may mend: one part against many, or a single pair.
struct Cause {
  std::vector<std::string> objects;   ///< the part that all of them have in common, or the two of a pair
  std::vector<std::size_t> findings;  ///< which, ascending
};

/// Joins findings: again and again the object that is in most of those left takes them, as long as there are two or more;
/// what is left are pairs. Ties go to the name that comes first. The greatest cause first.
std::vector<Cause> find_causes(const std::vector<Finding>& findings);

/// Lines for people.
std::string causes_text(const std::vector<Finding>& findings, const std::vector<Cause>& causes);
Json causes_json(const std::vector<Finding>& findings, const std::vector<Cause>& causes);

}  // namespace impinge::cli
