// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/json_guard.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/file/fail.h"
#include "io/file/text_cursor.h"

namespace impinge::io {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 64;

/// A value takes up to a few hundred bytes of memory, so one for every eight bytes of text keeps within 16 times the text.
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

/// Looks for repeated keys without building anything: the parser's own callback searches all siblings at each object's end.
class RepeatedKeys : public nlohmann::json_sax<Json> {
 public:
  bool is_repeated() const { return repeated_.has_value(); }
  const std::string& repeated() const { return *repeated_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }
  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    repeated_ = name;
    return false;
  }

 private:
  std::vector<std::set<std::string>> keys_;
  std::optional<std::string> repeated_;
};

}  // namespace

Json parse_guarded_json(std::string_view text, std::string_view origin) {
  require_modest(text, origin);
  RepeatedKeys keys;
  // Malformed text stops it as well; the parser below then says what is wrong.
  if (!Json::sax_parse(text.begin(), text.end(), &keys) && keys.is_repeated()) {
    fail(ErrorCode::file_format, origin, fmt::format("the JSON gives the key \"{}\" twice in one object", keys.repeated()));
  }
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const Json::exception& error) {
    // The message ends with what is wrong, after the identifier of the library in brackets.
    const std::string_view what = error.what();
    const std::size_t bracket = what.find("] ");
    fail(ErrorCode::file_format, origin,
         fmt::format("is not valid JSON: {}", bracket == what.npos ? what : what.substr(bracket + 2)));
  }
}

}  // namespace impinge::io
