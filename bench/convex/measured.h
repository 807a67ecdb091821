// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>

#include "rows.h"
#include "setting.h"

namespace impinge::bench {

/// Half axes of an ellipsoid, and what they are called.
struct Axes {
  const char* name;
  Vec3 radii;
};
const Axes kPaperAxes{"1:0.66:0.33", Vec3(1, 0.66, 0.33)};
const Axes kOtherAxes[] = {{"1:1:1", Vec3(1, 1, 1)},
                           {"1:0.33:0.33", Vec3(1, 0.33, 0.33)},
                           {"1:0.1:0.1", Vec3(1, 0.1, 0.1)},
                           {"1:1:0.1", Vec3(1, 1, 0.1)}};

/// Asks other libraries the same; `met` has our answers.
using AskPeers = std::function<void(ConvexRow& row, const ConvexBody& a, const ConvexBody& b,
                                    const std::vector<Query>& queries, const std::vector<bool>& met)>;

/// Figures 3 and 4: bodies of n points, `asked` queries.
ConvexRow size_row(int asked, int n, const Axes& axes, const AskPeers& ask_peers = {});

/// Figure 7: which stop settles how much, by the distance of the centres; `paper`: by the paper's own stops.
ConvexRow distance_row(int asked, const ConvexBody& a, const ConvexBody& b, double distance, bool paper);

/// Figures 5 and 6: ellipses of n points.
ConvexRow plane_row(int asked, int n, double ratio);

/// Figure 9: edges that shrink by a constant factor towards the contact, which slides along them.
ConvexRow worst_row(int asked, int edges);

}  // namespace impinge::bench
