// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two hash tables with open addressing, of corners by their coordinates and of faces by their corners. Linear time, some
// tens of nanoseconds a face.
#include "answer/verdict/common_faces.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "base/predicates.h"

namespace impinge {

namespace {

std::uint64_t mixed(std::uint64_t h, std::uint64_t more) {
  h = (h ^ more) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

std::uint64_t hash_of(const Vec3& p) {
  std::uint64_t h = 0;
  for (int axis = 0; axis < 3; ++axis) h = mixed(h, std::bit_cast<std::uint64_t>(p[axis] + 0.0));  // one zero, not two
  return h;
}

// At most half full.
std::vector<std::uint32_t> empty_table(std::size_t entries) {
  return std::vector<std::uint32_t>(std::bit_ceil(2 * entries + 1), CommonFaces::kNone);
}

// Numbers positions: equal ones get one number.
class Positions {
 public:
  explicit Positions(std::size_t most) : table_(empty_table(most)) { at_.reserve(most); }

  std::uint32_t number(const Vec3& p) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = hash_of(p) & mask;; i = (i + 1) & mask) {
      if (table_[i] == CommonFaces::kNone) {
        table_[i] = static_cast<std::uint32_t>(at_.size());
        at_.push_back(p);
      }
      if (at_[table_[i]] == p) return table_[i];
    }
  }

  std::vector<std::uint32_t> numbers(const WorldObject& o) {
    std::vector<std::uint32_t> result(o.local.size());
    for (std::uint32_t v = 0; v < result.size(); ++v) result[v] = number(o.vertex(v));
    return result;
  }

 private:
  std::vector<std::uint32_t> table_;
  std::vector<Vec3> at_;
};

}  // namespace

CommonFaces::CommonFaces(const WorldObject& a, const WorldObject& b)
    : table_(empty_table(a.faces.size() + b.faces.size())), of_a_(a.faces.size(), kNone), of_b_(b.faces.size(), kNone) {
  Positions positions(a.local.size() + b.local.size());
  counts_.reserve(a.faces.size() + b.faces.size());
  a_corners_ = positions.numbers(a);
  b_corners_ = positions.numbers(b);
  count(a, a_corners_, true);
  count(b, b_corners_, false);
  for (const Count& c : counts_) {
    if (c.a_faces != 1 || c.b_faces != 1) continue;
    of_a_[c.a_face] = c.b_face;
    of_b_[c.b_face] = c.a_face;
  }
  proportional_ = find_proportion(a, b);
}

void CommonFaces::count(const WorldObject& o, std::span<const std::uint32_t> corner_of, bool is_a) {
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    std::uint32_t c[3] = {corner_of[o.faces[f][0]], corner_of[o.faces[f][1]], corner_of[o.faces[f][2]]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    bool even = true;
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)})
      if (c[i] > c[j]) {
        std::swap(c[i], c[j]);
        even = !even;
      }
    std::size_t at = mixed(mixed(mixed(0, c[0]), c[1]), c[2]) & mask;
    while (table_[at] != kNone && !std::equal(c, c + 3, counts_[table_[at]].corners)) at = (at + 1) & mask;
    if (table_[at] == kNone) {
      table_[at] = static_cast<std::uint32_t>(counts_.size());
      counts_.push_back({{c[0], c[1], c[2]}, f, f});
    }
    Count& found = counts_[table_[at]];
    if ((is_a ? found.a_faces : found.b_faces)++ == 0) (is_a ? found.a_face : found.b_face) = f;
    (is_a ? found.a_winding : found.b_winding) += even ? 1 : -1;
  }
}

bool CommonFaces::find_proportion(const WorldObject& a, const WorldObject& b) const {
  std::int64_t p = 0, q = 0;
  for (const Count& c : counts_) {
    if (c.a_winding == 0 && c.b_winding == 0) continue;
    const bool fits = c.a_winding != 0 && c.b_winding != 0 && (q == 0 || c.a_winding * q == c.b_winding * p);
    // Faces without area bound nothing.
    if (!fits && !degenerate(c.a_faces > 0 ? a.triangle(c.a_face) : b.triangle(c.b_face))) return false;
    if (!fits || q != 0) continue;
    p = c.a_winding;
    q = c.b_winding;
  }
  return true;
}

}  // namespace impinge
