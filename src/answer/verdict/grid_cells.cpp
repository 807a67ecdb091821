// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// All in integers. A point is told by its heights over the three families; faces of the first family are triangles in the
// heights over the other two, and a column of cells is a point there. Linear time but for faces that span many columns.
#include "answer/verdict/grid_cells.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/unit_integers.h"

namespace impinge {

namespace {

using unit_integers::Int128;
using GridPoint = std::array<std::int64_t, 3>;

constexpr int kGridBits = 24;                  // of coordinates: the size of both bodies in units
constexpr std::int64_t kMostNormal = 1 << 16;  // of a coordinate of a normal: heights stay below 2^42
constexpr std::size_t kMostCells = 1 << 16;    // of two bodies
constexpr std::size_t kMostLooks = 8;          // at a column for each face, on average
constexpr std::size_t kFewLooks = 1 << 16;     // that need no face
constexpr std::array<std::int64_t, 3> kParts{1021, 389,
                                             577};  // where a line passes its cell: of the first, in two directions
constexpr int kMostAttempts = 8;                    // lines that meet an edge are moved

GridPoint operator-(const GridPoint& p, const GridPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

GridPoint cross(const GridPoint& u, const GridPoint& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

std::int64_t dot(const GridPoint& u, const GridPoint& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

bool parallel(const GridPoint& n, const GridPoint& m) {
  const auto differ = [&](std::size_t x, std::size_t y) { return Int128{n[x]} * m[y] != Int128{n[y]} * m[x]; };
  return !differ(0, 1) && !differ(1, 2) && !differ(2, 0);
}

// Corners as integers of one unit, as seen from one of them.
class Grid {
 public:
  Grid(const WorldObject& a, const WorldObject& b) {
    Box box = a.box;
    box.add(b.box);
    const double size = (box.high - box.low).maxCoeff();
    if (a.local.empty() || !(size > 0x1p-900) || !(size < 0x1p900)) return;
    origin_ = a.vertex(0);
    to_units_ = std::ldexp(1.0, kGridBits - 1 - std::ilogb(size));
  }

  // False if a coordinate is none.
  bool read(const Vec3& p, GridPoint& point) const {
    for (int k = 0; k < 3; ++k) {
      // The product is exact, being one by a power of two.
      const double way = p[k] - origin_[k], units = way * to_units_, whole = std::nearbyint(units);
      if (!(std::fabs(units) < 0x1p26) || units != whole || rounded(p[k], origin_[k], way)) return false;
      point[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(whole);
    }
    return to_units_ != 0;
  }

 private:
  static bool rounded(double x, double y, double difference) {
    const double y_part = x - difference, x_part = difference + y_part;
    return (y_part - y) + (x - x_part) != 0;
  }

  Vec3 origin_ = Vec3::Zero();
  double to_units_ = 0;
};

// A face with an area: corners by their heights over the three families once these are known.
struct GridFace {
  std::array<GridPoint, 3> corners;
  std::int8_t family;
  bool of_a;
};

class GridCells {
 public:
  std::optional<CellKinds> find(const WorldObject& a, const WorldObject& b) {
    const Grid grid(a, b);
    faces_.reserve(a.faces.size() + b.faces.size());
    if (!add(grid, a, true) || !add(grid, b, false) || families_ != 3) return std::nullopt;
    if (dot(normals_[0], cross(normals_[1], normals_[2])) == 0) return std::nullopt;
    if (!find_levels()) return std::nullopt;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt)
      if (pass_columns(attempt)) return kinds();
    return std::nullopt;
  }

 private:
  bool add(const Grid& grid, const WorldObject& o, bool is_a) {
    for (const Face& f : o.faces) {
      GridPoint p, q, r;
      if (!grid.read(o.vertex(f[0]), p) || !grid.read(o.vertex(f[1]), q) || !grid.read(o.vertex(f[2]), r)) return false;
      const GridPoint n = cross(q - p, r - p);
      if (n[0] == 0 && n[1] == 0 && n[2] == 0) continue;
      const int family = family_of(n);
      if (family < 0) return false;
      faces_.push_back({{p, q, r}, static_cast<std::int8_t>(family), is_a});
    }
    return true;
  }

  int family_of(const GridPoint& n) {
    for (int f = 0; f < families_; ++f)
      if (parallel(n, normals_[static_cast<std::size_t>(f)])) return f;
    if (families_ == 3) return -1;
    const std::int64_t common = std::gcd(std::gcd(n[0], n[1]), n[2]);
    GridPoint& normal = normals_[static_cast<std::size_t>(families_)];
    for (std::size_t k = 0; k < 3; ++k) normal[k] = n[k] / common;
    for (const std::int64_t x : normal)
      if (x > kMostNormal || x < -kMostNormal) return -1;
    return families_++;
  }

  // From here on points are heights. The family with the most planes comes first, so that columns are few.
  bool find_levels() {
    for (GridFace& face : faces_) {
      for (GridPoint& p : face.corners) p = {dot(normals_[0], p), dot(normals_[1], p), dot(normals_[2], p)};
      const auto f = static_cast<std::size_t>(face.family);
      levels_[f].push_back(face.corners[0][f]);
    }
    for (auto& levels : levels_) {
      std::sort(levels.begin(), levels.end());
      levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    }
    for (std::size_t f = 1; f < 3; ++f)
      if (levels_[f].size() > levels_[up_].size()) up_ = f;
    columns_ = {levels_[(up_ + 1) % 3].size() - 1, levels_[(up_ + 2) % 3].size() - 1};
    return columns_[0] * columns_[1] <= kMostCells / levels_[up_].size();
  }

  // How winding numbers change from cell to cell in each column; false if a line meets an edge, or if there is too much to
  // do.
  bool pass_columns(int attempt) {
    const std::size_t planes = levels_[up_].size();
    steps_.assign(columns_[0] * columns_[1] * planes, {0, 0});
    std::array<std::vector<std::int64_t>, 2> lines;
    for (std::size_t x = 0; x < 2; ++x) {
      const std::vector<std::int64_t>& levels = levels_[(up_ + 1 + x) % 3];
      const std::int64_t part = kParts[1 + x] + 31 * attempt * (x == 0 ? 1 : -1);
      for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        lines[x].push_back(levels[i] * kParts[0] + (levels[i + 1] - levels[i]) * part);
    }
    std::size_t looks = 0;
    for (const GridFace& face : faces_) {
      if (static_cast<std::size_t>(face.family) != up_) continue;
      const std::vector<std::int64_t>& levels = levels_[up_];
      const auto plane =
          static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), face.corners[0][up_]) - levels.begin());
      if (!pass(face, lines, plane, looks)) return false;
      if (looks > kFewLooks + kMostLooks * faces_.size()) return false;
    }
    return true;
  }

  bool pass(const GridFace& face, const std::array<std::vector<std::int64_t>, 2>& lines, std::size_t plane,
            std::size_t& looks) {
    const std::size_t u = (up_ + 1) % 3, v = (up_ + 2) % 3;
    std::array<std::array<std::int64_t, 2>, 3> p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = {face.corners[k][u] * kParts[0], face.corners[k][v] * kParts[0]};
    std::array<std::size_t, 2> first, last;
    for (std::size_t x = 0; x < 2; ++x) {
      const auto [low, high] = std::minmax({p[0][x], p[1][x], p[2][x]});
      first[x] = static_cast<std::size_t>(std::lower_bound(lines[x].begin(), lines[x].end(), low) - lines[x].begin());
      last[x] = static_cast<std::size_t>(std::upper_bound(lines[x].begin(), lines[x].end(), high) - lines[x].begin());
    }
    const int turn = turn_of(p[0], p[1], p[2]);
    for (std::size_t i = first[0]; i < last[0]; ++i)
      for (std::size_t j = first[1]; j < last[1]; ++j) {
        ++looks;
        const std::array<std::int64_t, 2> line{lines[0][i], lines[1][j]};
        bool inside = true;
        for (std::size_t k = 0; k < 3 && inside; ++k) {
          const int side = turn_of(p[k], p[(k + 1) % 3], line) * turn;
          if (side == 0) return false;
          inside = side > 0;
        }
        if (inside) steps_[(i * columns_[1] + j) * levels_[up_].size() + plane][face.of_a ? 0 : 1] += turn;
      }
    return true;
  }

  static int turn_of(const std::array<std::int64_t, 2>& p, const std::array<std::int64_t, 2>& q,
                     const std::array<std::int64_t, 2>& r) {
    return unit_integers::sign_of(Int128{q[0] - p[0]} * (r[1] - p[1]) - Int128{q[1] - p[1]} * (r[0] - p[0]));
  }

  std::optional<CellKinds> kinds() const {
    CellKinds kinds;
    const std::size_t planes = levels_[up_].size();
    for (std::size_t column = 0; column < columns_[0] * columns_[1]; ++column) {
      int a = 0, b = 0;
      for (std::size_t plane = 0; plane < planes; ++plane) {
        const auto& step = steps_[column * planes + plane];
        a += step[0];
        b += step[1];
        kinds.both = kinds.both || (a != 0 && b != 0);
        kinds.only_a = kinds.only_a || (a != 0 && b == 0);
        kinds.only_b = kinds.only_b || (a == 0 && b != 0);
      }
      if (a != 0 || b != 0) return std::nullopt;  // not of closed bodies
    }
    return kinds;
  }

  int families_ = 0;
  std::array<GridPoint, 3> normals_{};
  std::vector<GridFace> faces_;
  std::array<std::vector<std::int64_t>, 3> levels_;  // of the planes of each family, ascending
  std::size_t up_ = 0;                               // the family along which lines pass
  std::array<std::size_t, 2> columns_{};             // between the levels of the two after it
  std::vector<std::array<int, 2>> steps_;            // of a and of b: by column, then by plane from below
};

}  // namespace

std::optional<CellKinds> kinds_of_cells(const WorldObject& a, const WorldObject& b) { return GridCells().find(a, b); }

}  // namespace impinge
