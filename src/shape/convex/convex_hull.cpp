// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points wait in the list of a face they can see; the farthest of a list is added, the faces it sees give way to a cone over
// their rim. Sight is decided exactly, "in the plane" is "not seen": so no face is flat and the rim is one ring.
// Where that cone has many faces, a point finds its own by the order around the ring.
// Based on: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, 1996.
#include "shape/convex/convex_hull.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/predicates.h"
#include "shape/convex/direction_order.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = ConvexSurface::kNone;
constexpr std::size_t kLargeCone = 64;  // faces: from here on a search around the ring is faster

struct HullFace {
  Face corners, neighbours;
  std::uint32_t waiting = kNone;   // first point that sees this face
  std::uint32_t farthest = kNone;  // of those
  double height = 0;               // of the farthest, times a constant of the face
  Vec3 normal = Vec3::Zero();      // not of unit length, rounded
  double error = 0;                // of normal . x, for x of size 1
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

  // Positive outside.
  int above(const Vec3& p, const Face& f) const { return -orient3d(points_[f[0]], points_[f[1]], points_[f[2]], p); }
  bool sees(std::uint32_t p, const HullFace& f) const {
    const Vec3 offset = points_[p] - points_[f.corners[0]];
    const double height = f.normal.dot(offset), error = f.error * offset.lpNorm<1>();
    if (std::fabs(height) > error && error > 0x1p-900) return height > 0;
    return above(points_[p], f.corners) > 0;
  }

  void set_corners(HullFace& f, const Face& corners) const {
    const Vec3 a = points_[corners[1]] - points_[corners[0]], b = points_[corners[2]] - points_[corners[0]];
    f.corners = corners;
    f.normal = a.cross(b);
    f.error = 32 * 0x1p-53 * a.lpNorm<1>() * b.lpNorm<1>();
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
    if (points_[low] == points_[high]) refuse("all points coincide");
    const Vec3 along = points_[high] - points_[low];
    std::uint32_t third = kNone;
    double most = -1;
    for (std::uint32_t i = 0; i < n; ++i) {
      const double area = along.cross(points_[i] - points_[low]).squaredNorm();
      if (area > most) {
        most = area;
        third = i;
      }
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
      if (height > most) {
        most = height;
        apex = i;
      }
    }
    const auto side = [&](std::uint32_t i) { return orient3d(points_[t[0]], points_[t[1]], points_[t[2]], points_[i]); };
    if (apex == kNone || side(apex) == 0) {
      apex = 0;
      while (apex < n && side(apex) == 0) ++apex;
      if (apex == n) refuse("all points lie in one plane");
    }
    if (side(apex) < 0) std::swap(t[1], t[2]);  // the apex is below the first triangle
    faces_.resize(4);
    set_corners(faces_[0], t);
    for (unsigned i = 0; i < 3; ++i) set_corners(faces_[i + 1], {t[(i + 1) % 3], t[i], apex});
    faces_[0].neighbours = {1, 2, 3};
    for (unsigned i = 0; i < 3; ++i) faces_[i + 1].neighbours = {0, 1 + (i + 2) % 3, 1 + (i + 1) % 3};
    next_.assign(n, kNone);
    rim_from_.assign(n, kNone);
    seen_mark_.assign(4, 0);
    const std::uint32_t all[] = {0, 1, 2, 3};
    middle_ = points_[apex] * 0.25;
    for (const std::uint32_t v : t) middle_ += points_[v] * 0.25;
    for (std::uint32_t i : direction_order(points_, middle_)) wait(i, all);
    for (const std::uint32_t f : all) {
      if (faces_[f].waiting != kNone) busy_.push_back(f);
      has_middle_ = has_middle_ && above(middle_, faces_[f].corners) < 0;
    }
  }

  // Puts a point into the list of the first face it sees; a point that sees none is in the hull.
  void wait(std::uint32_t p, std::span<const std::uint32_t> among) {
    for (const std::uint32_t f : among)
      if (sees(p, faces_[f])) return wait_for(p, f);
  }

  void wait_for(std::uint32_t p, std::uint32_t f) {
    HullFace& face = faces_[f];
    const double height = face.normal.dot(points_[p] - points_[face.corners[0]]);
    next_[p] = face.waiting;
    face.waiting = p;
    if (face.farthest == kNone || height > face.height) {
      face.farthest = p;
      face.height = height;
    }
  }

  // The same among all faces of the new cone: the one that the ray from the middle passes, if it passes one, decides.
  void wait_in_cone(std::uint32_t q, std::uint32_t tip) {
    const auto turn = [&](std::uint32_t from, std::uint32_t to) {  // positive: `to` lies less than half a turn farther
      return orient3d(middle_, points_[tip], points_[from], points_[to]) < 0 ? 1 : 0;
    };
    const std::uint32_t first = rim_.front().from;
    const int q_half = turn(first, q);
    std::size_t low = 0, high = rim_.size();  // the edge sought begins at `low` or after it, and before `high`
    while (high - low > 1) {
      const std::size_t i = (low + high) / 2;
      const int half = turn(first, rim_[i].from);
      const bool before = half != q_half ? half > q_half : turn(rim_[i].from, q) > 0;
      (before ? low : high) = i;
    }
    const Rim& r = rim_[low];
    if (sees(q, faces_[cone_[low]])) return wait_for(q, cone_[low]);
    const auto inside = [&](std::uint32_t a, std::uint32_t b) {
      return orient3d(middle_, points_[a], points_[b], points_[q]) <= 0;
    };
    if (!(inside(r.from, r.to) && inside(r.to, tip) && inside(tip, r.from))) wait(q, cone_);
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
        if (sees(p, faces_[g])) {
          seen_mark_[g] = mark_;
          seen_.push_back(g);
        } else {
          rim_.push_back({face.corners[k], face.corners[(k + 1) % 3], g});
        }
      }
    order_rim();
  }

  void order_rim() {
    for (std::uint32_t i = 0; i < rim_.size(); ++i) rim_from_[rim_[i].from] = i;
    unordered_ = rim_;
    std::uint32_t at = 0;
    for (Rim& r : rim_) {
      r = unordered_[at];
      at = rim_from_[r.to];
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
      set_corners(face, {r.from, r.to, p});
      face.neighbours = {r.outer, cone_[(i + 1) % cone_.size()], cone_[(i + cone_.size() - 1) % cone_.size()]};
      HullFace& outer = faces_[r.outer];
      for (unsigned k = 0; k < 3; ++k)
        if (outer.corners[k] == r.to) outer.neighbours[k] = cone_[i];
    }
    const bool large = has_middle_ && cone_.size() > kLargeCone;
    for (const std::uint32_t g : seen_) {
      std::uint32_t q = faces_[g].waiting;
      while (q != kNone) {
        const std::uint32_t after = next_[q];
        if (q != p && large)
          wait_in_cone(q, p);
        else if (q != p)
          wait(q, cone_);
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
  std::vector<Rim> rim_, unordered_;
  std::vector<std::uint32_t> rim_from_;  // the edge of the rim that begins at a point
  std::uint32_t mark_ = 0;
  Vec3 middle_ = Vec3::Zero();
  bool has_middle_ = true;  // it lies strictly inside
};

}  // namespace

ConvexSurface convex_hull(std::span<const Vec3> points, const std::string& origin) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite())
      throw Error(ErrorCode::bad_mesh, fmt::format("{}: point {} is not finite", origin.empty() ? "points" : origin, i));
  return Hull(points, origin).build();
}

}  // namespace impinge
