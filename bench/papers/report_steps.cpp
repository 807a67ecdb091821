// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "report_steps.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <Eigen/Geometry>
#include <atomic>

#include "bench_clock.h"
#include "broad/sweep_boxes.h"
#include "cull/overlap_region/overlap_region.h"
#include "exact/swept_hull.h"
#include "localise/face_octree/face_octree.h"
#include "scene/motion/timeline.h"

namespace impinge::bench::papers {
namespace {

Keyframe keyframe(double t, const Pose& pose) {
  const Eigen::Quaterniond q(pose.rotation);
  return {.t = t, .position = pose.position, .rotation = {q.x(), q.y(), q.z(), q.w()}};
}

Scene moving(const Scene& begin, const Scene& end) {
  Scene scene;
  for (std::size_t i = 0; i < begin.objects().size(); ++i) {
    const SceneObject &from = begin.objects()[i], &to = end.objects()[i];
    Motion motion;
    motion.keyframes = {keyframe(0, from.pose), keyframe(1, to.pose)};
    scene.set_motion(scene.add(from.name, from.mesh, from.pose), std::move(motion));
  }
  scene.duration = 1;
  return scene;
}

}  // namespace

ReportSteps run_report_steps(const Scene& begin, const Scene& end, int level, int threads) {
  const Scene scene = moving(begin, end);
  const Timeline timeline(scene);
  std::vector<ObjectStep> steps;
  for (std::uint32_t i = 0; i < scene.objects().size(); ++i) steps.push_back(timeline.step(i, 0));
  ReportSteps found;
  Control control({}, {});
  std::vector<WorldObject> world;
  std::vector<ObjectPair> pairs;
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<Candidate> candidates;
  tbb::task_arena(1).execute([&] {
    found.ms[0] = ms_of(BenchClock::wall, [&] {
      world = place(end);
      std::vector<Box> boxes;
      for (const WorldObject& o : world) boxes.push_back(o.box);
      pairs = sweep_boxes(boxes);
    });
    found.ms[1] = ms_of(BenchClock::wall, [&] { faces = overlap_region(world, pairs); });
    OctreeOptions options;
    options.leaf = OctreeOptions::Leaf::level;
    options.level = level;
    const LocaliseInput input{world, faces, LocaliseInput::Asked::listed_pairs, pairs, end.objects(), kMaxCandidates};
    found.ms[2] = ms_of(BenchClock::wall, [&] { candidates = face_octree_cut(input, options, control); });
  });
  std::atomic<std::uint64_t> colliding{0};
  const auto n = static_cast<std::size_t>(threads);
  tbb::task_arena(threads).execute([&] {
    found.ms[3] = ms_of(BenchClock::wall, [&] {
      tbb::parallel_for(
          std::size_t{0}, n,
          [&](std::size_t first) {
            std::uint64_t mine = 0;
            for (std::size_t i = first; i < candidates.size(); i += n) {
              const Candidate& c = candidates[i];
              mine += face_hulls_meet(steps[c.a].face(world[c.a].faces[c.a_face]),
                                      steps[c.b].face(world[c.b].faces[c.b_face]), 0, 1);
            }
            colliding += mine;
          },
          tbb::static_partitioner());
    });
  });
  found.checked = candidates.size();
  found.colliding = colliding;
  return found;
}

}  // namespace impinge::bench::papers
