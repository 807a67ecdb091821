// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a face is followed down through halves of its range of voxels, each tested with triangle_meets_box and room for
// rounding. One sort then brings the faces of a voxel together.
#include "shape/octree/octree_faces.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <array>
#include <cmath>

#include "base/concatenate.h"
#include "base/triangle_box.h"
#include "shape/octree/octree_brick.h"

namespace impinge {

namespace {

constexpr double kSlack = 0x1p-20;  // of a voxel: far more than the rounding of its walls, see frame_around
constexpr std::size_t kFacesAtOnce = 4096;

class FaceWalk {
 public:
  FaceWalk(const OctreeFrame& frame, std::vector<std::uint64_t>& found) : frame_(frame), found_(found) {}

  void add(const Triangle& t, std::uint32_t face) {
    const Box box = box_of(t);
    VoxelBox range;
    const double last = frame_.voxels() - 1.0;
    for (int k = 0; k < 3; ++k) {
      const auto cell = [&](double x, double slack) {
        const double at = std::floor((x - frame_.origin[k]) / frame_.voxel + slack);
        return static_cast<std::int32_t>(std::clamp(at, 0.0, last));
      };
      range.low[k] = cell(box.low[k], -kSlack);
      range.high[k] = cell(box.high[k], kSlack);
    }
    face_ = face;
    split(t, range, true);
  }

 private:
  // `known`: the box of these voxels is known to meet the triangle's box and nothing more.
  void split(const Triangle& t, const VoxelBox& range, bool known) {
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (range.high[k] - range.low[k] > range.high[axis] - range.low[axis]) axis = k;
    const bool one = range.high[axis] == range.low[axis];
    if (!known && !triangle_meets_box(t, box_of_voxels(range))) return;
    if (one) {
      const auto at = [&](int k) { return static_cast<std::uint32_t>(range.low[k]); };
      found_.push_back(morton(at(0), at(1), at(2)) << 32 | face_);
      return;
    }
    const std::int32_t middle = (range.low[axis] + range.high[axis]) / 2;
    VoxelBox lower = range, upper = range;
    lower.high[axis] = middle;
    upper.low[axis] = middle + 1;
    split(t, lower, false);
    split(t, upper, false);
  }

  Box box_of_voxels(const VoxelBox& range) const {
    Box box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = frame_.origin[k] + (range.low[k] - kSlack) * frame_.voxel;
      box.high[k] = frame_.origin[k] + (range.high[k] + 1 + kSlack) * frame_.voxel;
    }
    return box;
  }

  const OctreeFrame& frame_;
  std::vector<std::uint64_t>& found_;
  std::uint32_t face_ = 0;
};

// The number rounded up to eight bits.
double short_above(double x) {
  int exponent;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::ceil(mantissa * 256), exponent - 8);
}

}  // namespace

std::optional<OctreeFrame> frame_around(const Box& box, int level) {
  const double size = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  const double extent = (box.high - box.low).maxCoeff();
  if (!(size < 1e100) || (extent > 0 && extent < 1e-100) || extent < size * 0x1p-20) {
    if (extent > 0 || size > 0) return std::nullopt;
  }
  const double cells = std::ldexp(1.0, level), least = extent > 0 ? extent / cells : 1 / cells;
  for (double voxel = short_above(least);; voxel = short_above(voxel * (1 + 0x1p-20))) {
    OctreeFrame frame{box.low, voxel, level};
    // No multiple lies right where few voxels must hold both sides of 0: there any origin will do.
    for (int k = 0; k < 3 && voxel < 1.5 * least; ++k) frame.origin[k] = std::floor(box.low[k] / voxel) * voxel;
    if (frame_holds(frame, box)) return frame;
  }
}

bool frame_holds(const OctreeFrame& frame, const Box& box) {
  bool inside = true;
  for (int k = 0; k < 3; ++k) inside &= frame.origin[k] <= box.low[k] && box.high[k] <= frame.origin[k] + frame.edge();
  return inside;
}

FaceVoxels face_voxels(std::span<const Vec3> vertices, std::span<const Face> faces, const OctreeFrame& frame) {
  std::vector<std::vector<std::uint64_t>> found((faces.size() + kFacesAtOnce - 1) / kFacesAtOnce);
  tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t part) {
    FaceWalk walk(frame, found[part]);
    const std::size_t end = std::min(faces.size(), (part + 1) * kFacesAtOnce);
    for (std::size_t f = part * kFacesAtOnce; f < end; ++f)
      walk.add({{vertices[faces[f][0]], vertices[faces[f][1]], vertices[faces[f][2]]}}, static_cast<std::uint32_t>(f));
  });
  std::vector<std::uint64_t> all = concatenate(found);
  tbb::parallel_sort(all.begin(), all.end());
  FaceVoxels voxels;
  voxels.frame = frame;
  voxels.faces.reserve(all.size());
  for (const std::uint64_t item : all) {
    const auto code = static_cast<std::uint32_t>(item >> 32);
    if (voxels.codes.empty() || voxels.codes.back() != code) {
      voxels.codes.push_back(code);
      voxels.begin.push_back(static_cast<std::uint32_t>(voxels.faces.size()));
    }
    voxels.faces.push_back(static_cast<std::uint32_t>(item));
  }
  voxels.begin.push_back(static_cast<std::uint32_t>(voxels.faces.size()));
  return voxels;
}

}  // namespace impinge
