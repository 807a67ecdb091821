// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Cells that a face comes into are told by the separating axes of a triangle and a box (Akenine-Möller 2001), widened by
// what rounding may take away: some cells too many, none too few. What no way from outside reaches is enclosed.
#include "pipeline/robot/body_voxels.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge {

namespace {

constexpr double kWiderCell = 1 + 1e-9;
constexpr double kMostAlong = 128;  // cells along an edge of the box

// The faces' solid angles at a point that is not on them, by 4 pi (van Oosterom & Strackee 1983).
double winding_of_faces(const Vec3& point, std::span<const Vec3> vertices, std::span<const Face> faces) {
  double sum = 0;
  for (const Face& face : faces) {
    const Vec3 a = vertices[face[0]] - point, b = vertices[face[1]] - point, c = vertices[face[2]] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (2 * std::numbers::pi);
}

bool box_parted_along(const Vec3& axis, const Triangle& t, double half) {
  const double p = axis.dot(t.p[0]), q = axis.dot(t.p[1]), r = axis.dot(t.p[2]);
  return std::max({-std::max({p, q, r}), std::min({p, q, r})}) > half * axis.cwiseAbs().sum() * kWiderCell;
}

// A cube around the origin; the triangle's box meets it.
bool comes_into(const Triangle& t, const Vec3& normal, double half) {
  if (box_parted_along(normal, t, half)) return false;
  for (int i = 0; i < 3; ++i) {
    const Vec3 edge = t.p[(i + 1) % 3] - t.p[i];
    for (int axis = 0; axis < 3; ++axis)
      if (box_parted_along(Vec3::Unit(axis).cross(edge), t, half)) return false;
  }
  return true;
}

// For each cell the least over all cells of a line, of what they have and g by how far they are away; along each axis in
// turn that makes squares of distances.
class SquareSweep {
 public:
  SquareSweep(std::array<std::uint32_t, 3> count, int shift) : count_(count) {
    for (int d = 0; d <= BodyVoxels::kReach; ++d) {
      const int way = std::max(d + shift, 0);
      g_[static_cast<std::size_t>(d)] = static_cast<std::int16_t>(way * way);
    }
  }

  void run(std::vector<std::int16_t>& values) const {
    const std::size_t nx = count_[0], ny = count_[1], nz = count_[2];
    along(values, 0, nx, ny * nz);
    for (std::size_t x = 0; x < nx; ++x) along(values, x * ny * nz, ny, nz);
    const std::vector<std::int16_t> turned = transposed(values, nx * ny, nz);
    std::vector<std::int16_t> lines = turned;
    along(lines, 0, nz, nx * ny);
    values = transposed(lines, nz, nx * ny);
  }

  static constexpr std::int16_t kFar = 20000;

 private:
  static std::vector<std::int16_t> transposed(const std::vector<std::int16_t>& values, std::size_t rows,
                                              std::size_t columns) {
    std::vector<std::int16_t> turned(values.size());
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c) turned[c * rows + r] = values[r * columns + c];
    return turned;
  }

  // `n` rows of `width` values from `first` on.
  void along(std::vector<std::int16_t>& values, std::size_t first, std::size_t n, std::size_t width) const {
    const std::vector<std::int16_t> old(values.begin() + static_cast<std::ptrdiff_t>(first),
                                        values.begin() + static_cast<std::ptrdiff_t>(first + n * width));
    const auto reach = static_cast<std::size_t>(BodyVoxels::kReach);
    for (std::size_t i = 0; i < n; ++i) {
      std::int16_t* const row = values.data() + first + i * width;
      std::fill(row, row + width, kFar);
      for (std::size_t j = i > reach ? i - reach : 0; j < std::min(n, i + reach + 1); ++j) {
        const std::int16_t* const from = old.data() + j * width;
        const std::int16_t more = g_[i > j ? i - j : j - i];
        for (std::size_t k = 0; k < width; ++k)
          row[k] = std::min<std::int16_t>(row[k], static_cast<std::int16_t>(from[k] + more));
      }
    }
  }

  std::array<std::uint32_t, 3> count_;
  std::array<std::int16_t, BodyVoxels::kReach + 1> g_{};
};

}  // namespace

BodyVoxels::BodyVoxels(const Box& box, std::size_t cells) {
  const Vec3 widths = box.high - box.low;
  const double largest = widths.maxCoeff();
  const Vec3 least = widths.cwiseMax(largest * 0x1p-5);
  cell_ = std::max(std::cbrt(least.prod() / static_cast<double>(cells)), largest / kMostAlong);
  for (int i = 0; i < 3; ++i)
    count_[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(widths[i] / cell_ * kWiderCell) + 4;
  low_ = box.low - Vec3::Constant(cell_ * 1.25);
  cells_.assign(std::size_t{count_[0]} * count_[1] * count_[2], Cell::outside);
  holds_point_.assign(cells_.size(), 0);
}

std::size_t BodyVoxels::index_of(const Vec3& point) const {
  std::size_t index = 0;
  for (int i = 0; i < 3; ++i) {
    const double at = (point[i] - low_[i]) / cell_, most = count_[static_cast<std::size_t>(i)] - 1;
    index = index * count_[static_cast<std::size_t>(i)] + static_cast<std::size_t>(std::clamp(at, 0.0, most));
  }
  return index;
}

Vec3 BodyVoxels::middle(std::size_t index) const {
  const std::size_t z = index % count_[2], y = index / count_[2] % count_[1], x = index / count_[2] / count_[1];
  return low_ +
         cell_ * (Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)).array() + 0.5).matrix();
}

BodyVoxels::Range BodyVoxels::range_of(const Box& box) const {
  Range range{};
  for (int i = 0; i < 3; ++i) {
    const double most = count_[static_cast<std::size_t>(i)] - 1;
    range.from[i] = static_cast<std::uint32_t>(std::clamp((box.low[i] - low_[i]) / cell_ - 1e-6, 0.0, most));
    range.to[i] = static_cast<std::uint32_t>(std::clamp((box.high[i] - low_[i]) / cell_ + 1e-6, 0.0, most));
  }
  return range;
}

void BodyVoxels::add(std::span<const Vec3> vertices, std::span<const Face> faces, bool closed) {
  for (const Face& face : faces) {
    const Triangle triangle{{vertices[face[0]], vertices[face[1]], vertices[face[2]]}};
    mark(triangle);
    sample(triangle);
  }
  enclose(vertices, faces, closed);
}

void BodyVoxels::mark(const Triangle& triangle) {
  const Range range = range_of(box_of(triangle));
  // In units of a cell, so that rounding is small in them.
  const Vec3 normal = (triangle.p[1] - triangle.p[0]).cross(triangle.p[2] - triangle.p[0]).normalized();
  for (std::uint32_t x = range.from[0]; x <= range.to[0]; ++x)
    for (std::uint32_t y = range.from[1]; y <= range.to[1]; ++y)
      for (std::uint32_t z = range.from[2]; z <= range.to[2]; ++z) {
        const std::size_t index = (std::size_t{x} * count_[1] + y) * count_[2] + z;
        if (cells_[index] == Cell::surface) continue;
        const Vec3 centre = middle(index);
        const Triangle moved{
            {(triangle.p[0] - centre) / cell_, (triangle.p[1] - centre) / cell_, (triangle.p[2] - centre) / cell_}};
        if (comes_into(moved, normal, 0.5 + 1e-6)) cells_[index] = Cell::surface;
      }
}

// Points of the face, a cell apart; the cells that hold them.
void BodyVoxels::sample(const Triangle& triangle) {
  const Vec3 u = triangle.p[1] - triangle.p[0], v = triangle.p[2] - triangle.p[0];
  const double longest = std::max({u.norm(), v.norm(), (u - v).norm()});
  const int n = std::clamp(static_cast<int>(longest / cell_) + 1, 1, 300);
  for (int i = 0; i <= n; ++i)
    for (int k = 0; i + k <= n; ++k) {
      const std::size_t index = index_of(triangle.p[0] + i / static_cast<double>(n) * u + k / static_cast<double>(n) * v);
      if (cells_[index] == Cell::surface) holds_point_[index] = 1;
    }
}

std::vector<std::size_t> BodyVoxels::flood(std::size_t from, Cell as, std::vector<std::uint8_t>& seen) {
  std::vector<std::size_t> reached = {from};
  seen[from] = 1;
  const std::size_t step[3] = {std::size_t{count_[1]} * count_[2], count_[2], 1};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::size_t at = reached[i];
    cells_[at] = as;
    const std::size_t place[3] = {at / step[0], at / step[1] % count_[1], at % count_[2]};
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool up : {false, true}) {
        if (up ? place[axis] + 1 == count_[axis] : place[axis] == 0) continue;
        const std::size_t next = up ? at + step[axis] : at - step[axis];
        if (seen[next] != 0 || cells_[next] == Cell::surface) continue;
        seen[next] = 1;
        reached.push_back(next);
      }
  }
  return reached;
}

void BodyVoxels::enclose(std::span<const Vec3> vertices, std::span<const Face> faces, bool closed) {
  std::vector<std::uint8_t> seen(cells_.size(), 0);
  flood(0, Cell::outside, seen);
  constexpr int kMostRooms = 16;  // each is asked of all faces
  int rooms = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (seen[i] != 0 || cells_[i] == Cell::surface) continue;
    const bool inside = closed && ++rooms <= kMostRooms && std::fabs(winding_of_faces(middle(i), vertices, faces)) > 0.75;
    flood(i, inside ? Cell::inside : Cell::enclosed, seen);
  }
}

BodyVoxels::Squares BodyVoxels::squares() const {
  Squares squares;
  squares.low.assign(cells_.size(), SquareSweep::kFar);
  squares.up.assign(cells_.size(), SquareSweep::kFar);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] != Cell::outside) squares.low[i] = 0;
    if (holds_point_[i] != 0) squares.up[i] = 0;
  }
  SquareSweep(count_, -1).run(squares.low);
  SquareSweep(count_, 1).run(squares.up);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i] == Cell::inside) squares.up[i] = 0;
  return squares;
}

std::vector<std::int16_t> BodyVoxels::depths() const {
  std::vector<std::int16_t> depths(cells_.size(), SquareSweep::kFar);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i] == Cell::surface) depths[i] = 0;
  SquareSweep(count_, -1).run(depths);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i] == Cell::outside || cells_[i] == Cell::surface) depths[i] = 0;
  return depths;
}

}  // namespace impinge
