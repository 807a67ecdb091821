// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/gl_bodies.h"

#include <algorithm>
#include <cmath>

#include <backend/gl/shader_texts.h>

#include "base/internals.h"

namespace impinge::gl {

namespace {

constexpr std::size_t kMostShapes = 256;  // kept at a time
constexpr std::size_t kMostStates = 4;    // of one deforming shape

std::array<double, 30> numbers_of(const RasterView& view, const WorldObject& object) {
  std::array<double, 30> n{};
  const Pose pose = object.in_place ? Pose{} : object.pose;
  const ViewFrame& frame = view.frame();
  const RasterLattice l = view.lattice();
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (int k = 0; k < 3; ++k) n[3 * at + static_cast<std::size_t>(k)] = pose.rotation(i, k);
    n[9 + at] = pose.position[i];
    n[12 + at] = frame.right[i];
    n[15 + at] = frame.up[i];
    n[18 + at] = frame.forward[i];
  }
  const double lattice[] = {l.low_x, l.low_y, l.low_z, l.steps_per_x, l.steps_per_z, l.column_steps, l.row_steps};
  std::copy(std::begin(lattice), std::end(lattice), n.begin() + 21);
  n[28] = view.columns();
  n[29] = view.rows();
  return n;
}

}  // namespace

bool is_near(const RasterView& view, const RasterObject& object) {
  constexpr double kNear = 0x1p28;
  const Box& box = object.mesh->box;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p(corner & 1 ? box.high.x() : box.low.x(), corner & 2 ? box.high.y() : box.low.y(),
                 corner & 4 ? box.high.z() : box.low.z());
    const Vec3 seen = view.frame().seen(p);
    if (!(std::abs(view.x_steps(seen.x())) < kNear) || !(std::abs(view.y_steps(seen.y())) < kNear)) return false;
  }
  return true;
}

Bodies::Bodies() : transform_(Program::compute("TRANSFORM", {text::raster_mesh})) {}

void Bodies::Drawn::bind(const Program& program, const RasterView& view) const {
  corners.bind(1);
  faces->bind(3);
  glProgramUniform2i(program.name(), program.at("size"), view.columns(), view.rows());
  program.set("depth_rounding", view.depth_rounding());
}

Bodies::Shape& Bodies::shape_of(Slot& slot, const RasterObject& object) {
  const auto send_faces = [&](Shape& shape) {
    shape.faces.send(object.mesh->faces);
    bytes_sent_ += object.mesh->faces.size_bytes();
  };
  if (object.source == nullptr) {
    slot.passing = std::make_unique<Shape>();
    send_faces(*slot.passing);
    return *slot.passing;
  }
  const std::shared_ptr<const MeshData>& data = Internals::share(object.source->mesh);
  auto found = shapes_.find(data.get());
  if (found == shapes_.end()) {
    if (shapes_.size() >= kMostShapes) drop_oldest();
    found = shapes_.emplace(data.get(), Shape{}).first;
    found->second.keep = data;
    send_faces(found->second);
  }
  found->second.used = ++clock_;
  return found->second;
}

Bodies::Vertices& Bodies::vertices_of(Shape& shape, const RasterObject& object) {
  const std::uint64_t revision = object.source != nullptr && !object.source->deformed.empty() ? object.source->revision : 0;
  for (const auto& state : shape.states)
    if (state->revision == revision) {
      state->used = ++clock_;
      return *state;
    }
  // The state at rest, which comes first, is kept; of the others the one that was not asked for the longest makes room.
  auto place = shape.states.end();
  if (shape.states.size() >= kMostStates)
    place = std::min_element(shape.states.begin() + 1, shape.states.end(),
                             [](const auto& x, const auto& y) { return x->used < y->used; });
  else
    place = shape.states.insert(place, std::make_unique<Vertices>());
  Vertices& state = **place;
  state.revision = revision;
  state.used = ++clock_;
  state.stamp = ++clock_;
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  state.buffer.send(object.mesh->local);
  bytes_sent_ += object.mesh->local.size_bytes();
  return state;
}

const Bodies::Drawn& Bodies::draw(std::size_t slot_number, const RasterView& view, const RasterObject& object) {
  while (slots_.size() <= slot_number) slots_.push_back(std::make_unique<Slot>());
  Slot& slot = *slots_[slot_number];
  Shape& shape = shape_of(slot, object);
  Vertices& vertices = vertices_of(shape, object);
  slot.drawn.faces = &shape.faces;
  const Numbers numbers = numbers_of(view, *object.mesh);
  if (slot.vertices_stamp == vertices.stamp && slot.numbers == numbers) return slot.drawn;
  const std::size_t count = object.mesh->local.size();
  slot.drawn.corners.ensure(count * 16);
  slot.drawn.face_count = static_cast<std::uint32_t>(object.mesh->faces.size());
  slot.drawn.stamp = ++clock_;
  slot.vertices_stamp = vertices.stamp;
  slot.numbers = numbers;
  vertices.buffer.bind(0);
  slot.drawn.corners.bind(1);
  glProgramUniform1dv(transform_.name(), transform_.at("pose"), 12, numbers.data());
  glProgramUniform1dv(transform_.name(), transform_.at("view"), 16, numbers.data() + 12);
  transform_.set("count", static_cast<std::uint32_t>(count));
  transform_.run(count);
  bytes_sent_ += sizeof(Numbers);
  return slot.drawn;
}

void Bodies::bind_shape(const RasterObject& object) {
  if (slots_.empty()) slots_.push_back(std::make_unique<Slot>());
  Shape& shape = shape_of(*slots_.front(), object);
  vertices_of(shape, object).buffer.bind(0);
  shape.faces.bind(3);
}

void Bodies::drop_oldest() {
  const auto oldest = std::min_element(shapes_.begin(), shapes_.end(),
                                       [](const auto& x, const auto& y) { return x.second.used < y.second.used; });
  if (oldest != shapes_.end()) shapes_.erase(oldest);
}

void Bodies::forget() {
  shapes_.clear();
  slots_.clear();
}

}  // namespace impinge::gl
