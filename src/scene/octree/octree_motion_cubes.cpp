// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The basic algorithm: J. Weng, N. Ahuja, Octrees of objects in arbitrary motion: representation and efficiency, 1987. Every
// source cube is inserted by itself from the root into a tree of pointers. The references that faster ways are measured
// against.
#include <cmath>
#include <memory>

#include "base/cube_cube.h"
#include "scene/octree/octree_motion.h"

namespace impinge {

namespace {

// A node that was never split is black or white; one with children is gray.
struct PointerNode {
  bool black = false;
  std::unique_ptr<PointerNode[]> children;
};

// Eight equal children become one node.
void condense(PointerNode& here) {
  bool all_black = true, all_white = true;
  for (int c = 0; c < 8; ++c) {
    const PointerNode& child = here.children[c];
    all_black = all_black && child.black;
    all_white = all_white && !child.black && !child.children;
  }
  if (!all_black && !all_white) return;
  here.black = all_black;
  here.children = nullptr;
}

void list_nodes(const PointerNode& here, std::uint64_t code, int height, NodeList& list) {
  if (here.black) return list.add(node_key(code, height));
  if (!here.children) return;
  for (std::uint64_t c = 0; c < 8; ++c) list_nodes(here.children[c], code + (c << 3 * (height - 1)), height - 1, list);
}

struct Node {
  std::int32_t corner[3];
  std::int32_t edge;
  Vec3 middle() const {
    const double half = 0.5 * edge;
    return {corner[0] + half, corner[1] + half, corner[2] + half};
  }
};

// The middles of a node's voxels fill a cube one voxel narrower: enough to test where middles decide.
double shrunken_half(const Node& node) { return 0.5 * (node.edge - 1); }

bool middle_inside(const VoxelMotion& motion, const MovedCube& cube, const Vec3& middle) {
  const Vec3 apart = middle - cube.middle();
  for (int k = 0; k < 3; ++k)
    if (std::fabs(motion.turn.col(k).dot(apart)) > cube.half) return false;
  return true;
}

// What the paper computes: the box around the sphere around the source cube.
class SphereBoxTest {
 public:
  SphereBoxTest(const MotionTask& task) : task_(task) {}
  void take(const OctreeCube& cube) {
    cube_ = task_.motion.moved(cube);
    reach_ = std::sqrt(3.0) * cube_.half;
  }
  CubeMeeting operator()(const Node& node) const {
    const Vec3 middle = node.middle();
    if (node.edge == 1) return middle_inside(task_.motion, cube_, middle) ? CubeMeeting::complete : CubeMeeting::none;
    const double reach = reach_ + shrunken_half(node);
    return (middle - cube_.middle()).cwiseAbs().maxCoeff() <= reach ? CubeMeeting::partial : CubeMeeting::none;
  }

 private:
  const MotionTask& task_;
  MovedCube cube_{};
  double reach_ = 0;
};

// An upright cube against the six face planes of the node.
class PlaneTest {
 public:
  PlaneTest(const MotionTask& task) : task_(task) {}
  void take(const OctreeCube& cube) { range_ = task_.motion.upright_range(cube, task_.rule, task_.grow); }
  CubeMeeting operator()(const Node& node) const {
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      const std::int32_t last = node.corner[k] + node.edge - 1;
      if (range_.high[k] < node.corner[k] || last < range_.low[k]) return CubeMeeting::none;
      inside = inside && range_.low[k] <= node.corner[k] && last <= range_.high[k];
    }
    return inside ? CubeMeeting::complete : CubeMeeting::partial;
  }

 private:
  const MotionTask& task_;
  VoxelBox range_{};
};

template <typename Test>
class Inserter {
 public:
  explicit Inserter(const MotionTask& task) : task_(task), test_(task) {}

  MovedNodes run(std::uint64_t& tests) {
    const Node root{{0, 0, 0}, 1 << task_.motion.level};
    for (const OctreeCube& cube : task_.cubes) {
      test_.take(cube);
      insert(root_, root);
    }
    tests += tests_;
    NodeList list(task_.motion.level);
    list_nodes(root_, 0, task_.motion.level, list);
    return list.take();
  }

 private:
  void insert(PointerNode& here, const Node& node) {
    if (here.black) return;
    ++tests_;
    const CubeMeeting meeting = test_(node);
    if (meeting == CubeMeeting::none) return;
    if (meeting == CubeMeeting::complete) {
      here.black = true;
      here.children = nullptr;
      return;
    }
    if (!here.children) here.children = std::make_unique<PointerNode[]>(8);
    const std::int32_t half = node.edge / 2;
    for (int c = 0; c < 8; ++c) {
      const Node child{
          {node.corner[0] + (c & 1 ? half : 0), node.corner[1] + (c & 2 ? half : 0), node.corner[2] + (c & 4 ? half : 0)},
          half};
      insert(here.children[c], child);
    }
    condense(here);
  }

  const MotionTask& task_;
  Test test_;
  PointerNode root_;
  std::uint64_t tests_ = 0;
};

// The same with the exact cube/cube test. Middles are carried down in both frames, so that nothing is turned twice, and the
// eight children of a node are compared with the box around the cube at once: along each axis there are only two places.
class ExactInserter {
 public:
  explicit ExactInserter(const MotionTask& task) : task_(task), test_(task.motion.turn) {
    reach_ = task.motion.turn.cwiseAbs().rowwise().sum();
    for (int h = 1; h <= task.motion.level; ++h)
      for (int c = 0; c < 8; ++c) {
        const double quarter = std::ldexp(0.25, h);
        offset_[h][c] = Vec3(c & 1 ? quarter : -quarter, c & 2 ? quarter : -quarter, c & 4 ? quarter : -quarter);
        back_offset_[h][c] = task.motion.turn.transpose() * offset_[h][c];
      }
  }

  MovedNodes run(std::uint64_t& tests) {
    const int level = task_.motion.level;
    const Vec3 middle = Vec3::Constant(std::ldexp(0.5, level));
    for (const OctreeCube& c : task_.cubes) {
      const MovedCube cube = task_.motion.moved(c);
      half_ = cube.half;
      const Vec3 apart = middle - cube.middle(), back = task_.motion.turn.transpose() * apart;
      ++tests_;
      if (root_.black) break;
      if (level == 0)
        root_.black = back.cwiseAbs().maxCoeff() <= half_;
      else if (meets(test_.meeting(apart, std::ldexp(0.5, level) - 0.5, half_), root_))
        split(root_, level, apart, back);
    }
    tests += tests_;
    NodeList list(level);
    list_nodes(root_, 0, level, list);
    return list.take();
  }

 private:
  // Whether a node is to be split; one that lies inside is black.
  static bool meets(CubeMeeting meeting, PointerNode& node) {
    if (meeting == CubeMeeting::complete) {
      node.black = true;
      node.children = nullptr;
    }
    return meeting == CubeMeeting::partial;
  }

  void split(PointerNode& here, int height, const Vec3& apart, const Vec3& back) {
    if (!here.children) here.children = std::make_unique<PointerNode[]>(8);
    if (height == 1)
      add_voxels(here, back);
    else
      add_nodes(here, height, apart, back);
    condense(here);
  }

  void add_voxels(PointerNode& here, const Vec3& back) {
    for (int c = 0; c < 8; ++c) {
      if (here.children[c].black) continue;
      ++tests_;
      const Vec3 p = back + back_offset_[1][c];
      here.children[c].black = std::max(std::max(std::fabs(p.x()), std::fabs(p.y())), std::fabs(p.z())) <= half_;
    }
  }

  void add_nodes(PointerNode& here, int height, const Vec3& apart, const Vec3& back) {
    const double quarter = std::ldexp(0.25, height), child_half = quarter - 0.5;
    int near = 0xff,
        around = half_ <= child_half ? 0xff : 0;  // children that the cube's box meets, and that hold its middle
    for (int k = 0; k < 3; ++k) {
      constexpr int kUpper[3] = {0xaa, 0xcc, 0xf0};  // children on the upper side of each axis
      const double lower = std::fabs(apart[k] - quarter), upper = std::fabs(apart[k] + quarter);
      const double reach = child_half + half_ * reach_[k];
      near &= (lower <= reach ? ~kUpper[k] : 0) | (upper <= reach ? kUpper[k] : 0);
      around &= (lower <= child_half ? ~kUpper[k] : 0) | (upper <= child_half ? kUpper[k] : 0);
    }
    for (int c = 0; c < 8; ++c) {
      PointerNode& child = here.children[c];
      if (child.black) continue;
      ++tests_;
      if ((near >> c & 1) == 0) continue;
      const Vec3 child_apart = apart + offset_[height][c];
      if ((around >> c & 1) != 0 || meets(test_.meeting(child_apart, child_half, half_), child))
        split(child, height - 1, child_apart, back + back_offset_[height][c]);
    }
  }

  const MotionTask& task_;
  CubeCube test_;
  Vec3 reach_;
  Vec3 offset_[OctreeFrame::kMaxLevel + 1][8], back_offset_[OctreeFrame::kMaxLevel + 1][8];  // of children, by height
  double half_ = 0;                                                                          // of the cube at hand
  PointerNode root_;
  std::uint64_t tests_ = 0;
};

}  // namespace

MovedNodes move_cube_by_cube(const MotionTask& task, OctreeMotion motion, std::uint64_t& tests) {
  if (motion == OctreeMotion::reference) return Inserter<SphereBoxTest>(task).run(tests);
  if (motion == OctreeMotion::exact_test) return ExactInserter(task).run(tests);
  return Inserter<PlaneTest>(task).run(tests);
}

}  // namespace impinge
