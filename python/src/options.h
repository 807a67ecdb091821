// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "handles.h"
#include "words.h"

namespace impinge {

void from_python(py::handle value, const char* key, ViewOptions& o);

namespace python {

/// Options from the dataclasses of impinge/options.py; callbacks are left out.
/// @{
CheckOptions check_options(const Fields& f, const Scene& scene);
/// Asks a Python function from whatever thread; what it raises goes to who asked the query.
std::function<bool(ObjectId, ObjectId)> asks_python(const py::object& function);
SweepOptions sweep_options(const Fields& f);
MapOptions map_options(const Fields& f);
PointOptions point_options(const Fields& f);
PoseOptions pose_options(const Fields& f);
Experiments experiments(const Fields& f);
/// @}

}  // namespace python
}  // namespace impinge
