// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The surfaces do not cross, so that each component of the one lies in one place with respect to the whole of the other,
// were it whole. Its winding number differs from point to point all the same; several points are asked, and the least
// certain one is what the answer rests on.
#include "answer/verdict/likely_verdict.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "answer/verdict/surface_samples.h"

namespace impinge {

namespace {

// All corners and the middles of all faces lie on the other body's surface.
bool lies_on(const Body& body, const Body& other, std::span<const FacePair> meeting, bool is_a) {
  return untouched_samples(body, other, FreeCorners(body.object(), meeting, is_a)).empty();
}

// All that a body encloses, and may have lost.
Box suspect_box(const WorldObject& o) { return grown(o.box, missing_reach(o)); }

// What the samples of one body tell about it and the other.
struct Told {
  Held held = Held::outside;
  bool parted = false;  // some components inside, some outside
  double winding = 0;
  Vec3 point = Vec3::Zero();
};

double doubt(double winding) { return std::abs(std::abs(winding) - 0.5); }

std::optional<Told> look_into(const Body& container, std::span<const SurfaceSample> samples, std::size_t component_count) {
  const OpenShell& shell = container.shell();
  const Box suspect = suspect_box(container.object());
  std::vector<std::optional<Held>> components(component_count);
  std::optional<Told> told;
  for (const SurfaceSample& s : samples) {
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
  const Box suspect = suspect_box(container.object());
  if (container.object().sound() || !boxes_meet(suspect, content.object().box)) return {};
  return look_into(container, surface_samples(content, container, suspect, meeting, content_is_a),
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
  std::vector<SurfaceSample> samples;
  for (const Vec3& p : points) samples.push_back({0, p});
  const std::optional<Told> told = look_into(container, samples, 1);
  return told ? std::optional(verdict_of(*told, Verdict::a_in_b)) : std::nullopt;
}

}  // namespace impinge
