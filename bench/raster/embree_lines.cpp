// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Based on: Wald et al., Embree: a kernel framework for efficient CPU ray tracing, 2014.
#include <embree3/rtcore.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "lines_peer.h"

namespace impinge::bench {

namespace {

struct Hit {
  float t;
  unsigned object;
};

struct Context {
  RTCIntersectContext base;
  std::vector<Hit>* hits;
};

// Every hit is noted and refused, so that the ray goes on.
void note_hit(const RTCFilterFunctionNArguments* args) {
  auto* context = reinterpret_cast<Context*>(args->context);
  const auto* ray = reinterpret_cast<const RTCRay*>(args->ray);
  context->hits->push_back({ray->tfar, reinterpret_cast<const RTCHit*>(args->hit)->geomID});
  args->valid[0] = 0;
}

RTCScene build(RTCDevice device, std::span<const RasterObject> objects) {
  RTCScene scene = rtcNewScene(device);
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
  rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION));
  for (const RasterObject& o : objects) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_LOW);
    const std::size_t vertices = o.mesh->local.size(), faces = o.mesh->faces.size();
    auto* p =
        static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, vertices));
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const Vec3 x = o.mesh->vertex(v);
      for (int k = 0; k < 3; ++k) p[3 * v + static_cast<unsigned>(k)] = static_cast<float>(x[k]);
    }
    auto* f =
        static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, faces));
    std::copy_n(o.mesh->faces.data()->data(), 3 * faces, f);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
  }
  rtcCommitScene(scene);
  return scene;
}

bool overlaps(std::vector<Hit>& hits) {
  std::sort(hits.begin(), hits.end(), [](const Hit& x, const Hit& y) { return x.t < y.t; });
  bool inside[2] = {false, false};
  for (const Hit& h : hits) {
    inside[h.object] = !inside[h.object];
    if (inside[0] && inside[1]) return true;
  }
  return false;
}

}  // namespace

LinesResult embree_lines(const RasterView& view, std::span<const RasterObject> objects, BenchClock clock) {
  const auto config = "threads=" + std::to_string(tbb::this_task_arena::max_concurrency());
  RTCDevice device = rtcNewDevice(config.c_str());
  const BenchStopwatch watch(clock);
  RTCScene scene = build(device, objects);
  std::atomic<std::uint64_t> crossings = 0, overlapping = 0;
  const Vec3 d = view.frame().forward;
  tbb::parallel_for(0, view.rows(), [&](int row) {
    std::vector<Hit> hits;
    Context context;
    rtcInitIntersectContext(&context.base);
    context.base.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    context.base.filter = note_hit;
    context.hits = &hits;
    std::uint64_t seen = 0, both = 0;
    for (int column = 0; column < view.columns(); ++column) {
      hits.clear();
      const Vec3 o = view.point(column, row, -1);
      RTCRayHit ray{};
      ray.ray.org_x = static_cast<float>(o.x());
      ray.ray.org_y = static_cast<float>(o.y());
      ray.ray.org_z = static_cast<float>(o.z());
      ray.ray.dir_x = static_cast<float>(d.x());
      ray.ray.dir_y = static_cast<float>(d.y());
      ray.ray.dir_z = static_cast<float>(d.z());
      ray.ray.tnear = 0;
      ray.ray.tfar = std::numeric_limits<float>::infinity();
      ray.ray.mask = ~0u;
      ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene, &context.base, &ray);
      seen += hits.size();
      both += overlaps(hits);
    }
    crossings += seen;
    overlapping += both;
  });
  const double ms = watch.ms();
  rtcReleaseScene(scene);
  rtcReleaseDevice(device);
  return {ms, crossings, overlapping};
}

}  // namespace impinge::bench
