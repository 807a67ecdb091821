// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The farthest that the far side of one body reaches beyond the near side of the other. Cells of a coarse grid know how far
// it may be there; only faces of cells that may exceed what is known are compared, the most promising first.
#include "answer/map/face_parting.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "base/kept_memory.h"
#include "raster/view/raster_view.h"

namespace impinge {

namespace {

constexpr int kPartingCells = 128;            // a side
constexpr double kPartingShare = 1e-3;        // by which what lines have found may be too much
constexpr std::size_t kMostPairs = 1u << 22;  // of faces: beyond, what has been found must do
constexpr std::size_t kFacesOfPart = 1u << 14;

// A body in the frame of the view; depths of the second one count backwards, so that both want the greatest.
struct SeenBody {
  std::span<const Face> faces;
  KeptVector<Vec3> points;
  Box box;
  std::vector<std::uint32_t> high_faces;  // that may be worth looking at
  std::vector<double> top;                // of each cell

  SeenBody(const WorldObject& object, const ViewFrame& frame, double sign) : faces(object.faces) {
    points.resize(object.local.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, points.size(), 8192), [&](const auto& range) {
      for (std::size_t v = range.begin(); v < range.end(); ++v) {
        points[v] = frame.seen(object.vertex(static_cast<std::uint32_t>(v)));
        points[v].z() *= sign;
      }
    });
    for (const Vec3& p : points) box.add(p);
  }
  // Faces that come above a depth.
  void choose(double above) {
    const std::size_t parts = (faces.size() + kFacesOfPart - 1) / kFacesOfPart;
    std::vector<std::vector<std::uint32_t>> found(parts);
    tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
      for (std::size_t f = part * kFacesOfPart; f < std::min(faces.size(), (part + 1) * kFacesOfPart); ++f)
        if (top_of(f) > above) found[part].push_back(static_cast<std::uint32_t>(f));
    });
    for (const std::vector<std::uint32_t>& part : found) high_faces.insert(high_faces.end(), part.begin(), part.end());
  }
  double top_of(std::size_t f) const {
    return std::max({points[faces[f][0]].z(), points[faces[f][1]].z(), points[faces[f][2]].z()});
  }
};

struct CellGrid {
  double low[2], high[2], per_cell[2];

  // Calls on_cell(cell) for the cells that the box of a face meets.
  template <typename OnCell>
  void for_each(const SeenBody& body, std::size_t f, const OnCell& on_cell) const {
    int from[2], to[2];
    for (int k = 0; k < 2; ++k) {
      const double x0 = body.points[body.faces[f][0]][k], x1 = body.points[body.faces[f][1]][k],
                   x2 = body.points[body.faces[f][2]][k];
      const double least = std::min({x0, x1, x2}), most = std::max({x0, x1, x2});
      if (!(least <= high[k] && most >= low[k])) return;
      const auto cell = [&](double x) {
        return static_cast<int>(std::clamp((x - low[k]) * per_cell[k], 0.0, double(kPartingCells - 1)));
      };
      from[k] = cell(least);
      to[k] = cell(most);
    }
    for (int row = from[1]; row <= to[1]; ++row)
      for (int column = from[0]; column <= to[0]; ++column) on_cell(static_cast<std::size_t>(row * kPartingCells + column));
  }
};

// The greatest sum of the depths of two faces over a point that both lie over; -infinity where there is none.
double highest_sum(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
  const auto side = [](const Vec3& p, const Vec3& q, const Vec3& r) {
    return (q.x() - p.x()) * (r.y() - p.y()) - (q.y() - p.y()) * (r.x() - p.x());
  };
  // Corners of the first face, cut by the edges of the other one.
  Vec3 polygon[8], next[8];
  int count = 3;
  std::copy(a, a + 3, polygon);
  const double area = side(b[0], b[1], b[2]);
  if (area == 0) return -INFINITY;
  for (int e = 0; e < 3; ++e) {
    const Vec3 &p = b[e], &q = b[(e + 1) % 3];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const Vec3 &x = polygon[i], &y = polygon[(i + 1) % count];
      const double sx = std::copysign(1.0, area) * side(p, q, x), sy = std::copysign(1.0, area) * side(p, q, y);
      if (sx >= 0) next[kept++] = x;
      if ((sx < 0) != (sy < 0)) next[kept++] = x + (y - x) * (sx / (sx - sy));
    }
    count = kept;
    std::copy(next, next + count, polygon);
  }
  double best = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const double u = side(b[1], b[2], polygon[i]) / area, v = side(b[2], b[0], polygon[i]) / area;
    best = std::max(best, polygon[i].z() + (u * b[0].z() + v * b[1].z() + (1 - u - v) * b[2].z()));
  }
  return best;
}

}  // namespace

double face_parting(const WorldObject& a, const WorldObject& b, const Vec3& direction, double about,
                    const Control& control) {
  const ViewFrame frame = ViewFrame::along(direction);
  control.poll();
  SeenBody bodies[2] = {SeenBody(a, frame, 1), SeenBody(b, frame, -1)};
  CellGrid grid{{-INFINITY, -INFINITY}, {INFINITY, INFINITY}, {}};
  for (const SeenBody& body : bodies)
    for (int k = 0; k < 2; ++k) {
      grid.low[k] = std::max(grid.low[k], body.box.low[k]);
      grid.high[k] = std::min(grid.high[k], body.box.high[k]);
    }
  for (int k = 0; k < 2; ++k)
    grid.per_cell[k] = grid.high[k] > grid.low[k] ? kPartingCells / (grid.high[k] - grid.low[k]) : 0;
  double best = about * (1 - kPartingShare);
  const double least = best;
  for (int o = 0; o < 2; ++o) {
    control.poll();
    SeenBody& body = bodies[o];
    body.choose(best - bodies[1 - o].box.high.z());
    body.top.assign(std::size_t{kPartingCells} * kPartingCells, -INFINITY);
    for (const std::uint32_t f : body.high_faces) {
      const double top = body.top_of(f);
      grid.for_each(body, f, [&](std::size_t cell) { body.top[cell] = std::max(body.top[cell], top); });
    }
  }
  struct Found {
    double top;
    std::uint32_t face;
  };
  // Faces of cells that may be worth it.
  std::vector<std::vector<Found>> found[2];
  std::vector<std::uint32_t> places(bodies[0].top.size(), UINT32_MAX), cells;
  for (std::uint32_t c = 0; c < places.size(); ++c)
    if (bodies[0].top[c] + bodies[1].top[c] > best) cells.push_back(c);
  std::sort(cells.begin(), cells.end(), [&](std::uint32_t x, std::uint32_t y) {
    const double of_x = bodies[0].top[x] + bodies[1].top[x], of_y = bodies[0].top[y] + bodies[1].top[y];
    return of_x != of_y ? of_x > of_y : x < y;
  });
  for (std::uint32_t i = 0; i < cells.size(); ++i) places[cells[i]] = i;
  for (int o = 0; o < 2; ++o) {
    found[o].resize(cells.size());
    const SeenBody &body = bodies[o], &other = bodies[1 - o];
    for (const std::uint32_t f : body.high_faces) {
      const double top = body.top_of(f);
      grid.for_each(body, f, [&](std::size_t cell) {
        if (places[cell] != UINT32_MAX && top + other.top[cell] > best) found[o][places[cell]].push_back({top, f});
      });
    }
  }
  std::size_t pairs = 0;
  const auto corners = [](const SeenBody& body, std::uint32_t f, Vec3(&out)[3]) {
    for (std::size_t k = 0; k < 3; ++k) out[k] = body.points[body.faces[f][k]];
  };
  for (std::size_t i = 0; i < cells.size() && pairs < kMostPairs; ++i) {
    control.poll();
    if (bodies[0].top[cells[i]] + bodies[1].top[cells[i]] <= best) break;
    for (int o = 0; o < 2; ++o)
      std::sort(found[o][i].begin(), found[o][i].end(),
                [](const Found& x, const Found& y) { return x.top != y.top ? x.top > y.top : x.face < y.face; });
    for (const Found& x : found[0][i]) {
      if (found[1][i].empty() || x.top + found[1][i].front().top <= best || pairs >= kMostPairs) break;
      Vec3 p[3], q[3];
      corners(bodies[0], x.face, p);
      for (const Found& y : found[1][i]) {
        if (x.top + y.top <= best || ++pairs >= kMostPairs) break;
        corners(bodies[1], y.face, q);
        best = std::max(best, highest_sum(p, q));
      }
    }
  }
  return best > least ? best : about;
}

}  // namespace impinge
