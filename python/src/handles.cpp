// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "handles.h"

#include <impinge/error.h>

namespace impinge::python {
namespace {

/// A view of the library's memory that keeps the mesh and cannot be written.
template <typename T>
py::object frozen_view(const Mesh& mesh, const T* data, std::size_t rows) {
  const py::capsule owner(new Mesh(mesh), [](void* held) { delete static_cast<Mesh*>(held); });
  py::array_t<T> array({static_cast<py::ssize_t>(rows), py::ssize_t{3}}, data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

}  // namespace

MeshHandle::MeshHandle(const py::object& vertices, const py::object& faces, std::string origin, bool examine)
    : vertices_(borrow_points(vertices, "vertices")), faces_(borrow_faces(faces)), origin_(std::move(origin)) {
  if (examine) mesh();
}

const Mesh& MeshHandle::mesh() const {
  if (ready_) return *mesh_;
  try {
    const py::gil_scoped_release unlocked;
    std::call_once(once_, [&] {
      mesh_ = Mesh::borrow(vertices_.span, faces_.span, origin_);
      ready_ = true;
    });
  } catch (const Error& error) {
    const std::string negative = negative_index(faces_.array);
    if (!negative.empty()) throw Error(error.code(), negative);
    throw;
  }
  return *mesh_;
}

Mesh MeshHandle::owned() const {
  const Mesh& known = mesh();
  if (!vertices_.array) return known;
  return Mesh({known.vertices().begin(), known.vertices().end()}, {known.faces().begin(), known.faces().end()}, known.origin());
}

const Mesh& mesh_of(const py::object& object, const char* what) {
  if (!py::isinstance<MeshHandle>(object))
    throw py::type_error(std::string(what) + ": a Mesh is expected, not " + std::string(py::str(object.get_type())));
  return object.cast<const MeshHandle&>().mesh();
}

py::object MeshHandle::vertices() const {
  if (vertices_.array) return vertices_.array;
  return frozen_view(*mesh_, reinterpret_cast<const double*>(mesh_->vertices().data()), mesh_->vertices().size());
}

py::object MeshHandle::faces() const {
  if (faces_.array) return faces_.array;
  return frozen_view(*mesh_, reinterpret_cast<const std::uint32_t*>(mesh_->faces().data()), mesh_->faces().size());
}

std::size_t MeshHandle::vertex_count() const { return ready_ ? mesh_->vertices().size() : vertices_.span.size(); }
std::size_t MeshHandle::face_count() const { return ready_ ? mesh_->faces().size() : faces_.span.size(); }

SceneState& SceneHandle::change() {
  if (state_.use_count() > 1) state_ = std::make_shared<SceneState>(*state_);
  return *state_;
}

ObjectId object_id(const Scene& scene, py::handle object) {
  if (PyLong_CheckExact(object.ptr()) != 0 || PyUnicode_Check(object.ptr()) == 0) {
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!number) {
      PyErr_Clear();
      throw py::type_error("an object of the scene is expected, by its number or its name, not " +
                           std::string(py::repr(object)));
    }
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || value < 0 || value >= static_cast<long>(scene.objects().size()))
      throw Error(ErrorCode::bad_argument, "there is no object " + std::string(py::str(number)) + "; the scene has " +
                                               std::to_string(scene.objects().size()) + ", numbered from 0");
    return {static_cast<std::uint32_t>(value)};
  }
  py::ssize_t size = 0;
  const char* name = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (name == nullptr) throw py::error_already_set();
  return scene.find({name, static_cast<std::size_t>(size)});
}

ObjectId SceneHandle::id(py::handle object) const { return object_id(scene(), object); }

py::object SceneHandle::mesh_of(ObjectId id) {
  auto& known = state_->meshes;
  if (known.size() <= id.value) known.resize(id.value + 1);
  if (!known[id.value]) known[id.value] = py::cast(std::make_shared<MeshHandle>(scene().objects()[id.value].mesh));
  return known[id.value];
}

py::object SceneHandle::shape_of(ObjectId id) {
  const LineShapePtr& shape = scene().objects()[id.value].shape;
  if (!shape) return py::none();
  auto& known = state_->shapes;
  if (known.size() <= id.value) known.resize(id.value + 1);
  if (!known[id.value]) known[id.value] = cast_shape(shape);
  return known[id.value];
}

}  // namespace impinge::python
