// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/step_oddities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "io/file/fail.h"

namespace impinge::io {
namespace {

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// The keyword of a simple entity; empty for one of several types.
std::string_view keyword(std::string_view entity) {
  std::size_t at = entity.find('=') + 1;
  while (at < entity.size() && !is_letter(entity[at]) && entity[at] != '(') ++at;
  std::size_t end = at;
  while (end < entity.size() && is_letter(entity[end])) ++end;
  return entity.substr(at, end - at);
}

/// The numbers behind '#', the first one, which is its own, left out.
std::vector<std::uint32_t> references(std::string_view entity) {
  std::vector<std::uint32_t> list;
  bool text = false;
  for (std::size_t i = entity.find('='); i < entity.size(); ++i) {
    if (entity[i] == '\'') text = !text;
    if (text || entity[i] != '#') continue;
    std::uint64_t id = 0;
    while (i + 1 < entity.size() && entity[i + 1] >= '0' && entity[i + 1] <= '9')
      id = id * 10 + static_cast<std::uint64_t>(entity[++i] - '0');
    list.push_back(static_cast<std::uint32_t>(id));
  }
  return list;
}

std::vector<std::string> arguments(std::string_view entity) {
  std::vector<std::string> list(1);
  int depth = 0;
  bool text = false;
  for (std::size_t i = entity.find('(') + 1; i < entity.size(); ++i) {
    const char c = entity[i];
    if (c == '\'') text = !text;
    if (!text) {
      if (c == ')' && depth == 0) break;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        list.emplace_back();
        continue;
      }
      if (c == ' ' || c == '\n' || c == '\r') continue;
    }
    list.back() += c;
  }
  return list;
}

std::optional<std::array<double, 3>> direction(const StepEntities& entities, const std::string& reference) {
  if (reference.size() < 2 || reference[0] != '#') return {};
  const auto at = entities.all.find(static_cast<std::uint32_t>(std::strtoul(reference.c_str() + 1, nullptr, 10)));
  if (at == entities.all.end()) return {};
  const std::vector<std::string> list = arguments(entities.text_of(at->second));
  if (list.size() < 2) return {};
  std::array<double, 3> d{};
  const char* text = list[1].c_str() + 1;
  for (double& x : d) {
    char* end = nullptr;
    x = std::strtod(text, &end);
    text = end + (*end != 0 ? 1 : 0);
  }
  return d;
}

/// What an operator does that the kernel leaves out; empty for a mere rotation.
std::string lost(const StepEntities& entities, std::string_view entity) {
  const std::vector<std::string> a = arguments(entity);
  // '', axis1, axis2, origin, scale, axis3; some writers add name and description in front.
  if (a.size() < 6) return {};
  const std::size_t shift = a.size() - 6;
  std::string what;
  const std::string& scale = a[4 + shift];
  if (scale != "$" && std::abs(std::strtod(scale.c_str(), nullptr) - 1) > 1e-9) what = "a scale of " + scale;
  const auto x = direction(entities, a[1 + shift]), y = direction(entities, a[2 + shift]),
             z = direction(entities, a[5 + shift]);
  if (x && y && z) {
    const auto& [p, q, r] = std::tie(*x, *y, *z);
    const double volume =
        p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
    if (volume < 0) what += std::string(what.empty() ? "" : " and ") + "a mirror";
  }
  return what;
}

/// Bodies that the kernel leaves out without a word.
constexpr std::array<std::string_view, 9> kUnread = {
    "CSG_SOLID",           "BOOLEAN_RESULT",      "SOLID_REPLICA",
    "TESSELLATED_SOLID",   "TESSELLATED_SHELL",   "COMPLEX_TRIANGULATED_FACE",
    "EXTRUDED_AREA_SOLID", "REVOLVED_AREA_SOLID", "TRIANGULATED_FACE"};

/// Whether a REPRESENTATION_MAP is of a representation that has a faceted body.
bool maps_facets(const StepEntities& entities, std::string_view map) {
  const auto keyword_of = [&](std::uint32_t id) {
    const auto at = entities.all.find(id);
    return at == entities.all.end() ? std::string_view() : keyword(entities.text_of(at->second));
  };
  for (const std::uint32_t representation : references(map)) {
    const auto at = entities.all.find(representation);
    if (at == entities.all.end() || !keyword_of(representation).ends_with("REPRESENTATION")) continue;
    for (const std::uint32_t item : references(entities.text_of(at->second)))
      if (keyword_of(item).starts_with("FACETED_BREP")) return true;
  }
  return false;
}

}  // namespace

void require_tree(const StepEntities& entities, std::string_view origin) {
  struct Use {
    std::uint32_t part, by;
  };
  std::map<std::uint32_t, std::vector<Use>> uses;  // by assembly
  for (const auto& [id, entity] : entities.all) {
    const std::string_view text = entities.text_of(entity);
    if (keyword(text) != "NEXT_ASSEMBLY_USAGE_OCCURRENCE") continue;
    const std::vector<std::uint32_t> ends = references(text);
    if (ends.size() >= 2) uses[ends[0]].push_back({ends[1], id});
  }
  enum State : char { fresh, open, done };
  std::map<std::uint32_t, State> states;
  struct Step {
    std::uint32_t product;
    std::size_t next;
  };
  for (const auto& [root, ignored] : uses) {
    std::vector<Step> way;
    const auto begin = [&](std::uint32_t product) {
      if (states[product] != fresh) return;
      way.push_back({product, 0});
      states[product] = open;
    };
    begin(root);
    while (!way.empty()) {
      Step& step = way.back();
      const auto list = uses.find(step.product);
      if (list == uses.end() || step.next == list->second.size()) {
        states[step.product] = done;
        way.pop_back();
        continue;
      }
      const Use use = list->second[step.next++];
      if (states[use.part] == open)
        fail(ErrorCode::file_format, origin,
             fmt::format("line {}: #{} makes an assembly a part of itself; the file is damaged",
                         entities.all.at(use.by).line, use.by));
      begin(use.part);
    }
  }
}

std::vector<std::string> oddities_of(const StepEntities& entities) {
  std::map<std::string, std::pair<std::uint64_t, std::uint32_t>> found;  // how often, and the first entity
  for (const auto& [id, entity] : entities.all) {
    const std::string_view text = entities.text_of(entity), word = keyword(text);
    std::string what;
    if (word == "CARTESIAN_TRANSFORMATION_OPERATOR_3D") {
      const std::string missing = lost(entities, text);
      if (!missing.empty())
        what = "places parts with " + missing + ", which Open CASCADE leaves out: they are not placed as meant";
    } else if (word == "REPRESENTATION_MAP" && maps_facets(entities, text)) {
      what = "a MAPPED_ITEM places FACETED_BREP, which is not read by Open CASCADE: the body is left out";
    } else if (std::find(kUnread.begin(), kUnread.end(), word) != kUnread.end()) {
      what = std::string(word) + " is not read by Open CASCADE: the body is left out";
    }
    if (what.empty()) continue;
    auto& [times, first] = found[what];
    first = times == 0 ? id : std::min(first, id);
    ++times;
  }
  std::vector<std::string> list;
  for (const auto& [what, times] : found)
    list.push_back(fmt::format("#{}{} (line {}): {}", times.second,
                               times.first > 1 ? fmt::format(" and {} more", times.first - 1) : "",
                               entities.all.at(times.second).line, what));
  return list;
}

}  // namespace impinge::io
