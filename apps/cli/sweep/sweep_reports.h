// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/engine.h>
#include <impinge/scene.h>

#include <optional>
#include <string>

#include "apps/cli/reports.h"

namespace impinge::cli {

/// What the reports of a sweep are written from.
struct SweepReport {
  const Scene& scene;
  const SweepResult& result;
  std::optional<double> clearance;
  OverlapAsked overlap{};
  OpenBodies open = OpenBodies::solid;  ///< as asked
  std::string hint{};                   ///< what may be wrong with the input; empty if nothing seems so
};

/// Pairs that count for the exit status: those in contact, within an open body, or near, unless ignored.
std::uint64_t count_findings(const SweepReport& report);

/// The answers at the worst moments, as a check gives them: what files of contacts, curves and solids are written from.
CheckResult overlaps_of(const SweepResult& result);

/// Tables for people, with the summary as last line.
std::string format_table(const SweepReport& report);

/// The JSON document impinge.sweep/1, see docs/sweep.schema.json.
std::string format_json(const SweepReport& report);

/// Rows t,a,b,distance of the curve, quoted as RFC 4180 says.
std::string format_curve_csv(const SweepReport& report);

/// Contact intervals over time, a line for each pair, and the distances where a clearance was asked for.
std::string format_plot_svg(const SweepReport& report);

}  // namespace impinge::cli
