// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include <impinge/octree.h>

#include "words.h"

namespace impinge {

py::object to_python(const OctreeFrame& f);
void from_python(py::handle value, const char* key, OctreeFrame& f);

namespace python {

/// (n, 4): x, y, z and edge.
py::object cubes_array(std::span<const OctreeCube> cubes);
std::vector<OctreeCube> read_cubes(const py::object& value);

}  // namespace python
}  // namespace impinge
