// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/review_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/enum_words.h"
#include "io/exchange/plain_text.h"

namespace impinge {

namespace {

constexpr EnumWord<ReviewState> kReviewStates[] = {{ReviewState::finding, "finding"},
                                                   {ReviewState::known, "known"},
                                                   {ReviewState::accepted, "accepted"},
                                                   {ReviewState::listed, "listed"}};

}  // namespace

const char* to_string(ReviewState state) noexcept { return word_of(kReviewStates, state); }
bool from_string(std::string_view word, ReviewState& state) noexcept { return read_word(kReviewStates, word, state); }

namespace io {

std::string pair_words(const Review& review, const ReviewItem& item) {
  const std::string a = name_in_sentence(review.scene->object(item.a).name);
  if (item.a == item.b) return a + " with itself";
  return a + " / " + name_in_sentence(review.scene->object(item.b).name);
}

std::string headline(const Review& review, const ReviewItem& item) { return pair_words(review, item) + ": " + item.verdict; }

std::string state_words(const ReviewItem& item) {
  const std::string reason = item.reason.empty() ? "" : ": " + clipped(item.reason, 1000);
  switch (item.state) {
    case ReviewState::known: return "known";
    case ReviewState::accepted: return "accepted" + reason;
    case ReviewState::listed: return "not counted";
    default: return item.was.empty() ? "" : "new, was " + item.was;
  }
}

std::vector<std::string> item_lines(const Review& review, const ReviewItem& item) {
  std::vector<std::string> lines;
  for (const ReviewFact& fact : item.facts) lines.push_back(fmt::format("{}: {}", fact.name, fact.value));
  if (item.severity != Severity::medium) lines.push_back(fmt::format("severity: {}", to_string(item.severity)));
  if (const std::string state = state_words(item); !state.empty()) lines.push_back("state: " + state);
  if (item.rule) lines.push_back("rule: " + rule_name(review, *item.rule));
  if (!item.reason.empty() && item.state != ReviewState::accepted) lines.push_back("reason: " + clipped(item.reason, 1000));
  if (item.decision && !item.decision->assignee.empty())
    lines.push_back("assigned to: " + clipped(item.decision->assignee, 1000));
  if (item.decision && !item.decision->comment.empty()) lines.push_back("comment: " + clipped(item.decision->comment, 1000));
  if (!item.id.empty()) lines.push_back("id: " + item.id);
  return lines;
}

std::string rule_name(const Review& review, std::uint32_t rule) {
  const auto rules = review.scene->rules();
  const std::string origin = rule < rules.size() ? rules[rule].origin : "";
  return origin.empty() ? fmt::format("rule {}", rule) : clipped(origin, 1000);
}

std::string rule_selections(const Rule& rule) {
  const std::string a = clipped(fmt::format("{}", fmt::join(rule.a, ", ")), 1000);
  return rule.self ? a + " with itself" : a + " and " + clipped(fmt::format("{}", fmt::join(rule.b, ", ")), 1000);
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::size_t count_of(const Review& review, ReviewState state) {
  return static_cast<std::size_t>(
      std::count_if(review.items.begin(), review.items.end(), [&](const ReviewItem& item) { return item.state == state; }));
}

std::string summary_words(const Review& review) {
  std::string text = fmt::format("{} in {}", counted(count_of(review, ReviewState::finding), "finding", "findings"),
                                 counted(review.asked, "pair", "pairs"));
  std::vector<std::string> others;
  for (const auto& [state, word] :
       {std::pair{ReviewState::known, "known"}, {ReviewState::accepted, "accepted"}, {ReviewState::listed, "not counted"}})
    if (const std::size_t count = count_of(review, state); count > 0) others.push_back(fmt::format("{} {}", count, word));
  if (!review.gone.empty()) others.push_back(fmt::format("{} gone", review.gone.size()));
  return others.empty() ? text : fmt::format("{}; {}", text, fmt::join(others, ", "));
}

}  // namespace io

}  // namespace impinge
