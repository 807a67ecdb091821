// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The distance of two voxels, cube to cube, is that of a middle from the black voxels and all their neighbours. That is a
// distance transform: P. Felzenszwalb, D. Huttenlocher, Distance transforms of sampled functions, 2004, one axis after the
// other.
#include <impinge/error.h>
#include <impinge/octree.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>

#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

constexpr int kMostLevel = 8;
constexpr double kBefore = -1e9;  // of every line
constexpr float kFar = std::numeric_limits<float>::infinity();

// Squares of distances along one line: the lowest of parabolas over the values, which are whole numbers or infinite.
class LineTransform {
 public:
  explicit LineTransform(int n) : n_(n), value_(n), at_(n), from_(n + 1) {}

  void run(float* line, std::size_t step) {
    int count = 0;
    for (int q = 0; q < n_; ++q) {
      value_[q] = line[q * step];
      if (value_[q] == kFar) continue;
      double overtaken_at = kBefore;
      while (count > 0) {
        const int p = at_[count - 1];
        overtaken_at = ((value_[q] + 1.0 * q * q) - (value_[p] + 1.0 * p * p)) / (2.0 * (q - p));
        if (overtaken_at > from_[count - 1]) break;
        --count;
      }
      at_[count] = q;
      from_[count] = count == 0 ? kBefore : overtaken_at;
      ++count;
    }
    if (count == 0) return;
    for (int q = 0, k = 0; q < n_; ++q) {
      while (k + 1 < count && from_[k + 1] < q) ++k;
      const int off = q - at_[k];
      line[q * step] = static_cast<float>(off * off) + value_[at_[k]];
    }
  }

 private:
  int n_;
  std::vector<float> value_;
  std::vector<int> at_;       // places of the parabolas that are lowest somewhere
  std::vector<double> from_;  // where each begins to be
};

}  // namespace

std::vector<float> clearance_map(const Octree& octree) {
  if (octree.frame().level > kMostLevel)
    throw Error(ErrorCode::bad_argument, "clearance_map: level 8 at most; make the octree coarser");
  const auto n = static_cast<int>(octree.frame().voxels());
  const auto edge = static_cast<std::size_t>(n);
  std::vector<float> map(edge * edge * edge, kFar);
  for (const OctreeCube& c : octree.cubes()) {
    const auto low = [](std::uint32_t v) { return v > 0 ? v - 1 : 0; };
    const auto high = [&](std::uint32_t v) { return std::min<std::uint32_t>(v + c.edge, octree.frame().voxels() - 1); };
    for (std::size_t z = low(c.z); z <= high(c.z); ++z)
      for (std::size_t y = low(c.y); y <= high(c.y); ++y)
        std::fill(map.begin() + static_cast<std::ptrdiff_t>((z * edge + y) * edge + low(c.x)),
                  map.begin() + static_cast<std::ptrdiff_t>((z * edge + y) * edge + high(c.x) + 1), 0.0f);
  }
  const std::size_t step[3] = {1, edge, edge * edge};
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t u = step[(axis + 1) % 3], v = step[(axis + 2) % 3];
    tbb::parallel_for(std::size_t{0}, edge, [&](std::size_t j) {
      LineTransform transform(n);
      for (std::size_t i = 0; i < edge; ++i) transform.run(map.data() + i * u + j * v, step[axis]);
    });
  }
  const double voxel = octree.frame().voxel;
  // Rounded down, so that it stays a lower bound.
  for (float& d : map)
    d = d == kFar ? d : std::nextafter(static_cast<float>(std::sqrt(static_cast<double>(d)) * voxel), 0.0f);
  return map;
}

}  // namespace impinge
