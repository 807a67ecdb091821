// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>

#include <impinge/convex.h>

#include "arrays.h"

/// Surfaces whose functions are methods of a Python object.
namespace impinge::python {

/// With gauge(x), support(n), and spread() where the object has it.
std::shared_ptr<const CurvedSurface> make_curved_surface(const py::object& object);
/// With gauge(x) and radius().
std::shared_ptr<const StarSurface> make_star_surface(const py::object& object);

}  // namespace impinge::python
