// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/copies.h"

#include <algorithm>
#include <array>
#include <map>

#include "answer/verdict/pair_answer.h"
#include "base/lent.h"

namespace impinge {

namespace {

// Objects with the same content get the same number. Each is compared with the first of its kind, once.
class Kinds {
 public:
  explicit Kinds(const CheckContext& run) : run_(run) {}

  bool same(const ObjectPair& p) { return key(p.a) == key(p.b) && kind_of(p.a) == kind_of(p.b); }

 private:
  using Key = std::array<double, 5>;

  // Tells most objects apart at the cost of a vertex.
  Key key(std::uint32_t object) const {
    const WorldObject& o = run_.world[object];
    const Vec3 p = o.local.empty() ? Vec3(Vec3::Zero()) : o.vertex(0);
    return {static_cast<double>(o.faces.size()), static_cast<double>(o.local.size()), p.x(), p.y(), p.z()};
  }

  std::uint32_t kind_of(std::uint32_t object) {
    const auto [known, is_new] = kind_.try_emplace(object, object);
    std::uint32_t& kind = known->second;
    if (!is_new) return kind;
    std::vector<std::uint32_t>& firsts = firsts_[key(object)];
    const auto like = std::find_if(firsts.begin(), firsts.end(), [&](std::uint32_t first) {
      return compare_content(run_.world[first], run_.world[object]) == 0;
    });
    kind = like == firsts.end() ? object : *like;
    if (like == firsts.end()) firsts.push_back(object);
    return kind;
  }

  const CheckContext& run_;
  std::map<std::uint32_t, std::uint32_t> kind_;  // of the few that have one
  std::map<Key, std::vector<std::uint32_t>> firsts_;
};

PairAnswer answer_of(const CheckContext& run, const ObjectPair& p) {
  const WorldObject& a = run.world[p.a];
  const Vec3 corner = a.vertex(a.faces[0][0]);
  PairAnswer answer;
  answer.a = {p.a};
  answer.b = {p.b};
  const bool encloses = a.closed() && run.bodies[p.a]->has_volume();
  const bool likely = !encloses && !a.sound() && run.options.open == OpenBodies::solid;
  answer.verdict = encloses || likely ? Verdict::same : Verdict::touching;
  if (likely) answer.certainty = Certainty::likely;
  answer.witness = Witness{corner, corner, 0, 0};
  return answer;
}

}  // namespace

std::vector<ObjectPair> settle_copies(CheckContext& run, std::vector<ObjectPair> pairs, SettledPairs& answers) {
  Kinds kinds(run);
  std::vector<ObjectPair> left = Lent<ObjectPair>::take();
  for (const ObjectPair& p : pairs) {
    const WorldObject &a = run.world[p.a], &b = run.world[p.b];
    const bool told = (a.closed() && b.closed()) || run.options.open == OpenBodies::solid;
    if (told && !a.faces.empty() && kinds.same(p))
      answers.add(p, answer_of(run, p));
    else
      left.push_back(p);
  }
  Lent<ObjectPair>::give(pairs);
  return left;
}

}  // namespace impinge
