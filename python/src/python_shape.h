// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <string>

#include <impinge/shapes.h>

#include "handles.h"

/// Shapes by Python functions.
namespace impinge::python {

/// A shape that asks a Python function for the crossings of many lines at once: function(origins, direction) with an (n, 3)
/// array and a unit vector gives arrays (line, t, sign) or (line, t_low, t_high, sign).
LineShapePtr make_python_shape(const py::object& function, const py::object& bounds, bool closed, const std::string& name);

/// A function of a point that Python evaluates.
std::function<double(const Vec3&)> value_function(const py::object& function);
/// A bound on the slope in a box by its two corners; empty for None.
std::function<double(const Vec3&, const Vec3&)> slope_function(const py::object& function);

/// Arrays (line, t_low, t_high, sign) of any shape.
py::tuple crossings_of(const ShapeHandle& handle, const py::object& origins, const py::object& direction);

}  // namespace impinge::python
