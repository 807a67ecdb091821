// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/size_hint.h"

#include <fmt/format.h>
#include <impinge/io/cad.h>
#include <impinge/shapes.h>

#include <limits>
#include <vector>

namespace impinge::cli {
namespace {

double diagonal_of(const Mesh& mesh) {
  const auto [low, high] = mesh.box();
  return (high - low).norm();
}

/// The CAD file that a mesh is of; parts have their name behind it, in brackets. Empty for all else.
std::string cad_file_of(const SceneObject& object) {
  if (object.shape) return {};
  const std::string& origin = object.mesh.origin();
  if (is_cad_file(origin)) return origin;
  for (std::size_t at = origin.find(" ("); at != std::string::npos; at = origin.find(" (", at + 1))
    if (is_cad_file(origin.substr(0, at))) return origin.substr(0, at);
  return {};
}

bool is_facets(const SceneObject& object) { return !cad_file_of(object).empty(); }

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

std::string input_hint(const Scene& scene, std::initializer_list<ObjectId> objects) {
  std::string hint = size_hint(scene, objects);
  const SceneObject* facets = nullptr;
  for (const ObjectId id : objects)
    if (facets == nullptr && is_facets(scene.object(id))) facets = &scene.object(id);
  if (objects.size() == 0)
    for (const SceneObject& object : scene.objects())
      if (facets == nullptr && is_facets(object)) facets = &object;
  if (facets == nullptr) return hint;
  if (!hint.empty()) hint += "; ";
  return hint + fmt::format(
                    "{} is seen as facets, which lie up to a thousandth of its size or so off its surfaces; "
                    "'impinge check {}' judges the surfaces",
                    facets->name, cad_file_of(*facets));
}

void doubt_facets(const Scene& scene, CheckResult& result) {
  for (PairAnswer& pair : result.pairs)
    if (pair.certainty == Certainty::proved && (is_facets(scene.object(pair.a)) || is_facets(scene.object(pair.b))))
      pair.certainty = Certainty::within_bound;
}

}  // namespace impinge::cli
