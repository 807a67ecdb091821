// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <impinge/error.h>

namespace impinge::io {

using Json = nlohmann::json;

/// Reads values of a scene file and refuses wrong ones, with the file and the place in it.
class SceneValues {
 public:
  explicit SceneValues(std::string_view origin) : origin_(origin) {}

  [[noreturn]] void refuse(const std::string& path, const std::string& what, ErrorCode code = ErrorCode::bad_scene) const {
    throw Refusal(code, fmt::format("{}: {}{}{}", origin_, path, path.empty() ? "" : ": ", what));
  }

  /// Runs something that may throw Error, and adds where in the scene it happened.
  template <class Action>
  std::invoke_result_t<const Action&> at(const std::string& path, const Action& action) const {
    try {
      return action();
    } catch (const Refusal&) {
      throw;  // it names its place already
    } catch (const Error& error) {
      refuse(path, error.what(), error.code() == ErrorCode::bad_argument ? ErrorCode::bad_scene : error.code());
    }
  }

  void require_keys(const Json& value, const std::string& path, std::initializer_list<std::string_view> known) const {
    if (!value.is_object()) refuse(path, fmt::format("must be an object {{ … }}, not {}", value.type_name()));
    for (const auto& [key, unused] : value.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      refuse(path.empty() ? key : path + "." + key, fmt::format("unknown key; allowed here: {}", fmt::join(known, ", ")));
    }
  }

  const Json& required(const Json& value, const std::string& path, const char* key) const {
    const auto found = value.find(key);
    if (found == value.end()) refuse(path, fmt::format("the key \"{}\" is missing", key));
    return *found;
  }

  const Json& array(const Json& value, const std::string& path) const {
    if (!value.is_array()) refuse(path, fmt::format("must be an array [ … ], not {}", value.type_name()));
    return value;
  }

  std::string text(const Json& value, const std::string& path) const {
    if (!value.is_string()) refuse(path, fmt::format("must be a string, not {}", value.type_name()));
    if (value.get_ref<const std::string&>().empty()) refuse(path, "must not be empty");
    return value.get<std::string>();
  }

  double number(const Json& value, const std::string& path) const {
    if (!value.is_number()) refuse(path, fmt::format("must be a number, not {}", value.type_name()));
    return value.get<double>();
  }

  std::vector<double> all_numbers(const Json& value, const std::string& path) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < array(value, path).size(); ++i)
      all.push_back(number(value[i], fmt::format("{}[{}]", path, i)));
    return all;
  }

  template <std::size_t N>
  std::array<double, N> numbers(const Json& value, const std::string& path) const {
    if (array(value, path).size() != N) refuse(path, fmt::format("must have {} numbers, not {}", N, value.size()));
    std::array<double, N> all{};
    for (std::size_t i = 0; i < N; ++i) all[i] = number(value[i], fmt::format("{}[{}]", path, i));
    return all;
  }

 private:
  struct Refusal : Error {
    using Error::Error;
  };

  std::string_view origin_;
};

}  // namespace impinge::io
