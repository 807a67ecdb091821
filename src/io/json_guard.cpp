// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/json_guard.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "io/mesh_arrays.h"
#include "io/text_cursor.h"

namespace impinge::io {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 64;

/// A value takes up to some hundred bytes of memory, so one for every eight bytes of text keeps within 16 times the text.
std::size_t max_values(std::size_t bytes) { return 100'000 + bytes / 8; }

/// Counts brackets and commas outside of strings, before any memory is spent on them.
void require_modest(std::string_view text, std::string_view origin) {
  std::size_t values = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\';
      quoted = c != '"';
      continue;
    }
    quoted = c == '"';
    const bool opens = c == '[' || c == '{';
    values += opens || c == ',';
    depth += opens - (c == ']' || c == '}');
    if (depth > kMaxDepth) {
      fail(ErrorCode::file_format, origin, fmt::format("the JSON is nested more than {} levels deep", kMaxDepth));
    }
  }
  if (values > max_values(text.size())) {
    fail(ErrorCode::too_large, origin,
         fmt::format("the JSON has {} values, too many for its {} bytes", values, text.size()));
  }
}

}  // namespace

Json parse_guarded_json(std::string_view text, std::string_view origin) {
  require_modest(text, origin);
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      fail(ErrorCode::file_format, origin,
           fmt::format("the JSON gives the key \"{}\" twice in one object", value.get<std::string>()));
    }
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), watch);
  } catch (const Json::exception& error) {
    // The message ends with what is wrong, after the identifier of the library in brackets.
    const std::string_view what = error.what();
    const std::size_t bracket = what.find("] ");
    fail(ErrorCode::file_format, origin,
         fmt::format("is not valid JSON: {}", bracket == what.npos ? what : what.substr(bracket + 2)));
  }
}

}  // namespace impinge::io
