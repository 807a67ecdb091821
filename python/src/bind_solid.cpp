// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/shapes.h>

#include "base/internals.h"
#include "handles.h"
#include "shape/solid/solid_data.h"
#include "watch.h"
#include "words.h"

namespace impinge::python {

const Solid& SolidHandle::solid() const { return *shape->solid(); }

namespace {

using SolidHandlePtr = std::shared_ptr<SolidHandle>;

SolidHandlePtr solid_handle(LineShapePtr solid) {
  auto handle = std::make_shared<SolidHandle>();
  handle->shape = std::move(solid);
  return handle;
}

/// The arguments of the function that makes it; none for a height field, which is only its mesh.
py::object arguments_of(const Solid& solid) {
  const SolidData& d = Internals::data(solid);
  switch (d.kind) {
    case SolidKind::half_space: return py::make_tuple(to_python(d.normal), d.offset);
    case SolidKind::box: return py::make_tuple(to_python(Vec3(2 * d.half)));
    case SolidKind::sphere: return py::make_tuple(d.radius);
    case SolidKind::capsule: return py::make_tuple(d.radius, 2 * d.half.z());
    case SolidKind::cylinder:
    case SolidKind::cone: return py::make_tuple(d.half.x(), 2 * d.half.z());
    case SolidKind::ellipsoid: return py::make_tuple(to_python(d.half));
    case SolidKind::points: return py::make_tuple(points_array(solid.centres()), d.radius);
    case SolidKind::height_field: break;
  }
  return py::none();
}

using SolidClass = py::class_<SolidHandle, ShapeHandle, SolidHandlePtr>;

void bind_round(SolidClass& solid) {
  solid.def_static(
      "sphere", [](double radius) { return solid_handle(Solid::sphere(radius)); }, py::arg("radius"), "A ball.");
  solid.def_static(
      "capsule", [](double radius, double length) { return solid_handle(Solid::capsule(radius, length)); },
      py::arg("radius"), py::arg("length"), "All within the radius of a segment of that length along z.");
  solid.def_static(
      "cylinder", [](double radius, double height) { return solid_handle(Solid::cylinder(radius, height)); },
      py::arg("radius"), py::arg("height"), "Around z, with flat ends.");
  solid.def_static(
      "cone", [](double radius, double height) { return solid_handle(Solid::cone(radius, height)); }, py::arg("radius"),
      py::arg("height"), "Around z, its apex at half the height.");
  solid.def_static(
      "ellipsoid", [](const py::object& r) { return solid_handle(Solid::ellipsoid(read_vec3(r, "radii"))); },
      py::arg("radii"), "By its half axes.");
}

void bind_others(SolidClass& solid) {
  solid.def_static(
      "half_space",
      [](const py::object& normal, double offset) {
        return solid_handle(Solid::half_space(read_vec3(normal, "normal"), offset));
      },
      py::arg("normal"), py::arg("offset") = 0.0, "All x with normal . x <= offset.");
  solid.def_static(
      "box", [](const py::object& edges) { return solid_handle(Solid::box(read_vec3(edges, "edges"))); }, py::arg("edges"),
      "By its full edge lengths.");
  solid.def_static(
      "_height_field",
      [](const py::object& heights, double cell, double depth) {
        const auto grid = read_grid(heights);
        const std::span<const double> all(grid.data(), static_cast<std::size_t>(grid.size()));
        const int columns = static_cast<int>(grid.shape(1));
        return solid_handle(unlocked([=] { return Solid::height_field(all, columns, cell, depth); }));
      },
      py::arg("heights"), py::arg("cell"), py::arg("depth"));
  solid.def_static(
      "points",
      [](const py::object& points, double radius) {
        const auto all = borrow_points(points, "points");
        return solid_handle(unlocked([&] { return Solid::points({all.span.begin(), all.span.end()}, radius); }));
      },
      py::arg("points"), py::arg("radius") = 0.0, "Balls of one radius around points (n, 3), or the points themselves.");
}

}  // namespace

py::object cast_shape(const LineShapePtr& shape) {
  if (shape->solid() != nullptr) return py::cast(solid_handle(shape));
  return py::cast(std::make_shared<ShapeHandle>(ShapeHandle{shape}));
}

void bind_solid(py::module_& m) {
  SolidClass solid(m, "Solid", R"(A simple solid as it is, not tessellated, for scenes among meshes: answered by closed forms and proofs.

>>> import impinge
>>> scene = impinge.Scene()
>>> floor, probe = scene.add("floor", impinge.Solid.half_space((0, 0, 1))), scene.add("probe", impinge.Solid.sphere(2), (0, 0, 5))
>>> impinge.Engine().check(scene, clearance=4).pairs[0].distance
3.0
)");
  bind_round(solid);
  bind_others(solid);
  solid.def_property_readonly(
      "kind", [](const SolidHandle& h) { return to_python(h.solid().kind()); }, "Which it is, a SolidKind.");
  solid.def_property_readonly(
      "centres", [](const SolidHandle& h) { return points_array(h.solid().centres()); }, "Of points their centres.");
  solid.def_property_readonly("_arguments", [](const SolidHandle& h) { return arguments_of(h.solid()); });
  solid.def(
      "signed_distance",
      [](const SolidHandle& h, const py::object& point) { return h.solid().signed_distance(read_vec3(point, "point")); },
      py::arg("point"), "From the surface to a point of its own frame, negative inside; rounded.");
  solid.def(
      "tessellated",
      [](const SolidHandle& h, int segments, double size) {
        return std::make_shared<MeshHandle>(unlocked([&] { return h.solid().tessellated(segments, size); }));
      },
      py::arg("segments") = 48, py::arg("size") = 1.0,
      "Triangles for pictures, corners on the surface; a half-space as a slab of that size.");
}

}  // namespace impinge::python
