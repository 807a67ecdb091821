// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "answer/verdict/contact_line.h"

namespace impinge {

/// Numbers planes of faces: faces with one number lie in one plane, exactly, and have an area. Most faces of one plane get
/// one number, however many they are; where rounding tells their planes apart at first sight they do not.
class FacePlanes {
 public:
  static constexpr std::uint32_t kNone = PlaneNumbers::kNone;

  /// For faces in this box and with corners below this number.
  FacePlanes(const Box& box, std::size_t faces, std::size_t corners);

  /// The planes of the faces of an object that are asked for, kNone for others and for those without an area. The corners
  /// are numbers of places, the same for all objects, one for each vertex.
  std::vector<std::uint32_t> number(const WorldObject& object, std::span<const std::uint32_t> corner_of,
                                    const std::vector<bool>& asked);

  /// How many there are.
  std::size_t size() const { return planes_.size(); }

  /// True if the numbered planes and corners are so few that their sides are worth remembering.
  bool remembers_sides() const { return planes_.size() * plane_at_.size() <= kMostSides; }
  /// On which side of a plane a corner lies: 0 if in it, else 1 or -1, alike for all faces of the plane.
  int side(std::uint32_t plane, std::uint32_t corner, const Vec3& point);

 private:
  static constexpr std::size_t kMostSides = std::size_t{1} << 20;

  struct Plane {
    std::uint64_t key;
    Triangle triangle;
  };

  std::uint64_t key_of(const Triangle& t) const;
  std::uint32_t number_of(const Triangle& t, const std::uint32_t* corners);
  bool holds(std::uint32_t plane, const Triangle& t, const std::uint32_t* corners);

  Vec3 origin_;
  double steps_;                         // of the keys in a unit of length
  std::vector<std::uint32_t> table_;     // of indices into planes_, by hash
  std::vector<Plane> planes_;            // that can be found
  std::vector<std::uint32_t> plane_at_;  // the last one that a corner was seen in
  std::vector<signed char> sides_;       // of corners, plane by plane, once they are asked for; kUnknown before
};

}  // namespace impinge
