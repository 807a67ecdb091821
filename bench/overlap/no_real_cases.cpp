// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cases.h"

namespace impinge::bench {

std::vector<OverlapCase> real_cases(const std::string&) { return {}; }

}  // namespace impinge::bench
