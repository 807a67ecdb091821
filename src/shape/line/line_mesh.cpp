// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A mesh as a shape that lists its crossings. The corners are sheared so that the line becomes an axis, as in: S. Woop,
// C. Benthin, I. Wald, Watertight ray/triangle intersection, 2013; each corner is rounded once whichever face asks, the
// sides of edges are exact, and a point on an edge belongs to one face by the half-open rule. So a closed mesh is entered as
// often as it is left on every line.
#include <Eigen/Geometry>
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "base/predicates.h"
#include "shape/line/distance_field.h"
#include "shape/line/line_tree.h"
#include "shape/line/settled_crossings.h"

namespace impinge {
namespace {

// A corner seen along the line: x and y across, t along.
struct Seen {
  double x, y, t;
};

// Looks along the line: which coordinates become x, y and t.
class View {
 public:
  explicit View(const NearLine& line) : line_(line) {
    Eigen::Index z = 0;
    line.direction.cwiseAbs().maxCoeff(&z);
    z_ = static_cast<int>(z);
    x_ = (z_ + 1) % 3;
    y_ = (z_ + 2) % 3;
    if (line.direction[z_] < 0) std::swap(x_, y_);
    x_shear_ = line.direction[x_] / line.direction[z_];
    y_shear_ = line.direction[y_] / line.direction[z_];
    t_scale_ = 1 / line.direction[z_];
  }

  Seen operator()(const Vec3& p) const {
    const double z = p[z_] - line_.origin[z_];
    return {(p[x_] - line_.origin[x_]) - x_shear_ * z, (p[y_] - line_.origin[y_]) - y_shear_ * z, z * t_scale_};
  }

 private:
  const NearLine& line_;
  int x_ = 0, y_ = 0, z_ = 0;
  double x_shear_, y_shear_, t_scale_;
};

// On which side of the edge from a to b the line passes, exactly; > 0: left.
int side(const Seen& a, const Seen& b) {
  const double det = a.x * b.y - a.y * b.x;
  if (std::fabs(det) > 4 * kRoundOff * (std::fabs(a.x * b.y) + std::fabs(a.y * b.x))) return det > 0 ? 1 : -1;
  return orient2d(a.x, a.y, b.x, b.y, 0, 0);
}

// The line inside the half plane of an edge of a triangle that turns left, with one owner for points on the edge.
bool owns(const Seen& a, const Seen& b) {
  const int s = side(a, b);
  return s > 0 || (s == 0 && (b.y < a.y || (b.y == a.y && b.x < a.x)));
}

// Where the line meets the plane of the face, by areas, with what rounding can do to them.
Span depth(const Seen& a, const Seen& b, const Seen& c, double corner_error) {
  const auto [low, high] = std::minmax({a.t, b.t, c.t});
  const auto size = [](const Seen& p, const Seen& q) { return std::fabs(p.x * q.y) + std::fabs(p.y * q.x); };
  const auto reach = [](const Seen& p) { return std::fabs(p.x) + std::fabs(p.y); };
  const double wa = b.x * c.y - b.y * c.x, wb = c.x * a.y - c.y * a.x, wc = a.x * b.y - a.y * b.x, area = wa + wb + wc;
  const double error = 4 * kRoundOff * (size(a, b) + size(b, c) + size(c, a)) +
                       4 * corner_error * (reach(a) + reach(b) + reach(c) + corner_error);
  if (!(area > 8 * error)) return {low - corner_error, high + corner_error};
  const double t = a.t + (wb * (b.t - a.t) + wc * (c.t - a.t)) / area;
  const double t_error = 4 * corner_error + 4 * error * (high - low) / area;
  return {std::max(low - corner_error, t - t_error), std::min(high + corner_error, t + t_error)};
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double length2 = (b - a).squaredNorm();
  const double share = length2 > 0 ? std::clamp((p - a).dot(b - a) / length2, 0.0, 1.0) : 0;
  return (p - a - share * (b - a)).norm();
}

double distance_to_face(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const bool over = n.dot((b - a).cross(p - a)) >= 0 && n.dot((c - b).cross(p - b)) >= 0 && n.dot((a - c).cross(p - c)) >= 0;
  if (over && n.squaredNorm() > 0) return std::fabs(n.dot(p - a)) / n.norm();
  return std::min({distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

class MeshShape final : public DistanceField {
 public:
  explicit MeshShape(Mesh mesh) : mesh_(std::move(mesh)) {
    std::vector<Box> boxes;
    for (const Face& face : mesh_.faces()) {
      Box box;
      for (const std::uint32_t v : face) box.add(mesh_.vertices()[v]);
      boxes.push_back(box);
      box_.add(box);
    }
    tree_ = LineTree(boxes);
    middle_ = (box_.low + box_.high) / 2;
    corner_error_ = 16 * kRoundOff * (box_.high - box_.low).stableNorm();
  }

  std::array<Vec3, 2> bounds() const override { return {box_.low, box_.high}; }
  bool closed() const override { return mesh_.closed(); }
  std::string name() const override { return mesh_.origin().empty() ? "mesh" : mesh_.origin(); }
  bool knows_distance() const override { return closed(); }

  double distance(const Vec3& p) const override {
    const auto vertices = mesh_.vertices();
    const double far = tree_.nearest(p, [&](std::uint32_t f) {
      const Face& face = mesh_.faces()[f];
      return distance_to_face(p, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
    });
    std::vector<Crossing> found;
    crossings(p, Vec3(0.36, 0.48, 0.8), found);
    int layers = 0;
    for (const Crossing& c : found) layers += c.t_low + c.t_high < 0 ? c.sign : 0;
    return layers > 0 ? -far : far;
  }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin, direction, middle_);
    const View view(line);
    // The corners' own size counts too: far from the origin their differences are exact, the line's place is not.
    const double corner_error = corner_error_ + 8 * kRoundOff * line.origin.cwiseAbs().maxCoeff();
    const auto vertices = mesh_.vertices();
    const std::size_t first = out.size();
    tree_.walk(line.origin, direction, [&](std::uint32_t f) {
      const Face& face = mesh_.faces()[f];
      Seen a = view(vertices[face[0]]), b = view(vertices[face[1]]);
      const Seen c = view(vertices[face[2]]);
      const int turn = orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
      if (turn == 0) return;
      if (turn < 0) std::swap(a, b);
      if (!owns(a, b) || !owns(b, c) || !owns(c, a)) return;
      const Span t = depth(a, b, c, corner_error);
      out.push_back({line.low(t.low), line.high(t.high), turn > 0 ? -1 : 1});
    });
    if (closed()) settle_crossings(out, first);
  }

 private:
  Mesh mesh_;
  LineTree tree_;
  Box box_;
  Vec3 middle_;
  double corner_error_ = 0;
};

}  // namespace

LineShapePtr make_line_mesh(Mesh mesh) {
  if (mesh.faces().empty()) throw Error(ErrorCode::bad_mesh, "line mesh: the mesh has no faces");
  return std::make_shared<MeshShape>(std::move(mesh));
}

}  // namespace impinge
