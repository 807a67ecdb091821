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

#include "answer/distance/face_distance.h"
#include "answer/distance/frame_along.h"
#include "base/fitting_unit.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-47;  // of all that is added up for a coordinate, with room
constexpr std::uint32_t kBetweenPolls = 1024;
constexpr std::size_t kMostLeft = 1024;  // face pairs that are worth a list
constexpr double kNone = -std::numeric_limits<double>::infinity();

double length(const Vec3& v) { return std::sqrt(v.squaredNorm()); }

double size_of(const Box& box) { return (box.high - box.low).sum(); }

// Descends two trees together, nearer boxes first. bound(node, node) is a lower bound; pairs of nodes for which it is not
// below `limit` are dropped, and visit(face, face) may lower the limit.
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
      for (std::uint32_t i = x.begin; i < x.end; ++i)
        for (std::uint32_t j = y.begin; j < y.end; ++j) visit(a.faces()[i], b.faces()[j]);
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

// Distance of two boxes at one moment.
double box_gap(const TurnedTree::CentredBox& a, const TurnedTree::CentredBox& b) {
  return length(((b.centre - a.centre).cwiseAbs() - a.half - b.half).cwiseMax(Vec3::Zero()));
}

// Two moments of a body, seen in one frame.
struct TurnedEnds {
  TurnedTree first, last;
};

// What two bodies leave between them along each axis at both ends, b above a and below it.
struct Gaps {
  Vec3 above = Vec3::Constant(std::numeric_limits<double>::infinity()), below = above;

  void add(const TurnedTree::CentredBox& a, const TurnedTree::CentredBox& b) {
    const Vec3 way = b.centre - a.centre, half = a.half + b.half;
    above = above.cwiseMin(way - half);
    below = below.cwiseMin(-way - half);
  }
  void add(const Box& a, const Box& b) {
    above = above.cwiseMin(b.low - a.high);
    below = below.cwiseMin(a.low - b.high);
  }
  // Less what the ways bend; negative where no axis parts them.
  double distance(double sag) const {
    const Vec3 gap = above.cwiseMax(below).array() - sag;
    const double widest = gap.maxCoeff();
    return widest > 0 ? length(gap.cwiseMax(Vec3::Zero())) : widest;
  }
};

// The gap along n, which has length 1 but for rounding, from the highest corner of a to the lowest of b.
double gap_along(const Vec3& n, const Triangle& a, const Triangle& b) {
  return std::min({n.dot(b.p[0]), n.dot(b.p[1]), n.dot(b.p[2])}) - std::max({n.dot(a.p[0]), n.dot(a.p[1]), n.dot(a.p[2])});
}

Triangle middle(const Triangle& x, const Triangle& y) {
  return {{(x.p[0] + y.p[0]) / 2, (x.p[1] + y.p[1]) / 2, (x.p[2] + y.p[2]) / 2}};
}

double bend_of(const MovingFace& f) { return std::max({f.p[0].bend(f.angle), f.p[1].bend(f.angle), f.p[2].bend(f.angle)}); }

// A lower bound for two faces, `sag` being what their paths bend.
double face_bound(const Triangle& a0, const Triangle& a1, const Triangle& b0, const Triangle& b1, double sag,
                  double enough) {
  Gaps gaps;
  gaps.add(box_of(a0), box_of(b0));
  gaps.add(box_of(a1), box_of(b1));
  const double rough = gaps.distance(sag);
  if (rough >= enough) return rough;
  const NearestPoints n = nearest_points(middle(a0, a1), middle(b0, b1));
  if (!(n.squared > 0)) return rough;
  const Vec3 along = n.apart / std::sqrt(n.squared);
  return std::max(rough, std::min(gap_along(along, a0, b0), gap_along(along, a1, b1)) - sag);
}

// From the middle of one body to that of the other, or anywhere where they coincide.
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

}  // namespace

SweptDistance::SweptDistance(const MovingTree& a, const MovingTree& b, const Control& control)
    : a_(a), b_(b), control_(control), scale_(fitting_unit(a.size() + b.size(), 200)) {
  error_ = kRounding * (a.size() + b.size()) * (1 + a.step().angle() + b.step().angle());
}

namespace {

// The least of some face pairs at a moment, ties by the lowest faces; in the units of the frame.
class LeastPair {
 public:
  LeastPair(const MovingTree& a, const MovingTree& b, double t, const Eigen::Matrix3d& frame, const Vec3& origin)
      : a_tree_(a), b_tree_(b), a_(a, t, frame, origin), b_(b, t, frame, origin) {}

  void measure(std::uint32_t f, std::uint32_t g) {
    const NearestPoints n = nearest_points(a_.triangle(a_tree_.face(f)), b_.triangle(b_tree_.face(g)));
    const double distance = std::sqrt(n.squared);
    const bool earlier = std::pair(f, g) < std::pair(best_.a_face, best_.b_face);
    if (distance < best_.distance || (earlier && distance == best_.distance)) best_ = {distance, n.apart, f, g};
  }
  double box_gap(std::uint32_t x, std::uint32_t y) const { return impinge::box_gap(a_.box(x), b_.box(y)); }
  const SweptDistance::Measured& best() const { return best_; }

 private:
  const MovingTree &a_tree_, &b_tree_;
  TurnedTree a_, b_;
  SweptDistance::Measured best_{std::numeric_limits<double>::infinity(), Vec3::Zero(), 0, 0};
};

SweptDistance::Measured in_world(SweptDistance::Measured m, const Eigen::Matrix3d& axes, double scale) {
  m.distance /= scale;
  m.apart = Vec3(axes.transpose() * m.apart) / scale;
  return m;
}

}  // namespace

SweptDistance::Measured SweptDistance::at(double t, const std::optional<Measured>& hint) const {
  const Vec3 origin = middle_at(a_, t);
  const Eigen::Matrix3d axes = frame_for(hint ? hint->apart : Vec3(middle_at(b_, t) - origin));
  LeastPair least(a_, b_, t, scale_ * axes, origin);
  if (hint) least.measure(hint->a_face, hint->b_face);
  descend(
      a_.tree(), b_.tree(), control_, least.best().distance,
      [&](std::uint32_t x, std::uint32_t y) { return least.box_gap(x, y); },
      [&](std::uint32_t f, std::uint32_t g) { least.measure(f, g); });
  return in_world(least.best(), axes, scale_);
}

SweptDistance::Measured SweptDistance::at(double t, const FacePairs& pairs) const {
  const Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  LeastPair least(a_, b_, t, scale_ * axes, middle_at(a_, t));
  for (const auto& [f, g] : pairs) least.measure(f, g);
  return in_world(least.best(), axes, scale_);
}

SweptDistance::Bound SweptDistance::bound(double from, double until, double enough, const Vec3& direction,
                                          const FacePairs* pairs) const {
  const Eigen::Matrix3d frame = scale_ * frame_for(direction);
  const Vec3 origin = middle_at(a_, from);
  const TurnedEnds a{{a_, from, frame, origin}, {a_, until, frame, origin}},
      b{{b_, from, frame, origin}, {b_, until, frame, origin}};
  const double share = (until - from) * (until - from) / 8 * (1 + 0x1p-40) * scale_, error = error_ * scale_;
  const double sag = (a_.bend() + b_.bend()) * share, wanted = enough * scale_ + error;
  double limit = wanted, least = wanted;
  Bound result;
  const auto look_at_faces = [&](std::uint32_t f, std::uint32_t g) {
    if (!result.complete) return;
    const MovingFace x = a_.face(f), y = b_.face(g);
    const double low = face_bound(a.first.triangle(x), a.last.triangle(x), b.first.triangle(y), b.last.triangle(y),
                                  (bend_of(x) + bend_of(y)) * share, wanted);
    if (low >= wanted) return;
    least = std::min(least, low);
    result.left.emplace_back(f, g);
    if (result.left.size() <= kMostLeft) return;
    result.complete = false;
    limit = kNone;
  };
  if (pairs != nullptr) {
    for (const auto& [f, g] : *pairs) look_at_faces(f, g);
  } else {
    descend(
        a_.tree(), b_.tree(), control_, limit,
        [&](std::uint32_t x, std::uint32_t y) {
          Gaps gaps;
          gaps.add(a.first.box(x), b.first.box(y));
          gaps.add(a.last.box(x), b.last.box(y));
          return gaps.distance(sag);
        },
        look_at_faces);
  }
  if (!result.complete) result.left.clear();
  result.low = !result.complete ? 0 : result.left.empty() ? enough : (least - error) / scale_;
  return result;
}

}  // namespace impinge
