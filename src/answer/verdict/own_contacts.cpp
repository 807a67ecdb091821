// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Neighbours around a simple corner are not looked at. The tree is walked once for each cluster of neighbouring faces. The
// faces of a fan of hundreds are as long as the fan is wide, so that all their boxes meet: each of them walks alone, past
// the parts of its own fan, and the face is held against boxes instead of its box.
#include "answer/verdict/own_contacts.h"

#include <algorithm>
#include <utility>

#include "answer/own_pairs/simple_corners.h"
#include "base/predicates.h"
#include "base/triangle_box.h"
#include "exact/face_pair_static.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kManyFaces = 256;  // around one corner

// A face with an area, read once for many questions.
struct ReadFace {
  std::uint32_t face;
  Face corners, simple;  // all corners, and those that are simple; kNone for others
  Triangle triangle;
  Box box;
};

bool has_common(const Face& a, const Face& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](std::uint32_t c) { return c != kNone && (c == b[0] || c == b[1] || c == b[2]); });
}

class OwnContacts {
 public:
  OwnContacts(const Body& body, const std::vector<bool>& asked)
      : body_(body),
        object_(body.clustered()),
        asked_(asked),
        simple_(simple_corners(object_)),
        meets_(asked.size(), false) {
    find_fans();
  }

  std::vector<bool> find();

 private:
  std::optional<ReadFace> read(std::uint32_t face) const;
  Face fans_of(std::uint32_t face) const;
  Face fans_below(std::uint32_t node);
  void find_fans();
  void look_from(const FaceCluster& cluster);
  void look_from_fan(const ReadFace& face);
  void look_at(const ReadFace& f, const ReadFace& g);

  const Body& body_;
  const WorldObject& object_;
  const std::vector<bool>& asked_;
  std::vector<bool> simple_, meets_;
  std::vector<bool> fan_tips_;                  // simple corners of many faces; empty if there are none
  std::vector<Face> fans_of_nodes_;             // tips that all faces below a node have
  std::vector<ReadFace> cluster_faces_, near_;  // kept for their memory
};

std::optional<ReadFace> OwnContacts::read(std::uint32_t face) const {
  const Triangle t = object_.triangle(face);
  if (degenerate(t)) return {};
  ReadFace r{face, object_.topology->corners(object_.faces[face]), {}, t, box_of(t)};
  for (std::size_t i = 0; i < 3; ++i) r.simple[i] = simple_[r.corners[i]] ? r.corners[i] : kNone;
  return r;
}

Face OwnContacts::fans_of(std::uint32_t face) const {
  Face tips = object_.topology->corners(object_.faces[face]);
  for (std::uint32_t& c : tips)
    if (!fan_tips_[c]) c = kNone;
  return tips;
}

Face OwnContacts::fans_below(std::uint32_t node) {
  const ClusterNode& n = object_.clusters->nodes()[node];
  std::optional<Face> tips;
  const auto keep_common = [&](const Face& more) {
    if (!tips) tips = more;
    for (std::uint32_t& c : *tips)
      if (c != more[0] && c != more[1] && c != more[2]) c = kNone;
  };
  for (std::uint32_t i = n.first; i < n.first + n.count; ++i) {
    if (!n.leaf) {
      keep_common(fans_below(i));
      continue;
    }
    const FaceCluster& cluster = object_.clusters->clusters()[i];
    for (std::uint32_t f = 0; f < cluster.count; ++f) keep_common(fans_of(cluster.faces[f]));
  }
  return fans_of_nodes_[node] = *tips;
}

void OwnContacts::find_fans() {
  std::vector<std::uint32_t> faces(object_.local.size(), 0);
  for (const Face& f : object_.faces)
    for (const std::uint32_t c : object_.topology->corners(f)) ++faces[c];
  const auto is_tip = [&](std::size_t c) { return simple_[c] && faces[c] >= kManyFaces; };
  for (std::size_t c = 0; c < faces.size(); ++c) {
    if (!is_tip(c)) continue;
    fan_tips_.resize(faces.size());
    fan_tips_[c] = true;
  }
  if (fan_tips_.empty()) return;
  fans_of_nodes_.resize(object_.clusters->nodes().size());
  fans_below(0);
}

void OwnContacts::look_at(const ReadFace& f, const ReadFace& g) {
  if (g.face == f.face || (asked_[g.face] && g.face < f.face)) return;  // the other one finds it
  if (has_common(f.simple, g.simple) || (meets_[f.face] && meets_[g.face])) return;
  if (self_pair_static(f.triangle, f.corners, g.triangle, g.corners) == Relation::disjoint) return;
  meets_[f.face] = meets_[g.face] = true;
}

void OwnContacts::look_from_fan(const ReadFace& face) {
  const Face tips = fans_of(face.face);
  const WorldBoxes boxes(object_);
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    if (has_common(tips, fans_of_nodes_[at])) continue;
    const ClusterNode& node = object_.clusters->nodes()[at];
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (!triangle_meets_box(face.triangle, boxes.child(node, i))) continue;
      if (!node.leaf) {
        stack.push_back(node.first + i);
        continue;
      }
      const FaceCluster& cluster = object_.clusters->clusters()[node.first + i];
      for (std::uint32_t f = 0; f < cluster.count; ++f) {
        if (has_common(tips, fans_of(cluster.faces[f]))) continue;
        if (const auto other = read(cluster.faces[f]); other && triangle_meets_box(face.triangle, other->box))
          look_at(face, *other);
      }
    }
  }
}

void OwnContacts::look_from(const FaceCluster& cluster) {
  cluster_faces_.clear();
  near_.clear();
  Box box;
  for (std::uint32_t i = 0; i < cluster.count; ++i) {
    const auto face = asked_[cluster.faces[i]] ? read(cluster.faces[i]) : std::nullopt;
    if (!face) continue;
    if (!fan_tips_.empty() && fans_of(face->face) != Face{kNone, kNone, kNone}) {
      look_from_fan(*face);
      continue;
    }
    cluster_faces_.push_back(*face);
    box.add(face->box);
  }
  if (cluster_faces_.empty()) return;
  walk_clusters(
      object_, [&](const Box& b) { return boxes_meet(b, box); },
      [&](std::uint32_t g) {
        // Most of what is walked past is beside the box: nothing else of it is read.
        if (!boxes_meet(box_of(object_.triangle(g)), box)) return;
        if (const auto face = read(g)) near_.push_back(*face);
      });
  for (const ReadFace& f : cluster_faces_)
    for (const ReadFace& g : near_)
      if (boxes_meet(f.box, g.box)) look_at(f, g);
}

std::vector<bool> OwnContacts::find() {
  for (const FaceCluster& cluster : object_.clusters->clusters()) {
    body_.control().poll();
    look_from(cluster);
  }
  return std::move(meets_);
}

}  // namespace

std::vector<bool> faces_meeting_own(const Body& body, const std::vector<bool>& asked) {
  return OwnContacts(body, asked).find();
}

}  // namespace impinge
