// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace impinge::python {
namespace {

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Face) == 3 * sizeof(std::uint32_t));

/// An array of whatever it is: numpy's own, by the buffer protocol, by DLPack, or made of lists.
py::array as_array(const py::object& object, const char* what) {
  if (py::isinstance<py::array>(object)) return py::reinterpret_borrow<py::array>(object);
  const py::module_ numpy = py::module_::import("numpy");
  try {
    if (py::hasattr(object, "__dlpack__") && !py::hasattr(object, "__array__") && PyObject_CheckBuffer(object.ptr()) == 0)
      return numpy.attr("from_dlpack")(object);
    return numpy.attr("asarray")(object);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError)) throw;
    throw py::type_error(std::string(what) + ": an array is expected, not " + std::string(py::str(object.get_type())) +
                         " (" + error.what() + ")");
  }
}

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i > 0 ? ", " : "") + std::to_string(array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

void require_columns(const py::array& array, py::ssize_t columns, const char* what) {
  if (array.ndim() == 2 && array.shape(1) == columns) return;
  if (array.size() == 0 && array.ndim() <= 2) return;
  throw py::value_error(std::string(what) + ": an array of shape (n, " + std::to_string(columns) +
                        ") is expected, this one is " + shape_text(array));
}

/// True if the memory is what C++ expects: rows without gaps, this machine's byte order.
template <typename T>
bool fits(const py::array& array) {
  return py::isinstance<py::array_t<T>>(array) && (array.flags() & py::array::c_style) != 0 &&
         reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) == 0;
}

void require_numbers(const py::array& array, const char* kinds, const char* what, const char* expected) {
  if (array.size() == 0 || std::strchr(kinds, array.dtype().kind()) != nullptr) return;
  throw py::type_error(std::string(what) + ": " + expected + " are expected, this array is of " +
                       std::string(py::str(array.dtype())));
}

py::array doubles_of(const py::object& object, const char* what) {
  py::array array = as_array(object, what);
  require_numbers(array, "fiub", what, "numbers");
  if (!fits<double>(array)) array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!array) throw py::error_already_set();
  return array;
}

}  // namespace

std::filesystem::path path_of(const py::object& file) {
  const py::object text = py::module_::import("os").attr("fsencode")(file);
  return std::string(py::reinterpret_borrow<py::bytes>(text));
}

std::shared_ptr<const void> owner_of(py::object object) {
  return {object.release().ptr(), [](const void* held) {
            if (Py_IsInitialized() == 0) return;  // the interpreter took everything with it
            const py::gil_scoped_acquire lock;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(held)));
          }};
}

Borrowed<Vec3> borrow_points(const py::object& object, const char* what) {
  const py::array array = doubles_of(object, what);
  require_columns(array, 3, what);
  return {array, {static_cast<const Vec3*>(array.data()), static_cast<std::size_t>(array.size() / 3)}};
}

Borrowed<double> borrow_doubles(const py::object& object, const char* what) {
  const py::array array = doubles_of(object, what);
  if (array.ndim() > 1 && array.size() > 0)
    throw py::value_error(std::string(what) + ": a list of numbers is expected, this array is " + shape_text(array));
  return {array, {static_cast<const double*>(array.data()), static_cast<std::size_t>(array.size())}};
}

Borrowed<float> borrow_floats(const py::object& object, const char* what) {
  py::array array = as_array(object, what);
  require_numbers(array, "fiub", what, "numbers");
  array = py::array_t<float, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!array) throw py::error_already_set();
  return {array, {static_cast<const float*>(array.data()), static_cast<std::size_t>(array.size())}};
}

Borrowed<Face> borrow_faces(const py::object& object) {
  py::array array = as_array(object, "faces");
  require_columns(array, 3, "faces");
  require_numbers(array, "iu", "faces", "whole numbers");
  if (!fits<std::uint32_t>(array) && !fits<std::int32_t>(array)) {
    const py::module_ numpy = py::module_::import("numpy");
    if (array.size() > 0) {
      const py::object low = array.attr("min")(), high = array.attr("max")();
      if (low.cast<double>() < 0 || high.cast<double>() > 4294967295.0)
        throw py::value_error("faces: vertex numbers from 0 to 2^32 - 1 are expected, these go from " +
                              std::string(py::str(low)) + " to " + std::string(py::str(high)));
    }
    array = numpy.attr("ascontiguousarray")(array, "uint32");
  }
  return {array, {static_cast<const Face*>(array.data()), static_cast<std::size_t>(array.size() / 3)}};
}

std::string negative_index(const py::object& faces) {
  const auto array = py::reinterpret_borrow<py::array>(faces);
  if (!fits<std::int32_t>(array)) return {};
  const std::span<const std::int32_t> all(static_cast<const std::int32_t*>(array.data()),
                                          static_cast<std::size_t>(array.size()));
  const auto negative = std::find_if(all.begin(), all.end(), [](std::int32_t v) { return v < 0; });
  if (negative == all.end()) return {};
  return "faces: face " + std::to_string((negative - all.begin()) / 3) + " has the vertex number " +
         std::to_string(*negative) + "; they begin at 0";
}

Vec3 read_vec3(py::handle object, const char* what) {
  const py::array array = doubles_of(py::reinterpret_borrow<py::object>(object), what);
  if (array.size() != 3 || array.ndim() != 1)
    throw py::value_error(std::string(what) + ": three numbers are expected, this is of shape " + shape_text(array));
  return *static_cast<const Vec3*>(array.data());
}

py::array_t<double> read_grid(const py::object& heights) {
  const py::array array = doubles_of(heights, "heights");
  if (array.ndim() != 2) throw py::value_error("heights: a grid (rows, columns) is expected");
  return py::reinterpret_borrow<py::array_t<double>>(array);
}

namespace {

Pose pose_at(const double* rows) {
  Pose pose;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) pose.rotation(r, c) = rows[4 * r + c];
    pose.position[r] = rows[4 * r + 3];
  }
  return pose;
}

bool last_row_holds(const double* rows) { return rows[12] == 0 && rows[13] == 0 && rows[14] == 0 && rows[15] == 1; }

[[noreturn]] void refuse_pose(const py::array& array, const char* expected) {
  throw py::value_error(std::string("pose: ") + expected + " is expected, this array is " + shape_text(array));
}

}  // namespace

Pose read_pose(const py::object& object) {
  if (object.is_none()) return {};
  const py::array array = doubles_of(object, "pose");
  const auto* data = static_cast<const double*>(array.data());
  if (array.ndim() == 1 && array.shape(0) == 3) return {.position = Vec3(data[0], data[1], data[2])};
  if (array.ndim() != 2 || array.shape(1) != 4 || (array.shape(0) != 3 && array.shape(0) != 4))
    refuse_pose(array, "a matrix (4, 4) or (3, 4), or a position (3,),");
  if (array.shape(0) == 4 && !last_row_holds(data))
    throw py::value_error("pose: the last row of the matrix must be 0 0 0 1");
  return pose_at(data);
}

std::vector<Pose> read_poses(const py::object& object) {
  const py::array array = doubles_of(object, "poses");
  if (array.size() == 0) return {};
  if (array.ndim() != 3 || array.shape(2) != 4 || (array.shape(1) != 3 && array.shape(1) != 4))
    refuse_pose(array, "an array (n, 4, 4) or (n, 3, 4)");
  const auto* data = static_cast<const double*>(array.data());
  const auto n = static_cast<std::size_t>(array.shape(0)), size = static_cast<std::size_t>(array.shape(1) * 4);
  std::vector<Pose> poses(n);
  std::size_t bad = n;
  {
    const py::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < n && bad == n; ++i) {
      poses[i] = pose_at(data + i * size);
      if (size == 16 && !last_row_holds(data + i * size)) bad = i;
    }
  }
  if (bad < n) throw py::value_error("poses: the last row of matrix " + std::to_string(bad) + " must be 0 0 0 1");
  return poses;
}

py::array_t<double> points_array(std::span<const Vec3> points) {
  py::array_t<double> array({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}});
  if (!points.empty()) std::memcpy(array.mutable_data(), points.data(), points.size_bytes());
  return array;
}

py::array_t<std::uint32_t> faces_array(std::span<const Face> faces) {
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(faces.size()), py::ssize_t{3}});
  if (!faces.empty()) std::memcpy(array.mutable_data(), faces.data(), faces.size_bytes());
  return array;
}

namespace {

void write_pose(const Pose& pose, double* to) {
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) *to++ = r == 3 ? (c == 3 ? 1 : 0) : c == 3 ? pose.position[r] : pose.rotation(r, c);
}

}  // namespace

py::array_t<double> pose_array(const Pose& pose) {
  py::array_t<double> array({py::ssize_t{4}, py::ssize_t{4}});
  write_pose(pose, array.mutable_data());
  return array;
}

py::array_t<double> poses_array(std::span<const Pose> poses) {
  py::array_t<double> array({static_cast<py::ssize_t>(poses.size()), py::ssize_t{4}, py::ssize_t{4}});
  double* to = array.mutable_data();
  for (std::size_t i = 0; i < poses.size(); ++i) write_pose(poses[i], to + 16 * i);
  return array;
}

}  // namespace impinge::python
