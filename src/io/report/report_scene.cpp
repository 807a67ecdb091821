// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/report_scene.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <impinge/shapes.h>

#include "io/picture/drawn_scene.h"

namespace impinge::io {
namespace {

enum class Shown { faces, coarse, box };

const char* word(Shown shown) {
  constexpr const char* kWords[] = {"faces", "coarse", "box"};
  return kWords[static_cast<std::size_t>(shown)];
}

std::span<const Vec3> vertices_of(const SceneObject& object) {
  return object.deformed.empty() ? object.mesh.vertices() : object.deformed;
}

GridMesh box_of(std::span<const Vec3> vertices) {
  if (vertices.empty()) return to_grid({}, {});
  Vec3 low = vertices.front(), high = low;
  for (const Vec3& vertex : vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
  constexpr Face kFaces[] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                             {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return to_grid(corners, kFaces);
}

// A coarser grid joins points, and faces between them vanish.
GridMesh coarse(const SceneObject& object, std::uint64_t most) {
  for (int bits : {10, 9, 8, 7, 6, 5}) {
    GridMesh mesh = to_grid(vertices_of(object), object.mesh.faces(), bits);
    if (mesh.faces.size() <= most) return mesh;
  }
  return box_of(vertices_of(object));
}

/// Which objects keep their faces: all, or those named by findings, the ones with fewer faces first.
std::vector<Shown> choose(const Scene& scene, const std::vector<bool>& named, std::uint64_t max_faces) {
  const auto objects = scene.objects();
  const auto faces = [&](std::size_t i) { return std::uint64_t{objects[i].mesh.faces().size()}; };
  std::vector<std::size_t> order(objects.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t room = max_faces, all = 0;
  for (std::size_t i : order) all += faces(i);
  if (all <= max_faces) return std::vector<Shown>(objects.size(), Shown::faces);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return faces(a) < faces(b); });
  std::vector<Shown> shown(objects.size(), Shown::box);
  for (std::size_t i : order) {
    if (!named[i]) continue;
    shown[i] = faces(i) <= room ? Shown::faces : Shown::coarse;
    room -= std::min(room, faces(i));
  }
  return shown;
}

/// Meshes of the page; objects of one shape share one.
class Meshes {
 public:
  explicit Meshes(ReportPage& page) : page_(page) {}

  std::size_t add(const SceneObject& object, Shown shown, std::uint64_t most) {
    const auto key = std::make_pair(static_cast<const void*>(vertices_of(object).data()), shown);
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    const GridMesh mesh = shown == Shown::faces    ? to_grid(vertices_of(object), object.mesh.faces())
                          : shown == Shown::coarse ? coarse(object, most)
                                                   : box_of(vertices_of(object));
    json.push_back(page_.add_mesh(encode(mesh), mesh));
    return numbers_[key] = json.size() - 1;
  }

  OrderedJson json = OrderedJson::array();

 private:
  ReportPage& page_;
  std::map<std::pair<const void*, Shown>, std::size_t> numbers_;
};

/// Simple solids as triangles; of very many of them, few.
Scene drawn(const Scene& scene) {
  const auto objects = scene.objects();
  const auto solids = std::count_if(objects.begin(), objects.end(), [](const SceneObject& object) {
    return object.shape && object.shape->solid() != nullptr;
  });
  return drawn_scene(scene, solids <= 200 ? 48 : solids <= 5000 ? 12 : 8);
}

OrderedJson object_json(const SceneObject& object, const Pose& pose) {
  OrderedJson json = {{"name", object.name},
                      {"faces", object.shape ? OrderedJson(nullptr) : OrderedJson(object.mesh.faces().size())}};
  json["closed"] = object.shape ? object.shape->closed() : object.mesh.closed();
  if (!object.mesh.origin().empty()) json["origin"] = object.mesh.origin();
  const Solid* const solid = object.shape ? object.shape->solid() : nullptr;
  if (solid != nullptr) json["solid"] = to_string(solid->kind());
  // What is seen of these is not all there is.
  if (object.shape && (solid == nullptr || solid->kind() == SolidKind::half_space)) json["shape"] = true;
  if (!object.layer.empty()) json["layer"] = object.layer;
  if (!object.groups.empty()) json["groups"] = object.groups;
  if (pose.rotation.isIdentity(0) && pose.position.isZero(0)) return json;
  OrderedJson& rows = json["pose"] = OrderedJson::array();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) rows.push_back(pose.rotation(i, k));
    rows.push_back(pose.position[i]);
  }
  return json;
}

}  // namespace

void add_scene(const Scene& scene, const std::vector<bool>& named, std::uint64_t max_faces, ReportPage& page,
               OrderedJson& document) {
  const Scene seen = drawn(scene);
  const std::vector<Shown> shown = choose(seen, named, max_faces);
  const auto coarse_ones = static_cast<std::uint64_t>(std::count(shown.begin(), shown.end(), Shown::coarse));
  const std::uint64_t most = coarse_ones == 0 ? 0 : std::max<std::uint64_t>(max_faces / coarse_ones, 12);
  Meshes meshes(page);
  OrderedJson objects = OrderedJson::array();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const SceneObject& object = scene.objects()[i];
    const SceneObject& as_drawn = seen.objects()[i];
    OrderedJson json = object_json(object, object.motion ? object.pose : as_drawn.pose);
    json["mesh"] = meshes.add(as_drawn, shown[i], most);
    if (shown[i] != Shown::faces) json["shown"] = word(shown[i]);
    if (object.motion) json["motion"] = motion_json(object, page);
    objects.push_back(std::move(json));
  }
  const auto boxes = std::count(shown.begin(), shown.end(), Shown::box);
  if (boxes > 0 || coarse_ones > 0)
    document["left_out"] = {{"max_faces", max_faces}, {"boxes", boxes}, {"coarse", coarse_ones}};
  document["objects"] = std::move(objects);
  document["meshes"] = std::move(meshes.json);
}

}  // namespace impinge::io
