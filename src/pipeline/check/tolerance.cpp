// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/tolerance.h"

#include <algorithm>

#include "pipeline/check/exact_pair.h"

namespace impinge {

namespace {

constexpr double kRounding = 1 + 1e-9;  // a tolerance that was asked for as the depth it is

}  // namespace

bool within_tolerance(const CheckContext& run, const PairAnswer& pair, std::span<const Vec3> directions) {
  const double most = *run.options.tolerance * kRounding;
  const SceneObject &a = run.scene.object(pair.a), &b = run.scene.object(pair.b);
  if (pair.depth->low > most) return false;
  if (run.has_no_faces(pair.a.value) || run.has_no_faces(pair.b.value)) return pair.depth->high <= most;
  ExactPair moved(a, b, run.shapes, run.control);
  return std::any_of(directions.begin(), directions.end(), [&](const Vec3& direction) {
    const Vec3 shift = most * direction.normalized();
    return !moved.overlaps_at(shift) || !moved.overlaps_at(-shift);
  });
}

}  // namespace impinge
