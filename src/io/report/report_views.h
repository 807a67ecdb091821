// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include "io/report/report_findings.h"

namespace impinge::io {

/// Chooses from where to look at a finding.
class ReportViews {
 public:
  explicit ReportViews(const Scene& scene) : scene_(scene) {}

  /// The unit vector from the focus to a camera that sees most of its points, no face of the two bodies before them; among
  /// equals across the direction in which the bodies part, from the front and above.
  Vec3 choose(const PairAnswer& pair, const Focus& focus);

  /// The same without a look at the bodies.
  static Vec3 guess(const Focus& focus);

 private:
  void count_hidden(ObjectId id, const Focus& focus, std::vector<std::uint32_t>& hidden);

  const Scene& scene_;
  Engine engine_{};
  std::size_t looked_ = 0;
};

}  // namespace impinge::io
