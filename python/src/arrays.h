// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <impinge/mesh.h>
#include <impinge/scene.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

/// numpy arrays in and out. What fits is borrowed; the rest is converted once.
namespace impinge::python {

namespace py = pybind11;

/// The file that whatever os.fspath takes names.
std::filesystem::path path_of(const py::object& file);

/// Holds a Python object from any thread, and lets it go under the lock of the interpreter.
std::shared_ptr<const void> owner_of(py::object object);

/// A span into an array, which is held.
template <typename T>
struct Borrowed {
  py::object array;
  std::span<const T> span;
};

/// (n, 3) doubles. `what` names them in messages.
Borrowed<Vec3> borrow_points(const py::object& object, const char* what);
/// (n, 3) numbers of 32 bits; negative ones look too large, see negative_index().
Borrowed<Face> borrow_faces(const py::object& object);
/// What is wrong with signed faces of which one is negative; empty if none is.
std::string negative_index(const py::object& faces);
/// A list of doubles.
Borrowed<double> borrow_doubles(const py::object& object, const char* what);
Borrowed<float> borrow_floats(const py::object& object, const char* what);

/// None (no motion), three numbers (a position), or a matrix (3, 4) or (4, 4) whose last row is 0 0 0 1.
Pose read_pose(const py::object& object);
/// (n, 4, 4) or (n, 3, 4).
std::vector<Pose> read_poses(const py::object& object);
Vec3 read_vec3(py::handle object, const char* what);
/// Heights (rows, columns).
py::array_t<double> read_grid(const py::object& heights);

/// Arrays that own their memory: the vector moves into them.
/// @{
template <typename T>
py::array_t<T> take(std::vector<T>&& values, std::vector<py::ssize_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(std::move(shape), kept->data(), owner);
}
template <typename T>
py::array_t<T> copy_of(std::span<const T> values, std::vector<py::ssize_t> shape) {
  py::array_t<T> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}
py::array_t<double> points_array(std::span<const Vec3> points);
py::array_t<std::uint32_t> faces_array(std::span<const Face> faces);
py::array_t<double> pose_array(const Pose& pose);
py::array_t<double> poses_array(std::span<const Pose> poses);
/// @}

}  // namespace impinge::python
