// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/finding_id.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace impinge::cli {
namespace {

// FNV-1a: the same on every machine, and for ever.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// Steps are powers of two of the size; neither sizes nor places that people choose lie on the borders between them.
constexpr double kOffSize = 1.37, kOffPlace = 0.3819660112501051, kSteps = 64;

std::string step_of(const Place& place) {
  const double step = std::exp2(std::ceil(std::log2(std::max(place.size, 1e-300) * kOffSize))) / kSteps;
  const Vec3 at = place.centre / step;
  const auto whole = [](double x) { return std::floor(x + kOffPlace); };
  return fmt::format("@{}:{:.0f},{:.0f},{:.0f}", step, whole(at.x()), whole(at.y()), whole(at.z()));
}

}  // namespace

std::string base_name(const std::string& name, const std::unordered_set<std::string>& names) {
  const std::size_t mark = name.rfind('#');
  if (mark == std::string::npos || mark + 1 == name.size() || name[mark + 1] == '0') return name;
  const bool digits = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(mark) + 1, name.end(),
                                  [](char c) { return c >= '0' && c <= '9'; });
  std::string base = name.substr(0, mark);
  return digits && names.contains(base) ? base : name;
}

Place place_of(const SceneObject& object) {
  const auto [low, high] = object.mesh.box(true);
  return {world_point(object.pose, low / 2 + high / 2), (high - low).norm()};
}

namespace {

template <class Result>
std::vector<std::string> ids_of(const Scene& scene, const Result& result) {
  const auto objects = scene.objects();
  std::unordered_set<std::string> names;
  for (const SceneObject& object : objects) names.insert(object.name);
  std::vector<std::string> keys;
  std::unordered_map<std::string, std::size_t> times;
  for (const SceneObject& object : objects) ++times[keys.emplace_back(base_name(object.name, names))];
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (times[keys[i]] > 1) keys[i] += step_of(place_of(objects[i]));
  std::vector<std::string> ids;
  std::map<std::string, int> taken;
  for (const auto& pair : result.pairs) {
    const auto [first, second] = std::minmax(keys[pair.a.value], keys[pair.b.value]);
    // No name has these bytes, so that no two pairs of names make one text.
    const std::string text = pair.a == pair.b ? first + '\xfe' : first + '\xff' + second;
    std::string id = fmt::format("{:016x}", hash_of(text));
    if (const int n = ++taken[id]; n > 1) id += fmt::format("-{}", n);
    ids.push_back(std::move(id));
  }
  return ids;
}

}  // namespace

std::vector<std::string> pair_ids(const Scene& scene, const CheckResult& result) { return ids_of(scene, result); }
std::vector<std::string> pair_ids(const Scene& scene, const SweepResult& result) { return ids_of(scene, result); }

}  // namespace impinge::cli
