// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <utility>

#include "localise/swept/swept_frame.h"

namespace impinge {

constexpr std::uint32_t kLeafFaces = 4;  // no leaf has more

/// What a side has placed; kept by each thread from one descent to the next, since fresh memory costs more than the work.
struct PlacedMemory {
  std::vector<PlacedNode> nodes;
  std::vector<PlacedFace> faces;
  std::vector<std::uint32_t> node_stamps, face_stamps;  // in which descent an entry was placed
  std::uint32_t stamp = 0;

  void renew(std::size_t node_count, std::size_t face_count) {
    if (nodes.size() < node_count) nodes.resize(node_count);
    if (faces.size() < face_count) faces.resize(face_count);
    if (++stamp == 0) {
      node_stamps.clear();
      face_stamps.clear();
      stamp = 1;
    }
    node_stamps.resize(nodes.size(), 0);
    face_stamps.resize(faces.size(), 0);
  }
};

/// One tree in its frame. A small one, which one thread descends, remembers what it has placed: nodes come in many pairs.
class PlacedTree {
 public:
  PlacedTree(const SweptObject& object, double from, double until, PlacedMemory* memory)
      : object_(object), frame_(object, from, until), memory_(memory) {
    if (memory_ != nullptr) memory_->renew(object.shape->tree.nodes().size(), object.faces.size());
  }

  const SweptFrame& frame() const { return frame_; }
  const FaceTree::Node& node(std::uint32_t n) const { return object_.shape->tree.nodes()[n]; }
  std::uint32_t face(std::uint32_t i) const { return object_.shape->tree.faces()[i]; }

  const PlacedNode& placed(std::uint32_t n, PlacedNode& room) {
    if (memory_ == nullptr) {
      place(n, room);
      return room;
    }
    if (std::exchange(memory_->node_stamps[n], memory_->stamp) != memory_->stamp) place(n, memory_->nodes[n]);
    return memory_->nodes[n];
  }
  const PlacedFace& placed_face(std::uint32_t f, PlacedFace& room) {
    if (memory_ == nullptr) {
      place_face(f, room);
      return room;
    }
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
  SweptFrame frame_;
  PlacedMemory* memory_;
};

/// A node of each tree.
struct FaceNodePair {
  std::uint32_t a, b;
};

/// Descends both trees from a pair of nodes on. One thread at a time where it remembers.
class SweptDescent {
 public:
  SweptDescent(const SweptObject& a, const SweptObject& b, double from, double until, PlacedMemory* memory)
      : a_(a, from, until, memory),
        b_(b, from, until, memory == nullptr ? nullptr : memory + 1),
        middle_(from / 2 + until / 2),
        from_(from),
        h_(a_.frame().h()),
        rigid_(a_.frame().rigid() && b_.frame().rigid()) {}

  bool leaves(const FaceNodePair& p) const { return a_.node(p.a).leaf() && b_.node(p.b).leaf(); }

  bool meet(const FaceNodePair& p) {
    PlacedNode a_room, b_room;
    const PlacedNode &a = a_.placed(p.a, a_room), &b = b_.placed(p.b, b_room);
    return swept_boxes_meet(a.box, b.box, h_) && !(rigid_ && normals_part(a, b));
  }

  // The pairs below one that meets; both may be the same node of one tree.
  template <typename Visit>
  void each_below(const FaceNodePair& p, bool self, const Visit& visit) const {
    const FaceTree::Node &na = a_.node(p.a), &nb = b_.node(p.b);
    if (self && p.a == p.b) {
      visit(FaceNodePair{p.a + 1, p.a + 1});
      visit(FaceNodePair{na.right, na.right});
      visit(FaceNodePair{p.a + 1, na.right});
    } else if (nb.leaf() || (!na.leaf() && na.end - na.begin >= nb.end - nb.begin)) {
      visit(FaceNodePair{p.a + 1, p.b});
      visit(FaceNodePair{na.right, p.b});
    } else {
      visit(FaceNodePair{p.a, p.b + 1});
      visit(FaceNodePair{p.a, nb.right});
    }
  }

  template <typename Found>
  void walk(const FaceNodePair& root, bool self, const Found& found) {
    std::vector<FaceNodePair> stack{root};
    while (!stack.empty()) {
      const FaceNodePair p = stack.back();
      stack.pop_back();
      if (!(self && p.a == p.b) && !meet(p)) continue;
      if (leaves(p))
        leaf(p, self, found);
      else
        each_below(p, self, [&](const FaceNodePair& below) { stack.push_back(below); });
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

  template <typename Found>
  void leaf(const FaceNodePair& p, bool self, const Found& found) {
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
        if (!swept_boxes_meet(a.box, b.box, h_)) continue;
        const MeetingTime time = meeting_time(a, b, rigid_, h_);
        if (time.never()) continue;
        std::uint32_t f = a_.face(i), g = b_.face(j);
        if (self && f > g) std::swap(f, g);
        found(SweptCandidate{time.entry(from_, middle_), f, g});
      }
    }
  }

  PlacedTree a_, b_;
  double middle_, from_, h_;
  bool rigid_;
};

}  // namespace impinge
