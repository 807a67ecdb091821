// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/parting/shadow_grid.h"

#include <algorithm>
#include <cmath>

#include "base/box.h"

namespace impinge {

namespace {

constexpr double kSlack = 1e-10;        // as a share of the size
constexpr std::size_t kMostSide = 128;  // cells

// Where the line at y, z leaves the part of an edge that it meets, widened by the slack.
void add_edge(const Vec3& p, const Vec3& q, double y, double z, double slack, Column& column, bool& met) {
  const double ey = q.y() - p.y(), ez = q.z() - p.z(), length2 = ey * ey + ez * ez;
  const double s = length2 > 0 ? std::clamp(((y - p.y()) * ey + (z - p.z()) * ez) / length2, 0.0, 1.0) : 0.0;
  const auto add = [&](double at) {
    const Vec3 x = p + at * (q - p);
    const double dy = x.y() - y, dz = x.z() - z;
    if (dy * dy + dz * dz > slack * slack) return;
    column.low = met ? std::min(column.low, x.x()) : x.x();
    column.high = met ? std::max(column.high, x.x()) : x.x();
    met = true;
  };
  add(s);
  // An edge along the line is met from end to end.
  add(0);
  add(1);
}

bool beside(const Triangle& t, int axis, double at, double slack) {
  const double p = t.p[0][axis], q = t.p[1][axis], r = t.p[2][axis];
  return at < std::min({p, q, r}) - slack || at > std::max({p, q, r}) + slack;
}

void add_face(const Triangle& t, double y, double z, double slack, Column& column, bool& met) {
  if (beside(t, 1, y, slack) || beside(t, 2, z, slack)) return;
  for (int i = 0; i < 3; ++i) add_edge(t.p[i], t.p[(i + 1) % 3], y, z, slack, column, met);
  const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
  if (n.x() == 0) return;
  int sides = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = t.p[i], &q = t.p[(i + 1) % 3];
    const double side = (q.y() - p.y()) * (z - p.z()) - (q.z() - p.z()) * (y - p.y());
    sides += side > 0 ? 1 : side < 0 ? -1 : 0;
  }
  if (std::abs(sides) != 3) return;
  // A face along the line has a slope of rounding errors, but no point beyond its corners.
  const auto [low, high] = std::minmax({t.p[0].x(), t.p[1].x(), t.p[2].x()});
  const double x = std::clamp(t.p[0].x() - (n.y() * (y - t.p[0].y()) + n.z() * (z - t.p[0].z())) / n.x(), low, high);
  column.low = met ? std::min(column.low, x) : x;
  column.high = met ? std::max(column.high, x) : x;
  met = true;
}

}  // namespace

ShadowGrid::ShadowGrid(const OverlapSolid& solid, const Lump& lump, const Eigen::Matrix3d& frame) {
  const auto vertices = solid.mesh->vertices();
  Box box;
  for (const Face& f : solid.mesh->faces().subspan(lump.first_face, lump.face_count)) {
    const Triangle t = triangle_of(vertices, f);
    faces_.push_back({{frame * t.p[0], frame * t.p[1], frame * t.p[2]}});
    for (const Vec3& p : faces_.back().p) {
      box.add(p);
      corners_.push_back(p);
    }
  }
  const auto before = [](const Vec3& p, const Vec3& q) { return std::pair(p.y(), p.z()) < std::pair(q.y(), q.z()); };
  const auto same = [](const Vec3& p, const Vec3& q) { return p.y() == q.y() && p.z() == q.z(); };
  std::sort(corners_.begin(), corners_.end(), before);
  corners_.erase(std::unique(corners_.begin(), corners_.end(), same), corners_.end());
  slack_ = kSlack * (box.high - box.low).norm();
  side_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::sqrt(static_cast<double>(faces_.size()) / 2)), 1, kMostSide);
  low_ = box.low - Vec3::Constant(2 * slack_);
  step_ = (box.high - box.low + Vec3::Constant(4 * slack_)) / static_cast<double>(side_);
  cells_.resize(side_ * side_);
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    const Box over = grown(box_of(faces_[f]), slack_);
    for (std::size_t i = cell(over.low.y(), 1); i <= cell(over.high.y(), 1); ++i)
      for (std::size_t j = cell(over.low.z(), 2); j <= cell(over.high.z(), 2); ++j) cells_[i * side_ + j].push_back(f);
  }
}

std::size_t ShadowGrid::cell(double x, int axis) const {
  const double at = step_[axis] > 0 ? (x - low_[axis]) / step_[axis] : 0;
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(side_ - 1)));
}

std::optional<Column> ShadowGrid::column_at(double y, double z) const {
  Column column{y, z, 0, 0};
  bool met = false;
  for (const std::uint32_t f : cells_[cell(y, 1) * side_ + cell(z, 2)]) add_face(faces_[f], y, z, slack_, column, met);
  return met ? std::optional<Column>(column) : std::nullopt;
}

}  // namespace impinge
