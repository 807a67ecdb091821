// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Contacts are looked at where they are, by signs of exact determinants; the rest of each surface is constant in groups and
// needs one ray a group. Where a body meets itself at a contact, rays around an exact point of that contact are cast
// instead.
#include "answer/verdict/solid_evidence.h"

#include <algorithm>
#include <utility>

#include "answer/verdict/contact_fan.h"
#include "answer/verdict/face_neighbours.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"
#include "exact/triangle_intersection.h"

namespace impinge {

namespace {

constexpr int kFewLooks = 4;          // crossing pairs looked at before surfaces are compared: nearly always one is enough
constexpr std::size_t kFewEdges = 8;  // looked along at once: nearly always they are enough where bodies cross
constexpr int kRegionLooks = 4;       // crossing pairs looked at with the faces of the region alone, before whole bodies are

bool in_plane(const Triangle& plane, const Vec3& p) { return orient3d(plane.p[0], plane.p[1], plane.p[2], p) == 0; }

bool coplanar(const Triangle& a, const Triangle& b) {
  return in_plane(a, b.p[0]) && in_plane(a, b.p[1]) && in_plane(a, b.p[2]);
}

// Normals of coplanar triangles point to the same side.
bool same_way(const Triangle& a, const Triangle& b) {
  for (int axis = 0; axis < 3; ++axis) {
    const int x = orient2d(a.p[0], a.p[1], a.p[2], axis), y = orient2d(b.p[0], b.p[1], b.p[2], axis);
    if (x != 0 && y != 0) return x == y;
  }
  return true;
}

}  // namespace

EvidenceSearch::EvidenceSearch(const Body& a, const Body& b, std::span<const FacePair> meeting, const RegionView& region)
    : a_{.body = a, .other = b, .is_a = true, .contacts{a.object().faces.size(), meeting.size()}},
      b_{.body = b, .other = a, .is_a = false, .contacts{b.object().faces.size(), meeting.size()}},
      meeting_(meeting),
      region_(region),
      seen_edges_(intersection(a.object().box, b.object().box)) {}

bool EvidenceSearch::settled() const {
  const bool a_closed = a_.body.object().closed(), b_closed = b_.body.object().closed();
  if (a_closed && b_closed) return evidence_.overlap_settled();
  return b_closed ? evidence_.a_inside && evidence_.a_outside : evidence_.b_inside && evidence_.b_outside;
}

void EvidenceSearch::add(const Side& side, int own, int other) {
  side.is_a ? evidence_.add(own, other) : evidence_.add(other, own);
}

void EvidenceSearch::add_surface(const Side& side, int other) {
  bool& flag = side.is_a ? (other != 0 ? evidence_.a_inside : evidence_.a_outside)
                         : (other != 0 ? evidence_.b_inside : evidence_.b_outside);
  flag = true;
}

const Evidence& EvidenceSearch::run() {
  int looks = 0;
  for (const FacePair& pair : meeting_) {
    if (pair.relation != Relation::crossing || settled()) continue;
    if (looks++ == kFewLooks && surfaces_equal()) return evidence_;
    look_at_crossing_pair(pair);
  }
  if (settled() || surfaces_equal()) return evidence_;
  for (std::size_t i = 0; i < meeting_.size(); ++i) {
    const FacePair& pair = meeting_[i];
    if (pair.relation == Relation::crossing || settled()) continue;
    if (i % 256 == 0) a_.body.control().share_of_part(0.8 * static_cast<double>(i) / static_cast<double>(meeting_.size()));
    if (meets_at_border(pair)) continue;
    look_at_coplanar(pair);
    look_at_edges(b_, pair.b_face, a_, pair.a_face);
    look_at_edges(a_, pair.a_face, b_, pair.b_face);
  }
  look_along_waiting_edges();
  look_beyond_contacts();
  return evidence_;
}

// Two faces pass through each other: all four combinations of their sides exist.
void EvidenceSearch::look_at_crossing_pair(const FacePair& pair) {
  if (region_.grid != nullptr && region_looks_++ < kRegionLooks) look_in_region(pair);
  if (settled()) return;
  contact(a_, pair.a_face).cut = contact(b_, pair.b_face).cut = true;
  if (!is_simple(a_, pair.a_face) || !is_simple(b_, pair.b_face))
    return look_along(a_.body.object().triangle(pair.a_face), b_.body.object().triangle(pair.b_face));
  add_crossing_pair(sides_of(a_, pair.a_face), sides_of(b_, pair.b_face));
}

void EvidenceSearch::add_crossing_pair(const FaceSides& a, const FaceSides& b) {
  for (const int wa : {a.front, a.back})
    for (const int wb : {b.front, b.back}) evidence_.add(wa, wb);
  for (const int wb : {b.front, b.back}) add_surface(a_, wb);
  for (const int wa : {a.front, a.back}) add_surface(b_, wa);
}

// The same at one point of the contact, where no other face of either body passes: nearly always enough.
void EvidenceSearch::look_in_region(const FacePair& pair) {
  const WorldObject &a = a_.body.object(), &b = b_.body.object();
  const RayStart start(intersection_point(a.triangle(pair.a_face), b.triangle(pair.b_face)));
  const auto sides = [&](const WorldObject& o, const RegionFaces& faces, std::uint32_t face) {
    return o.closed() ? region_sides(o, faces, *region_.grid, face, start) : FaceSides{0, 0};
  };
  const auto a_sides = sides(a, *region_.a, pair.a_face);
  if (!a_sides) return;
  if (const auto b_sides = sides(b, *region_.b, pair.b_face)) add_crossing_pair(*a_sides, *b_sides);
}

// True if nothing new could come of two faces, should they cover each other in part.
bool EvidenceSearch::coplanar_known(const FacePair& pair) {
  const ContactFace &a = contact(a_, pair.a_face), &b = contact(b_, pair.b_face);
  if (!a.cut || !b.cut || !a.simple || !b.simple) return false;
  if (!*a.simple || !*b.simple) return a.looked_along && b.looked_along;
  if (!a.sides || !b.sides) return false;
  const bool same = same_way(a_.body.object().triangle(pair.a_face), b_.body.object().triangle(pair.b_face));
  Evidence more = evidence_;
  more.add(a.sides->front, same ? b.sides->front : b.sides->back);
  more.add(a.sides->back, same ? b.sides->back : b.sides->front);
  return more.both == evidence_.both && more.only_a == evidence_.only_a && more.only_b == evidence_.only_b;
}

// Two faces cover each other in part: front and back of both lie on the same two sides.
void EvidenceSearch::look_at_coplanar(const FacePair& pair) {
  if (coplanar_known(pair)) return;
  const Triangle ta = a_.body.object().triangle(pair.a_face), tb = b_.body.object().triangle(pair.b_face);
  if (!known_coplanar(a_, pair.a_face, b_, pair.b_face) && (degenerate(ta) || degenerate(tb) || !coplanar(ta, tb))) return;
  const bool equal = common_ && common_->of_a(pair.a_face) == pair.b_face;
  if (!equal && !coplanar_faces_overlap(ta, tb)) return;
  contact(a_, pair.a_face).cut = contact(b_, pair.b_face).cut = true;
  if (!is_simple(a_, pair.a_face) || !is_simple(b_, pair.b_face)) {
    look_along_edges(a_, pair.a_face);
    return look_along_edges(b_, pair.b_face);
  }
  const FaceSides a = sides_of(a_, pair.a_face), b = sides_of(b_, pair.b_face);
  const bool same = same_way(ta, tb);
  evidence_.add(a.front, same ? b.front : b.back);
  evidence_.add(a.back, same ? b.back : b.front);
}

// Edges of one face that run inside the other face, in its plane.
void EvidenceSearch::look_at_edges(Side& edge_side, std::uint32_t edge_face, Side& face_side, std::uint32_t face) {
  const bool closed = edge_side.body.object().closed();
  const bool in_plane_known = known_coplanar(edge_side, edge_face, face_side, face);
  // An edge at which a wall goes on divides nothing in the wall's own plane.
  const auto goes_on_at = [&](int i) { return is_flat(edge_side, edge_face, i); };
  if (in_plane_known && closed && goes_on_at(0) && goes_on_at(1) && goes_on_at(2)) return;
  const Triangle t = face_side.body.object().triangle(face), e = edge_side.body.object().triangle(edge_face);
  if (!in_plane_known && degenerate(t)) return;
  bool inside[3], shared[3];
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t vertex = edge_side.body.object().faces[edge_face][static_cast<std::size_t>(i)];
    shared[i] = has_corner(face_side, face, edge_side, vertex);
    inside[i] = in_plane_known || shared[i] || side_of_plane(face_side, face, edge_side, edge_face, i) == 0;
  }
  const bool in_wall = inside[0] && inside[1] && inside[2] && closed && (in_plane_known || !degenerate(e));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (!inside[i] || !inside[j] || (shared[i] && shared[j]) || e.p[i] == e.p[j] || (in_wall && goes_on_at(i))) continue;
    const bool known = contact(face_side, face).cut && contact(edge_side, edge_face).along[static_cast<std::size_t>(i)];
    if (!known && edge_cuts_face(e.p[i], e.p[j], t)) look_at_fan(edge_side, edge_face, i, face_side, face);
  }
}

void EvidenceSearch::look_at_fan(Side& edge_side, std::uint32_t edge_face, int edge, Side& face_side, std::uint32_t face) {
  const WorldObject& o = edge_side.body.object();
  if (o.closed() && degenerate(o.triangle(edge_face))) return;  // its edges bound nothing but those that others have too
  contact(face_side, face).cut = true;
  const Face corners = o.topology->corners(o.faces[edge_face]);
  const std::uint32_t u = corners[static_cast<std::size_t>(edge)], v = corners[static_cast<std::size_t>((edge + 1) % 3)];
  const Triangle t = face_side.body.object().triangle(face);
  const bool simple = !degenerate(o.triangle(edge_face)) && is_simple(face_side, face) && is_simple(edge_side, edge_face);
  if (!simple) {
    contact(edge_side, edge_face).along[static_cast<std::size_t>(edge)] = true;
    return look_along_edge(o.vertex(u), o.vertex(v));
  }
  const std::vector<FanFace> around = faces_around(edge_side.body, edge_face, u, v);
  const ContactFan fan =
      contact_fan(t, sides_of(face_side, face), o.vertex(u), o.vertex(v), around, sides_of(edge_side, edge_face));
  for (const ContactFan::Wedge& w : fan.wedges) add(face_side, w.face_body, w.edge_body);
  if (fan.left) add_surface(face_side, *fan.left);
  if (fan.right) add_surface(face_side, *fan.right);
}

// Where a body meets itself, what divides a face there begins and ends at edges, or at other faces that cross it: whole
// edges are looked along, once for all contacts that they have part in.
void EvidenceSearch::look_along_edges(Side& side, std::uint32_t face) {
  if (std::exchange(contact(side, face).looked_along, true)) return;
  const Triangle t = side.body.object().triangle(face);
  for (int i = 0; i < 3; ++i) {
    bool& along = contact(side, face).along[static_cast<std::size_t>(i)];
    if (!along && !is_flat(side, face, i)) look_along_edge(t.p[i], t.p[(i + 1) % 3]);
    along = along || !is_flat(side, face, i);
  }
}

// Two faces that go on into each other in one plane are one: nothing ends at the edge between them.
bool EvidenceSearch::is_flat(Side& side, std::uint32_t face, int edge) {
  std::optional<bool>& flat = side.contacts[face].flat[static_cast<std::size_t>(edge)];
  if (!flat) flat = goes_on(side, face, edge);
  return *flat;
}

bool EvidenceSearch::goes_on(Side& side, std::uint32_t face, int edge) {
  const WorldObject& o = side.body.object();
  const Face corners = o.topology->corners(o.faces[face]);
  const std::uint32_t u = corners[static_cast<std::size_t>(edge)], v = corners[static_cast<std::size_t>((edge + 1) % 3)];
  const std::optional<std::uint32_t> next = corner_faces(side).across(face, u, v);
  if (!next) return false;
  const Triangle t = o.triangle(face), n = o.triangle(*next);
  if (!known_coplanar(side, face, side, *next) && (degenerate(n) || !coplanar(t, n))) return false;
  const int axis = shadow_axis(t);
  const Vec3 &p = o.vertex(u), &q = o.vertex(v), &across = t.p[(edge + 2) % 3];
  return std::any_of(n.p, n.p + 3,
                     [&](const Vec3& c) { return orient2d(p, q, c, axis) * orient2d(p, q, across, axis) < 0; });
}

void EvidenceSearch::look_along_edge(const Vec3& u, const Vec3& v) {
  std::array<double, 6> edge{u.x(), u.y(), u.z(), v.x(), v.y(), v.z()};
  if (std::lexicographical_compare(edge.begin() + 3, edge.end(), edge.begin(), edge.begin() + 3))
    std::rotate(edge.begin(), edge.begin() + 3, edge.end());
  if (settled() || u == v || !asked_edges_.insert(edge).second) return;
  if (asked_edges_.size() <= kFewEdges) return look_along_whole(u, v);
  waiting_edges_.emplace_back(u, v);
}

// The longest first: it tells what there is along all the others that it holds.
void EvidenceSearch::look_along_waiting_edges() {
  const auto length = [](const auto& edge) { return (edge.second - edge.first).squaredNorm(); };
  std::stable_sort(waiting_edges_.begin(), waiting_edges_.end(),
                   [&](const auto& x, const auto& y) { return length(x) > length(y); });
  for (const auto& [u, v] : std::exchange(waiting_edges_, {}))
    if (!settled()) look_along_whole(u, v);
}

void EvidenceSearch::look_along_whole(const Vec3& u, const Vec3& v) {
  if (seen_edges_.add(u, v)) look_around(ContactLine(RayStart(u), RayStart(v), a_.body, b_.body, planes_));
}

// The segment along which two faces cross.
void EvidenceSearch::look_along(const Triangle& t, const Triangle& u) {
  const auto [first, last] = intersection_ends(t, u);
  if (first == last || !seen_.emplace(first, last).second) return;
  look_around(ContactLine(RayStart(first), RayStart(last), a_.body, b_.body, planes_));
}

// All wedges around every piece.
void EvidenceSearch::look_around(const ContactLine& line) {
  for (const ExactPoint& middle : line.middles()) {
    if (settled()) return;
    if (!seen_pieces_.add(line, middle)) continue;
    const std::optional<LineFan> fan = line.fan_at(middle);
    if (!fan) continue;
    for (const LineFan::Wedge& w : fan->wedges) evidence_.add(w.a, w.b);
    for (const LineFan::Wall& w : fan->walls) {
      const Side& side = w.of_a ? a_ : b_;
      if (side.other.object().closed()) add_surface(side, w.other);
    }
  }
}

}  // namespace impinge
