// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include <impinge/answer.h>
#include <support/soup.h>

namespace impinge::test {

/// Two bodies built for one verdict.
struct ConstructedCase {
  std::string name;
  Soup a, b;
  Verdict verdict;
  bool margin = false;  ///< the verdict stands if every coordinate moves by 1e-6 of a unit
};

/// Closed bodies against each other.
std::vector<ConstructedCase> solid_cases();

/// Open surfaces, inverted bodies and bodies of several components.
std::vector<ConstructedCase> surface_cases();

}  // namespace impinge::test
