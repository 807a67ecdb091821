// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace impinge::io {

/// Parses JSON that nobody vouches for. Throws Error (file_format) that names the place for malformed text, a key given
/// twice in one object, nesting beyond 64 levels, or more values than an honest text of that size has.
nlohmann::json parse_guarded_json(std::string_view text, std::string_view origin);

}  // namespace impinge::io
