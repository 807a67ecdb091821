// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/distance/distance.h"

namespace impinge {

/// Two closed bodies of which b may stand elsewhere: quick questions for a search, by the cluster trees of the bodies.
class MovedPair {
 public:
  /// The bodies must outlive this.
  MovedPair(const Body& a, const Body& b) : a_(a), b_(b) {}

  const Body& a() const { return a_; }
  const Body& b() const { return b_; }

  /// The bodies have no point in common once b is moved. Exact.
  bool apart_at(const Vec3& shift) const;

  /// Their nearest points, of bodies that are apart; nothing if they are farther than `limit`.
  std::optional<Nearest> nearest_at(const Vec3& shift, double limit) const;

  /// How often distances and meetings were asked for.
  int questions() const { return questions_; }

 private:
  WorldObject moved(const Vec3& shift) const;

  const Body &a_, &b_;
  mutable int questions_ = 0;
};

}  // namespace impinge
