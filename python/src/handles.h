// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <impinge/mesh.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

#include "arrays.h"

/// What the Python classes hold.
namespace impinge::python {

/// A mesh of the library, or arrays that become one when somebody asks.
class MeshHandle {
 public:
  explicit MeshHandle(Mesh mesh) : ready_(true), mesh_(std::move(mesh)) {}
  /// Borrows; examines at once unless told not to.
  MeshHandle(const py::object& vertices, const py::object& faces, std::string origin, bool examine);

  /// Examines when first asked, with the interpreter unlocked. Throws Error (bad_mesh).
  const Mesh& mesh() const;
  /// A mesh that needs no array of the caller's, for what outlives it.
  Mesh owned() const;
  bool examined() const { return ready_; }
  /// The caller's arrays, or views of the library's that cannot be written.
  py::object vertices() const;
  py::object faces() const;
  std::size_t vertex_count() const;
  std::size_t face_count() const;
  const std::string& origin() const { return ready_ ? mesh_->origin() : origin_; }

 private:
  mutable std::once_flag once_;
  mutable std::atomic<bool> ready_{false};  // others may look while one examines
  mutable std::optional<Mesh> mesh_;
  Borrowed<Vec3> vertices_;
  Borrowed<Face> faces_;
  std::string origin_;
};

/// The mesh of a Python Mesh; TypeError for anything else.
const Mesh& mesh_of(const py::object& object, const char* what);

/// A shape that lists its crossings; Python keeps how it was made beside it.
struct ShapeHandle {
  LineShapePtr shape;
};

/// One that is a simple solid.
struct SolidHandle : ShapeHandle {
  const Solid& solid() const;
};

/// A Solid or a LineShape.
py::object cast_shape(const LineShapePtr& shape);

/// A scene and what it borrows, by object: arrays of deformed vertices, and the Python objects of its shapes.
struct SceneState {
  Scene scene;
  std::vector<py::object> deformed, meshes, shapes;
};

/// A scene that answers may share: who changes it while somebody else holds it changes a copy.
class SceneHandle {
 public:
  SceneHandle() : state_(std::make_shared<SceneState>()) {}
  explicit SceneHandle(Scene scene) : SceneHandle() { state_->scene = std::move(scene); }

  const Scene& scene() const { return state_->scene; }
  std::shared_ptr<const SceneState> share() const { return state_; }
  /// To be changed.
  SceneState& change();
  void set(std::shared_ptr<SceneState> state) { state_ = std::move(state); }
  /// An object by its number or its name.
  ObjectId id(py::handle object) const;

  py::object mesh_of(ObjectId id);
  py::object shape_of(ObjectId id);

 private:
  std::shared_ptr<SceneState> state_;
};

ObjectId object_id(const Scene& scene, py::handle object);

/// Every part binds what one public header has.
/// @{
void bind_error(py::module_& m);
void bind_mesh(py::module_& m);
void bind_shapes(py::module_& m);
void bind_solid(py::module_& m);
void bind_scene(py::module_& m);
void bind_engine(py::module_& m);
void bind_answer(py::module_& m);
void bind_overlap(py::module_& m);
void bind_convex(py::module_& m);
void bind_polygon(py::module_& m);
void bind_octree(py::module_& m);
void bind_io(py::module_& m);
void bind_report(py::module_& m);
void bind_tasks(py::module_& m);
void bind_shell(py::module_& m);
void bind_robot(py::module_& m);
void bind_robot_cell(py::module_& m);
void bind_review(py::module_& m);
void bind_cad(py::module_& m);
/// @}

}  // namespace impinge::python
