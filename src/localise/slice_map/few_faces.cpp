// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a face that meets the other object has a box that meets the region, and two faces that meet have boxes that do.
#include "localise/slice_map/few_faces.h"

#include <array>

namespace impinge {

namespace {

constexpr std::size_t kFewFaces = 128;   // of an object: their boxes take about a microsecond
constexpr std::size_t kFewPairs = 1024;  // of faces in the region: a nanosecond each

// Faces of an object in the region. Only as many as there are are written.
struct FacesThere {
  std::array<std::uint32_t, kFewFaces> faces;
  std::array<std::array<double, 6>, kFewFaces> boxes;  // the lower ends, then the upper ones
  std::size_t count = 0;

  FacesThere(const WorldObject& object, const Box& region) {  // NOLINT: arrays of what is not there stay unset
    std::array<Vec3, 3 * kFewFaces> placed;
    const bool few_vertices = object.local.size() <= placed.size();
    for (std::uint32_t v = 0; few_vertices && v < object.local.size(); ++v) placed[v] = object.vertex(v);
    for (std::uint32_t f = 0; f < object.faces.size(); ++f) {
      const Face& face = object.faces[f];
      const Box box =
          box_of(few_vertices ? Triangle{{placed[face[0]], placed[face[1]], placed[face[2]]}} : object.triangle(f));
      if (!boxes_meet(box, region)) continue;
      faces[count] = f;
      boxes[count++] = {box.low.x(), box.low.y(), box.low.z(), box.high.x(), box.high.y(), box.high.z()};
    }
  }
};

}  // namespace

std::optional<KeptVector<Candidate>> few_face_pairs(std::span<const WorldObject> world, const ObjectPair& objects) {
  const WorldObject &a = world[objects.a], &b = world[objects.b];
  if (a.faces.size() > kFewFaces || b.faces.size() > kFewFaces) return {};
  const Box region = intersection(a.box, b.box);
  const FacesThere in_a(a, region), in_b(b, region);
  if (in_a.count * in_b.count > kFewPairs) return {};
  KeptVector<Candidate> candidates;
  candidates.reserve(kFewFaces);
  for (std::size_t i = 0; i < in_a.count; ++i) {
    const std::array<double, 6>& x = in_a.boxes[i];
    for (std::size_t j = 0; j < in_b.count; ++j) {
      const std::array<double, 6>& y = in_b.boxes[j];
      const bool meet = (static_cast<int>(x[0] <= y[3]) & static_cast<int>(y[0] <= x[3]) &  // without branches
                         static_cast<int>(x[1] <= y[4]) & static_cast<int>(y[1] <= x[4]) & static_cast<int>(x[2] <= y[5]) &
                         static_cast<int>(y[2] <= x[5])) != 0;
      if (meet) candidates.push_back({objects.a, objects.b, in_a.faces[i], in_b.faces[j]});
    }
  }
  return candidates;
}

}  // namespace impinge
