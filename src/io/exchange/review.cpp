// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/io.h>
#include <impinge/overlap.h>

#include "io/exchange/plain_text.h"

namespace impinge {
namespace {

std::string number(double value) { return fmt::format("{:.7g}", value == 0 ? 0.0 : value); }

std::string point_words(const Vec3& p) { return fmt::format("({}, {}, {})", number(p.x()), number(p.y()), number(p.z())); }

/// Collects what there is to say.
class Facts {
 public:
  Facts(ReviewItem& item, const std::string& units) : item_(item), units_(units) {}

  void add(const char* name, std::string value) { item_.facts.push_back({name, std::move(value)}); }
  void length(const char* name, double value) { add(name, fmt::format("{} {}", number(value), units_)); }

  void bounded(const char* name, const Bounded& x, const char* power = "") {
    std::string text = fmt::format("{} {}{}", number(x.value), units_, power);
    if (x.low != x.value || x.high != x.value) text += fmt::format(" ({} to {})", number(x.low), number(x.high));
    add(name, text + (x.sampled ? ", by sample lines: not proved" : ""));
  }

  void place(const Vec3& from, const Vec3& to, const std::optional<std::uint32_t>& a_face,
             const std::optional<std::uint32_t>& b_face) {
    const bool apart = from != to;
    add("at", point_words(from) + (apart ? " to " + point_words(to) : "") + " " + units_);
    if (a_face && b_face) add("faces", fmt::format("{}, {}", *a_face, *b_face));
    item_.places = apart ? std::vector<Vec3>{from, to} : std::vector<Vec3>{from};
  }

 private:
  ReviewItem& item_;
  const std::string& units_;
};

void add_overlap(Facts& facts, const PairAnswer& pair) {
  const Overlap* const overlap = pair.overlap.get();
  const bool solid = overlap != nullptr && overlap->solid;
  if (solid && !overlap->solid->lumps.empty()) {
    const double volume = overlap->solid->volume;
    facts.bounded("volume", {volume, volume, volume}, "^3");
    facts.add("lumps", fmt::format("{}", overlap->solid->lumps.size()));
  } else if (pair.overlap_volume) {
    facts.bounded("volume", *pair.overlap_volume, "^3");
  }
  if (pair.depth) facts.bounded("depth", *pair.depth);
  if (overlap == nullptr || !overlap->parting) return;
  const LeastParting& parting = *overlap->parting;
  facts.bounded("least way out", {parting.length, parting.at_least, parting.length});
  facts.add("direction of it", point_words(parting.direction));
}

ReviewItem item_of(const Scene& scene, const PairAnswer& pair) {
  ReviewItem item;
  item.a = pair.a;
  item.b = pair.b;
  item.verdict = pair.beyond ? "beyond" : to_string(pair.verdict);
  item.severity = pair.severity;
  item.rule = pair.rule;
  item.reason = pair.reason;
  const bool settled = pair.ignored || pair.accepted;
  const bool nothing = pair.verdict == Verdict::disjoint && !pair.beyond;
  item.state = settled ? ReviewState::accepted : nothing ? ReviewState::listed : ReviewState::finding;
  Facts facts(item, scene.units);
  facts.add("verdict", pair.certainty == Certainty::proved || pair.certainty == Certainty::undecided
                           ? std::string(to_string(pair.verdict))
                           : fmt::format("{} ({})", to_string(pair.verdict), to_string(pair.certainty)));
  if (pair.face_pair_count > 0)
    facts.add("face pairs",
              fmt::format("{} ({} crossing, {} touching)", pair.face_pair_count, pair.crossing_count, pair.touching_count));
  if (pair.distance) facts.length("distance", *pair.distance);
  add_overlap(facts, pair);
  if (pair.witness)
    facts.place(pair.witness->a_point,
                pair.verdict == Verdict::near || pair.beyond ? pair.witness->b_point : pair.witness->a_point,
                pair.witness->a_face, pair.witness->b_face);
  if (!pair.statement.empty()) facts.add("statement", io::clipped(pair.statement, 1000));
  return item;
}

std::string interval_words(const std::vector<ContactInterval>& intervals) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < intervals.size() && i < kMost; ++i)
    text += fmt::format("{}{:.9g} to {:.9g}", i > 0 ? ", " : "", intervals[i].begin, intervals[i].end);
  if (intervals.size() > kMost) text += fmt::format(" and {} more", intervals.size() - kMost);
  return text;
}

ReviewItem item_of(const Scene& scene, const SweptPair& pair) {
  ReviewItem item;
  item.a = pair.a;
  item.b = pair.b;
  // One body may be within another that is open before, or without, surfaces that meet.
  item.verdict = pair.first_contact ? "contact" : pair.enclosed ? to_string(pair.enclosed->verdict) : "near";
  item.reason = pair.reason;
  item.state = pair.ignored ? ReviewState::accepted : ReviewState::finding;
  Facts facts(item, scene.units);
  if (pair.first_contact) {
    const FirstContact& first = *pair.first_contact;
    facts.add("first contact", fmt::format("time {:.9g}", first.t));
    facts.place(first.point, first.point, first.a_face, first.b_face);
    if (!pair.intervals.empty()) facts.add("in contact", "times " + interval_words(pair.intervals));
    facts.add("worst", fmt::format("time {:.9g}, {} face pairs cross", pair.worst_t, pair.worst_crossing_count));
  }
  if (pair.enclosed) {
    const Enclosure& enclosed = *pair.enclosed;
    facts.add("enclosed", fmt::format("{} ({}), times {:.9g} to {:.9g}", to_string(enclosed.verdict),
                                      to_string(enclosed.certainty), enclosed.begin, enclosed.end));
    if (!pair.first_contact) facts.place(enclosed.point, enclosed.point, {}, {});
  }
  if (pair.least_distance) {
    const LeastDistance& least = *pair.least_distance;
    facts.bounded("least distance", {least.value, least.low, least.high});
    facts.add("nearest", fmt::format("time {:.9g}", least.t));
  }
  if (pair.overlap) {
    facts.add("overlap", fmt::format("time {:.9g}, {}", pair.overlap->t, to_string(pair.overlap->answer.verdict)));
    add_overlap(facts, pair.overlap->answer);
  }
  return item;
}

template <class Result>
Review begin_review(const Scene& scene, const Result& result, std::span<const std::string> ids) {
  Review review;
  review.scene = &scene;
  review.asked = result.asked;
  review.seconds = result.stats.total_ms / 1000;
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    review.items.push_back(item_of(scene, result.pairs[i]));
    if (i < ids.size()) review.items.back().id = ids[i];
  }
  return review;
}

}  // namespace

Review review_of(const Scene& scene, const CheckResult& result, std::span<const std::string> ids) {
  Review review = begin_review(scene, result, ids);
  review.result = &result;
  review.rules = result.rules;
  for (std::size_t i = 0; i < review.items.size(); ++i) review.items[i].pair = i;
  return review;
}

Review review_of(const Scene& scene, const SweepResult& result, std::span<const std::string> ids) {
  Review review = begin_review(scene, result, ids);
  review.command = "sweep";
  return review;
}

}  // namespace impinge
