// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>

#include "io/report/report_scene.h"

namespace impinge::io {
namespace {

// More vertices of all sets together are not shown; the object then stays as it is at the beginning.
constexpr std::size_t kMostVertices = 4'000'000;

// Vertices that came together on the grid of the mesh are told apart in the sets, so these are by face corners of the page's
// own numbering only where the page can follow; it walks the faces in their order, and so do we.
OrderedJson sets_json(const SceneObject& object, ReportPage& page) {
  const Motion& motion = *object.motion;
  OrderedJson sets = OrderedJson::array();
  for (const auto& vertices : motion.vertex_keyframes) {
    const GridMesh grid = points_to_grid(vertices);
    sets.push_back(page.add_mesh(encode_points(grid), grid));
  }
  return sets;
}

OrderedJson faces_json(const SceneObject& object, ReportPage& page) {
  std::string bytes;
  for (const Face& face : object.mesh.faces())
    for (std::uint32_t corner : face)
      for (int k = 0; k < 4; ++k) bytes.push_back(static_cast<char>(corner >> (8 * k) & 255));
  return page.add_bytes(bytes);
}

}  // namespace

OrderedJson motion_json(const SceneObject& object, ReportPage& page) {
  const Motion& motion = *object.motion;
  OrderedJson json = OrderedJson::object();
  if (!motion.vertex_keyframes.empty()) {
    if (motion.vertex_keyframes.size() * motion.vertex_keyframes.front().size() > kMostVertices) return {{"unseen", true}};
    json["sets"] = sets_json(object, page);
    json["faces"] = faces_json(object, page);
    if (!motion.vertex_times.empty()) json["times"] = motion.vertex_times;
    return json;
  }
  if (motion.keyframes.empty()) {
    json["velocity"] = point_json(motion.velocity);
    json["angular_velocity"] = point_json(motion.angular_velocity);
    return json;
  }
  OrderedJson& frames = json["keyframes"] = OrderedJson::array();
  for (const Keyframe& frame : motion.keyframes) {
    OrderedJson row = OrderedJson::array({frame.t});
    for (double x : frame.position) row.push_back(x);
    for (double x : frame.rotation) row.push_back(x);
    frames.push_back(std::move(row));
  }
  json["path"] = to_string(motion.path);
  return json;
}

}  // namespace impinge::io
