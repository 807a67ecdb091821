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
#include <utility>

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
  Vec3 p[3], normal;
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
  Vec3 placed(const Vec3& p) const { return turn_ * p + offset_; }

  void place(const OrientedBox& local, OrientedBox& world) const {
    world.half = local.half;
    if (local.half.x() < 0) return;
    world.centre = placed(local.centre);
    for (int k = 0; k < 3; ++k) world.axis[k] = turn_ * local.axis[k];
  }

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

// False if the boxes are apart along an axis during the whole interval.
bool ways_meet(const MovingBox& a, const MovingBox& b, double h) {
  for (int k = 0; k < 3; ++k)
    if (std::fabs(a.centre[k] - b.centre[k]) > a.extent[k] + b.extent[k] + h * std::fabs(a.velocity[k] - b.velocity[k]))
      return false;
  return true;
}

// When boxes whose ways meet first meet, from -h on; infinity if never.
double first_meeting(const MovingBox& a, const MovingBox& b, double h) {
  const Vec3 apart = a.centre - b.centre, velocity = a.velocity - b.velocity, reach = a.extent + b.extent;
  double first = -h, last = h;
  for (int k = 0; k < 3; ++k) {
    const double v = std::fabs(velocity[k]);
    if (v * h <= reach[k] * 0x1p-20) continue;  // hardly moves: that their ways meet is all there is to say
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

// A node and a face in the world.
struct PlacedNode {
  MovingBox box;
  OrientedBox oriented;
};
struct PlacedFace {
  MovingBox box;
  MiddleFace middle;
};

double reach_along(const OrientedBox& box, const Vec3& direction) {
  return std::fabs(box.axis[0].dot(direction)) * box.half.x() + std::fabs(box.axis[1].dot(direction)) * box.half.y() +
         std::fabs(box.axis[2].dot(direction)) * box.half.z();
}

// What a side has placed; kept by each thread from one descent to the next, since fresh memory costs more than the work.
struct Placed {
  std::vector<PlacedNode> nodes;
  std::vector<PlacedFace> faces;
  std::vector<std::uint32_t> node_stamps, face_stamps;  // in which descent an entry was placed
  std::uint32_t stamp = 0;

  void renew(std::size_t node_count, std::size_t face_count) {
    if (nodes.size() < node_count) nodes.resize(node_count);
    if (faces.size() < face_count) faces.resize(face_count);
    if (++stamp == 0) node_stamps.clear(), face_stamps.clear(), stamp = 1;
    node_stamps.resize(nodes.size(), 0), face_stamps.resize(faces.size(), 0);
  }
};

// One tree in its frame. A small one, which one thread descends, remembers what it has placed: nodes come in many pairs.
class Side {
 public:
  Side(const SweptObject& object, double from, double until, Placed* memory)
      : object_(object), frame_(object, from, until), memory_(memory) {
    if (memory_ != nullptr) memory_->renew(object.shape->tree.nodes().size(), object.faces.size());
  }

  const Frame& frame() const { return frame_; }
  const FaceTree::Node& node(std::uint32_t n) const { return object_.shape->tree.nodes()[n]; }
  std::uint32_t face(std::uint32_t i) const { return object_.shape->tree.faces()[i]; }

  const PlacedNode& placed(std::uint32_t n, PlacedNode& room) {
    if (memory_ == nullptr) return place(n, room), room;
    if (std::exchange(memory_->node_stamps[n], memory_->stamp) != memory_->stamp) place(n, memory_->nodes[n]);
    return memory_->nodes[n];
  }
  const PlacedFace& placed_face(std::uint32_t f, PlacedFace& room) {
    if (memory_ == nullptr) return place_face(f, room), room;
    if (std::exchange(memory_->face_stamps[f], memory_->stamp) != memory_->stamp) place_face(f, memory_->faces[f]);
    return memory_->faces[f];
  }

 private:
  void place(std::uint32_t n, PlacedNode& node_in_world) const {
    node_in_world.box = frame_.moved(node(n).box);
    if (frame_.rigid()) frame_.place(object_.shape->oriented[n], node_in_world.oriented);
  }
  void place_face(std::uint32_t f, PlacedFace& face_in_world) const {
    face_in_world.box = frame_.moved(object_.shape->face_boxes[f]);
    if (frame_.rigid()) face_in_world.middle = frame_.middle(object_, f);
  }

  const SweptObject& object_;
  Frame frame_;
  Placed* memory_;
};

struct NodePair {
  std::uint32_t a, b;
};

// Descends both trees from a pair of nodes on. One thread at a time where it remembers.
class Descent {
 public:
  Descent(const SweptObject& a, const SweptObject& b, double from, double until, Placed* memory)
      : a_(a, from, until, memory),
        b_(b, from, until, memory == nullptr ? nullptr : memory + 1),
        middle_(from / 2 + until / 2),
        from_(from),
        h_(a_.frame().h()),
        rigid_(a_.frame().rigid() && b_.frame().rigid()) {}

  bool leaves(const NodePair& p) const { return a_.node(p.a).leaf() && b_.node(p.b).leaf(); }

  bool meet(const NodePair& p) {
    PlacedNode a_room, b_room;
    const PlacedNode &a = a_.placed(p.a, a_room), &b = b_.placed(p.b, b_room);
    return ways_meet(a.box, b.box, h_) && !(rigid_ && normals_part(a, b));
  }

  // The pairs below one that meets; both may be the same node of one tree.
  template <typename Visit>
  void each_below(const NodePair& p, bool self, const Visit& visit) const {
    const FaceTree::Node &na = a_.node(p.a), &nb = b_.node(p.b);
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
  void walk(const NodePair& root, bool self, const Found& found) {
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
  // Two surfaces that come near each other are parted along their normals, if at all.
  bool normals_part(const PlacedNode& a, const PlacedNode& b) const {
    const OrientedBox &oa = a.oriented, &ob = b.oriented;
    if (oa.half.x() < 0 || ob.half.x() < 0) return false;
    const Vec3 apart = oa.centre - ob.centre, velocity = a.box.velocity - b.box.velocity, &na = oa.axis[0], &nb = ob.axis[0];
    const double more = a.box.more + b.box.more;
    return std::fabs(na.dot(apart)) > oa.half.x() + reach_along(ob, na) + h_ * std::fabs(na.dot(velocity)) + more ||
           std::fabs(nb.dot(apart)) > ob.half.x() + reach_along(oa, nb) + h_ * std::fabs(nb.dot(velocity)) + more;
  }

  bool planes_part(const PlacedFace& a, const PlacedFace& b) const {
    const Vec3 velocity = a.box.velocity - b.box.velocity;
    const double more = a.box.more + b.box.more;
    return plane_parts(a.middle, b.middle, h_ * std::fabs(a.middle.normal.dot(velocity)) + more) ||
           plane_parts(b.middle, a.middle, h_ * std::fabs(b.middle.normal.dot(velocity)) + more);
  }

  template <typename Found>
  void leaf(const NodePair& p, bool self, const Found& found) {
    const FaceTree::Node &na = a_.node(p.a), &nb = b_.node(p.b);
    std::array<PlacedFace, kLeafFaces> room;
    std::array<const PlacedFace*, kLeafFaces> b_faces;
    for (std::uint32_t j = nb.begin; j < nb.end; ++j)
      b_faces[j - nb.begin] = &b_.placed_face(b_.face(j), room[j - nb.begin]);
    for (std::uint32_t i = na.begin; i < na.end; ++i) {
      PlacedFace a_room;
      const PlacedFace& a = a_.placed_face(a_.face(i), a_room);
      for (std::uint32_t j = self && p.a == p.b ? i + 1 : nb.begin; j < nb.end; ++j) {
        const PlacedFace& b = *b_faces[j - nb.begin];
        if (!ways_meet(a.box, b.box, h_) || (rigid_ && planes_part(a, b))) continue;
        const double first = first_meeting(a.box, b.box, h_);
        if (!(first < INFINITY)) continue;
        std::uint32_t f = a_.face(i), g = b_.face(j);
        if (self && f > g) std::swap(f, g);
        found(SweptCandidate{std::max(from_, middle_ + first - 0x1p-40 * h_), f, g});
      }
    }
  }

  Side a_, b_;
  double middle_, from_, h_;
  bool rigid_;
};

// Breadth first until there are enough pieces for the threads.
std::vector<NodePair> pieces(Descent& descent, bool self, bool large) {
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

std::size_t descend(Descent descent, bool self, bool large, std::size_t batch, Control& control, const CandidateSink& sink) {
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
  const bool large = a.faces.size() + b.faces.size() >= kLarge;
  // Nothing below runs another descent on this thread: small ones fork no tasks.
  static thread_local Placed memory[2];
  return descend(Descent(a, b, from, until, large ? nullptr : memory), false, large, batch, control, sink);
}

std::size_t swept_self_pairs(const SweptObject& object, std::size_t batch, Control& control, const CandidateSink& sink) {
  return descend(Descent(object, object, 0, 1, nullptr), true, object.faces.size() >= kLarge, batch, control, sink);
}

}  // namespace impinge
