// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <embree3/rtcore.h>

#include <cmath>
#include <limits>
#include <memory>

#include "peer.h"

namespace impinge::bench {
namespace {

// C. Ericson, Real-Time Collision Detection, 2005, 5.1.5, as in Embree's own tutorial.
Vec3 nearest_on(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double whole = 1 / (va + vb + vc);
  return a + ab * (vb * whole) + ac * (vc * whole);
}

struct Question {
  const Mesh* mesh;
  Vec3 point;
  double distance;
};

bool look_at(RTCPointQueryFunctionArguments* arguments) {
  auto& question = *static_cast<Question*>(arguments->userPtr);
  const Face& f = question.mesh->faces()[arguments->primID];
  const auto v = question.mesh->vertices();
  const double distance = (nearest_on(question.point, v[f[0]], v[f[1]], v[f[2]]) - question.point).norm();
  if (!(distance < question.distance)) return false;
  question.distance = distance;
  arguments->query->radius = std::nextafter(static_cast<float>(distance), std::numeric_limits<float>::infinity());
  return true;
}

class Points {
 public:
  explicit Points(const Mesh& mesh) : mesh_(mesh), device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
    const RTCGeometry faces = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* coordinate = static_cast<float*>(rtcSetNewGeometryBuffer(faces, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                                   3 * sizeof(float), mesh.vertices().size()));
    for (const Vec3& p : mesh.vertices())
      for (const double x : p) *coordinate++ = static_cast<float>(x);
    auto* corner = static_cast<unsigned*>(rtcSetNewGeometryBuffer(faces, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                  3 * sizeof(unsigned), mesh.faces().size()));
    for (const Face& f : mesh.faces())
      for (const std::uint32_t v : f) *corner++ = v;
    rtcSetGeometryPointQueryFunction(faces, look_at);
    rtcCommitGeometry(faces);
    rtcAttachGeometry(scene_, faces);
    rtcReleaseGeometry(faces);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(scene_);
  }
  ~Points() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  Points(const Points&) = delete;
  Points& operator=(const Points&) = delete;

  double distance(const Vec3& p) const {
    Question question{&mesh_, p, std::numeric_limits<double>::infinity()};
    RTCPointQuery query{static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()), 0,
                        std::numeric_limits<float>::infinity()};
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene_, &query, &context, nullptr, &question);
    return question.distance;
  }

 private:
  const Mesh& mesh_;
  RTCDevice device_;
  RTCScene scene_;
};

}  // namespace

PointPeer embree_points(const Mesh& mesh) {
  const auto points = std::make_shared<const Points>(mesh);
  return [points](const Vec3& p) { return points->distance(p); };
}

}  // namespace impinge::bench
