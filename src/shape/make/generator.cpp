// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/make/generator.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <impinge/error.h>

namespace impinge {
namespace {

const Generator& require_generator(std::string_view name) {
  if (const Generator* found = find_generator(name)) return *found;
  std::string names;
  for (const Generator& generator : generators()) names += fmt::format("{}{}", names.empty() ? "" : ", ", generator.name);
  throw Error(ErrorCode::bad_argument, fmt::format("no shape is called \"{}\"; the shapes are {}", name, names));
}

[[noreturn]] void refuse(const Generator& generator, const std::string& what) {
  throw Error(ErrorCode::bad_argument,
              fmt::format("shape \"{}\": {}; it is {}", generator.name, what, signature(generator)));
}

Mesh make_checked(const Generator& generator, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const GeneratorParameter& parameter = generator.parameters[i];
    if (!std::isfinite(values[i])) refuse(generator, fmt::format("{} is not a finite number", parameter.name));
    // Integers travel as doubles; beyond 2^53 they would not be the ones that were written.
    const bool whole = values[i] == std::floor(values[i]) && std::abs(values[i]) <= 9007199254740992.0;
    if (parameter.integer && !whole) refuse(generator, fmt::format("{} is {}, not an integer", parameter.name, values[i]));
  }
  return generator.make(values);
}

}  // namespace

const Generator* find_generator(std::string_view name) noexcept {
  const auto all = generators();
  const auto found = std::ranges::find(all, name, &Generator::name);
  return found == all.end() ? nullptr : &*found;
}

std::string signature(const Generator& generator) {
  std::string text(generator.name);
  text += '(';
  for (const GeneratorParameter& parameter : generator.parameters) {
    if (&parameter != generator.parameters.data()) text += ", ";
    text += parameter.name;
    if (!parameter.required) text += fmt::format(" = {}", parameter.fallback);
  }
  return text + ')';
}

Mesh make_generated(std::string_view name, std::span<const std::pair<std::string, double>> arguments) {
  const Generator& generator = require_generator(name);
  const auto parameters = generator.parameters;
  std::vector<double> values(parameters.size());
  std::vector<bool> given(parameters.size());
  for (const auto& [key, value] : arguments) {
    const auto found = std::ranges::find(parameters, std::string_view(key), &GeneratorParameter::name);
    if (found == parameters.end()) refuse(generator, fmt::format("it has no parameter \"{}\"", key));
    const auto at = static_cast<std::size_t>(found - parameters.begin());
    if (given[at]) refuse(generator, fmt::format("{} is given twice", key));
    given[at] = true;
    values[at] = value;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (given[i]) continue;
    if (parameters[i].required) refuse(generator, fmt::format("{} is missing", parameters[i].name));
    values[i] = parameters[i].fallback;
  }
  return make_checked(generator, values);
}

Mesh make_generated(std::string_view name, std::span<const double> arguments) {
  const Generator& generator = require_generator(name);
  const auto parameters = generator.parameters;
  if (arguments.size() > parameters.size()) {
    refuse(generator, fmt::format("{} values are too many", arguments.size()));
  }
  std::vector<double> values(arguments.begin(), arguments.end());
  for (std::size_t i = values.size(); i < parameters.size(); ++i) {
    if (parameters[i].required) refuse(generator, fmt::format("{} is missing", parameters[i].name));
    values.push_back(parameters[i].fallback);
  }
  return make_checked(generator, values);
}

void require_range(std::string_view generator, std::string_view parameter, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw Error(ErrorCode::bad_argument,
              fmt::format("shape \"{}\": {} is {}; give {} to {}", generator, parameter, value, low, high));
}

void require_face_count(std::string_view generator, double faces) {
  constexpr double kMost = 50e6;
  if (faces <= kMost) return;
  throw Error(ErrorCode::too_large, fmt::format("shape \"{}\": {:.0f} faces; at most {:.0f} are allowed, so make it coarser",
                                                generator, faces, kMost));
}

void require_length(std::string_view generator, std::string_view parameter, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw Error(ErrorCode::bad_argument,
              fmt::format("shape \"{}\": {} is {}; give a length greater than zero", generator, parameter, value));
}

}  // namespace impinge
