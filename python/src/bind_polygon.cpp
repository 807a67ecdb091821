// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/convex.h>

#include "convex_values.h"
#include "handles.h"
#include "watch.h"
#include "words.h"

namespace impinge::python {
namespace {

Pose2 read_pose2(const py::object& value) {
  if (value.is_none()) return {};
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  if (!array) throw py::error_already_set();
  if (array.ndim() != 2 || array.shape(1) != 3 || array.shape(0) < 2 || array.shape(0) > 3)
    throw py::value_error("pose: a matrix (3, 3) or (2, 3) is expected");
  Pose2 pose;
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 2; ++c) pose.rotation(r, c) = array.at(r, c);
    pose.position[r] = array.at(r, 2);
  }
  return pose;
}

Vec2 read_vec2(const py::object& value) {
  const auto numbers = borrow_doubles(value, "point");
  if (numbers.span.size() != 2) throw py::value_error("point: two numbers are expected");
  return {numbers.span[0], numbers.span[1]};
}

py::object points2(std::span<const Vec2> points) {
  py::array_t<double> array({static_cast<py::ssize_t>(points.size()), py::ssize_t{2}});
  for (std::size_t i = 0; i < 2 * points.size(); ++i) array.mutable_data()[i] = points[i / 2][static_cast<int>(i % 2)];
  return array;
}

}  // namespace

void bind_polygon(py::module_& m) {
  py::class_<ConvexPolygon, std::shared_ptr<ConvexPolygon>>(m, "ConvexPolygon", "A convex polygon with its maps.")
      .def(py::init([](const py::object& points, const py::object& options) {
             const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(points);
             if (!array) throw py::error_already_set();
             if (array.ndim() != 2 || array.shape(1) != 2) throw py::value_error("points: an array (n, 2) is expected");
             std::vector<Vec2> all;
             for (py::ssize_t i = 0; i < array.shape(0); ++i) all.emplace_back(array.at(i, 0), array.at(i, 1));
             return std::make_shared<ConvexPolygon>(all, convex_options(options));
           }),
           py::arg("points"), py::arg("options") = py::none())
      .def_property_readonly(
          "vertices", [](const ConvexPolygon& p) { return points2(p.vertices()); }, "Corners, counter-clockwise.")
      .def_property_readonly(
          "inner_point",
          [](const ConvexPolygon& p) {
            return to_python(std::vector<double>{p.inner_point().x(), p.inner_point().y()});
          },
          "Strictly inside.")
      .def(
          "__eq__",
          [](const ConvexPolygon& p, const ConvexPolygon& q) {
            return std::equal(p.vertices().begin(), p.vertices().end(), q.vertices().begin(), q.vertices().end());
          },
          py::is_operator())
      .def("__hash__", [](const ConvexPolygon& p) { return p.vertices().size(); })
      .def("__repr__",
           [](const ConvexPolygon& p) {
             return "<impinge.ConvexPolygon: " + std::to_string(p.vertices().size()) + " vertices>";
           })
      .def_property_readonly("map_bytes", &ConvexPolygon::map_bytes, "Memory of the maps.")
      .def(
          "contains", [](const ConvexPolygon& p, const py::object& q) { return p.contains(read_vec2(q)); }, py::arg("point"),
          "Exact, boundary included.")
      .def(
          "edge_towards", [](const ConvexPolygon& p, const py::object& q) { return p.edge_towards(read_vec2(q)); },
          py::arg("point"), "The edge that the ray from the inner point through `point` meets.")
      .def(
          "extreme_vertex", [](const ConvexPolygon& p, const py::object& d) { return p.extreme_vertex(read_vec2(d)); },
          py::arg("direction"), "The vertex farthest along a direction.")
      .def("__reduce__",
           [](const py::object& self) { return py::make_tuple(self.get_type(), py::make_tuple(self.attr("vertices"))); });
  m.def(
      "polar_newton_2d",
      [](const ConvexPolygon& a, const py::object& a_pose, const ConvexPolygon& b, const py::object& b_pose) {
        return to_python(impinge::polar_newton(a, read_pose2(a_pose), b, read_pose2(b_pose)));
      },
      py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"), R"(The same for polygons of the plane.

>>> import impinge
>>> square = impinge.ConvexPolygon([[0, 0], [1, 0], [1, 1], [0, 1]])
>>> impinge.polar_newton_2d(square, None, square, None).meet
True
)");
  m.def(
      "verify_2d",
      [](const ConvexPolygon& a, const py::object& a_pose, const ConvexPolygon& b, const py::object& b_pose,
         const py::object& relation, const py::object& certificate) {
        Relation r = Relation::disjoint;
        from_python(relation, "relation", r);
        const ConvexCertificate c = read_certificate(certificate, a.vertices().size(), b.vertices().size());
        return impinge::verify(a, read_pose2(a_pose), b, read_pose2(b_pose), r, c);
      },
      py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"), py::arg("relation"), py::arg("certificate"),
      R"(Checks a certificate about polygons.

>>> import impinge
>>> square = impinge.ConvexPolygon([[0, 0], [1, 0], [1, 1], [0, 1]])
>>> answer = impinge.polar_newton_2d(square, None, square, None)
>>> impinge.verify_2d(square, None, square, None, answer.relation, answer.certificate)
True
)");
}

}  // namespace impinge::python
