// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include <impinge/answer.h>
#include <impinge/io.h>
#include <impinge/overlap.h>

#include "io/report/report_page.h"

namespace impinge::io {

/// Where to look: a ball that holds what a pair has in common, or where it is nearest.
struct Focus {
  Vec3 middle = Vec3::Zero();
  double radius = 0;
  std::optional<Vec3> normal{};  ///< along which the two part or face each other
  std::vector<Vec3> points{};    ///< some of what should be seen
};

/// The place of an answer; nothing where it names none.
std::optional<Focus> focus_of(const PairAnswer& pair);

OrderedJson bounded_json(const Bounded& x);

/// What is known of a pair; lumps, curves and patches are added to the page.
OrderedJson pair_json(const PairAnswer& pair, ReportPage& page);

/// Adds `focus`, and `view`, the unit vector from it to the camera.
void add_view(const Focus& focus, const Vec3& view, OrderedJson& json);

}  // namespace impinge::io
