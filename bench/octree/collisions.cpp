// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Figure 3.10 of the report: a head and a shuttle come nearer, turning, until they meet at the last cycle; a sphere and a
// chair turn beside them. Octrees that are moved against the face octree, whole checks without the verdict; then the four
// optimizations of chapter 1, one left out at a time.
#include <impinge/shapes.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>

#include "broad/sweep_boxes.h"
#include "cull/overlap_region/overlap_region.h"
#include "exact/decide_pairs.h"
#include "localise/face_octree/face_octree.h"
#include "localise/moved_octree/moved_octree.h"
#include "row.h"
#include "scenes/bodies.h"

namespace impinge::bench {
namespace {

constexpr int kRoomCycles = 40;

Scene make_scene() {
  Scene scene;
  scene.add("sphere", make_sphere_of_faces(12, 120));
  scene.add("shuttle", scenes::make_shuttle(80));
  scene.add("chair", scenes::make_chair(90));
  scene.add("head", scenes::make_head(40));
  return scene;
}

void advance(Scene& scene, int cycle) {
  const double rest = kRoomCycles - 1 - cycle;
  scene.set_pose({0}, Pose::from_quaternion({20, -45, 14 + 0.1 * rest}, {0.01 * rest, 0, 0, 1}));
  scene.set_pose({1}, Pose::from_quaternion({-33 - 0.8 * rest, 8, 26}, {0.1, -0.05 + 0.01 * rest, 0.15, 1}));
  scene.set_pose({2}, Pose::from_quaternion({10, 50, 0.1 * rest}, {0, 0, 0.01 * rest, 1}));
  scene.set_pose({3}, Pose::from_quaternion({5 + 0.8 * rest, 0, 40}, {0, 0.1, 1, 0.2 + 0.01 * rest}));
}

using Found = std::vector<PairContacts>;
using Octrees = std::vector<std::shared_ptr<const ShapeOctree>>;

bool equal(const Found& x, const Found& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const PairContacts& a, const PairContacts& b) {
    return a.objects == b.objects && a.faces == b.faces;
  });
}

std::vector<ObjectPair> pairs_of(const std::vector<WorldObject>& world) {
  std::vector<Box> boxes;
  for (const WorldObject& o : world) boxes.push_back(o.box);
  return sweep_boxes(boxes);
}

Found by_face_octree(const Scene& scene) {
  Control control({}, {});
  const std::vector<WorldObject> world = place(scene);
  const std::vector<ObjectPair> pairs = pairs_of(world);
  const auto faces = overlap_region(world, pairs);
  const LocaliseInput input{world, faces, LocaliseInput::Asked::listed_pairs, pairs, scene.objects(), kMaxCandidates};
  return decide_pairs(world, face_octree(input, control), control);
}

Found by_moved_octree(const Scene& scene, const Octrees& octrees, const MovedOctreeOptions& options) {
  Control control({}, {});
  const std::vector<WorldObject> world = place(scene);
  const std::vector<ObjectPair> pairs = pairs_of(world);
  const LocaliseInput input{world, {}, LocaliseInput::Asked::listed_pairs, pairs, scene.objects(), kMaxCandidates};
  return decide_pairs(world, moved_octree(input, octrees, options, control), control);
}

struct Variant {
  const char* name;
  MovedOctreeOptions options;
  bool face_octree = false;
};

}  // namespace

bool run_collisions(const Arguments& args, std::vector<Row>& rows) {
  const int level = args.collision_level;
  const Variant variants[] = {{"face_octree", {}, true},
                              {"moved_octree", {}},
                              {"without_face_octrees", {.face_octrees = false}},
                              {"without_overlap_regions", {.overlap_regions = false}},
                              {"without_progressive", {.progressive = false}},
                              {"without_associated_faces", {.associated_faces = false}},
                              {"without_all_four", {false, false, false, false}}};
  Scene scene = make_scene();
  Octrees octrees;
  std::uint64_t voxels = 0;
  for (const SceneObject& o : scene.objects()) {
    octrees.push_back(make_shape_octree(o.mesh.vertices(), o.mesh.faces(), level, o.mesh.closed()));
    voxels += octrees.back()->faces.codes.size();
  }
  bool same = true;
  std::vector<Row> found(std::size(variants));
  const int rounds = args.quick ? 1 : args.rounds;
  tbb::task_arena(1).execute([&] {
    for (int cycle = args.quick ? kRoomCycles - 1 : 0; cycle < kRoomCycles; ++cycle) {
      advance(scene, cycle);
      const Found truth = by_face_octree(scene);
      for (std::size_t v = 0; v < std::size(variants); ++v) {
        double least = INFINITY;
        Found pairs;
        for (int r = 0; r < rounds; ++r)
          least = std::min(least, ms_of([&] {
                             pairs = variants[v].face_octree ? by_face_octree(scene)
                                                             : by_moved_octree(scene, octrees, variants[v].options);
                           }));
        same = same && equal(pairs, truth);
        found[v].cycle_ms.push_back(least);
        found[v].out = 0;
        for (const PairContacts& m : pairs) found[v].out += m.faces.size();
      }
    }
  });
  for (std::size_t v = 0; v < std::size(variants); ++v) {
    Row& row = found[v];
    row.figure = v < 2 ? "3.10" : "optimizations";
    row.body = "room";
    row.algorithm = variants[v].name;
    row.rule = "contact";
    row.level = level;
    row.cycles = static_cast<int>(row.cycle_ms.size());
    row.cubes = variants[v].face_octree ? 0 : voxels;
    row.nodes = row.cubes;
    row.ms = row.cycle_ms.back();
    print_row(row);
    rows.push_back(row);
  }
  return same;
}

}  // namespace impinge::bench
