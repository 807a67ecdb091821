// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "scene/world.h"

namespace impinge {

/// The faces of two objects that have the same three corners, found by hashing: what coincident walls are made of.
class CommonFaces {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  CommonFaces(const WorldObject& a, const WorldObject& b);

  /// The face of b with the corners of this face of a; none if there is none, or if either object has such a face twice.
  std::uint32_t of_a(std::uint32_t a_face) const { return of_a_[a_face]; }
  /// The same with a and b exchanged.
  std::uint32_t of_b(std::uint32_t b_face) const { return of_b_[b_face]; }

  /// Numbers of the vertices of each object: equal where they are in one place.
  std::span<const std::uint32_t> a_corners() const { return a_corners_; }
  std::span<const std::uint32_t> b_corners() const { return b_corners_; }

  /// True if every face with an area counts p times in one object where it counts q times in the other, for some p and q
  /// that are not 0; faces that look to the other side count against it. Winding numbers are then p : q everywhere, so that
  /// closed objects enclose the same places.
  bool proportional() const { return proportional_; }

 private:
  struct Count {
    std::uint32_t corners[3];                   // sorted
    std::uint32_t a_face, b_face;               // the first of each, kNone before
    std::uint32_t a_faces = 0, b_faces = 0;     // how many
    std::int32_t a_winding = 0, b_winding = 0;  // how many more look to one side than to the other
  };

  void count(const WorldObject& o, std::span<const std::uint32_t> corner_of, bool is_a);
  bool find_proportion(const WorldObject& a, const WorldObject& b) const;

  std::vector<std::uint32_t> table_;  // of indices into counts_, by hash
  std::vector<Count> counts_;
  std::vector<std::uint32_t> of_a_, of_b_;
  std::vector<std::uint32_t> a_corners_, b_corners_;
  bool proportional_ = false;
};

}  // namespace impinge
