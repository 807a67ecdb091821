// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "python_surface.h"

#include "convert.h"
#include "watch.h"

namespace impinge::python {
namespace {

/// Under the lock of the interpreter; what Python raises becomes a Raised.
template <typename Work>
auto guarded(const Work& work) {
  const py::gil_scoped_acquire lock;
  try {
    return work();
  } catch (py::error_already_set& error) {
    error.restore();
    throw Raised();
  } catch (const py::builtin_exception& error) {
    error.set_error();
    throw Raised();
  }
}

/// Methods of a Python object, called from whatever thread; what they raise goes to who asked the query.
class Methods {
 public:
  Methods(const py::object& object, std::initializer_list<const char*> needed) : object_(owner_of(object)) {
    for (const char* name : needed)
      if (!py::hasattr(object, name))
        throw py::type_error(std::string("surface: an object with a method ") + name + "() is expected");
  }

  Vec3 vector(const char* method, const Vec3& x) const {
    return guarded([&] { return read_vec3(called(method, &x), method); });
  }
  Vec3 vector(const char* method) const {
    return guarded([&] { return read_vec3(called(method, nullptr), method); });
  }
  double number(const char* method) const {
    return guarded([&] {
      double value = 0;
      from_python(called(method, nullptr), method, value);
      return value;
    });
  }
  SurfaceSlope slope(const Vec3& x) const {
    return guarded([&] {
      const py::object both = called("gauge", &x);
      if (PySequence_Check(both.ptr()) == 0 || py::len(both) != 2)
        throw py::type_error("gauge: a value and its gradient are expected");
      SurfaceSlope slope;
      from_python(py::object(both[py::int_(0)]), "gauge", slope.value);
      slope.gradient = read_vec3(py::object(both[py::int_(1)]), "gauge");
      return slope;
    });
  }
  bool has(const char* method) const {
    const py::gil_scoped_acquire lock;
    return py::hasattr(held(), method);
  }

 private:
  py::handle held() const { return static_cast<PyObject*>(const_cast<void*>(object_.get())); }
  py::object called(const char* method, const Vec3* x) const {
    const py::object function = held().attr(method);
    return x != nullptr ? function(to_python(*x)) : function();
  }
  std::shared_ptr<const void> object_;
};

class PythonCurved final : public CurvedSurface {
 public:
  explicit PythonCurved(const py::object& object)
      : methods_(object, {"gauge", "support"}), spreads_(methods_.has("spread")) {}
  SurfaceSlope gauge(const Vec3& x) const override { return methods_.slope(x); }
  Vec3 support(const Vec3& n) const override { return methods_.vector("support", n); }
  Vec3 spread() const override { return spreads_ ? methods_.vector("spread") : CurvedSurface::spread(); }

 private:
  Methods methods_;
  bool spreads_;
};

class PythonStar final : public StarSurface {
 public:
  explicit PythonStar(const py::object& object) : methods_(object, {"gauge", "radius"}) {}
  SurfaceSlope gauge(const Vec3& x) const override { return methods_.slope(x); }
  double radius() const override { return methods_.number("radius"); }

 private:
  Methods methods_;
};

}  // namespace

std::shared_ptr<const CurvedSurface> make_curved_surface(const py::object& object) {
  return std::make_shared<PythonCurved>(object);
}

std::shared_ptr<const StarSurface> make_star_surface(const py::object& object) {
  return std::make_shared<PythonStar>(object);
}

}  // namespace impinge::python
