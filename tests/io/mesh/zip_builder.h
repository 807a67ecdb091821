// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace impinge::test {

/// A zip archive with these parts (name, content), deflated.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& parts);

}  // namespace impinge::test
