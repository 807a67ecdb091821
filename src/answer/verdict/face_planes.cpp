// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A hash table of rounded planes; what falls together is compared exactly with the first face there. Linear time, some tens
// of nanoseconds a face.
#include "answer/verdict/face_planes.h"

#include <bit>
#include <cmath>

#include "base/predicates.h"
#include "base/rounded_key.h"

namespace impinge {

namespace {

constexpr signed char kUnknown = 2;

}  // namespace

FacePlanes::FacePlanes(const Box& box, std::size_t faces, std::size_t corners)
    : origin_(box.low), steps_(key_steps(box)), table_(std::bit_ceil(2 * faces + 1), kNone), plane_at_(corners, kNone) {
  planes_.reserve(faces);
}

// The same for most faces of one plane, whichever way they look.
std::uint64_t FacePlanes::key_of(const Triangle& t) const {
  const Vec3 n = cross(unit_scaled(t.p[1] - t.p[0]), unit_scaled(t.p[2] - t.p[0]));
  const int axis = key_axis(n);
  if (!(std::fabs(n[axis]) > 0)) return 0;
  const Vec3 scaled = n / n[axis];
  std::uint64_t key = mixed_key(static_cast<std::uint64_t>(axis), scaled[(axis + 1) % 3] * kKeySteps);
  key = mixed_key(key, scaled[(axis + 2) % 3] * kKeySteps);
  return mixed_key(key, scaled.dot(t.p[0] - origin_) * steps_);
}

bool FacePlanes::holds(std::uint32_t plane, const Triangle& t, const std::uint32_t* corners) {
  const Triangle& in = planes_[plane].triangle;
  for (int i = 0; i < 3; ++i)
    if (plane_at_[corners[i]] != plane && orient3d(in.p[0], in.p[1], in.p[2], t.p[i]) != 0) return false;
  return true;
}

std::uint32_t FacePlanes::number_of(const Triangle& t, const std::uint32_t* corners) {
  const std::uint64_t key = key_of(t);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = key & mask;
  while (table_[at] != kNone && planes_[table_[at]].key != key) at = (at + 1) & mask;
  const bool fresh = table_[at] == kNone;
  if (!fresh && holds(table_[at], t, corners)) return table_[at];
  planes_.push_back({key, t});
  const auto plane = static_cast<std::uint32_t>(planes_.size() - 1);
  if (fresh) table_[at] = plane;  // others of the same key stay alone: a rough wall must not be compared with all of itself
  return plane;
}

int FacePlanes::side(std::uint32_t plane, std::uint32_t corner, const Vec3& point) {
  if (sides_.empty()) sides_.assign(planes_.size() * plane_at_.size(), kUnknown);
  signed char& side = sides_[plane * plane_at_.size() + corner];
  const Triangle& t = planes_[plane].triangle;
  if (side == kUnknown) side = static_cast<signed char>(orient3d(t.p[0], t.p[1], t.p[2], point));
  return side;
}

std::vector<std::uint32_t> FacePlanes::number(const WorldObject& object, std::span<const std::uint32_t> corner_of,
                                              const std::vector<bool>& asked) {
  std::vector<std::uint32_t> numbers(object.faces.size(), kNone);
  for (std::uint32_t f = 0; f < numbers.size(); ++f) {
    if (!asked[f]) continue;
    const Triangle t = object.triangle(f);
    if (degenerate(t)) continue;
    const Face& face = object.faces[f];
    const std::uint32_t corners[3] = {corner_of[face[0]], corner_of[face[1]], corner_of[face[2]]};
    numbers[f] = number_of(t, corners);
    for (const std::uint32_t c : corners) plane_at_[c] = numbers[f];
  }
  return numbers;
}

}  // namespace impinge
