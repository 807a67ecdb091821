// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A lump is seen along its normal: each corner has a column of it below and above. Of the columns that are not shallow the
// farthest to eight sides are candidates, and four of them that span the most are taken.
#include "answer/parting/push_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "answer/parting/parting_directions.h"
#include "answer/parting/shadow_grid.h"

namespace impinge {

namespace {

constexpr double kLevel = 1e-2;    // of the area of a lump's box: less is no normal
constexpr double kShallow = 0.25;  // of the greatest depth: columns below it are left out
constexpr double kWider = 1.05;    // four points give way only to others that span so much more
constexpr double kSame = 1e-6;     // of the size: points so near to each other are one
constexpr double kDeeper = 1.1;    // the deepest column is taken if it is so much deeper than the four

constexpr double kAcross = 0.618;  // of a unit normal along an axis: no more, and the axis is across it

// The first row along the normal. The others keep to an axis while the normal changes a little: it must not be the one with
// the least share, which rounding would choose for a normal along an axis.
Eigen::Matrix3d steady_frame(const Vec3& normal) {
  const Vec3 first = normal.normalized();
  int axis = 0;
  while (axis < 2 && std::abs(first[axis]) > kAcross) ++axis;
  Eigen::Matrix3d frame;
  frame.row(0) = first;
  frame.row(1) = cross(first, Vec3::Unit(axis)).normalized();
  frame.row(2) = cross(first, frame.row(1));
  return frame;
}

class LumpPushes {
 public:
  LumpPushes(const OverlapSolid& solid, const Lump& lump, const Vec3& normal)
      : frame_(steady_frame(normal)), size_((lump.box_high - lump.box_low).norm()), grid_(solid, lump, frame_) {}

  void add_to(std::uint32_t lump, std::vector<PushPoint>& list) {
    measure();
    if (columns_.empty()) return;
    std::vector<Column> chosen = widest(farthest());
    double deepest_chosen = 0;
    for (const Column& c : chosen) deepest_chosen = std::max(deepest_chosen, c.depth());
    if (deepest_.depth() > kDeeper * deepest_chosen) {
      if (chosen.size() == 4) chosen.pop_back();
      chosen.insert(chosen.begin(), deepest_);
    }
    for (const Column& c : chosen)
      list.push_back({frame_.transpose() * Vec3((c.low + c.high) / 2, c.y, c.z), frame_.row(0), c.depth(), lump});
  }

 private:
  void measure() {
    for (const Vec3& p : grid_.corners()) {
      const std::optional<Column> column = grid_.column_at(p.y(), p.z());
      if (!column || !(column->depth() > 0)) continue;
      columns_.push_back(*column);
      if (column->depth() > deepest_.depth() * (1 + 1e-9)) deepest_ = *column;
    }
    std::erase_if(columns_, [&](const Column& c) { return c.depth() < kShallow * deepest_.depth(); });
  }

  // To eight sides, the second four half-way between the first.
  std::vector<Column> farthest() const {
    std::vector<Column> list;
    for (int side = 0; side < 8; ++side) {
      const double turn = std::numbers::pi / 2 * (side % 4) + (side < 4 ? 0.3 : 0.3 + std::numbers::pi / 4);
      const double y = std::cos(turn), z = std::sin(turn);
      const auto reach = [&](const Column& c) { return c.y * y + c.z * z; };
      list.push_back(*std::max_element(columns_.begin(), columns_.end(),
                                       [&](const Column& p, const Column& q) { return reach(p) < reach(q); }));
    }
    return list;
  }

  static double span(const Column& p, const Column& q, const Column& r, const Column& s) {
    return std::abs((r.y - p.y) * (s.z - q.z) - (r.z - p.z) * (s.y - q.y)) / 2;
  }

  // Candidates 0 to 3 unless others span clearly more; in the order of their sides, none twice.
  std::vector<Column> widest(const std::vector<Column>& from) const {
    // Around the lump: 0 4 1 5 2 6 3 7.
    constexpr std::array<std::size_t, 8> kAround = {0, 4, 1, 5, 2, 6, 3, 7};
    std::array<std::size_t, 4> best = {0, 1, 2, 3};
    double most = span(from[0], from[1], from[2], from[3]);
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = i + 1; j < 8; ++j)
        for (std::size_t k = j + 1; k < 8; ++k)
          for (std::size_t l = k + 1; l < 8; ++l) {
            const std::array<std::size_t, 4> four = {kAround[i], kAround[j], kAround[k], kAround[l]};
            const double wide = span(from[four[0]], from[four[1]], from[four[2]], from[four[3]]);
            if (!(wide > kWider * most)) continue;
            most = wide;
            best = four;
          }
    std::vector<Column> chosen;
    for (const std::size_t i : best) {
      const auto near = [&](const Column& c) { return std::hypot(c.y - from[i].y, c.z - from[i].z) < kSame * size_; };
      if (std::none_of(chosen.begin(), chosen.end(), near)) chosen.push_back(from[i]);
    }
    return chosen;
  }

  Eigen::Matrix3d frame_;
  double size_;
  ShadowGrid grid_;
  std::vector<Column> columns_;
  Column deepest_;
};

}  // namespace

std::vector<PushPoint> push_points(const Body& a, const OverlapSolid& solid, const Vec3& way_out) {
  std::vector<PushPoint> list;
  for (std::uint32_t i = 0; i < solid.lumps.size(); ++i) {
    const Lump& lump = solid.lumps[i];
    const Vec3 area = area_of_a(a, solid, lump);
    const Vec3 normal = area.norm() > kLevel * lump.area ? area : way_out;
    if (normal.squaredNorm() > 0) LumpPushes(solid, lump, normal).add_to(i, list);
  }
  return list;
}

}  // namespace impinge
