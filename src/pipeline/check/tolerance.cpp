// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/tolerance.h"

#include <impinge/error.h>

#include <algorithm>

#include "pipeline/check/pipeline.h"

namespace impinge {

namespace {

constexpr double kRounding = 1 + 1e-9;  // a tolerance that was asked for as the depth it is

// Where the check gives up nothing is proved.
bool is_apart(const CheckContext& run, const Scene& moved) {
  CheckOptions options;
  options.face_pairs = false;
  options.is_cancelled = run.options.is_cancelled;
  try {
    const CheckResult result = run_check(moved, run.shapes, options, {});
    return result.pairs.empty() || result.pairs.front().verdict == Verdict::touching;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::too_large) throw;
    return false;
  }
}

}  // namespace

bool within_tolerance(const CheckContext& run, const PairAnswer& pair, std::span<const Vec3> directions) {
  const double most = *run.options.tolerance * kRounding;
  const SceneObject &a = run.scene.object(pair.a), &b = run.scene.object(pair.b);
  if (pair.depth->low > most) return false;
  if (a.shape || b.shape) return pair.depth->high <= most;
  Scene moved;
  for (const SceneObject* object : {&a, &b}) {
    const ObjectId id = moved.add(object->name, object->mesh, object->pose);
    if (!object->deformed.empty()) moved.set_vertices(id, object->deformed);
  }
  return std::any_of(directions.begin(), directions.end(), [&](const Vec3& direction) {
    for (const double side : {most, -most}) {
      Pose pose = b.pose;
      pose.position += side * direction.normalized();
      moved.set_pose({1}, pose);
      if (is_apart(run, moved)) return true;
    }
    return false;
  });
}

}  // namespace impinge
