// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Steps 2 and 3 of Smith & Kitamura 1994, chapter 4, with swept boxes as they must be: the report swept only its last step
// and missed what shares no voxel at one instant.
#include "localise/swept_pairs.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-45;
constexpr std::size_t kParts = 64;       // pieces of a large descent
constexpr std::size_t kLarge = 4096;     // faces of both objects
constexpr std::uint32_t kLeafFaces = 4;  // no leaf has more

// A box on its way: for t from -h to h around the middle of the interval every point of it is within `extent` of
// centre + t velocity.
struct MovingBox {
  Vec3 centre, velocity, extent;
  double more;  // the part of the extent that is no box: turning, bend and rounding
};

// A face in the middle of the interval, with its normal.
struct MiddleFace {
  Vec3 p[3] = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, normal = Vec3::Zero();
};

// Turns boxes of an object's tree into moving boxes of the world.
class Frame {
 public:
  Frame(const SweptObject& object, double from, double until) : h_((until - from) / 2), rigid_(!object.step->deforms()) {
    if (!rigid_) return;
    const RigidPath& path = object.step->path;
    const double middle = from / 2 + until / 2;
    const Pose pose = path.pose(middle);
    turn_ = pose.rotation;
    turn_size_ = turn_.cwiseAbs();
    offset_ = pose.position;
    centre_ = path.centre(middle);
    line_ = path.line;
    spin_ = path.spin;
    angle_ = path.angle;
    turns_ = angle_ != 0;
  }

  double h() const { return h_; }

  MovingBox moved(const Box& box) const {
    const Vec3 centre = box.low / 2 + box.high / 2, half = box.high / 2 - box.low / 2;
    if (!rigid_) return {centre, Vec3::Zero(), half * (1 + kRounding) + kRounding * centre.cwiseAbs(), 0};
    MovingBox m;
    m.centre = turn_ * centre + offset_;
    m.extent = turn_size_ * half;
    m.velocity = line_;
    double more = kRounding * (centre.cwiseAbs().sum() + half.sum() + offset_.cwiseAbs().sum() + line_.cwiseAbs().sum());
    if (turns_) {
      const Vec3 lever = m.centre - centre_;
      m.velocity += cross(spin_, lever);
      // The box turns around its centre, and the way of its centre bends.
      more += h_ * angle_ * std::sqrt(half.squaredNorm()) + h_ * h_ * angle_ * angle_ / 2 * std::sqrt(lever.squaredNorm());
    }
    m.more = more * (1 + kRounding);
    m.extent.array() += m.more;
    return m;
  }

  bool rigid() const { return rigid_; }
  // A direction of the body in the world, and one of the world in the body.
  Vec3 turned(const Vec3& d) const { return turn_ * d; }
  Vec3 turned_back(const Vec3& d) const { return turn_.transpose() * d; }
  Vec3 placed(const Vec3& p) const { return turn_ * p + offset_; }

  MiddleFace middle(const SweptObject& o, std::uint32_t face) const {
    MiddleFace m;
    for (std::size_t i = 0; i < 3; ++i) m.p[i] = placed(o.step->local[o.faces[face][i]]);
    m.normal = cross(m.p[1] - m.p[0], m.p[2] - m.p[0]);
    const double length = std::sqrt(m.normal.squaredNorm());
    if (length > 0) m.normal /= length;
    return m;
  }

 private:
  double h_;
  bool rigid_, turns_ = false;
  Eigen::Matrix3d turn_, turn_size_;
  Vec3 offset_, centre_, line_, spin_;
  double angle_ = 0;
};

// When the boxes first meet, from -h on; h or more means never.
double first_meeting(const MovingBox& a, const MovingBox& b, double h) {
  const Vec3 apart = a.centre - b.centre, velocity = a.velocity - b.velocity, reach = a.extent + b.extent;
  for (int k = 0; k < 3; ++k)
    if (std::fabs(apart[k]) > reach[k] + h * std::fabs(velocity[k])) return INFINITY;
  double first = -h, last = h;
  for (int k = 0; k < 3; ++k) {
    const double v = std::fabs(velocity[k]);
    if (v * h <= reach[k] * 0x1p-20) continue;  // hardly moves: the test above was it
    const double d = velocity[k] > 0 ? apart[k] : -apart[k];
    first = std::max(first, (-reach[k] - d) / v);
    last = std::min(last, (reach[k] - d) / v);
  }
  return first <= last ? first : INFINITY;
}

// True if the plane of a, moved by `reach` to either side, has all of b on one side.
bool plane_parts(const MiddleFace& a, const MiddleFace& b, double reach) {
  const double d0 = a.normal.dot(b.p[0] - a.p[0]), d1 = a.normal.dot(b.p[1] - a.p[0]), d2 = a.normal.dot(b.p[2] - a.p[0]);
  return std::min({d0, d1, d2}) > reach || std::max({d0, d1, d2}) < -reach;
}

double reach_along(const OrientedBox& box, const Vec3& direction) {
  return std::fabs(box.axis[0].dot(direction)) * box.half.x() + std::fabs(box.axis[1].dot(direction)) * box.half.y() +
         std::fabs(box.axis[2].dot(direction)) * box.half.z();
}

struct NodePair {
  std::uint32_t a, b;
};

// Descends both trees from a pair of nodes on.
class Descent {
 public:
  Descent(const SweptObject& a, const SweptObject& b, double from, double until)
      : a_(a),
        b_(b),
        a_frame_(a, from, until),
        b_frame_(b, from, until),
        middle_(from / 2 + until / 2),
        from_(from),
        rigid_(a_frame_.rigid() && b_frame_.rigid()) {}

  bool leaves(const NodePair& p) const { return node(a_, p.a).leaf() && node(b_, p.b).leaf(); }

  bool meet(const NodePair& p) const {
    const MovingBox a = a_frame_.moved(node(a_, p.a).box), b = b_frame_.moved(node(b_, p.b).box);
    return first_meeting(a, b, a_frame_.h()) < INFINITY && !(rigid_ && normals_part(p, a, b));
  }

  // The pairs below one that meets; both may be the same node of one tree.
  template <typename Visit>
  void each_below(const NodePair& p, bool self, const Visit& visit) const {
    const FaceTree::Node &na = node(a_, p.a), &nb = node(b_, p.b);
    if (self && p.a == p.b) {
      visit(NodePair{p.a + 1, p.a + 1});
      visit(NodePair{na.right, na.right});
      visit(NodePair{p.a + 1, na.right});
    } else if (nb.leaf() || (!na.leaf() && na.end - na.begin >= nb.end - nb.begin)) {
      visit(NodePair{p.a + 1, p.b});
      visit(NodePair{na.right, p.b});
    } else {
      visit(NodePair{p.a, p.b + 1});
      visit(NodePair{p.a, nb.right});
    }
  }

  template <typename Found>
  void walk(const NodePair& root, bool self, const Found& found) const {
    std::vector<NodePair> stack{root};
    while (!stack.empty()) {
      const NodePair p = stack.back();
      stack.pop_back();
      if (!(self && p.a == p.b) && !meet(p)) continue;
      if (leaves(p))
        leaf(p, self, found);
      else
        each_below(p, self, [&](const NodePair& below) { stack.push_back(below); });
    }
  }

 private:
  static const FaceTree::Node& node(const SweptObject& o, std::uint32_t n) { return o.shape->tree.nodes()[n]; }

  // Two surfaces that come near each other are parted along their normals, if at all.
  bool normals_part(const NodePair& p, const MovingBox& a, const MovingBox& b) const {
    const OrientedBox &oa = a_.shape->oriented[p.a], &ob = b_.shape->oriented[p.b];
    if (oa.half.x() < 0 || ob.half.x() < 0) return false;
    const Vec3 apart = a_frame_.placed(oa.centre) - b_frame_.placed(ob.centre), velocity = a.velocity - b.velocity;
    const Vec3 na = a_frame_.turned(oa.axis[0]), nb = b_frame_.turned(ob.axis[0]);
    const double more = a.more + b.more, h = a_frame_.h();
    return std::fabs(na.dot(apart)) >
               oa.half.x() + reach_along(ob, b_frame_.turned_back(na)) + h * std::fabs(na.dot(velocity)) + more ||
           std::fabs(nb.dot(apart)) >
               ob.half.x() + reach_along(oa, a_frame_.turned_back(nb)) + h * std::fabs(nb.dot(velocity)) + more;
  }

  bool planes_part(const MiddleFace& fa, const MovingBox& a, const MiddleFace& fb, const MovingBox& b) const {
    const Vec3 velocity = a.velocity - b.velocity;
    const double more = a.more + b.more, h = a_frame_.h();
    return plane_parts(fa, fb, h * std::fabs(fa.normal.dot(velocity)) + more) ||
           plane_parts(fb, fa, h * std::fabs(fb.normal.dot(velocity)) + more);
  }

  template <typename Found>
  void leaf(const NodePair& p, bool self, const Found& found) const {
    const FaceTree::Node &na = node(a_, p.a), &nb = node(b_, p.b);
    const std::span<const std::uint32_t> a_faces = a_.shape->tree.faces(), b_faces = b_.shape->tree.faces();
    std::array<MovingBox, kLeafFaces> b_boxes;
    std::array<MiddleFace, kLeafFaces> b_middle;
    for (std::uint32_t j = nb.begin; j < nb.end; ++j) {
      b_boxes[j - nb.begin] = b_frame_.moved(b_.shape->face_boxes[b_faces[j]]);
      if (rigid_) b_middle[j - nb.begin] = b_frame_.middle(b_, b_faces[j]);
    }
    for (std::uint32_t i = na.begin; i < na.end; ++i) {
      const MovingBox a_box = a_frame_.moved(a_.shape->face_boxes[a_faces[i]]);
      MiddleFace a_middle;
      if (rigid_) a_middle = a_frame_.middle(a_, a_faces[i]);
      for (std::uint32_t j = self && p.a == p.b ? i + 1 : nb.begin; j < nb.end; ++j) {
        const MovingBox& b_box = b_boxes[j - nb.begin];
        const double first = first_meeting(a_box, b_box, a_frame_.h());
        if (!(first < INFINITY) || (rigid_ && planes_part(a_middle, a_box, b_middle[j - nb.begin], b_box))) continue;
        std::uint32_t f = a_faces[i], g = b_faces[j];
        if (self && f > g) std::swap(f, g);
        found(SweptCandidate{std::max(from_, middle_ + first - 0x1p-40 * a_frame_.h()), f, g});
      }
    }
  }

  const SweptObject &a_, &b_;
  Frame a_frame_, b_frame_;
  double middle_, from_;
  bool rigid_;
};

// Breadth first until there are enough pieces for the threads.
std::vector<NodePair> pieces(const Descent& descent, bool self, bool large) {
  std::vector<NodePair> open{{0, 0}}, next;
  while (large && !open.empty() && open.size() < kParts) {
    next.clear();
    for (const NodePair& p : open) {
      const bool same = self && p.a == p.b;
      if (!same && !descent.meet(p)) continue;
      if (descent.leaves(p))
        next.push_back(p);
      else
        descent.each_below(p, self, [&](const NodePair& below) { next.push_back(below); });
    }
    const bool stuck = std::all_of(next.begin(), next.end(), [&](const NodePair& p) { return descent.leaves(p); });
    open.swap(next);
    if (stuck) break;
  }
  return open;
}

std::size_t descend(const Descent& descent, bool self, bool large, std::size_t batch, Control& control,
                    const CandidateSink& sink) {
  const std::vector<NodePair> roots = pieces(descent, self, large);
  const auto one = [&](std::size_t part) {
    control.poll();
    std::vector<SweptCandidate> found;
    descent.walk(roots[part], self, [&](const SweptCandidate& c) {
      found.push_back(c);
      if (found.size() == batch) sink(part, std::exchange(found, {}));
    });
    if (!found.empty()) sink(part, std::move(found));
  };
  if (roots.size() == 1)
    one(0);
  else
    tbb::parallel_for(std::size_t{0}, roots.size(), one);
  return roots.size();
}

}  // namespace

std::size_t swept_pairs(const SweptObject& a, const SweptObject& b, double from, double until, std::size_t batch,
                        Control& control, const CandidateSink& sink) {
  return descend(Descent(a, b, from, until), false, a.faces.size() + b.faces.size() >= kLarge, batch, control, sink);
}

std::size_t swept_self_pairs(const SweptObject& object, std::size_t batch, Control& control, const CandidateSink& sink) {
  return descend(Descent(object, object, 0, 1), true, object.faces.size() >= kLarge, batch, control, sink);
}

}  // namespace impinge
