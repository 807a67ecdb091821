// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points, or balls around them, with a mesh: the nearest face of each and the side it lies on, as Engine::points tells them.
// Sides are exact for sound bodies; whether a ball touches a face is decided exactly too.
#include <algorithm>
#include <cmath>

#include "answer/points/nearest_face.h"
#include "answer/points/point_order.h"
#include "answer/points/point_sides.h"
#include "answer/solid/exact_solids.h"
#include "answer/solid/face_search.h"
#include "answer/solid/solid_pair.h"
#include "scene/placed_point.h"

namespace impinge {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr std::size_t kBlock = 1024;

class PointsAndMesh {
 public:
  PointsAndMesh(const PlacedSolid& points, const Body& mesh, const SolidQuestion& question)
      : data_(*points.data), points_(points), mesh_(mesh), question_(question), radius_(points.data->radius) {
    rounding_ = rounding_of(points, mesh.object().box);
    likely_ = !mesh.object().sound() && question.open == OpenBodies::solid;
  }

  PairAnswer run() {
    const std::span<const Vec3> local = data_.cloud.points();
    const std::vector<std::uint32_t> order = point_order(local);
    const PointFrame frame(mesh_.clustered());
    const Body framed(frame.object(), mesh_.control());
    PointSides sides(frame, framed);
    std::vector<Vec3> block;
    std::vector<NearestFace> found;
    const double range = question_.clearance.value_or(0) + radius_ + 4 * rounding_;
    for (std::size_t begin = 0; begin < order.size(); begin += kBlock) {
      mesh_.control().poll();
      block.clear();
      for (std::size_t k = begin; k < std::min(begin + kBlock, order.size()); ++k)
        block.push_back(points_.to_world(local[order[k]]));
      found.assign(block.size(), NearestFace());
      find_nearest_faces(frame, block, range, mesh_.object().sound(), found);
      for (std::size_t k = 0; k < block.size(); ++k) take(block[k], found[k], range, sides);
    }
    return answer();
  }

 private:
  void take(const Vec3& p, const NearestFace& nearest, double range, PointSides& sides) {
    const double clear = std::min(nearest.distance, range);
    if (nearest.face != NearestFace::kNone && nearest.distance < least_) {
      least_ = nearest.distance;
      at_ = p;
      foot_ = nearest.on ? p : nearest.point;
      face_ = nearest.face;
    }
    const int meets = meets_surface(p, nearest);
    if (meets < 0 && !cuts_) {
      cuts_ = true;
      cut_at_ = nearest.point;
      cut_face_ = nearest.face;
    }
    touches_ = touches_ || meets == 0;
    if (nearest.on && radius_ == 0) return;
    if (likely_) return take_likely(p);
    const bool in = mesh_.object().sound() && box_contains(mesh_.object().box, p) && !nearest.on &&
                    sides.winding(p, std::isfinite(clear) ? clear : 0, nearest.link) != 0;
    note(in, p);
  }

  void note(bool in, const Vec3& p) {
    if (in && !inside_) inner_ = p;
    (in ? inside_ : outside_) = true;
  }

  void take_likely(const Vec3& p) {
    const Vec3 q = mesh_.in_shell(p);
    const double winding = mesh_.shell().winding(q);
    const Held held = mesh_.shell().held(q, winding);
    if (held == Held::undecided) open_ = true;
    if (held != Held::outside && (!winding_ || std::fabs(winding - 0.5) < std::fabs(*winding_ - 0.5))) winding_ = winding;
    note(held == Held::inside, p);
  }

  // -1: the ball around the point reaches through the surface, 0: it touches it, 1: neither.
  int meets_surface(const Vec3& p, const NearestFace& nearest) const {
    if (radius_ == 0) return nearest.on ? 0 : 1;
    if (nearest.on) return -1;
    if (nearest.distance > radius_ + 2 * rounding_) return 1;
    if (nearest.distance < radius_ - 2 * rounding_) return -1;
    SolidData ball;
    ball.kind = SolidKind::sphere;
    ball.radius = ball.reach = radius_;
    PlacedSolid placed{&ball, Eigen::Matrix3d::Identity(), p, 0};
    int least = 1;
    const Vec3 reach = Vec3::Constant(radius_ + 4 * rounding_);
    const Box near{p - reach, p + reach};
    mesh_.walk(
        [&](const Box& box) { return boxes_meet(box, near); },
        [&](std::uint32_t f) { least = std::min(least, exact_face_gap(placed, mesh_.object().triangle(f)).value_or(0)); });
    return least;
  }

  PairAnswer answer() {
    if (cuts_) return cut();
    if (inside_) {
      PairAnswer in = meeting_answer(question_, outside_ ? Verdict::crossing : Verdict::a_in_b,
                                     likely_ ? Certainty::likely : Certainty::proved, inner_);
      if (open_) {
        in.verdict = Verdict::undecided;
        in.certainty = Certainty::undecided;
      }
      in.winding = winding_;
      return in;
    }
    if (touches_) {
      PairAnswer touching = meeting_answer(question_, Verdict::touching, Certainty::proved, foot_);
      touching.witness->b_face = face_;
      if (question_.clearance) touching.gap = Bounded{0, -rounding_, rounding_};
      return touching;
    }
    if (open_) {
      PairAnswer open;
      open.verdict = Verdict::undecided;
      open.certainty = Certainty::undecided;
      open.winding = winding_;
      return open;
    }
    if (face_ == NearestFace::kNone) return {};
    const double gap = least_ - radius_;
    const Vec3 way = foot_ - at_;
    return apart_answer(question_, gap - rounding_, gap + rounding_,
                        {at_ + way * (least_ > 0 ? radius_ / least_ : 0), foot_, {}, face_});
  }

  // Balls through the surface: the mesh may lie in one of them, or be covered by many, which is not told.
  PairAnswer cut() {
    PairAnswer answer = meeting_answer(question_, Verdict::crossing, Certainty::proved, cut_at_);
    answer.witness->b_face = cut_face_;
    if (question_.meet_only) return answer;
    const WorldObject& o = mesh_.object();
    std::uint32_t which = 0;
    for (const Face& face : o.faces)
      for (const std::uint32_t v : face)
        if (data_.cloud.nearest(points_.to_local(o.vertex(v)), kNoLimit, which) > radius_ + 2 * rounding_) return answer;
    const Vec3 first = points_.to_local(o.vertex(o.faces.front()[0]));
    data_.cloud.walk([&](const Box& box) { return box_contains(grown(box, radius_ + 2 * rounding_), first); },
                     [&](std::uint32_t i) {
                       const Vec3 c = points_.to_world(data_.cloud.points()[i]);
                       for (const Face& face : o.faces)
                         for (const std::uint32_t v : face)
                           if (exact_compare_distance(c, o.vertex(v), radius_, 0) > 0) return;
                       answer.verdict = Verdict::b_in_a;
                     });
    if (answer.verdict == Verdict::b_in_a) return answer;
    answer.verdict = Verdict::undecided;
    answer.certainty = Certainty::undecided;
    answer.distance.reset();
    return answer;
  }

  const SolidData& data_;
  const PlacedSolid& points_;
  const Body& mesh_;
  const SolidQuestion& question_;
  double radius_, rounding_ = 0;
  bool likely_ = false;
  double least_ = kNoLimit;
  Vec3 at_ = Vec3::Zero(), foot_ = Vec3::Zero(), inner_ = Vec3::Zero(), cut_at_ = Vec3::Zero();
  std::uint32_t face_ = NearestFace::kNone, cut_face_ = NearestFace::kNone;
  bool cuts_ = false, touches_ = false, inside_ = false, outside_ = false, open_ = false;
  std::optional<double> winding_;
};

}  // namespace

PairAnswer answer_points_and_mesh(const PlacedSolid& a, const Body& b, const SolidQuestion& question) {
  return PointsAndMesh(a, b, question).run();
}

}  // namespace impinge
