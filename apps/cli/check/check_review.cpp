// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/check/check_review.h"

#include "apps/cli/rules/baseline.h"
#include "apps/cli/rules/decided.h"

namespace impinge::cli {

Review review_of(const Report& report, const std::string& scene_file) {
  Review review = impinge::review_of(report.scene, report.result, report.ids);
  review.scene_file = scene_file;
  for (ReviewItem& item : review.items) {
    const PairAnswer& pair = report.result.pairs[*item.pair];
    if (const Decision* const decision = decision_of(report, pair)) item.decision = *decision;
    if (is_finding(report, pair))
      item.state = ReviewState::finding;
    else if (item.state == ReviewState::finding)
      item.state = ReviewState::listed;
    if (report.baseline == nullptr || item.state != ReviewState::finding) continue;
    const auto found = report.baseline->by_id.find(item.id);
    if (found == report.baseline->by_id.end()) continue;
    const Compared& compared = report.baseline->now[found->second];
    if (compared.known) item.state = ReviewState::known;
    item.was = compared.was;
  }
  if (report.baseline != nullptr)
    for (const Finding& finding : report.baseline->gone)
      review.gone.push_back({finding.id, finding.a, finding.b, to_string(finding.verdict)});
  return review;
}

}  // namespace impinge::cli
