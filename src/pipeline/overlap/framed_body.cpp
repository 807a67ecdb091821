// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/overlap/framed_body.h"

namespace impinge {

FramedBody::FramedBody(const Body& body, const AxisFrame& frame) : source_(body) {
  const WorldObject& object = body.object();
  // Axes of the frame for a mesh that was not posed: it may have been turned before.
  axes_.setIdentity();
  if (!object.in_place)
    for (int k = 0; k < 3; ++k) axes_.col(k) = frame.from_world(Vec3(object.pose.rotation.col(k)));
  if (object.in_place && frame.is_world()) return;
  vertices_.reserve(object.local.size());
  for (std::uint32_t v = 0; v < object.local.size(); ++v) {
    vertices_.push_back(frame.from_world(object.vertex(v)));
    object_.box.add(vertices_.back());
  }
  object_.local = vertices_;
  object_.faces = object.faces;
  if (frame.mirrored()) {
    faces_.assign(object.faces.begin(), object.faces.end());
    for (Face& f : faces_) std::swap(f[1], f[2]);
    object_.faces = faces_;
  }
  object_.topology = object.topology;
  own_.emplace(object_, body.control());
}

OverlapSolid in_frame(const OverlapSolid& solid, const AxisFrame& frame) {
  OverlapSolid result = solid;
  if (frame.is_world()) return result;
  for (Lump& lump : result.lumps) {
    lump.centroid = frame.from_world(lump.centroid);
    const Box box = frame.from_world(Box{lump.box_low, lump.box_high});
    lump.box_low = box.low;
    lump.box_high = box.high;
  }
  if (!solid.mesh) return result;
  std::vector<Vec3> vertices;
  vertices.reserve(solid.mesh->vertices().size());
  for (const Vec3& v : solid.mesh->vertices()) vertices.push_back(frame.from_world(v));
  std::vector<Face> faces(solid.mesh->faces().begin(), solid.mesh->faces().end());
  if (frame.mirrored())
    for (Face& f : faces) std::swap(f[1], f[2]);
  result.mesh = Mesh(std::move(vertices), std::move(faces));
  return result;
}

}  // namespace impinge
