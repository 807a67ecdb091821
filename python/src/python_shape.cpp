// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "python_shape.h"

#include <algorithm>
#include <numeric>

#include "convert.h"
#include "watch.h"

namespace impinge::python {
namespace {

PyObject* callable(const std::shared_ptr<const void>& function) {
  return static_cast<PyObject*>(const_cast<void*>(function.get()));
}

/// The columns that the function gave, as doubles of one length.
std::vector<Borrowed<double>> columns_of(const py::object& answer, const std::string& name) {
  std::vector<Borrowed<double>> columns;
  for (const py::handle column : answer)
    columns.push_back(borrow_doubles(py::reinterpret_borrow<py::object>(column), name.c_str()));
  const bool fits =
      (columns.size() == 3 || columns.size() == 4) &&
      std::all_of(columns.begin(), columns.end(), [&](const auto& c) { return c.span.size() == columns[0].span.size(); });
  if (!fits)
    throw py::value_error("shape '" + name +
                          "': its function must return arrays (line, t, sign) or (line, t_low, t_high, sign) of one length");
  return columns;
}

class PythonShape final : public LineShape {
 public:
  PythonShape(const py::object& function, std::array<Vec3, 2> bounds, bool closed, std::string name)
      : function_(owner_of(function)), bounds_(std::move(bounds)), closed_(closed), name_(std::move(name)) {}

  std::array<Vec3, 2> bounds() const override { return bounds_; }
  bool closed() const override { return closed_; }
  std::string name() const override { return name_; }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    std::vector<std::uint32_t> counts;
    row_crossings(std::span<const Vec3>(&origin, 1), direction, out, counts);
  }

  void row_crossings(std::span<const Vec3> origins, const Vec3& direction, std::vector<Crossing>& out,
                     std::vector<std::uint32_t>& counts) const {
    const py::gil_scoped_acquire lock;
    try {
      ask(origins, direction, out, counts);
    } catch (py::error_already_set& error) {
      error.restore();
      throw Raised();
    } catch (const py::builtin_exception& error) {
      error.set_error();
      throw Raised();
    }
  }

 private:
  void ask(std::span<const Vec3> origins, const Vec3& direction, std::vector<Crossing>& out,
           std::vector<std::uint32_t>& counts) const {
    const py::object lines = points_array(origins), along = to_python(direction);
    PyObject* given = PyObject_CallFunctionObjArgs(callable(function_), lines.ptr(), along.ptr(), nullptr);
    if (given == nullptr) throw py::error_already_set();
    const auto columns = columns_of(py::reinterpret_steal<py::object>(given), name_);
    const std::span<const double> line = columns[0].span, low = columns[1].span, high = columns[columns.size() - 2].span,
                                  sign = columns.back().span;
    std::vector<std::size_t> order(line.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return line[i] < line[j]; });
    std::vector<std::uint32_t> found(origins.size());
    for (const std::size_t i : order) {
      const double l = line[i];
      if (!(l >= 0 && l < static_cast<double>(origins.size())))
        throw py::value_error("shape '" + name_ + "': there is no line " + std::to_string(l) + "; they are numbered from 0");
      ++found[static_cast<std::size_t>(l)];
      out.push_back({low[i], high[i], sign[i] > 0 ? 1 : -1});
    }
    counts.insert(counts.end(), found.begin(), found.end());
  }

  std::shared_ptr<const void> function_;
  std::array<Vec3, 2> bounds_;
  bool closed_;
  std::string name_;
};

}  // namespace

LineShapePtr make_python_shape(const py::object& function, const py::object& bounds, bool closed, const std::string& name) {
  if (PyCallable_Check(function.ptr()) == 0) throw py::type_error("function: something that can be called is expected");
  const auto box = borrow_points(bounds, "bounds");
  if (box.span.size() != 2) throw py::value_error("bounds: two corners are expected, an array (2, 3)");
  return std::make_shared<PythonShape>(function, std::array<Vec3, 2>{box.span[0], box.span[1]}, closed, name);
}

std::function<double(const Vec3&)> value_function(const py::object& function) {
  if (PyCallable_Check(function.ptr()) == 0) throw py::type_error("a function of a point is expected");
  return [held = owner_of(function)](const Vec3& point) {
    const py::gil_scoped_acquire lock;
    PyObject* given = PyObject_CallFunctionObjArgs(callable(held), to_python(point).ptr(), nullptr);
    const double value = given != nullptr ? PyFloat_AsDouble(given) : 0;
    Py_XDECREF(given);
    if (PyErr_Occurred() != nullptr) throw Raised();
    return value;
  };
}

std::function<double(const Vec3&, const Vec3&)> slope_function(const py::object& function) {
  if (function.is_none()) return {};
  if (PyCallable_Check(function.ptr()) == 0) throw py::type_error("slope_bound: a function of two corners is expected");
  return [held = owner_of(function)](const Vec3& low, const Vec3& high) {
    const py::gil_scoped_acquire lock;
    PyObject* given =
        PyObject_CallFunctionObjArgs(callable(held), to_python(low).ptr(), to_python(high).ptr(), nullptr);
    const double value = given != nullptr ? PyFloat_AsDouble(given) : 0;
    Py_XDECREF(given);
    if (PyErr_Occurred() != nullptr) throw Raised();
    return value;
  };
}

py::tuple crossings_of(const ShapeHandle& handle, const py::object& origins, const py::object& direction) {
  const auto lines = borrow_points(origins, "origins");
  const Vec3 along = read_vec3(direction, "direction");
  if (!along.allFinite() || along.norm() == 0) throw py::value_error("direction: a vector with a length is expected");
  std::vector<Crossing> found;
  std::vector<std::uint32_t> counts;
  unlocked([&] {
    for (const Vec3& line : lines.span) {
      const std::size_t before = found.size();
      handle.shape->crossings(line, along.normalized(), found);
      counts.push_back(static_cast<std::uint32_t>(found.size() - before));
    }
  });
  std::vector<std::uint32_t> lines_met;
  std::vector<double> low, high, sign;
  for (std::uint32_t i = 0; i < counts.size(); ++i) lines_met.insert(lines_met.end(), counts[i], i);
  for (const Crossing& c : found) {
    low.push_back(c.t_low);
    high.push_back(c.t_high);
    sign.push_back(c.sign);
  }
  return py::make_tuple(to_python(lines_met), to_python(low), to_python(high), to_python(sign));
}

}  // namespace impinge::python
