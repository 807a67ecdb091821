// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

#include "arrays.h"

namespace impinge {

py::object to_python(const ConvexAnswer& a);

namespace python {

/// None: the defaults.
ConvexOptions convex_options(const py::object& options);
/// Refuses one about vertices that the bodies do not have.
ConvexCertificate read_certificate(const py::object& value, std::size_t of_a, std::size_t of_b);

}  // namespace python
}  // namespace impinge
