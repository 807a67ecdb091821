// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "convert.h"

namespace impinge {
namespace {

template <typename T>
[[noreturn]] void refuse(py::handle value, const char* key, T expected) {
  throw py::type_error(std::string(key) + ": " + expected + " is expected, not " + std::string(py::repr(value)));
}

}  // namespace

namespace python {

py::object word_object(const char* name, const char* word) { return py::module_::import("impinge.words").attr(name)(word); }

std::string word_text(py::handle value, const char* name) {
  // Members are strings, so this takes both.
  if (PyUnicode_Check(value.ptr()) == 0)
    throw py::type_error(std::string(name) + ": a word is expected, not " + std::string(py::repr(value)));
  py::ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text == nullptr) throw py::error_already_set();
  return {text, static_cast<std::size_t>(size)};
}

void refuse_word(const char* name, const std::string& word) {
  py::module_::import("impinge.words").attr(name)(word);  // raises, and lists the words
  throw py::value_error(std::string(name) + ": there is no word '" + word + "'");
}

py::object Record::done() const {
  static PyObject* classes = nullptr;
  if (classes == nullptr) {
    py::dict all = py::dict(py::module_::import("impinge.answers").attr("__dict__"));
    py::dict names;
    names.attr("update")(all);
    for (const char* more : {"impinge.overlaps", "impinge.options", "impinge.listings", "impinge.robots", "impinge.reviews", "impinge.tasks",
                             "impinge.cad"})
      names.attr("update")(py::module_::import(more).attr("__dict__"));
    classes = names.release().ptr();
  }
  PyObject* type = PyDict_GetItemString(classes, name_);
  if (type == nullptr) throw py::value_error(std::string("impinge has no record ") + name_);
  PyObject* made = PyObject_Call(type, py::tuple().ptr(), fields_.ptr());
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

py::object Fields::at(const char* key) const {
  PyObject* value = PyObject_GetAttrString(object_.ptr(), key);
  if (value == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(value);
}

}  // namespace python

py::object to_python(const Vec3& v) {
  py::array_t<double> array(py::ssize_t{3});
  for (int i = 0; i < 3; ++i) array.mutable_at(i) = v[i];
  return array;
}

void from_python(py::handle value, const char* key, bool& x) {
  const int truth = PyBool_Check(value.ptr()) != 0 || py::hasattr(value, "dtype") ? PyObject_IsTrue(value.ptr()) : -1;
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (truth < 0) refuse(value, key, "True or False");
  x = truth == 1;
}

void from_python(py::handle value, const char* key, double& x) {
  if (PyUnicode_Check(value.ptr()) == 0) {
    x = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() == nullptr) return;
    PyErr_Clear();
  }
  refuse(value, key, "a number");
}

void from_python(py::handle value, const char* key, std::uint64_t& x) {
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (number) x = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() == nullptr) return;
  PyErr_Clear();
  refuse(value, key, "a whole number of 0 or more");
}

void from_python(py::handle value, const char* key, std::uint32_t& x) {
  std::uint64_t wide = 0;
  from_python(value, key, wide);
  if (wide > UINT32_MAX) refuse(value, key, "a whole number of 32 bits");
  x = static_cast<std::uint32_t>(wide);
}

void from_python(py::handle value, const char* key, int& x) {
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  int overflow = 0;
  const long number_value = number ? PyLong_AsLongAndOverflow(number.ptr(), &overflow) : 0;
  if (PyErr_Occurred() == nullptr && overflow == 0 && number_value >= INT32_MIN && number_value <= INT32_MAX) {
    x = static_cast<int>(number_value);
    return;
  }
  PyErr_Clear();
  refuse(value, key, "a whole number");
}

void from_python(py::handle value, const char* key, std::string& x) {
  if (PyUnicode_Check(value.ptr()) == 0) refuse(value, key, "a text");
  const py::object bytes =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogateescape"));
  if (!bytes) throw py::error_already_set();
  x = std::string(py::reinterpret_borrow<py::bytes>(bytes));
}

void from_python(py::handle value, const char* key, Vec3& x) { x = python::read_vec3(value, key); }

void from_python(py::handle value, const char* key, std::vector<Vec3>& x) {
  const auto points = python::borrow_points(py::reinterpret_borrow<py::object>(value), key);
  x.assign(points.span.begin(), points.span.end());
}

void from_python(py::handle value, const char* key, std::vector<double>& x) {
  const auto numbers = python::borrow_doubles(py::reinterpret_borrow<py::object>(value), key);
  x.assign(numbers.span.begin(), numbers.span.end());
}

}  // namespace impinge
