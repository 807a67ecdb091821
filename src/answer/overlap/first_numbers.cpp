// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/first_numbers.h"

#include "base/predicates.h"

namespace impinge {

namespace {

ExactPoint middle(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  const Exact pq = p.w * q.w, qr = q.w * r.w, rp = r.w * p.w;
  ExactPoint m;
  m.x = p.x * qr + q.x * rp + r.x * pq;
  m.y = p.y * qr + q.y * rp + r.y * pq;
  m.z = p.z * qr + q.z * rp + r.z * pq;
  m.w = Exact(3.0) * (pq * r.w);
  return m;
}

// In front of a face that the start lies in; of a face that looks to the back the other side.
int number_at(const TwoBodies& bodies, const Body& body, std::uint32_t face, bool turned, const RayStart& start) {
  const FaceSides sides = body.sides_at(face - (bodies.in_b(face) ? bodies.first_b_face() : 0), start);
  return turned ? sides.back : sides.front;
}

}  // namespace

std::uint32_t face_with_area(const WorldObject& object, const FaceAdjacency& adjacency, std::uint32_t sheet) {
  for (std::uint32_t f = adjacency.sheet_faces()[sheet]; f < object.faces.size(); ++f)
    if (adjacency.sheet(f) == sheet && !degenerate(object.triangle(f))) return f;
  return FaceAdjacency::kNone;
}

WindingNumbers first_numbers(const Arrangement& arrangement, const std::array<const Body*, 2>& body, const CutTriangle& t) {
  const CutPoints& points = arrangement.points;
  const RayStart start(arrangement.bodies.frame.to_world(
      middle(points.exact(t.points[0]), points.exact(t.points[1]), points.exact(t.points[2]))));
  WindingNumbers numbers;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto faces = arrangement.faces_of(t);
    // The lowest face is one of a, if any is; the highest one of b.
    const std::uint32_t face = side == 0 ? faces.front() : faces.back();
    if (arrangement.bodies.in_b(face) != (side == 1)) {
      numbers[side] = body[side]->winding_at(start);
      continue;
    }
    const Triangle own = arrangement.bodies.triangle(face);
    const bool turned = orient2d(own.p[0], own.p[1], own.p[2], arrangement.planes[t.plane].axis) < 0;
    numbers[side] = number_at(arrangement.bodies, *body[side], face, turned, start);
  }
  return numbers;
}

WindingNumbers first_numbers(const TwoBodies& bodies, const std::array<const Body*, 2>& body, std::uint32_t face) {
  const RayStart start(bodies.frame.to_world(centroid(bodies.triangle(face))));
  WindingNumbers numbers;
  for (std::size_t side = 0; side < 2; ++side)
    numbers[side] = bodies.in_b(face) == (side == 1) ? number_at(bodies, *body[side], face, false, start)
                                                     : body[side]->winding_at(start);
  return numbers;
}

}  // namespace impinge
