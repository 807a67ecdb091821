// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Along a fixed direction a point at a moment between two others is where its chord is, but for its bend, m h^2 / 8. Of
// points on chords, the gap between the lowest of b and the highest of a is a concave function of time, so it is least at
// one of the ends. So whatever parts two faces, or two boxes, at both ends by as much, parts them all the time less what
// paths bend: a bound of second order in the length h of the time, from two moments.
// Bounds on motion against distance: B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996; X. Zhang,
// S. Redon, M. Lee, Y. J. Kim, Continuous collision detection for articulated models using Taylor models, 2007.
#include "answer/distance/swept_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/distance/frame_along.h"
#include "answer/distance/moving_faces.h"
#include "base/fitting_unit.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-47;  // of all that is added up for a coordinate, with room
constexpr std::uint32_t kBetweenPolls = 1024;
constexpr double kNone = -std::numeric_limits<double>::infinity(), kFar = std::numeric_limits<double>::infinity();
// Face pairs that are worth a list: few where paths bend by more than half of what is to be proved, since halves will do
// better there by far.
constexpr std::size_t kMostLeft = 16384, kMostBent = 64;

double size_of(const Box& box) { return (box.high - box.low).sum(); }

// Descends two trees together, nearer boxes first. bound(node, node) is a lower bound; pairs of nodes for which it is not
// below `limit` are dropped, and visit(leaf, leaf) may lower the limit.
template <typename Bound, typename Visit>
void descend(const FaceTree& a, const FaceTree& b, const Control& control, const double& limit, const Bound& bound,
             const Visit& visit) {
  struct Entry {
    std::uint32_t a, b;
    double bound;
  };
  const auto entry = [&](std::uint32_t x, std::uint32_t y) { return Entry{x, y, bound(x, y)}; };
  std::vector<Entry> stack{entry(0, 0)};
  for (std::uint32_t steps = 0; !stack.empty(); ++steps) {
    if (steps % kBetweenPolls == 0) control.poll();
    const Entry e = stack.back();
    stack.pop_back();
    if (!(e.bound < limit)) continue;
    const FaceTree::Node &x = a.nodes()[e.a], &y = b.nodes()[e.b];
    if (x.leaf() && y.leaf()) {
      visit(x, y);
      continue;
    }
    const bool split_a = y.leaf() || (!x.leaf() && size_of(x.box) >= size_of(y.box));
    Entry first = split_a ? entry(e.a + 1, e.b) : entry(e.a, e.b + 1);
    Entry second = split_a ? entry(x.right, e.b) : entry(e.a, y.right);
    if (first.bound > second.bound) std::swap(first, second);
    stack.push_back(second);
    stack.push_back(first);
  }
}

// Calls make(face) for the faces of a leaf, unless it was the last one.
template <typename Made, typename Make>
void load(std::vector<Made>& made, const FaceTree& tree, const FaceTree::Node& leaf, const Make& make) {
  const auto faces = tree.faces().subspan(leaf.begin, leaf.end - leaf.begin);
  if (!made.empty() && made.front().face == faces.front()) return;
  made.clear();
  for (const std::uint32_t f : faces) made.push_back(make(f));
}

// Along a direction, or anywhere where it is none.
Eigen::Matrix3d frame_for(const Vec3& direction) {
  const Vec3 way = unit_scaled(direction);
  return way.allFinite() && !way.isZero(0) ? frame_along(way) : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
}

Vec3 middle_at(const MovingTree& tree, double t) {
  const Box box = tree.box(0, t);
  const Vec3 local = box.low / 2 + box.high / 2;
  if (tree.step().deforms()) return local;
  return tree.step().path.point(local).at(t, Turn::of(tree.step().angle() * t));
}

// The least of face pairs at a moment within a limit, ties by the lowest faces; in the units of the frame.
class LeastPair {
 public:
  LeastPair(const MovingTree& a, const MovingTree& b, double t, const Eigen::Matrix3d& frame, const Vec3& origin,
            double limit)
      : a_(a), b_(b), a_turned_(a, t, frame, origin), b_turned_(b, t, frame, origin), limit_(limit) {}

  void search(const Control& control) {
    std::vector<FaceAtMoment> a_faces, b_faces;
    descend(
        a_.tree(), b_.tree(), control, limit_,
        [&](std::uint32_t x, std::uint32_t y) {
          Gaps gaps;
          gaps.add(a_turned_.box(x), b_turned_.box(y));
          return gaps.distance(0);
        },
        [&](const FaceTree::Node& x, const FaceTree::Node& y) {
          load(a_faces, a_.tree(), x, [&](std::uint32_t f) { return FaceAtMoment(a_, a_turned_, f); });
          load(b_faces, b_.tree(), y, [&](std::uint32_t g) { return FaceAtMoment(b_, b_turned_, g); });
          for (const FaceAtMoment& f : a_faces)
            for (const FaceAtMoment& g : b_faces) measure(f, g);
        });
  }
  void measure(std::uint32_t f, std::uint32_t g) { measure(FaceAtMoment(a_, a_turned_, f), FaceAtMoment(b_, b_turned_, g)); }

  const SweptDistance::Measured& best() const { return best_; }

 private:
  void measure(const FaceAtMoment& f, const FaceAtMoment& g) {
    Gaps gaps;
    gaps.add(f.box, g.box);
    if (!(gaps.distance(0) <= limit_)) return;
    const NearestPoints n = nearest_points(f.triangle, g.triangle);
    const double distance = std::sqrt(n.squared);
    const bool earlier = std::pair(f.face, g.face) < std::pair(best_.a_face, best_.b_face);
    if (!(distance < limit_ || (earlier && distance == limit_))) return;
    limit_ = distance;
    best_ = {distance, n.apart, f.face, g.face};
  }

  const MovingTree &a_, &b_;
  TurnedTree a_turned_, b_turned_;
  double limit_;
  SweptDistance::Measured best_{kFar, Vec3::Zero(), 0, 0};
};

SweptDistance::Measured in_world(SweptDistance::Measured m, const Eigen::Matrix3d& axes, double scale) {
  m.distance /= scale;
  m.apart = Vec3(axes.transpose() * m.apart) / scale;
  return m;
}

}  // namespace

SweptDistance::SweptDistance(const MovingTree& a, const MovingTree& b, const Control& control)
    : a_(a), b_(b), control_(control), scale_(fitting_unit(a.size() + b.size(), 200)) {
  error_ = kRounding * (a.size() + b.size()) * (1 + a.step().angle() + b.step().angle());
}

SweptDistance::Measured SweptDistance::at(double t, double limit, const std::optional<Measured>& hint) const {
  const Vec3 origin = middle_at(a_, t), between = middle_at(b_, t) - origin;
  const Eigen::Matrix3d axes = frame_for(hint ? hint->apart : between), frame = scale_ * axes;
  LeastPair known(a_, b_, t, frame, origin, kFar);
  if (hint) known.measure(hint->a_face, hint->b_face);
  LeastPair least(a_, b_, t, frame, origin, std::min(limit * scale_, known.best().distance));
  least.search(control_);
  if (least.best().distance < kFar) return in_world(least.best(), axes, scale_);
  Measured hinted = in_world(known.best(), axes, scale_);
  if (!hint) hinted.apart = between;
  if (hinted.distance > limit) hinted.distance = kFar;
  return hinted;
}

SweptDistance::Measured SweptDistance::at(double t, const FacePairs& pairs) const {
  const Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  LeastPair least(a_, b_, t, scale_ * axes, middle_at(a_, t), kFar);
  for (const auto& [f, g] : pairs) least.measure(f, g);
  return in_world(least.best(), axes, scale_);
}

SweptDistance::Bound SweptDistance::bound(double from, double until, double enough, const Vec3& direction,
                                          const FacePairs* pairs) const {
  const Eigen::Matrix3d frame = scale_ * frame_for(direction);
  const Vec3 origin = middle_at(a_, from);
  const TurnedTree a_first(a_, from, frame, origin), a_last(a_, until, frame, origin), b_first(b_, from, frame, origin),
      b_last(b_, until, frame, origin);
  const double share = (until - from) * (until - from) / 8 * (1 + 0x1p-40) * scale_, error = error_ * scale_;
  const double sag = (a_.bend() + b_.bend()) * share, wanted = enough * scale_ + error;
  const std::size_t most = pairs != nullptr || sag < wanted / 2 ? kMostLeft : kMostBent;
  double limit = wanted, least = wanted;
  Bound result;
  const auto prove = [&](const MovedFace& f, const MovedFace& g) {
    if (!result.complete) return;
    const double low = face_bound(f, g, share, wanted);
    if (low >= wanted) return;
    least = std::min(least, low);
    result.left.emplace_back(f.face, g.face);
    if (result.left.size() <= most) return;
    result.complete = false;
    limit = kNone;
  };
  const auto a_face = [&](std::uint32_t f) { return MovedFace(a_, a_first, a_last, f); };
  const auto b_face = [&](std::uint32_t g) { return MovedFace(b_, b_first, b_last, g); };
  if (pairs != nullptr) {
    for (const auto& [f, g] : *pairs) prove(a_face(f), b_face(g));
  } else {
    std::vector<MovedFace> a_faces, b_faces;
    descend(
        a_.tree(), b_.tree(), control_, limit,
        [&](std::uint32_t x, std::uint32_t y) {
          Gaps gaps;
          gaps.add(a_first.box(x), b_first.box(y));
          gaps.add(a_last.box(x), b_last.box(y));
          return gaps.distance(sag);
        },
        [&](const FaceTree::Node& x, const FaceTree::Node& y) {
          load(a_faces, a_.tree(), x, a_face);
          load(b_faces, b_.tree(), y, b_face);
          for (const MovedFace& f : a_faces)
            for (const MovedFace& g : b_faces) prove(f, g);
        });
  }
  if (!result.complete) result.left.clear();
  result.low = !result.complete ? 0 : result.left.empty() ? enough : (least - error) / scale_;
  return result;
}

}  // namespace impinge
