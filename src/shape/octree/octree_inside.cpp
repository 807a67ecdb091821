// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Lines along x through the middles of voxels: where the faces cross one, the winding number changes. Which faces a line
// crosses is decided exactly; a line through an edge or corner is moved aside in thought, the same way for all faces.
#include <algorithm>
#include <cmath>

#include "base/predicates.h"
#include "shape/octree/octree_brick.h"
#include "shape/octree/octree_faces.h"

namespace impinge {

namespace {

struct RayCrossing {
  std::uint32_t row;  // z * voxels + y
  double x;
  int turn;  // change of the winding number
  auto operator<=>(const RayCrossing&) const = default;
};

// Side of the line through p and q, in y and z, that the point lies on; the point is moved by a hair along y, and by a hair
// of a hair along z, so that 0 is left to edges of no length.
int side_of(const Vec3& p, const Vec3& q, double y, double z) {
  if (const int side = orient2d(p.y(), p.z(), q.y(), q.z(), y, z); side != 0) return side;
  if (p.z() != q.z()) return q.z() < p.z() ? 1 : -1;
  return q.y() > p.y() ? 1 : q.y() < p.y() ? -1 : 0;
}

// Where the line at (y, z) meets the face; long doubles, since faces seen from the edge leave few digits.
double crossing_x(const Triangle& t, double y, double z) {
  long double weight[3], sum = 0, x = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &p = t.p[(k + 1) % 3], &q = t.p[(k + 2) % 3];
    const long double py = p.y(), pz = p.z();
    weight[k] = (q.y() - py) * (z - pz) - (q.z() - pz) * (y - py);
    sum += weight[k];
  }
  for (int k = 0; k < 3; ++k) x += weight[k] * static_cast<long double>(t.p[k].x());
  const Box box = box_of(t);
  const auto at = static_cast<double>(x / sum);
  return std::isfinite(at) ? std::clamp(at, box.low.x(), box.high.x()) : box.low.x();
}

class Lines {
 public:
  explicit Lines(const OctreeFrame& frame) : frame_(frame), last_(static_cast<int>(frame.voxels()) - 1) {}

  void cross(const Triangle& t) {
    const Box box = box_of(t);
    const int y0 = first(box.low.y(), 1), y1 = last(box.high.y(), 1), z0 = first(box.low.z(), 2), z1 = last(box.high.z(), 2);
    for (int zi = z0; zi <= z1; ++zi)
      for (int yi = y0; yi <= y1; ++yi) {
        const double y = middle(yi, 1), z = middle(zi, 2);
        const int turn = side_of(t.p[0], t.p[1], y, z);
        if (turn == 0 || side_of(t.p[1], t.p[2], y, z) != turn || side_of(t.p[2], t.p[0], y, z) != turn) continue;
        crossings_.push_back({static_cast<std::uint32_t>(zi * (last_ + 1) + yi), crossing_x(t, y, z), -turn});
      }
  }

  std::vector<VoxelBox> rows() {
    std::sort(crossings_.begin(), crossings_.end());
    std::vector<VoxelBox> found;
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
      const RayCrossing &here = crossings_[i], &next = crossings_[i + 1];
      winding = here.row != next.row ? 0 : winding + here.turn;
      if (winding == 0) continue;
      const int x0 = first(here.x, 0), x1 = last(next.x, 0);
      const auto y = static_cast<int>(here.row % (last_ + 1u)), z = static_cast<int>(here.row / (last_ + 1u));
      if (x0 <= x1) found.push_back({{x0, y, z}, {x1, y, z}});
    }
    return found;
  }

 private:
  double middle(int voxel, int axis) const { return frame_.origin[axis] + (voxel + 0.5) * frame_.voxel; }
  // The first middle at or above x, and the last at or below.
  int first(double x, int axis) const {
    int i = static_cast<int>(std::clamp(std::floor((x - frame_.origin[axis]) / frame_.voxel) - 1, 0.0, last_ + 1.0));
    while (i <= last_ && middle(i, axis) < x) ++i;
    return i;
  }
  int last(double x, int axis) const {
    int i = static_cast<int>(std::clamp(std::floor((x - frame_.origin[axis]) / frame_.voxel) + 1, -1.0, 1.0 * last_));
    while (i >= 0 && middle(i, axis) > x) --i;
    return i;
  }

  OctreeFrame frame_;
  int last_;
  std::vector<RayCrossing> crossings_;
};

}  // namespace

std::vector<VoxelBox> inside_rows(std::span<const Vec3> vertices, std::span<const Face> faces, const OctreeFrame& frame) {
  Lines lines(frame);
  for (const Face& f : faces) lines.cross({{vertices[f[0]], vertices[f[1]], vertices[f[2]]}});
  return lines.rows();
}

}  // namespace impinge
