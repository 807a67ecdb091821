// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The extension module impinge._core. Python's own side of the package is in python/impinge.
#include <impinge/impinge.h>

#include "handles.h"

PYBIND11_MODULE(_core, m) {
  using namespace impinge::python;
  m.doc() = "What impinge has in C++; use the package impinge.";
  m.def(
      "version", [] { return std::string(impinge::version()); }, "Version of the library.");
  // pybind11 before 2.12 reads the arrays of numpy 2 wrongly; the package then refuses it.
  m.def("_knows_numpy_2", [] { return PYBIND11_VERSION_HEX >= 0x020C0000; });
  // The order matters to signatures in docstrings alone.
  bind_error(m);
  bind_mesh(m);
  bind_shapes(m);
  bind_solid(m);
  bind_scene(m);
  bind_answer(m);
  bind_overlap(m);
  bind_engine(m);
  bind_convex(m);
  bind_polygon(m);
  bind_octree(m);
  bind_io(m);
  bind_report(m);
  bind_tasks(m);
  bind_shell(m);
  bind_robot(m);
  bind_robot_cell(m);
  bind_review(m);
  bind_cad(m);
}
