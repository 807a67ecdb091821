// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/rules/selection.h"

#include <fmt/format.h>
#include <impinge/answer.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::bad_scene, what); }

void require_limit(const char* key, const std::optional<double>& limit, bool finite) {
  if (!limit || (*limit >= 0 && (!finite || std::isfinite(*limit)))) return;
  refuse(fmt::format("{} {}: must be 0 or more{}", key, *limit, finite ? ", and finite" : ""));
}

void require_range(const Rule& rule) {
  require_limit("min", rule.min, false);
  require_limit("max", rule.max, true);
  if (rule.min && rule.max && *rule.min >= *rule.max)
    refuse(fmt::format("min {} and max {}: min must be less than max, or no distance is allowed", *rule.min, *rule.max));
}

// A rule about single objects has nothing to say about distances and overlaps.
void require_self(const Rule& rule) {
  if (!rule.b.empty()) refuse("self: it is about the objects of a with themselves; leave out b");
  if (rule.min || rule.max || rule.max_depth || rule.max_volume)
    refuse("self: an object has no distance from itself, and no depth or volume in common; only accept and ignore apply");
}

// What else it says would have no effect, and nobody should believe it has.
void require_nothing_else(const Rule& rule) {
  if (rule.min || rule.max || rule.max_depth || rule.max_volume || !rule.accept.empty())
    refuse("ignore: the pairs are not computed; leave out limits and accept");
}

void require_rule(const Rule& rule) {
  const auto at = [](const char* side, const std::vector<std::string>& patterns) {
    try {
      static_cast<void>(Selection(patterns));
    } catch (const Error& error) {
      refuse(fmt::format("{}: {}", side, error.what()));
    }
  };
  at("a", rule.a);
  if (rule.self)
    require_self(rule);
  else
    at("b", rule.b);
  if (rule.ignore) require_nothing_else(rule);
  require_range(rule);
  require_limit("max_depth", rule.max_depth, false);
  require_limit("max_volume", rule.max_volume, false);
  for (const Verdict verdict : rule.accept) {
    if (verdict == Verdict::disjoint) refuse("accept: disjoint is never a finding; leave it out");
    if (Verdict known{}; !from_string(to_string(verdict), known))
      refuse(fmt::format("accept: {} is not a verdict", static_cast<int>(verdict)));
  }
  if (Severity known{}; !from_string(to_string(rule.severity), known))
    refuse(fmt::format("severity {}: there is no such severity", static_cast<int>(rule.severity)));
}

}  // namespace

Selection::Selection(std::span<const std::string> patterns) {
  if (patterns.empty()) refuse("no pattern; * fits everything");
  for (const std::string& text : patterns) {
    constexpr std::pair<std::string_view, Field> kFields[] = {
        {"name:", Field::name}, {"group:", Field::group}, {"layer:", Field::layer}};
    const auto named = std::find_if(std::begin(kFields), std::end(kFields),
                                    [&](const auto& field) { return text.starts_with(field.first); });
    if (named == std::end(kFields))
      parts_.push_back({Field::name, Pattern(text)});
    else
      parts_.push_back({named->second, Pattern(std::string_view(text).substr(named->first.size()))});
  }
}

bool Selection::holds(const SceneObject& object) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    const auto fits = [&](std::string_view text) { return part.pattern.fits(text); };
    switch (part.field) {
      case Field::name: return fits(object.name);
      case Field::layer: return !object.layer.empty() && fits(object.layer);
      case Field::group: break;
    }
    return (object.group != Group::none && fits(to_string(object.group))) ||
           std::any_of(object.groups.begin(), object.groups.end(), fits);
  });
}

void require_rules(std::span<const Rule> rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) try {
      require_rule(rules[i]);
    } catch (const Error& error) {
      const std::string where = rules[i].origin.empty() ? fmt::format("rule {}", i) : rules[i].origin;
      refuse(fmt::format("{}: {}", where, error.what()));
    }
}

}  // namespace impinge
