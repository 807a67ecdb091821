// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The basic algorithm: J. Weng, N. Ahuja, Octrees of objects in arbitrary motion: representation and efficiency, 1987. Every
// source cube is inserted by itself from the root into a tree of pointers. The references that faster ways are measured
// against.
#include <cmath>
#include <memory>

#include "base/cube_cube.h"
#include "scene/octree_motion.h"

namespace impinge {

namespace {

// A node that was never split is black or white; one with children is gray.
struct PointerNode {
  bool black = false;
  std::unique_ptr<PointerNode[]> children;
};

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

bool middle_inside(const MotionFrame& frame, const MovedCube& cube, const Vec3& middle) {
  const Vec3 apart = middle - cube.middle();
  for (int k = 0; k < 3; ++k)
    if (std::fabs(frame.turn.col(k).dot(apart)) > cube.half) return false;
  return true;
}

// What the paper computes: the box around the sphere around the source cube.
class SphereBoxTest {
 public:
  SphereBoxTest(const MotionTask& task) : task_(task) {}
  void take(const OctreeCube& cube) {
    cube_ = task_.frame.moved(cube);
    reach_ = std::sqrt(3.0) * cube_.half;
  }
  CubeMeeting operator()(const Node& node) const {
    const Vec3 middle = node.middle();
    if (node.edge == 1) return middle_inside(task_.frame, cube_, middle) ? CubeMeeting::complete : CubeMeeting::none;
    const double reach = reach_ + shrunken_half(node);
    return (middle - cube_.middle()).cwiseAbs().maxCoeff() <= reach ? CubeMeeting::partial : CubeMeeting::none;
  }

 private:
  const MotionTask& task_;
  MovedCube cube_{};
  double reach_ = 0;
};

class ExactCubeTest {
 public:
  ExactCubeTest(const MotionTask& task) : task_(task), test_(task.frame.turn) {}
  void take(const OctreeCube& cube) { cube_ = task_.frame.moved(cube); }
  CubeMeeting operator()(const Node& node) const {
    const Vec3 middle = node.middle();
    if (node.edge == 1) return middle_inside(task_.frame, cube_, middle) ? CubeMeeting::complete : CubeMeeting::none;
    return test_.meeting(middle - cube_.middle(), shrunken_half(node), cube_.half);
  }

 private:
  const MotionTask& task_;
  CubeCube test_;
  MovedCube cube_{};
};

// An upright cube against the six face planes of the node.
class PlaneTest {
 public:
  PlaneTest(const MotionTask& task) : task_(task) {}
  void take(const OctreeCube& cube) { range_ = task_.frame.upright_range(cube, task_.rule, task_.grow); }
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
    const Node root{{0, 0, 0}, 1 << task_.frame.level};
    for (const OctreeCube& cube : task_.cubes) {
      test_.take(cube);
      insert(root_, root);
    }
    tests += tests_;
    NodeList list(task_.frame.level);
    list_nodes(root_, 0, task_.frame.level, list);
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

  static void condense(PointerNode& here) {
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

  static void list_nodes(const PointerNode& here, std::uint64_t code, int height, NodeList& list) {
    if (here.black) return list.add(node_key(code, height));
    if (!here.children) return;
    for (std::uint64_t c = 0; c < 8; ++c) list_nodes(here.children[c], code + (c << 3 * (height - 1)), height - 1, list);
  }

  const MotionTask& task_;
  Test test_;
  PointerNode root_;
  std::uint64_t tests_ = 0;
};

}  // namespace

MovedNodes move_cube_by_cube(const MotionTask& task, OctreeMotion motion, std::uint64_t& tests) {
  if (motion == OctreeMotion::reference) return Inserter<SphereBoxTest>(task).run(tests);
  if (motion == OctreeMotion::exact_test) return Inserter<ExactCubeTest>(task).run(tests);
  return Inserter<PlaneTest>(task).run(tests);
}

}  // namespace impinge
