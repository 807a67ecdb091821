// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace impinge::cli {

/// What a text says, whatever it was written in.
using Plain = nlohmann::json;

/// The plain part of YAML as JSON: maps and lists in blocks or brackets, words, quoted words and numbers, comments. Anchors,
/// aliases, tags, texts of several lines and further documents are refused; depth is at most 64. Throws Error (file_format)
/// that names the file and the line.
Plain parse_plain_yaml(std::string_view text, const std::string& origin);

}  // namespace impinge::cli
