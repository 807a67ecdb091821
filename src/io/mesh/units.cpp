// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/units.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <numeric>

#include <impinge/error.h>
#include <impinge/io.h>

namespace impinge {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t micrometres;
};

constexpr std::array<Unit, 6> kUnits = {
    {{"m", 1'000'000}, {"cm", 10'000}, {"mm", 1'000}, {"um", 1}, {"in", 25'400}, {"ft", 304'800}}};

std::int64_t micrometres(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return unit.micrometres;
  }
  throw Error(ErrorCode::bad_argument, fmt::format("unknown unit \"{}\"; use m, cm, mm, um, in or ft", name));
}

}  // namespace

void require_unit(std::string_view unit) { micrometres(unit); }

namespace io {

UnitScale unit_scale(std::string_view from, std::string_view to) {
  const std::int64_t times = micrometres(from);
  const std::int64_t over = micrometres(to);
  const std::int64_t common = std::gcd(times, over);
  return {static_cast<double>(times / common), static_cast<double>(over / common)};
}

}  // namespace io
}  // namespace impinge
