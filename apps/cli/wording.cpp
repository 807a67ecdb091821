// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/wording.h"

#include <fmt/format.h>
#include <impinge/io.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace impinge::cli {
namespace {

constexpr int kDigits = 7, kAllDigits = 17;

/// The longest edge of an object's box in its own frame.
double size_of(const SceneObject& object) {
  auto [low, high] = object.mesh.box(true);
  if (!object.deformed.empty()) low = high = object.deformed.front();
  for (const Vec3& point : object.deformed) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return (high - low).maxCoeff();
}

/// Each by its name, and by the endings that go beside the first.
std::string list_meshes(bool written) {
  std::vector<std::string> words;
  for (const FormatInfo& format : formats()) {
    if (format.name == "octree" || (written && !format.writes)) continue;
    words.emplace_back(format.name);
    for (std::size_t i = 1; i < format.endings.size(); ++i) {
      words.emplace_back(format.endings[i].substr(1));
      for (char& c : words.back()) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }
  return one_of(std::vector<std::string_view>(words.begin(), words.end()));
}

}  // namespace

std::vector<std::string_view> written_mesh_endings() {
  std::vector<std::string_view> endings;
  for (const FormatInfo& format : formats())
    if (format.writes && format.name != "octree")
      endings.insert(endings.end(), format.endings.begin(), format.endings.end());
  return endings;
}

std::string one_of(std::span<const std::string_view> words) {
  if (words.size() == 1) return std::string(words.front());
  return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

std::string mesh_formats() { return list_meshes(false); }

std::string written_mesh_formats() { return list_meshes(true); }

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string number(double value, int digits) {
  // -0 would only puzzle.
  return fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits);
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

Detail::Detail(const Scene& scene) {
  for (const SceneObject& object : scene.objects()) sizes_.push_back(size_of(object));
}

std::string point_text(const Vec3& point, double detail) {
  const auto digits = [&](double value) {
    const double needed = std::ceil(std::log10(std::abs(value) / detail));
    return std::isfinite(needed) ? std::clamp(static_cast<int>(needed), kDigits, kAllDigits) : kDigits;
  };
  const auto text = [&](double value) { return number(value, digits(value)); };
  return fmt::format("({}, {}, {})", text(point.x()), text(point.y()), text(point.z()));
}

}  // namespace impinge::cli
