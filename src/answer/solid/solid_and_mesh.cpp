// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A convex solid and a mesh. No face inside the solid: all of the solid lies on one side of the surface, and the winding
// number of its middle tells on which. A face inside: the bodies overlap, and the mesh lies in the solid if all its corners
// do.
#include <algorithm>
#include <cmath>
#include <vector>

#include "answer/solid/exact_solids.h"
#include "answer/solid/face_search.h"
#include "answer/solid/solid_pair.h"
#include "answer/verdict/likely_verdict.h"
#include "base/exact_vec.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr int kPointsWithin = 6, kPointsAround = 4;  // along each side of a box

class SolidAndMesh {
 public:
  SolidAndMesh(const PlacedSolid& solid, const Body& mesh, const SolidQuestion& question)
      : solid_(solid), mesh_(mesh), question_(question), rounding_(rounding_of(solid, mesh.object().box)) {}

  PairAnswer run() {
    found_ = find_faces(solid_, mesh_, question_.clearance.value_or(0));
    if (found_.crosses) return crossing();
    if (!found_.in_doubt.empty()) {
      switch (decide_doubts()) {
        case -1: return crossing();
        case 0: return touching();
        default: break;
      }
    }
    return apart();
  }

 private:
  // -1: a face reaches inside, 0: one touches, or may, 1: none does.
  int decide_doubts() {
    int least = 1;
    for (const std::uint32_t face : found_.in_doubt) {
      const std::optional<int> exact = exact_face_gap(solid_, mesh_.object().triangle(face));
      if (!exact) certainty_ = Certainty::within_bound;
      if (exact.value_or(0) < least) {
        least = exact.value_or(0);
        doubtful_ = face;
      }
    }
    if (least != 0) certainty_ = Certainty::proved;
    if (least < 0) found_.face = doubtful_;
    return least;
  }

  bool told_by_winding() const { return !mesh_.object().sound() && question_.open == OpenBodies::solid; }

  // Of a solid that no face reaches into.
  PairAnswer outside_or(const PairAnswer& otherwise) {
    const Vec3& middle = solid_.position;
    if (solid_.data->kind == SolidKind::half_space) return otherwise;
    if (told_by_winding()) return by_winding(otherwise);
    if (!mesh_.object().sound() || !box_contains(mesh_.object().box, middle)) return otherwise;
    if (mesh_.winding_at(RayStart(middle)) == 0) return otherwise;
    return meeting_answer(question_, Verdict::a_in_b, certainty_, middle);
  }

  // A body that is open or dirty: its generalised winding numbers, at points of all that may lie within it. No face parts
  // one point of the solid from another.
  PairAnswer by_winding(const PairAnswer& otherwise) const {
    const Box& faces = mesh_.object().box;
    std::vector<Vec3> points{solid_.position};
    add_points(faces, kPointsWithin, points);
    add_points(grown(faces, missing_reach(mesh_.object())), kPointsAround, points);
    const std::optional<LikelyVerdict> likely = likely_within(mesh_, points);
    if (!likely || likely->verdict == Verdict::disjoint) return otherwise;
    PairAnswer answer = meeting_answer(question_, likely->verdict, likely->certainty, likely->point);
    answer.winding = likely->winding;
    if (likely->verdict == Verdict::undecided) answer.distance.reset();
    return answer;
  }

  // Points of the solid in a box of the world, so many along each side of what the two share at most.
  void add_points(const Box& box, int count, std::vector<Vec3>& points) const {
    Box local;
    for (int k = 0; k < 8; ++k)
      local.add(solid_.to_local(
          {k & 1 ? box.high.x() : box.low.x(), k & 2 ? box.high.y() : box.low.y(), k & 4 ? box.high.z() : box.low.z()}));
    local = intersection(local, solid_.data->box);
    if (local.empty()) return;
    for (int i = 0; i < count * count * count; ++i) {
      const Vec3 place = (Vec3(i % count, i / count % count, i / count / count).array() + 0.5) / count;
      const Vec3 p = local.low + (local.high - local.low).cwiseProduct(place);
      if (core_distance(*solid_.data, p).distance <= solid_.data->radius) points.push_back(solid_.to_world(p));
    }
  }

  PairAnswer apart() {
    if (found_.face == FaceFinding::kNone) return outside_or(PairAnswer());
    const Gap& gap = found_.gap;
    Witness nearest{solid_.to_world(gap.a_point), solid_.to_world(gap.b_point), {}, found_.face};
    return outside_or(apart_answer(question_, gap.low, gap.high, nearest));
  }

  PairAnswer touching() {
    const Triangle t = mesh_.object().triangle(doubtful_);
    Triangle local = t;
    for (Vec3& p : local.p) p = solid_.to_local(p);
    const Gap gap = solid_face_gap(*solid_.data, local, rounding_, {});
    PairAnswer answer = meeting_answer(question_, Verdict::touching, certainty_, solid_.to_world(gap.b_point));
    answer.witness->b_face = doubtful_;
    if (question_.clearance) answer.gap = Bounded{0, -rounding_, std::max(rounding_, found_.gap.high)};
    return question_.meet_only ? answer : outside_or(answer);
  }

  // Whether all corners lie in the solid, and how sure that is.
  bool holds_mesh() {
    const WorldObject& o = mesh_.object();
    bool sure = true;
    for (const Face& face : o.faces)
      for (const std::uint32_t v : face) {
        const Vec3 p = o.vertex(v);
        const double d = core_distance_low(*solid_.data, solid_.to_local(p)) - solid_.data->radius;
        if (d > 2 * rounding_) return false;
        if (d < -2 * rounding_) continue;
        const std::optional<int> exact = exact_point_gap(solid_, p, 0);
        if (exact && *exact > 0) return false;
        sure = sure && exact.has_value();
      }
    certainty_ = sure ? Certainty::proved : Certainty::within_bound;
    return true;
  }

  PairAnswer crossing() {
    const Vec3 point = solid_.to_world(found_.gap.common);
    PairAnswer answer = meeting_answer(question_, Verdict::crossing, Certainty::proved, point);
    answer.witness->b_face = found_.face;
    if (question_.meet_only) return answer;
    if (holds_mesh()) {
      answer.verdict = Verdict::b_in_a;
      answer.certainty = certainty_;
    } else if (mesh_.object().sound()) {
      look_beside(answer);
    }
    return answer;
  }

  // The face may lie inside the mesh, where components overlap; then other points of the solid must tell.
  void look_beside(PairAnswer& answer) const {
    const FaceSides sides = mesh_.sides_at(found_.face, RayStart(inner_point()));
    if ((sides.front == 0) != (sides.back == 0)) return;
    if (sides.front == 0) {
      answer.certainty = Certainty::likely;  // a flap: the surface is cut, and nothing is told of the insides
      return;
    }
    if (solid_.data->kind == SolidKind::half_space) return;
    for (int k = 0; k < 27; ++k) {
      if (k == 13) continue;
      const Vec3 direction(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1), far = core_support(*solid_.data, direction);
      const Vec3 p = solid_.to_world((far + direction.normalized() * solid_.data->radius) * (1 - 1e-9));
      if (!mesh_.holds_on_surface(RayStart(p)) && mesh_.winding_at(RayStart(p)) == 0) return;
    }
    answer.verdict = Verdict::a_in_b;
    answer.certainty = Certainty::likely;
  }

  // A point of the face next to the one that lies inside the solid, exactly on the face and off its border.
  ExactPoint inner_point() const {
    const Triangle t = mesh_.object().triangle(found_.face);
    const Vec3 e = t.p[1] - t.p[0], f = t.p[2] - t.p[0], x = solid_.to_world(found_.gap.common) - t.p[0];
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), det = ee * ff - ef * ef;
    const double u = det > 0 ? (x.dot(e) * ff - x.dot(f) * ef) / det : 0,
                 v = det > 0 ? (x.dot(f) * ee - x.dot(e) * ef) / det : 0;
    const auto weight = [](double w) { return Exact(std::clamp(w, 1e-9, 1.0)); };
    const Exact weights[3] = {weight(1 - u - v), weight(u), weight(v)};
    ExactPoint point;
    point.w = weights[0] + weights[1] + weights[2];
    const auto sum = [&](int axis) {
      return weights[0] * Exact(t.p[0][axis]) + weights[1] * Exact(t.p[1][axis]) + weights[2] * Exact(t.p[2][axis]);
    };
    point.x = sum(0);
    point.y = sum(1);
    point.z = sum(2);
    return point;
  }

  const PlacedSolid& solid_;
  const Body& mesh_;
  const SolidQuestion& question_;
  double rounding_;
  FaceFinding found_;
  std::uint32_t doubtful_ = 0;
  Certainty certainty_ = Certainty::proved;
};

}  // namespace

PairAnswer answer_solid_and_mesh(const PlacedSolid& a, const Body& b, const SolidQuestion& question) {
  if (a.data->kind == SolidKind::points) return answer_points_and_mesh(a, b, question);
  return SolidAndMesh(a, b, question).run();
}

}  // namespace impinge
