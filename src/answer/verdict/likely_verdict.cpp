// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The surfaces do not cross, so that each component of the one lies in one place with respect to the whole of the other,
// were it whole. Its winding number differs from point to point all the same; several points are asked, and the least
// certain one is what the answer rests on.
#include "answer/verdict/likely_verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "shape/line/near_line.h"

namespace impinge {

namespace {

// Axes and diagonals of a cube: the outermost corner along each is a point to ask about.
const std::array<Vec3, 14>& looks() {
  static const std::array<Vec3, 14> kLooks = {
      Vec3(1, 0, 0),  Vec3(-1, 0, 0), Vec3(0, 1, 0),   Vec3(0, -1, 0), Vec3(0, 0, 1),   Vec3(0, 0, -1),  Vec3(1, 1, 1),
      Vec3(1, 1, -1), Vec3(1, -1, 1), Vec3(1, -1, -1), Vec3(-1, 1, 1), Vec3(-1, 1, -1), Vec3(-1, -1, 1), Vec3(-1, -1, -1)};
  return kLooks;
}

struct Sample {
  std::uint32_t component;
  Vec3 point;
};

constexpr std::size_t kFacesScanned = 2048;  // for outermost corners, which need not be the very outermost
constexpr std::size_t kMostWithin = 64;

// Corners that lie on no face that touches the other body; all of them where nothing touches.
using Touched = std::vector<bool>;
bool is_free(const WorldObject& o, const Touched& touched, std::uint32_t v) {
  return touched.empty() || !touched[o.topology->corner(v)];
}

void add_outermost(const WorldObject& o, const Touched& touched, std::vector<Sample>& samples) {
  std::array<double, 14> farthest;
  farthest.fill(-INFINITY);
  std::array<std::uint32_t, 14> outermost{};
  for (std::size_t f = 0; f < o.faces.size(); f += o.faces.size() / kFacesScanned + 1)
    for (const std::uint32_t v : o.faces[f]) {
      if (!is_free(o, touched, v)) continue;
      const Vec3 p = o.vertex(v);
      for (std::size_t i = 0; i < looks().size(); ++i)
        if (const double far = looks()[i].dot(p); far > farthest[i]) {
          farthest[i] = far;
          outermost[i] = v;
        }
    }
  for (std::size_t i = 0; i < looks().size(); ++i)
    if (farthest[i] > -INFINITY) samples.push_back({o.topology->component_of[outermost[i]], o.vertex(outermost[i])});
}

// The middle of what a segment has in a box.
std::optional<Vec3> middle_within(const Vec3& p, const Vec3& q, const Box& box) {
  const std::optional<Span> span = clipped(p, q - p, box);
  if (!span) return {};
  const double begin = std::max(span->low, 0.0), end = std::min(span->high, 1.0);
  if (!(begin < end)) return {};
  const double middle = (begin + end) / 2;
  return Vec3((1 - middle) * p + middle * q);
}

// A part may reach in through a hole though its outermost corners are far away, and even though no corner of it is inside.
void add_within(const WorldObject& o, const Touched& touched, const Box& box, std::vector<Sample>& samples) {
  std::vector<Sample> within;
  for (std::size_t f = 0; f < o.faces.size(); f += o.faces.size() / kFacesScanned + 1)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t u = o.faces[f][k], v = o.faces[f][(k + 1) % 3];
      if (!is_free(o, touched, u) || !is_free(o, touched, v)) continue;
      if (const auto p = middle_within(o.vertex(u), o.vertex(v), box)) within.push_back({o.topology->component_of[u], *p});
    }
  for (std::size_t i = 0; i < within.size(); i += within.size() / kMostWithin + 1) samples.push_back(within[i]);
}

// A corner of each component that touches the other body, or the middle of a face where all of its corners are touched.
void add_untouched(const WorldObject& o, const Touched& touched, const Body& other, std::vector<Sample>& samples) {
  std::vector<bool> known(o.topology->component_faces.size(), false);
  const auto add = [&](std::uint32_t component, const Vec3& p) {
    samples.push_back({component, p});
    known[component] = true;
  };
  for (const Face& f : o.faces)
    for (const std::uint32_t v : f)
      if (!known[o.topology->component_of[v]] && is_free(o, touched, v)) add(o.topology->component_of[v], o.vertex(v));
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    const std::uint32_t component = o.topology->component_of[o.faces[f][0]];
    if (known[component]) continue;
    const Triangle t = o.triangle(f);
    const Vec3 middle = t.p[0] / 3 + t.p[1] / 3 + t.p[2] / 3;
    if (!other.holds_on_surface(RayStart(centroid(t)))) add(component, middle);
  }
}

Touched touched_corners(const WorldObject& o, std::span<const FacePair> meeting, bool is_a) {
  Touched touched;
  if (meeting.empty()) return touched;
  touched.resize(o.local.size(), false);
  for (const FacePair& pair : meeting)
    for (const std::uint32_t v : o.faces[is_a ? pair.a_face : pair.b_face]) touched[o.topology->corner(v)] = true;
  return touched;
}

// Points of each component off the other body's surface.
std::vector<Sample> samples_of(const Body& body, const Body& other, std::span<const FacePair> meeting, bool is_a) {
  const WorldObject& o = body.object();
  std::vector<Sample> samples;
  const Touched touched = touched_corners(o, meeting, is_a);
  if (meeting.empty()) {
    const std::vector<std::uint32_t>& heads = o.topology->component_faces;
    for (std::uint32_t i = 0; i < heads.size(); ++i) samples.push_back({i, o.vertex(o.faces[heads[i]][0])});
  } else {
    add_untouched(o, touched, other, samples);
  }
  add_outermost(o, touched, samples);
  add_within(o, touched, other.object().box, samples);
  return samples;
}

// All corners and the middles of all faces lie on the other body's surface.
bool lies_on(const Body& body, const Body& other, std::span<const FacePair> meeting, bool is_a) {
  std::vector<Sample> off;
  add_untouched(body.object(), touched_corners(body.object(), meeting, is_a), other, off);
  return off.empty();
}

// What the samples of one body tell about it and the other.
struct Told {
  Held held = Held::outside;
  bool parted = false;  // some components inside, some outside
  double winding = 0;
  Vec3 point = Vec3::Zero();
};

double doubt(double winding) { return std::abs(std::abs(winding) - 0.5); }

std::optional<Told> look_into(const Body& container, std::span<const Sample> samples, std::size_t component_count) {
  const OpenShell& shell = container.shell();
  const Box suspect = grown(container.object().box, missing_reach(container.object()));
  std::vector<std::optional<Held>> components(component_count);
  std::optional<Told> told;
  for (const Sample& s : samples) {
    container.control().poll();
    const bool near = box_contains(suspect, s.point);
    const Vec3 p = container.in_shell(s.point);
    const double w = near ? shell.winding(p) : 0;
    const Held held = near ? shell.held(p, w) : Held::outside;
    std::optional<Held>& component = components[s.component];
    component = component && *component != held ? Held::undecided : held;
    if (near && (!told || doubt(w) < doubt(told->winding))) told = Told{Held::outside, false, w, s.point};
  }
  if (!told) return {};
  const auto any = [&](Held h) { return std::find(components.begin(), components.end(), h) != components.end(); };
  told->held = any(Held::undecided) ? Held::undecided : any(Held::inside) ? Held::inside : Held::outside;
  told->parted = told->held == Held::inside && any(Held::outside);
  return shell.sheet() && told->held == Held::outside ? std::nullopt : told;
}

std::optional<Told> look_into(const Body& container, const Body& content, std::span<const FacePair> meeting,
                              bool content_is_a) {
  const WorldObject& o = container.object();
  if (o.sound() || !boxes_meet(grown(o.box, missing_reach(o)), content.object().box)) return {};
  return look_into(container, samples_of(content, container, meeting, content_is_a),
                   content.object().topology->component_faces.size());
}

LikelyVerdict verdict_of(const Told& told, Verdict inside) {
  if (told.held == Held::undecided) return {Verdict::undecided, Certainty::undecided, told.winding, told.point};
  const Verdict verdict = told.held == Held::outside ? Verdict::disjoint : told.parted ? Verdict::crossing : inside;
  return {verdict, Certainty::likely, told.winding, told.point};
}

}  // namespace

double missing_reach(const WorldObject& object) {
  return object.closed() ? 0 : OpenShell::kReach * (object.box.high - object.box.low).norm();
}

std::optional<LikelyVerdict> likely_verdict(const Body& a, const Body& b, std::span<const FacePair> meeting) {
  const std::optional<Told> a_told = look_into(b, a, meeting, true), b_told = look_into(a, b, meeting, false);
  const bool doubtful = !a.object().sound() || !b.object().sound();
  if (doubtful && !meeting.empty() && lies_on(a, b, meeting, true) && lies_on(b, a, meeting, false))
    return LikelyVerdict{Verdict::same, Certainty::likely, {}, a.object().vertex(a.object().faces.front()[0])};
  const auto rank = [](const std::optional<Told>& t) {
    return !t ? 0 : t->held == Held::outside ? 1 : t->held == Held::undecided ? 2 : 3;
  };
  if (!a_told && !b_told) return {};
  return rank(a_told) >= rank(b_told) ? verdict_of(*a_told, Verdict::a_in_b) : verdict_of(*b_told, Verdict::b_in_a);
}

std::optional<LikelyVerdict> likely_within(const Body& container, std::span<const Vec3> points) {
  if (container.object().sound()) return {};
  std::vector<Sample> samples;
  for (const Vec3& p : points) samples.push_back({0, p});
  const std::optional<Told> told = look_into(container, samples, 1);
  return told ? std::optional(verdict_of(*told, Verdict::a_in_b)) : std::nullopt;
}

}  // namespace impinge
