// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impinge::io {

/// Looks through the text of a STEP file for what Open CASCADE does not say: damage (cut short, an entity that is not there
/// or there twice, an assembly in itself), which is an Error (file_format) with line and entity; and what it reads otherwise
/// than it is meant, one sentence each. Linear in the text.
std::vector<std::string> examine_step(std::string_view text, std::string_view origin);

/// The same for IGES: its last record counts the others.
std::vector<std::string> examine_iges(std::string_view text, std::string_view origin);

}  // namespace impinge::io
