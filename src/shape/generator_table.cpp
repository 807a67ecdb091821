// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The shapes that a scene file can name, with their parameters and defaults.
#include <array>

#include <impinge/shapes.h>

#include "shape/generator.h"

namespace impinge {
namespace {

using Values = std::span<const double>;

constexpr GeneratorParameter length(std::string_view name) { return {.name = name, .required = true}; }
constexpr GeneratorParameter count(std::string_view name, double fallback) {
  return {.name = name, .fallback = fallback, .integer = true};
}

int as_int(double value) {
  return static_cast<int>(value < -1e9 ? -1e9 : value > 1e9 ? 1e9 : value);  // the generator's own check refuses these
}

constexpr std::array kBox = {length("x"), length("y"), length("z"), count("subdivisions", 1)};

constexpr std::array kGenerators = {
    Generator{"box", kBox, "axis-aligned box, centred, by its full edge lengths",
              [](Values v) {
                return make_box({v[0], v[1], v[2]}, as_int(v[3]));
              }},
};

}  // namespace

std::span<const Generator> generators() noexcept { return kGenerators; }

}  // namespace impinge
