// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// n objects, r rules and k classes: n * r patterns are tried, and k * k * r / 64 words are looked at once. k is small where
// few patterns tell the objects apart.
#include "pipeline/rules/rulebook.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <tuple>

#include "scene/rules/selection.h"

namespace impinge {

namespace {

constexpr std::size_t kWord = 64;

bool has(const std::vector<std::uint64_t>& bits, std::uint32_t i) { return ((bits[i / kWord] >> (i % kWord)) & 1) != 0; }

std::uint64_t pairs_among(std::uint64_t n) { return n < 2 ? 0 : n * (n - 1) / 2; }

}  // namespace

Rulebook::Rulebook(const Scene& scene, std::optional<double> clearance, bool with_ignored)
    : scene_(&scene), clearance_(clearance), with_ignored_(with_ignored), measures_(clearance.has_value()) {
  plain_ = scene.rules().empty() && scene.ignored().empty();
  if (plain_) return;
  for (std::size_t i = 0; i < scene.ignored().size(); ++i)
    ignored_.try_emplace({scene.ignored()[i].a.value, scene.ignored()[i].b.value}, i);
  const auto asks = [](const Rule& rule) { return !rule.self && !rule.ignore; };
  asks_all_ = std::none_of(scene.rules().begin(), scene.rules().end(), asks);
  sort_objects();
  fill_table();
}

void Rulebook::sort_objects() {
  const std::span<const Rule> rules = scene_->rules();
  std::vector<Selection> a, b;
  for (const Rule& rule : rules) {
    a.emplace_back(rule.a);
    b.emplace_back(rule.self ? rule.a : rule.b);
  }
  const std::size_t words = (rules.size() + kWord - 1) / kWord;
  std::map<std::tuple<Bits, Bits, Group>, std::uint32_t> known;
  classes_.reserve(scene_->objects().size());
  std::tuple<Bits, Bits, Group> key;
  auto& [in_a, in_b, group] = key;
  for (const SceneObject& object : scene_->objects()) {
    in_a.assign(words, 0);
    in_b.assign(words, 0);
    group = object.group;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const std::uint64_t bit = std::uint64_t{1} << (r % kWord);
      if (a[r].holds(object)) in_a[r / kWord] |= bit;
      if (!rules[r].self && b[r].holds(object)) in_b[r / kWord] |= bit;
    }
    auto it = known.find(key);
    if (it == known.end()) {
      it = known.emplace(key, static_cast<std::uint32_t>(all_.size())).first;
      all_.push_back({in_a, in_b, group});
    }
    all_[it->second].objects += object.hidden ? 0 : 1;
    classes_.push_back(it->second);
  }
}

void Rulebook::fill_table() {
  const std::size_t n = all_.size();
  table_.assign(n * n, kNoRule);
  reaches_.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) {
      const Class &x = all_[i], &y = all_[j];
      for (std::size_t w = 0; w < x.a.size() && table_[i * n + j] == kNoRule; ++w)
        if (const std::uint64_t fits = (x.a[w] & y.b[w]) | (x.b[w] & y.a[w]); fits != 0)
          table_[i * n + j] = static_cast<std::uint32_t>(w * kWord + static_cast<std::size_t>(std::countr_zero(fits)));
      table_[j * n + i] = table_[i * n + j];
      const Entry entry = entry_of(table_[i * n + j]);
      const bool some = computes(entry.standing) && (i != j || x.objects > 1) && groups_meet(x.group, y.group);
      const std::optional<double> clearance = some ? clearance_of(entry) : std::nullopt;
      if (!clearance) continue;
      measures_ = true;
      if (limits(entry)) {
        limits_ = true;
        continue;
      }
      reaches_[i] = std::max(reaches_[i], *clearance);
      reaches_[j] = std::max(reaches_[j], *clearance);
    }
  // Pairs that are ignored one by one keep the clearance of all, whatever their rules say.
  if (with_ignored_)
    for (const auto& [pair, ignored] : ignored_)
      for (const std::uint32_t o : {pair.a, pair.b})
        reaches_[classes_[o]] = std::max(reaches_[classes_[o]], clearance_.value_or(0));
}

Rulebook::Entry Rulebook::entry_of(std::uint32_t rule) const {
  if (rule == kNoRule) return {asks_all_ ? Standing::asked : Standing::unasked, kNoRule, nullptr};
  return {scene_->rules()[rule].ignore ? Standing::ignored : Standing::asked, rule, nullptr};
}

std::uint32_t Rulebook::self_rule(const Class& c) const {
  const std::span<const Rule> rules = scene_->rules();
  for (std::uint32_t r = 0; r < rules.size(); ++r)
    if (rules[r].self && has(c.a, r)) return r;
  return kNoRule;
}

Rulebook::Entry Rulebook::find(const ObjectPair& pair) const {
  if (plain_) return {};
  if (const auto it = ignored_.find(pair); it != ignored_.end())
    return {Standing::ignored, kNoRule, &scene_->ignored()[it->second]};
  if (pair.a != pair.b) return entry_of(table_[classes_[pair.a] * all_.size() + classes_[pair.b]]);
  // Who asks for objects with themselves asks about all of them.
  const std::uint32_t rule = self_rule(all_[classes_[pair.a]]);
  return rule == kNoRule ? Entry{} : entry_of(rule);
}

Rulebook::Sides Rulebook::sides(std::uint32_t rule, const ObjectPair& pair) const {
  const Class &x = all_[classes_[pair.a]], &y = all_[classes_[pair.b]];
  return {has(x.a, rule) && has(y.b, rule), has(x.b, rule) && has(y.a, rule)};
}

std::optional<double> Rulebook::clearance_of(const Entry& entry) const {
  if (entry.rule == kNoRule || entry.ignored != nullptr) return clearance_;
  const Rule& rule = scene_->rules()[entry.rule];
  if (rule.max) return std::numeric_limits<double>::infinity();
  return rule.min ? rule.min : clearance_;
}

std::optional<double> Rulebook::clearance(const ObjectPair& pair) const {
  return plain_ ? clearance_ : clearance_of(find(pair));
}

bool Rulebook::limits(const Entry& entry) const {
  return entry.rule != kNoRule && entry.ignored == nullptr && scene_->rules()[entry.rule].max.has_value();
}

std::vector<ObjectPair> Rulebook::limited_pairs() const {
  std::vector<ObjectPair> pairs;
  if (!limits_) return pairs;
  std::vector<std::vector<std::uint32_t>> objects(all_.size());
  for (std::uint32_t o = 0; o < classes_.size(); ++o)
    if (!scene_->objects()[o].hidden) objects[classes_[o]].push_back(o);
  for (std::size_t i = 0; i < all_.size(); ++i)
    for (std::size_t j = i; j < all_.size(); ++j) {
      if (!limits(entry_of(table_[i * all_.size() + j]))) continue;
      for (const std::uint32_t x : objects[i])
        for (const std::uint32_t y : objects[j])
          if (i != j || x < y) pairs.push_back({std::min(x, y), std::max(x, y)});
    }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void Rulebook::count(bool pairs, bool self, CheckResult& result) const {
  result.rules.assign(scene_->rules().size(), {});
  if (pairs && plain_) {
    std::array<std::uint64_t, 3> in_group{};
    for (const SceneObject& object : scene_->objects())
      in_group[static_cast<std::size_t>(object.group)] += object.hidden ? 0 : 1;
    result.asked = pairs_among(in_group[0] + in_group[1] + in_group[2]) -
                   pairs_among(in_group[static_cast<std::size_t>(Group::a)]) -
                   pairs_among(in_group[static_cast<std::size_t>(Group::b)]);
  } else if (pairs) {
    count_pairs(result);
    count_ignored(result);
  }
  if (!plain_)
    count_selves(self, result);
  else if (self)
    for (const SceneObject& object : scene_->objects()) result.asked += object.hidden ? 0 : 1;
}

std::uint64_t& Rulebook::counter(Standing standing, CheckResult& result) const {
  if (computes(standing)) return result.asked;
  return standing == Standing::ignored ? result.skipped.ignored : result.skipped.unasked;
}

void Rulebook::count_pairs(CheckResult& result) const {
  const std::size_t n = all_.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) {
      const Class &x = all_[i], &y = all_[j];
      const std::uint64_t pairs = i == j ? pairs_among(x.objects) : x.objects * y.objects;
      if (pairs == 0 || !groups_meet(x.group, y.group)) continue;
      for (std::uint32_t r = 0; r < result.rules.size(); ++r)
        if ((has(x.a, r) && has(y.b, r)) || (has(x.b, r) && has(y.a, r))) result.rules[r].selected += pairs;
      const Entry entry = entry_of(table_[i * n + j]);
      if (entry.rule != kNoRule) result.rules[entry.rule].pairs += pairs;
      counter(entry.standing, result) += pairs;
    }
}

// The scene ignores them before a rule speaks.
void Rulebook::count_ignored(CheckResult& result) const {
  for (const auto& [pair, ignored] : ignored_) {
    const Class &x = all_[classes_[pair.a]], &y = all_[classes_[pair.b]];
    if (pair.a == pair.b || !groups_meet(x.group, y.group) || hidden(pair.a) || hidden(pair.b)) continue;
    const Entry entry = entry_of(table_[classes_[pair.a] * all_.size() + classes_[pair.b]]);
    if (entry.rule != kNoRule) --result.rules[entry.rule].pairs;
    --counter(entry.standing, result);
    ++counter(Standing::ignored, result);
  }
}

void Rulebook::count_selves(bool asked, CheckResult& result) const {
  for (std::uint32_t o = 0; o < classes_.size(); ++o) {
    if (hidden(o)) continue;
    const Class& c = all_[classes_[o]];
    for (std::uint32_t r = 0; r < result.rules.size(); ++r)
      if (scene_->rules()[r].self && has(c.a, r)) ++result.rules[r].selected;
    const Entry entry = find({o, o});
    if (entry.rule != kNoRule) ++result.rules[entry.rule].pairs;
    if (asked) ++counter(entry.standing, result);
  }
}

}  // namespace impinge
