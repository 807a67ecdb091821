// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <array>
#include <cstdint>

namespace impinge::bench::papers {

/// The four steps of chapter 4 on a step of two rigid bodies: boxes, overlap regions and face octree where the step ends,
/// then the hulls of what the faces of each pair sweep, shared evenly among threads (SPMD).
struct ReportSteps {
  std::array<double, 4> ms{};  ///< on the wall
  std::uint64_t checked = 0, colliding = 0;
};
/// `steps`: the poses of both bodies when the step begins and when it ends.
ReportSteps run_report_steps(const Scene& begin, const Scene& end, int level, int threads);

}  // namespace impinge::bench::papers
