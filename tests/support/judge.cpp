// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// All face pairs by CGAL: Fabri et al., "On the design of CGAL", 2000; boxes in front by Zomorodian & Edelsbrunner,
// "Fast software for box intersections", 2000 (CGAL's box_intersection_d).

#include <support/judge.h>
#include <support/reduced_triangle.h>

#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>

namespace impinge::test {
namespace {

using Hull = std::vector<Point>;

// The part of an intersection that is a T, or null: CGAL 5 gives a variant of Boost, CGAL 6 one of the standard library.
template <class T, class Variant>
const T* part_of(const Variant& common) {
  if constexpr (requires { std::get_if<T>(&common); })
    return std::get_if<T>(&common);
  else
    return boost::get<T>(&common);
}

// What two reduced triangles have in common, as the corners of its hull; empty if nothing.
struct CommonPart {
  Hull operator()(const Point& p, const Point& q) const { return p == q ? Hull{p} : Hull{}; }
  Hull operator()(const Point& p, const Segment& s) const { return s.has_on(p) ? Hull{p} : Hull{}; }
  Hull operator()(const Point& p, const Triangle3& t) const { return t.has_on(p) ? Hull{p} : Hull{}; }
  Hull operator()(const Segment& s, const Point& p) const { return (*this)(p, s); }
  Hull operator()(const Triangle3& t, const Point& p) const { return (*this)(p, t); }
  Hull operator()(const Triangle3& a, const Triangle3& b) const {
    if (!CGAL::do_intersect(a, b)) return {};
    const auto common = CGAL::intersection(a, b);
    if (!common) return {};
    if (const auto* p = part_of<Point>(*common)) return {*p};
    if (const auto* s = part_of<Segment>(*common)) return {s->source(), s->target()};
    if (const auto* t = part_of<Triangle3>(*common)) return {t->vertex(0), t->vertex(1), t->vertex(2)};
    return *part_of<Hull>(*common);
  }
  template <class A, class B>
  Hull operator()(const A& a, const B& b) const {
    if (!CGAL::do_intersect(a, b)) return {};
    const auto common = CGAL::intersection(a, b);
    if (!common) return {};
    if (const auto* p = part_of<Point>(*common)) return {*p};
    const Segment& s = *part_of<Segment>(*common);
    return {s.source(), s.target()};
  }
};

bool meets(const Reduced& a, const Reduced& b) {
  const auto* at = std::get_if<Triangle3>(&a);
  const auto* bt = std::get_if<Triangle3>(&b);
  if (at && bt) return CGAL::do_intersect(*at, *bt);
  return !std::visit(CommonPart{}, a, b).empty();
}

bool strictly_inside(const Triangle3& t, const Point& p) {
  for (int i = 0; i < 3; ++i) {
    if (CGAL::coplanar_orientation(t[i], t[i + 1], t[i + 2], p) != CGAL::POSITIVE) return false;
  }
  return true;
}

bool same_plane(const Triangle3& a, const Triangle3& b) {
  for (int i = 0; i < 3; ++i) {
    if (CGAL::orientation(a[0], a[1], a[2], b[i]) != CGAL::COPLANAR) return false;
  }
  return true;
}

// The insides of two convex sets meet if the middle of what they have in common is inside both.
Relation relation_of(const Reduced& a, const Reduced& b) {
  if (!meets(a, b)) return Relation::disjoint;
  const auto* at = std::get_if<Triangle3>(&a);
  const auto* bt = std::get_if<Triangle3>(&b);
  if (!at || !bt || same_plane(*at, *bt)) return Relation::touching;
  const Hull common = CommonPart{}(*at, *bt);
  const Point middle = common.size() == 1 ? common.at(0) : CGAL::midpoint(common.at(0), common.at(1));
  return strictly_inside(*at, middle) && strictly_inside(*bt, middle) ? Relation::crossing : Relation::touching;
}

bool within_shared(const Hull& common, const std::vector<Vec3>& shared) {
  if (shared.empty()) return common.empty();
  if (shared.size() > 2) return false;
  const Point p = exact_point(shared.front()), q = exact_point(shared.back());
  return std::all_of(common.begin(), common.end(),
                     [&](const Point& c) { return shared.size() == 1 ? c == p : Segment(p, q).has_on(c); });
}

std::vector<Vec3> shared_corners(const Corners& a, const Corners& b) {
  std::vector<Vec3> shared;
  for (const Vec3& p : a) {
    const bool in_b = p == b[0] || p == b[1] || p == b[2];
    if (in_b && std::find(shared.begin(), shared.end(), p) == shared.end()) shared.push_back(p);
  }
  return shared;
}

Relation self_relation_of(const Reduced& a, const Reduced& b, const std::vector<Vec3>& shared) {
  const Relation relation = relation_of(a, b);
  if (shared.empty() || relation != Relation::touching) return relation;
  const Hull common = std::visit(CommonPart{}, a, b);
  return within_shared(common, shared) ? Relation::disjoint : relation;
}

using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;

Corners corners_of(std::span<const Vec3> vertices, const Face& face) {
  return {vertices[face[0]], vertices[face[1]], vertices[face[2]]};
}

std::vector<Box> boxes_of(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Box> boxes;
  boxes.reserve(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const Corners c = corners_of(vertices, faces[f]);
    const Vec3 lo = c[0].cwiseMin(c[1]).cwiseMin(c[2]), hi = c[0].cwiseMax(c[1]).cwiseMax(c[2]);
    boxes.emplace_back(CGAL::Bbox_3(lo.x(), lo.y(), lo.z(), hi.x(), hi.y(), hi.z()), f);
  }
  return boxes;
}

std::vector<Reduced> reduced_of(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Reduced> reduced;
  reduced.reserve(faces.size());
  for (const Face& face : faces) reduced.push_back(reduce(corners_of(vertices, face)));
  return reduced;
}

std::vector<FacePair> sorted(std::vector<FacePair> pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const FacePair& p, const FacePair& q) {
    return p.a_face != q.a_face ? p.a_face < q.a_face : p.b_face < q.b_face;
  });
  return pairs;
}

}  // namespace

Relation judge_relation(const Corners& a, const Corners& b) { return relation_of(reduce(a), reduce(b)); }

Relation judge_self_relation(const Corners& a, const Corners& b) {
  return self_relation_of(reduce(a), reduce(b), shared_corners(a, b));
}

std::vector<FacePair> judge_face_pairs(std::span<const Vec3> a_vertices, std::span<const Face> a_faces,
                                       std::span<const Vec3> b_vertices, std::span<const Face> b_faces) {
  std::vector<Box> a_boxes = boxes_of(a_vertices, a_faces), b_boxes = boxes_of(b_vertices, b_faces);
  const auto a_reduced = reduced_of(a_vertices, a_faces), b_reduced = reduced_of(b_vertices, b_faces);
  std::vector<FacePair> pairs;
  CGAL::box_intersection_d(a_boxes.begin(), a_boxes.end(), b_boxes.begin(), b_boxes.end(), [&](const Box& a, const Box& b) {
    const Relation r = relation_of(a_reduced[a.info()], b_reduced[b.info()]);
    if (r != Relation::disjoint) pairs.push_back({a.info(), b.info(), r});
  });
  return sorted(std::move(pairs));
}

std::vector<FacePair> judge_self_pairs(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Box> boxes = boxes_of(vertices, faces);
  const auto reduced = reduced_of(vertices, faces);
  std::vector<FacePair> pairs;
  CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& one, const Box& two) {
    const std::uint32_t f = std::min(one.info(), two.info()), g = std::max(one.info(), two.info());
    const auto shared = shared_corners(corners_of(vertices, faces[f]), corners_of(vertices, faces[g]));
    const Relation r = self_relation_of(reduced[f], reduced[g], shared);
    if (r != Relation::disjoint) pairs.push_back({f, g, r});
  });
  return sorted(std::move(pairs));
}

int judge_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // CGAL's orientation is the sign of det[b-a; c-a; d-a] = -det[a-d; b-d; c-d].
  return -static_cast<int>(CGAL::orientation(exact_point(a), exact_point(b), exact_point(c), exact_point(d)));
}

int judge_orient2d(const std::array<double, 2>& a, const std::array<double, 2>& b, const std::array<double, 2>& c) {
  using Point2 = Kernel::Point_2;
  return static_cast<int>(CGAL::orientation(Point2(a[0], a[1]), Point2(b[0], b[1]), Point2(c[0], c[1])));
}

bool judge_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return CGAL::collinear(exact_point(a), exact_point(b), exact_point(c));
}

}  // namespace impinge::test
