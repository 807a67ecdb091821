// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a point that two faces share lies in source voxels that hold these faces, and in a voxel of the target that both
// source voxels, moved, meet; every box and cube has room for the rounding of world_point. Cost: some nanoseconds for each
// voxel of a face octree, and the nodes where both objects have some. Chapter 1 of: A. Smith, Y. Kitamura, Towards the
// realization of real-time collision detection, 1994, and its section 3.4.3.
#include "localise/moved_octree/moved_octree.h"

#include <tbb/parallel_for.h>

#include <cmath>

#include "base/concatenate.h"
#include "base/triangle_box.h"
#include "localise/candidate_limit.h"
#include "localise/moved_octree/moved_octree_nodes.h"

namespace impinge {

namespace {

constexpr int kWholeLevel = 7;  // of a target around two whole bodies: one may be a thousand times as large as the other
constexpr std::size_t kUncounted = std::size_t{1} << 20;  // candidates that may come twice before they are sorted

// Around the boxes' region, or around both boxes: voxels as wide as those of the finer octree, unless that is too deep.
OctreeFrame target_of(const WorldObject& a, const ShapeOctree& a_octree, const WorldObject& b, const ShapeOctree& b_octree,
                      bool overlap_regions) {
  Box box = intersection(a.box, b.box);
  if (!overlap_regions) {
    box = a.box;
    box.add(b.box);
  }
  OctreeFrame target;
  target.origin = box.low;
  target.voxel = std::min(a_octree.faces.frame.voxel, b_octree.faces.frame.voxel);
  const double extent = (box.high - box.low).maxCoeff() * (1 + 0x1p-30);
  const int deepest = overlap_regions ? OctreeFrame::kMaxMadeLevel : kWholeLevel;
  while (target.level < deepest && target.edge() <= extent) ++target.level;
  if (target.edge() <= extent) target.voxel = extent / target.voxels() * (1 + 0x1p-20);
  return target;
}

// What a node's faces are, as far as they reach the node.
class NodeFaces {
 public:
  NodeFaces(const MovedNodeSet& set, bool associated) : set_(set), associated_(associated) {}

  struct Placed {
    std::uint32_t face;
    Box box;
  };

  const std::vector<Placed>& in(std::span<const std::uint32_t> nodes, const Box& where) {
    placed_.clear();
    const WorldObject& o = set_.object();
    if (!associated_) {
      for (std::uint32_t f = 0; f < o.faces.size(); ++f)
        if (const Triangle t = o.triangle(f); triangle_meets_box(t, where)) placed_.push_back({f, box_of(t)});
      return placed_;
    }
    faces_.clear();
    for (const std::uint32_t n : nodes) faces_.insert(faces_.end(), set_.faces(n).begin(), set_.faces(n).end());
    std::sort(faces_.begin(), faces_.end());
    faces_.erase(std::unique(faces_.begin(), faces_.end()), faces_.end());
    for (const std::uint32_t f : faces_)
      if (const Box box = box_of(o.triangle(f)); boxes_meet(box, where)) placed_.push_back({f, box});
    return placed_;
  }

 private:
  const MovedNodeSet& set_;
  bool associated_;
  std::vector<std::uint32_t> faces_;
  std::vector<Placed> placed_;
};

// The candidates of one object pair.
class PairWork {
 public:
  PairWork(const ObjectPair& pair, const OctreeFrame& target, CandidateLimit& limit, const Control& control)
      : pair_(pair), target_(target), count_(limit, pair), control_(control) {}

  std::vector<Candidate> run(const MovedNodeSet& a, const MovedNodeSet& b, const MovedOctreeOptions& options) {
    NodeFaces a_faces(a, options.associated_faces), b_faces(b, options.associated_faces);
    shared_nodes(a, b, target_.level, options.progressive, [&](const SharedNode& node) {
      if (++visited_ % 1024 == 0) control_.poll();
      const Box where = box_of_node(node);
      const auto& in_a = a_faces.in(node.a, where);
      if (in_a.empty()) return;
      const auto& in_b = b_faces.in(node.b, where);
      for (const NodeFaces::Placed& x : in_a)
        for (const NodeFaces::Placed& y : in_b)
          if (boxes_meet(x.box, y.box)) found_.push_back({pair_.a, pair_.b, x.face, y.face});
      if (found_.size() >= next_sort_) sort();
    });
    sort();
    return std::move(found_);
  }

 private:
  // With room for the rounding of the node's walls.
  Box box_of_node(const SharedNode& node) const {
    Box box;
    constexpr double kRoom = 0x1p-10;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = target_.origin[k] + (node.corner[k] - kRoom) * target_.voxel;
      box.high[k] = target_.origin[k] + (node.corner[k] + node.edge + kRoom) * target_.voxel;
    }
    return box;
  }

  // A pair is found in every voxel that both faces reach.
  void sort() {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    count_.update(found_.size());
    next_sort_ = 2 * found_.size() + kUncounted;
  }

  ObjectPair pair_;
  const OctreeFrame& target_;
  GrowingCount count_;
  const Control& control_;
  std::vector<Candidate> found_;
  std::size_t next_sort_ = kUncounted;
  std::uint64_t visited_ = 0;
};

}  // namespace

bool can_move(const WorldObject& a, const ShapeOctree* a_octree, const WorldObject& b, const ShapeOctree* b_octree) {
  if (a_octree == nullptr || b_octree == nullptr) return false;
  const OctreeFrame target = target_of(a, *a_octree, b, *b_octree, true);
  const auto usable = [&](const WorldObject& o, const ShapeOctree& octree) {
    // Far below the room that nodes and faces have, see PairWork::box_of_node.
    const VoxelMotion motion(octree.faces.frame, o.pose, target);
    return motion.usable() && motion.rounding < 0x1p-12;
  };
  return usable(a, *a_octree) && usable(b, *b_octree);
}

std::vector<Candidate> moved_octree(const LocaliseInput& input, std::span<const std::shared_ptr<const ShapeOctree>> octrees,
                                    const MovedOctreeOptions& options, Control& control) {
  CandidateLimit limit(input);
  std::vector<std::vector<Candidate>> found(input.pairs.size());
  control.set_parts(found.size());
  tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) {
    control.poll();
    const ObjectPair& pair = input.pairs[i];
    const WorldObject &a = input.world[pair.a], &b = input.world[pair.b];
    const ShapeOctree &a_octree = *octrees[pair.a], &b_octree = *octrees[pair.b];
    const OctreeFrame target = target_of(a, a_octree, b, b_octree, options.overlap_regions);
    Box region = intersection(a.box, b.box);
    if (!options.overlap_regions) {
      region = a.box;
      region.add(b.box);
    }
    const MovedNodeSet a_nodes(a, a_octree, target, region, !options.face_octrees);
    const MovedNodeSet b_nodes(b, b_octree, target, region, !options.face_octrees);
    found[i] = PairWork(pair, target, limit, control).run(a_nodes, b_nodes, options);
    control.part_done();
  });
  return concatenate(found);
}

}  // namespace impinge
