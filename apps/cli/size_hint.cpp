// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/size_hint.h"

#include <fmt/format.h>
#include <impinge/shapes.h>

#include <limits>
#include <vector>

namespace impinge::cli {
namespace {

double diagonal_of(const Mesh& mesh) {
  const auto [low, high] = mesh.box();
  return (high - low).norm();
}

}  // namespace

std::string size_hint(const Scene& scene, std::initializer_list<ObjectId> objects) {
  constexpr double kSuspect = 500;  // parts of one size in mm and m differ by this at least
  const SceneObject *smallest = nullptr, *largest = nullptr;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  std::vector<const SceneObject*> looked_at;
  for (const ObjectId id : objects) looked_at.push_back(&scene.object(id));
  if (objects.size() == 0)
    for (const SceneObject& object : scene.objects()) looked_at.push_back(&object);
  for (const SceneObject* object : looked_at) {
    // A half-space has no size.
    const bool endless = object->shape && object->shape->solid() && object->shape->solid()->kind() == SolidKind::half_space;
    const double size = endless ? 0 : diagonal_of(object->mesh);
    if (size > 0 && size < least) {
      least = size;
      smallest = object;
    }
    if (size > most) {
      most = size;
      largest = object;
    }
  }
  if (smallest == nullptr || largest == nullptr || !(most > kSuspect * least)) return "";
  return fmt::format(
      "{} is {:.3g} {} across and {} {:.3g}, {:.2g} times as much; if a file is in another unit, give its \"units\" in a "
      "scene",
      largest->name, most, scene.units, smallest->name, least, most / least);
}

}  // namespace impinge::cli
