// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "setting.h"

namespace impinge::bench {

/// Another library on the same pair of bodies.
class ConvexPeer {
 public:
  virtual ~ConvexPeer() = default;
  virtual bool meet(const Query& query) = 0;
};

std::unique_ptr<ConvexPeer> make_convex_fcl(const ConvexBody& a, const ConvexBody& b);     ///< GJK of libccd
std::unique_ptr<ConvexPeer> make_convex_bullet(const ConvexBody& a, const ConvexBody& b);  ///< its GJK

}  // namespace impinge::bench
