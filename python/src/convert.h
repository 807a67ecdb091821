// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <impinge/scene.h>

#include "arrays.h"

/// Values from C++ to Python and back. Overloads stand in the namespace of the types, so that templates find them.
namespace impinge {

namespace py = pybind11;

namespace python {

/// The member of a Python enum, `impinge.words.NAME(word)`.
py::object word_object(const char* name, const char* word);
/// A word given as a string or as a member; throws TypeError for anything else.
std::string word_text(py::handle value, const char* name);
[[noreturn]] void refuse_word(const char* name, const std::string& word);

/// The name of an enum in Python; specialised by IMPINGE_PYTHON_WORD.
template <typename E>
inline constexpr const char* kWordName = nullptr;

template <typename E>
concept Word = std::is_enum_v<E> && kWordName<E>
!= nullptr;

/// A call of a record's class with its fields.
class Record {
 public:
  explicit Record(const char* name) : name_(name) {}
  template <typename T>
  Record& set(const char* key, const T& value);
  py::object done() const;

 private:
  const char* name_;
  py::dict fields_;
};

/// The fields of options as a Python object has them.
class Fields {
 public:
  explicit Fields(py::handle object) : object_(py::reinterpret_borrow<py::object>(object)) {}
  template <typename T>
  const Fields& get(const char* key, T& target) const;
  py::object at(const char* key) const;

 private:
  py::object object_;
};

}  // namespace python

inline py::object to_python(bool x) { return py::bool_(x); }
inline py::object to_python(double x) { return py::float_(x); }
template <std::integral T>
py::object to_python(T x) {
  return py::int_(x);
}
inline py::object to_python(const std::string& x) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(x.data(), static_cast<py::ssize_t>(x.size()), "surrogateescape"));
}
inline py::object to_python(std::string_view x) { return to_python(std::string(x)); }
inline py::object to_python(const py::object& x) { return x; }
inline py::object to_python(ObjectId id) { return py::int_(id.value); }
py::object to_python(const Vec3& v);
py::object to_python(const std::pair<std::uint32_t, double>& pair);
inline py::object to_python(const std::vector<Vec3>& v) { return python::points_array(v); }
inline py::object to_python(const std::vector<double>& v) {
  return python::copy_of<double>(v, {static_cast<py::ssize_t>(v.size())});
}
inline py::object to_python(const std::vector<std::uint32_t>& v) {
  return python::copy_of<std::uint32_t>(v, {static_cast<py::ssize_t>(v.size())});
}
template <python::Word E>
py::object to_python(E e) {
  static std::array<PyObject*, 32> members{};  // they live as long as the interpreter
  PyObject*& member = members.at(static_cast<std::size_t>(e));
  if (member == nullptr) member = python::word_object(python::kWordName<E>, to_string(e)).release().ptr();
  return py::reinterpret_borrow<py::object>(member);
}
template <typename T>
py::object to_python(const std::optional<T>& x) {
  return x ? py::object(to_python(*x)) : py::object(py::none());
}
template <typename T>
py::object to_python(const std::vector<T>& list) {
  py::list all(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) all[i] = to_python(list[i]);
  return all;
}

void from_python(py::handle value, const char* key, bool& x);
void from_python(py::handle value, const char* key, double& x);
void from_python(py::handle value, const char* key, int& x);
void from_python(py::handle value, const char* key, std::uint64_t& x);
void from_python(py::handle value, const char* key, std::uint32_t& x);
void from_python(py::handle value, const char* key, std::string& x);
void from_python(py::handle value, const char* key, std::pair<std::uint32_t, double>& pair);
void from_python(py::handle value, const char* key, Vec3& x);
void from_python(py::handle value, const char* key, std::vector<Vec3>& x);
void from_python(py::handle value, const char* key, std::vector<double>& x);
template <python::Word E>
void from_python(py::handle value, const char*, E& e) {
  const std::string word = python::word_text(value, python::kWordName<E>);
  if (!from_string(word, e)) python::refuse_word(python::kWordName<E>, word);
}
template <typename T>
void from_python(py::handle value, const char* key, std::optional<T>& x) {
  x.reset();
  if (!value.is_none()) from_python(value, key, x.emplace());
}
template <typename T>
void from_python(py::handle value, const char* key, std::vector<T>& x) {
  if (PyUnicode_Check(value.ptr()) != 0 || !py::isinstance<py::iterable>(value))
    throw py::type_error(std::string(key) + ": a list is expected");
  x.clear();
  for (const py::handle item : value) from_python(item, key, x.emplace_back());
}

namespace python {

template <typename T>
Record& Record::set(const char* key, const T& value) {
  fields_[key] = to_python(value);
  return *this;
}

template <typename T>
const Fields& Fields::get(const char* key, T& target) const {
  from_python(at(key), key, target);
  return *this;
}

}  // namespace python
}  // namespace impinge

/// Says which Python enum stands for a C++ one.
#define IMPINGE_PYTHON_WORD(Type, name) \
  template <>                           \
  inline constexpr const char* impinge::python::kWordName<impinge::Type> = name;
