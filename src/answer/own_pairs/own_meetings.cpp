// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Whether faces meet does not depend on where a body stands, but for what placing it rounds: pairs are told apart once, in
// the frame of the mesh, by more than that; the few others are decided where they stand.
#include "answer/own_pairs/own_meetings.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "answer/own_pairs/close_pairs.h"
#include "answer/own_pairs/simple_corners.h"
#include "base/lent.h"
#include "exact/face_pair_static.h"
#include "localise/face_octree/face_octree.h"

namespace impinge {

namespace {

// The frame of the mesh, as seen from the world.
struct MeshFrame {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Vec3 position = Vec3::Zero();
  double stretch = 1;
  double size = 0;      // of the body, there
  double rounding = 0;  // by how much placing it may move a coordinate, there

  explicit MeshFrame(const WorldObject& object) {
    size = (object.box.high - object.box.low).cwiseAbs().maxCoeff();
    if (object.in_place) return;
    turn = object.pose.rotation.inverse();
    position = object.pose.position;
    stretch = turn.cwiseAbs().rowwise().sum().maxCoeff();
    size *= stretch;
    rounding = 0x1p-47 * stretch * (largest_coordinate(object.box) + position.cwiseAbs().maxCoeff());
  }

  // Walls say something only if what they must leave room for is small.
  bool usable() const { return std::isfinite(size) && rounding <= 0x1p-20 * size; }

  // Holds all that is placed in a box of the world; told by the place and the box alone.
  Box box(const Box& world) const {
    const double margin = 0x1p-44 * stretch * (largest_coordinate(world) + position.cwiseAbs().maxCoeff());
    const Vec3 far = Vec3::Constant(INFINITY);
    if (!std::isfinite(margin)) return {-far, far};
    Box result;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner((i & 1) != 0 ? world.low.x() : world.high.x(), (i & 2) != 0 ? world.low.y() : world.high.y(),
                        (i & 4) != 0 ? world.low.z() : world.high.z());
      result.add(Vec3(turn * (corner - position)));
    }
    return grown(result, margin);
  }
};

Triangle local_triangle(const WorldObject& object, std::uint32_t face) {
  const Face& f = object.faces[face];
  return {{object.local[f[0]], object.local[f[1]], object.local[f[2]]}};
}

// A region of the world, and a box of the frame of the mesh that holds it.
struct Region {
  Box world, local;

  // Not the same for a turned face: whoever asked before must not matter, so that both decide.
  bool meets(const WorldObject& object, std::uint32_t face) const {
    return boxes_meet(box_of(object.triangle(face)), world) && boxes_meet(box_of(local_triangle(object, face)), local);
  }
};

std::vector<OwnPair> decided(const WorldObject& object, std::span<const OwnPair> pairs, const Region& region) {
  std::vector<OwnPair> meeting = Lent<OwnPair>::take();
  for (const OwnPair& pair : pairs) {
    if (!region.meets(object, pair[0]) || !region.meets(object, pair[1])) continue;
    const Face s_corners = object.topology->corners(object.faces[pair[0]]),
               t_corners = object.topology->corners(object.faces[pair[1]]);
    if (self_pair_static(object.triangle(pair[0]), s_corners, object.triangle(pair[1]), t_corners) != Relation::disjoint)
      meeting.push_back(pair);
  }
  return meeting;
}

// Among some faces, with a tree of their own.
std::vector<OwnPair> close_among(const WorldObject& object, std::span<const std::uint32_t> chosen, double slack,
                                 const std::vector<bool>* simple, Control& control) {
  if (chosen.size() < 2) return {};
  std::vector<Face> faces;
  faces.reserve(chosen.size());
  for (const std::uint32_t f : chosen) faces.push_back(object.faces[f]);
  const ClusterTree tree(object.local, faces);
  std::vector<OwnPair> pairs =
      find_close_pairs({object.local, faces, *object.topology, tree, simple}, grown(tree.box(), slack), slack, control)
          .pairs;
  for (OwnPair& p : pairs) p = {chosen[p[0]], chosen[p[1]]};
  return pairs;
}

// Among the faces in a box of the frame of the mesh.
ClosePairFinds close_in(const WorldObject& object, const Box& box, double slack, const std::vector<bool>& simple,
                        Control& control) {
  std::vector<std::uint32_t> faces;
  for (std::uint32_t f = 0; f < object.faces.size(); ++f)
    if (boxes_meet(box_of(local_triangle(object, f)), box)) faces.push_back(f);
  return {close_among(object, faces, slack, &simple, control), faces.size()};
}

Box local_box(const WorldObject& object) {
  if (object.clusters != nullptr) return object.clusters->box();
  Box box;
  for (const Vec3& v : object.local) box.add(v);
  return box;
}

Region everywhere() {
  const Vec3 far = Vec3::Constant(INFINITY);
  return {{-far, far}, {-far, far}};
}

// By cells of the world, for bodies that walls do not part.
std::vector<OwnPair> meeting_in_cells(const WorldObject& object, std::vector<std::uint32_t> faces, const Region& region,
                                      Control& control) {
  const std::span<const WorldObject> one(&object, 1);
  const LocaliseInput input{one, {&faces, 1}, LocaliseInput::Asked::each_with_itself, {}, {}};
  std::vector<OwnPair> pairs;
  for (const Candidate& c : face_octree(input, control)) pairs.push_back({c.a_face, c.b_face});
  return decided(object, pairs, region);
}

std::vector<std::uint32_t> faces_in(const Body& body, const Box& box) {
  std::vector<std::uint32_t> faces;
  const WorldObject& object = body.object();
  body.walk([&](const Box& other) { return boxes_meet(other, box); },
            [&](std::uint32_t f) {
              if (boxes_meet(box_of(object.triangle(f)), box)) faces.push_back(f);
            });
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

std::shared_ptr<const ClosePairs> known_of(LazyClosePairs& lazy) {
  const std::lock_guard lock(lazy.mutex);
  return lazy.known;
}

// What is known of the mesh, extended to a box of its frame. Nobody waits for another's search: what one finds beside
// another is lost for later, no more.
std::shared_ptr<const ClosePairs> extended(const Body& body, const MeshFrame& frame, Box box) {
  const WorldObject& object = body.object();
  LazyClosePairs& lazy = *object.close_pairs;
  std::shared_ptr<const ClosePairs> known = known_of(lazy);
  if (!known || known->slack() < frame.rounding) {
    const double slack = std::max(0x1p-36 * frame.size, 4 * frame.rounding);
    known = std::make_shared<const ClosePairs>(slack, steady_corners(object, slack));
  }
  if (known->covers(box)) return known;
  // Bodies that move are asked beside the last place next; after many places all of the body is cheaper.
  const double slack = known->slack();
  box = known->searched() >= object.faces.size() ? grown(local_box(object), frame.size) : grown(box, 0.02 * frame.size);
  const ClosePairFinds found =
      object.clusters != nullptr
          ? find_close_pairs({object.local, object.faces, *object.topology, *object.clusters, &known->simple()}, box, slack,
                             body.control())
          : close_in(object, box, slack, known->simple(), body.control());
  known = std::make_shared<const ClosePairs>(*known, box, found.faces, found.pairs);
  const std::lock_guard lock(lazy.mutex);
  lazy.known = known;
  return known;
}

}  // namespace

std::vector<OwnPair> own_meetings(const Body& body, const Box& box) {
  const WorldObject& object = body.object();
  const MeshFrame frame(object);
  const Region region{box, frame.box(box)};
  if (!frame.usable()) return meeting_in_cells(object, faces_in(body, box), region, body.control());
  if (object.close_pairs != nullptr) return decided(object, extended(body, frame, region.local)->pairs(), region);
  std::vector<bool> simple = steady_corners(object, frame.rounding);
  std::vector<OwnPair> close;
  if (object.clusters != nullptr) {
    const ClusteredFaces mesh{object.local, object.faces, *object.topology, *object.clusters, &simple};
    close = find_close_pairs(mesh, region.local, frame.rounding, body.control()).pairs;
  } else {
    close = close_among(object, faces_in(body, box), frame.rounding, &simple, body.control());
  }
  std::vector<OwnPair> meeting = decided(object, close, region);
  Lent<OwnPair>::give(close);
  Lent<bool>::give(simple);
  return meeting;
}

std::vector<OwnPair> own_meetings(const Body& body, std::span<const std::uint32_t> faces) {
  const WorldObject& object = body.object();
  const MeshFrame frame(object);
  if (!frame.usable()) return meeting_in_cells(object, {faces.begin(), faces.end()}, everywhere(), body.control());
  return decided(object, close_among(object, faces, frame.rounding, nullptr, body.control()), everywhere());
}

}  // namespace impinge
