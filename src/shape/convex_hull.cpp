// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points wait in the list of a face they can see; the farthest of a list is added, the faces it sees give way to a cone over
// their rim. Sight is decided exactly, "in the plane" is "not seen": so no face is flat and the rim is one ring.
// Based on: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, 1996.
#include "shape/convex_hull.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "base/predicates.h"
#include "shape/cube_map.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = ConvexSurface::kNone;

struct HullFace {
  Face corners, neighbours;
  std::uint32_t waiting = kNone;   // first point that sees this face
  std::uint32_t farthest = kNone;  // of those
  double height = 0;               // of the farthest, times a constant of the face
  bool gone = false;
};

class Hull {
 public:
  Hull(std::span<const Vec3> points, const std::string& origin) : points_(points), origin_(origin) {}

  ConvexSurface build() {
    begin();
    while (!busy_.empty()) {
      const std::uint32_t f = busy_.back();
      busy_.pop_back();
      if (!faces_[f].gone && faces_[f].waiting != kNone) add(f, faces_[f].farthest);
    }
    return surface();
  }

 private:
  [[noreturn]] void refuse(const char* why) const {
    throw Error(ErrorCode::bad_mesh, fmt::format("{}: {}; a convex body needs four points that are not in one plane",
                                                 origin_.empty() ? "points" : origin_, why));
  }

  bool sees(std::uint32_t p, const Face& f) const {
    return orient3d(points_[f[0]], points_[f[1]], points_[f[2]], points_[p]) < 0;
  }

  // Four points that span space: far ones for speed, any that do if rounding hides them.
  Face first_triangle() const {
    const auto n = static_cast<std::uint32_t>(points_.size());
    std::uint32_t low = 0, high = 0;
    for (std::uint32_t i = 1; i < n; ++i) {
      if (std::lexicographical_compare(points_[i].begin(), points_[i].end(), points_[low].begin(), points_[low].end()))
        low = i;
      if (std::lexicographical_compare(points_[high].begin(), points_[high].end(), points_[i].begin(), points_[i].end()))
        high = i;
    }
    if (points_[low] == points_[high]) refuse("all points are at one place");
    const Vec3 along = points_[high] - points_[low];
    std::uint32_t third = kNone;
    double most = -1;
    for (std::uint32_t i = 0; i < n; ++i) {
      const double area = along.cross(points_[i] - points_[low]).squaredNorm();
      if (area > most) most = area, third = i;
    }
    for (std::uint32_t i = 0; i < n && (third == kNone || collinear(points_[low], points_[high], points_[third])); ++i)
      third = i;
    if (third == kNone || collinear(points_[low], points_[high], points_[third])) refuse("all points lie on one line");
    return {low, high, third};
  }

  void begin() {
    const auto n = static_cast<std::uint32_t>(points_.size());
    if (n < 4) refuse(n == 0 ? "no points" : "fewer than four points");
    if (n >= (1u << 30)) throw Error(ErrorCode::too_large, fmt::format("{}: more than 2^30 points", origin_));
    Face t = first_triangle();
    const Vec3 normal = (points_[t[1]] - points_[t[0]]).cross(points_[t[2]] - points_[t[0]]);
    std::uint32_t apex = kNone;
    double most = -1;
    for (std::uint32_t i = 0; i < n; ++i) {
      const double height = std::fabs(normal.dot(points_[i] - points_[t[0]]));
      if (height > most) most = height, apex = i;
    }
    const auto side = [&](std::uint32_t i) { return orient3d(points_[t[0]], points_[t[1]], points_[t[2]], points_[i]); };
    if (apex == kNone || side(apex) == 0) {
      apex = 0;
      while (apex < n && side(apex) == 0) ++apex;
      if (apex == n) refuse("all points lie in one plane");
    }
    if (side(apex) < 0) std::swap(t[1], t[2]);  // the apex is below the first triangle
    faces_.resize(4);
    faces_[0].corners = t;
    for (unsigned i = 0; i < 3; ++i) faces_[i + 1].corners = {t[(i + 1) % 3], t[i], apex};
    faces_[0].neighbours = {1, 2, 3};
    for (unsigned i = 0; i < 3; ++i) faces_[i + 1].neighbours = {0, 1 + (i + 2) % 3, 1 + (i + 1) % 3};
    next_.assign(n, kNone);
    seen_mark_.assign(4, 0);
    const std::uint32_t all[] = {0, 1, 2, 3};
    for (std::uint32_t i : spatial_order(apex)) wait(i, all);
    for (const std::uint32_t f : all)
      if (faces_[f].waiting != kNone) busy_.push_back(f);
  }

  // Neighbours in space become neighbours in the lists, so that memory is read in order.
  std::vector<std::uint32_t> spatial_order(std::uint32_t apex) const {
    Vec3 middle = points_[apex] * 0.25;
    for (const std::uint32_t v : faces_[0].corners) middle += points_[v] * 0.25;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> keys(points_.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      std::uint32_t key = 0;
      const Vec3 d = points_[i] - middle;
      if (!d.isZero(0) && d.allFinite()) {
        const CubePoint p = cube_point(d);
        auto x = static_cast<std::uint32_t>(cube_cell(p.u, 1024)), y = static_cast<std::uint32_t>(cube_cell(p.v, 1024));
        for (unsigned bit = 0; bit < 10; ++bit) key |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
        key |= static_cast<std::uint32_t>(p.side()) << 20;
      }
      keys[i] = {key, i};
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order(keys.size());
    std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& k) { return k.second; });
    return order;
  }

  // Puts a point into the list of the first face it sees; a point that sees none is in the hull.
  void wait(std::uint32_t p, std::span<const std::uint32_t> among) {
    for (const std::uint32_t f : among) {
      HullFace& face = faces_[f];
      if (!sees(p, face.corners)) continue;
      const Vec3& a = points_[face.corners[0]];
      const double height = (points_[face.corners[1]] - a).cross(points_[face.corners[2]] - a).dot(points_[p] - a);
      next_[p] = face.waiting;
      face.waiting = p;
      if (face.farthest == kNone || height > face.height) face.farthest = p, face.height = height;
      return;
    }
  }

  struct Rim {
    std::uint32_t from, to, outer;  // an edge of the faces that go, and the face beyond that stays
  };

  // The faces that p sees, and the ring around them in order.
  void look(std::uint32_t f, std::uint32_t p) {
    ++mark_;
    seen_.assign(1, f);
    seen_mark_[f] = mark_;
    rim_.clear();
    for (std::size_t i = 0; i < seen_.size(); ++i)
      for (unsigned k = 0; k < 3; ++k) {
        const HullFace& face = faces_[seen_[i]];
        const std::uint32_t g = face.neighbours[k];
        if (seen_mark_[g] == mark_) continue;
        if (sees(p, faces_[g].corners)) {
          seen_mark_[g] = mark_;
          seen_.push_back(g);
        } else {
          rim_.push_back({face.corners[k], face.corners[(k + 1) % 3], g});
        }
      }
    for (std::size_t i = 0; i + 1 < rim_.size(); ++i) {
      std::size_t j = i + 1;
      while (j < rim_.size() && rim_[j].from != rim_[i].to) ++j;
      if (j < rim_.size()) std::swap(rim_[i + 1], rim_[j]);
    }
  }

  std::uint32_t new_face() {
    if (!free_.empty()) {
      const std::uint32_t f = free_.back();
      free_.pop_back();
      faces_[f] = {};
      return f;
    }
    faces_.emplace_back();
    seen_mark_.push_back(0);
    return static_cast<std::uint32_t>(faces_.size() - 1);
  }

  void add(std::uint32_t f, std::uint32_t p) {
    look(f, p);
    cone_.clear();
    for (std::size_t i = 0; i < rim_.size(); ++i) cone_.push_back(new_face());
    for (std::size_t i = 0; i < rim_.size(); ++i) {
      const Rim& r = rim_[i];
      HullFace& face = faces_[cone_[i]];
      face.corners = {r.from, r.to, p};
      face.neighbours = {r.outer, cone_[(i + 1) % cone_.size()], cone_[(i + cone_.size() - 1) % cone_.size()]};
      HullFace& outer = faces_[r.outer];
      for (unsigned k = 0; k < 3; ++k)
        if (outer.corners[k] == r.to) outer.neighbours[k] = cone_[i];
    }
    for (const std::uint32_t g : seen_) {
      std::uint32_t q = faces_[g].waiting;
      while (q != kNone) {
        const std::uint32_t after = next_[q];
        if (q != p) wait(q, cone_);
        q = after;
      }
      faces_[g].gone = true;
      free_.push_back(g);
    }
    for (const std::uint32_t g : cone_)
      if (faces_[g].waiting != kNone) busy_.push_back(g);
  }

  ConvexSurface surface() const {
    ConvexSurface s;
    std::vector<std::uint32_t> face_id(faces_.size(), kNone), vertex_id(points_.size(), kNone);
    for (std::uint32_t f = 0, n = 0; f < faces_.size(); ++f)
      if (!faces_[f].gone) face_id[f] = n++;
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      if (faces_[f].gone) continue;
      for (const std::uint32_t v : faces_[f].corners) vertex_id[v] = 0;
    }
    for (std::uint32_t v = 0; v < points_.size(); ++v) {
      if (vertex_id[v] == kNone) continue;
      vertex_id[v] = static_cast<std::uint32_t>(s.vertices.size());
      s.vertices.push_back(points_[v]);
    }
    s.vertex_face.resize(s.vertices.size());
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      if (faces_[f].gone) continue;
      Face corners, neighbours;
      for (unsigned k = 0; k < 3; ++k) {
        corners[k] = vertex_id[faces_[f].corners[k]];
        neighbours[k] = face_id[faces_[f].neighbours[k]];
        s.vertex_face[corners[k]] = face_id[f];
      }
      s.faces.push_back(corners);
      s.neighbours.push_back(neighbours);
    }
    return s;
  }

  std::span<const Vec3> points_;
  const std::string& origin_;
  std::vector<HullFace> faces_;
  std::vector<std::uint32_t> next_;  // of the point in its list
  std::vector<std::uint32_t> seen_mark_, seen_, cone_, free_, busy_;
  std::vector<Rim> rim_;
  std::uint32_t mark_ = 0;
};

}  // namespace

ConvexSurface convex_hull(std::span<const Vec3> points, const std::string& origin) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite())
      throw Error(ErrorCode::bad_mesh, fmt::format("{}: point {} is not finite", origin.empty() ? "points" : origin, i));
  return Hull(points, origin).build();
}

}  // namespace impinge
