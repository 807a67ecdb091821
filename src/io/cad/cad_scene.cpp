// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/cad_scene.h"

#include <fmt/format.h>
#include <impinge/io.h>

#include <algorithm>
#include <set>

#include <Eigen/LU>

#include "io/file/fail.h"
#include "io/mesh/units.h"

namespace impinge {
namespace {

using io::CadInstance;

// The path down to a level; all of it where none is given.
std::string path_of(const CadInstance& instance, const std::optional<int>& depth) {
  std::string path;
  const std::size_t levels =
      depth ? std::min<std::size_t>(instance.path.size(), static_cast<std::size_t>(*depth)) : instance.path.size();
  for (std::size_t i = 0; i < levels; ++i) path += (i == 0 ? "" : "/") + instance.path[i];
  return path;
}

// One object of several placed shapes: their facets in the world.
Mesh joined(const io::TrueObject& object, const std::string& origin) {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  for (const io::PlacedShape& part : object.parts) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    const bool mirrored = part.pose.rotation.determinant() < 0;
    for (const Vec3& p : part.shape->mesh.vertices()) vertices.push_back(world_point(part.pose, p));
    for (Face face : part.shape->mesh.faces()) {
      if (mirrored) std::swap(face[1], face[2]);
      faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
  }
  return Mesh(std::move(vertices), std::move(faces), origin);
}

}  // namespace

CadScene::CadScene() : data_(std::make_unique<Data>()) {}
CadScene::~CadScene() = default;
CadScene::CadScene(CadScene&&) noexcept = default;
CadScene& CadScene::operator=(CadScene&&) noexcept = default;

std::span<const std::string> CadScene::notes() const noexcept { return data_->notes; }
const CadStats& CadScene::stats() const noexcept { return data_->stats; }

std::string CadScene::colour(ObjectId object) const {
  const auto at = data_->objects.find(object.value);
  return at == data_->objects.end() ? std::string() : at->second.colour;
}

double CadScene::check_clearance(double clearance) const { return clearance + 2 * data_->largest_bound * (1 + 1e-9); }

std::vector<ObjectId> CadScene::load(const std::filesystem::path& file, Scene& scene, const std::string& prefix,
                                     const CadLoadOptions& options) {
  require_unit(options.units);
  if (options.depth && *options.depth < 1) throw Error(ErrorCode::bad_argument, "depth: it must be 1 or more");
  const std::string origin = file.string();
  io::CadReading reading = io::read_cad_file(file, options);
  CadStats& stats = data_->stats;
  stats.unread += reading.unread;
  stats.read_ms += reading.file.read_ms;
  stats.mesh_ms += reading.file.mesh_ms;
  stats.peak_bytes = std::max(stats.peak_bytes, reading.file.peak_bytes);
  for (const std::string& note : reading.file.notes) data_->notes.push_back(origin + ": " + note);
  const double unit = io::unit_scale("mm", options.units)(1.0);
  std::vector<std::shared_ptr<io::TrueShape>> shapes;
  std::set<std::uint32_t> broken;
  for (std::uint32_t i = 0; i < reading.file.shapes.size(); ++i) {
    io::CadShape& shape = reading.file.shapes[i];
    stats.faces += shape.faces.size();
    for (const io::CadFace& face : shape.faces) stats.estimated_faces += face.estimated;
    if (shape.triangles.empty()) {
      shapes.push_back(nullptr);
      continue;
    }
    shapes.push_back(std::make_shared<io::TrueShape>(*reading.process, i, std::move(shape), unit, origin));
    io::TrueShape& made = *shapes.back();
    if (made.now.solid && !made.mesh.report().sound()) broken.insert(i);
    made.now.solid = made.now.solid && made.mesh.report().sound();
    stats.triangles += made.now.triangles.size();
    stats.largest_bound = std::max(stats.largest_bound, shapes.back()->largest_bound);
  }
  stats.shapes += shapes.size();
  stats.instances += reading.file.instances.size();
  // What has one path down to the level asked for is one object; in the order of the tree.
  std::vector<std::string> order;
  std::map<std::string, std::pair<io::TrueObject, const CadInstance*>> objects;
  for (const CadInstance& instance : reading.file.instances) {
    const std::string path = path_of(instance, options.depth);
    const auto& shape = shapes[instance.shape];
    if (!shape) {
      data_->notes.push_back(origin + ": " + path + ": a body without a facet was left out");
      continue;
    }
    if (broken.erase(instance.shape) > 0)
      data_->notes.push_back(
          fmt::format("{}: {}: the faces of the solid do not close it, or look both ways; taken as open{}", origin, path,
                      options.heal ? "" : " (--heal mends what it can)"));
    auto [at, fresh] = objects.try_emplace(path);
    if (fresh) order.push_back(path);
    io::TrueObject& object = at->second.first;
    Pose pose = io::pose_of(instance);
    pose.position *= unit;
    object.parts.push_back({shape, pose});
    object.largest_bound = std::max(object.largest_bound, shape->largest_bound);
    object.solid = object.solid && shape->now.solid && shape->now.unmeshed == 0;
    if (object.colour.empty()) object.colour = instance.colour;
    at->second.second = &instance;
  }
  std::vector<ObjectId> ids;
  for (const std::string& path : order) {
    auto& [object, instance] = objects.at(path);
    const bool single = object.parts.size() == 1;
    const ObjectId id = single ? scene.add(prefix + path, object.parts[0].shape->mesh, object.parts[0].pose)
                               : scene.add(prefix + path, joined(object, origin));
    if (!instance->layer.empty()) scene.set_layer(id, instance->layer);
    data_->largest_bound = std::max(data_->largest_bound, object.largest_bound);
    data_->objects.emplace(id.value, std::move(object));
    ids.push_back(id);
  }
  data_->processes.push_back(std::move(reading.process));
  return ids;
}

}  // namespace impinge
