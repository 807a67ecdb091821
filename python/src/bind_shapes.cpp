// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/shapes.h>

#include "handles.h"
#include "python_shape.h"
#include "watch.h"
#include "words.h"

namespace impinge {

void from_python(py::handle value, const char*, Metaball& b) {
  python::Fields(value).get("centre", b.centre).get("radius", b.radius).get("strength", b.strength);
}

void from_python(py::handle value, const char*, NurbsSurface& s) {
  python::Fields(value).get("degree_u", s.degree_u).get("degree_v", s.degree_v).get("knots_u", s.knots_u);
  python::Fields(value).get("knots_v", s.knots_v).get("points", s.points).get("weights", s.weights);
}

void from_python(py::handle value, const char*, LineShapePtr& shape) { shape = value.cast<python::ShapeHandle&>().shape; }

py::object to_python(const NurbsSurface& s) {
  return python::Record("NurbsSurface")
      .set("degree_u", s.degree_u)
      .set("degree_v", s.degree_v)
      .set("knots_u", s.knots_u)
      .set("knots_v", s.knots_v)
      .set("points", s.points)
      .set("weights", s.weights)
      .done();
}

namespace python {
namespace {

std::shared_ptr<ShapeHandle> handle(LineShapePtr shape) {
  return std::make_shared<ShapeHandle>(ShapeHandle{std::move(shape)});
}

template <typename Make>
auto made_mesh(const Make& make) {
  return std::make_shared<MeshHandle>(unlocked(make));
}

void bind_solids(py::module_& m) {
  m.def(
      "make_box",
      [](const py::object& edges, int subdivisions) {
        return made_mesh([edges = read_vec3(edges, "edges"), subdivisions] { return make_box(edges, subdivisions); });
      },
      py::arg("edges"), py::arg("subdivisions") = 1, R"(Axis-aligned box, centred, by its full edge lengths.

>>> import impinge
>>> impinge.make_box((1, 2, 3))
<impinge.Mesh: 8 vertices, 12 faces, closed, 'box'>
)");
  m.def(
      "make_sphere",
      [](double radius, int stacks, int slices) { return made_mesh([=] { return make_sphere(radius, stacks, slices); }); },
      py::arg("radius"), py::arg("stacks") = 32, py::arg("slices") = 64, R"(Latitude-longitude sphere.

>>> import impinge
>>> impinge.make_sphere(1, 8, 16)
<impinge.Mesh: 114 vertices, 224 faces, closed, 'sphere'>
)");
  m.def(
      "make_sphere_of_faces",
      [](double radius, std::uint32_t faces) { return made_mesh([=] { return make_sphere_of_faces(radius, faces); }); },
      py::arg("radius"), py::arg("faces"), "Latitude-longitude sphere with that many faces, or the next larger number.");
  m.def(
      "make_icosphere", [](double radius, int level) { return made_mesh([=] { return make_icosphere(radius, level); }); },
      py::arg("radius"), py::arg("level") = 3, R"(Icosahedron subdivided `level` times onto the sphere.

>>> import impinge
>>> impinge.make_icosphere(1, 2)
<impinge.Mesh: 162 vertices, 320 faces, closed, 'icosphere'>
)");
  m.def(
      "make_torus",
      [](double ring, double tube, int ring_segments, int tube_segments) {
        return made_mesh([=] { return make_torus(ring, tube, ring_segments, tube_segments); });
      },
      py::arg("ring"), py::arg("tube"), py::arg("ring_segments") = 48, py::arg("tube_segments") = 24, R"(Torus around z.

>>> import impinge
>>> impinge.make_torus(2, 1, 12, 8)
<impinge.Mesh: 96 vertices, 192 faces, closed, 'torus'>
)");
  m.def(
      "make_displaced_sphere",
      [](double radius, double amplitude, int stacks, int slices, std::uint64_t seed) {
        return made_mesh([=] { return make_displaced_sphere(radius, amplitude, stacks, slices, seed); });
      },
      py::arg("radius"), py::arg("amplitude"), py::arg("stacks"), py::arg("slices"), py::arg("seed") = 1,
      "Latitude-longitude sphere with a radial displacement of three octaves.");
  m.def(
      "make_random_mesh",
      [](double radius, double amplitude, int stacks, int slices, std::uint64_t seed) {
        return made_mesh([=] { return make_random_mesh(radius, amplitude, stacks, slices, seed); });
      },
      py::arg("radius"), py::arg("amplitude"), py::arg("stacks"), py::arg("slices"), py::arg("seed") = 1,
      "The randomly displaced mesh of Shinya & Forgue 1991.");
  m.def(
      "make_line_convex",
      [](double size, std::uint32_t faces) { return made_mesh([=] { return make_line_convex(size, faces); }); },
      py::arg("size"), py::arg("faces"), "A concave body that every line along z meets in one stretch.");
  m.def(
      "make_comb",
      [](double size, int plates, std::uint32_t faces) { return made_mesh([=] { return make_comb(size, plates, faces); }); },
      py::arg("size"), py::arg("plates"), py::arg("faces"), "Parallel plates on a common back.");
  m.def(
      "make_teeth",
      [](double size, int resolution, bool upper) { return made_mesh([=] { return make_teeth(size, resolution, upper); }); },
      py::arg("size"), py::arg("resolution"), py::arg("upper"), "A row of fourteen teeth on a horseshoe arch.");
}

void bind_surfaces(py::module_& m) {
  m.def(
      "make_height_field",
      [](const py::object& heights, double cell, double depth) {
        const auto array = read_grid(heights);
        const std::span<const double> all(array.data(), static_cast<std::size_t>(array.size()));
        const int columns = static_cast<int>(array.shape(1));
        return made_mesh([=] { return make_height_field(all, columns, cell, depth); });
      },
      py::arg("heights"), py::arg("cell"), py::arg("depth") = 0.0,
      R"(A grid of heights (rows, columns), `cell` apart: an open surface, or a solid with a depth > 0.

>>> import impinge
>>> heights = [[0, 1, 0], [1, 2, 1], [0, 1, 0]]
>>> impinge.make_height_field(heights, 1).closed, impinge.make_height_field(heights, 1, 0.5).closed
(False, True)
)");
  m.def(
      "make_noise_field",
      [](double size, double amplitude, int cells, std::uint64_t seed, double depth) {
        return made_mesh([=] { return make_noise_field(size, amplitude, cells, seed, depth); });
      },
      py::arg("size"), py::arg("amplitude"), py::arg("cells"), py::arg("seed") = 1, py::arg("depth") = 0.0,
      "A square height field of smooth random hills.");
  m.def(
      "make_mandelbrot_field",
      [](double size, double height, double depth, int cells) {
        return made_mesh([=] { return make_mandelbrot_field(size, height, depth, cells); });
      },
      py::arg("size"), py::arg("height"), py::arg("depth") = 0.0, py::arg("cells") = 64,
      "A square height field of the Mandelbrot set.");
  m.def(
      "close_scan",
      [](const MeshHandle& scan, const py::object& away, double depth) {
        const Mesh& mesh = scan.mesh();
        return made_mesh([&mesh, v = read_vec3(away, "away"), depth] { return close_scan(mesh, v, depth); });
      },
      py::arg("scan"), py::arg("away"), py::arg("depth"), R"(An open surface closed to a solid by its outline.

>>> import impinge
>>> scan = impinge.make_height_field([[0, 1, 0], [1, 2, 1], [0, 1, 0]], 1)
>>> impinge.close_scan(scan, (0, 0, -1), 2).closed
True
)");
  m.def(
      "make_teapot", [](double size, int divisions) { return made_mesh([=] { return make_teapot(size, divisions); }); },
      py::arg("size"), py::arg("divisions") = 8, R"(Utah teapot from its Bézier patches, open.

>>> import impinge
>>> impinge.make_teapot(1).closed, impinge.make_closed_teapot(1).closed
(False, True)
)");
  m.def(
      "make_closed_teapot", [](double size) { return made_mesh([=] { return make_closed_teapot(size); }); }, py::arg("size"),
      "A solid teapot of 552 faces.");
}

void bind_line_shapes(py::module_& m) {
  m.def(
      "make_implicit_sphere", [](double radius) { return handle(make_implicit_sphere(radius)); }, py::arg("radius"));
  m.def(
      "make_implicit_ellipsoid", [](const py::object& r) { return handle(make_implicit_ellipsoid(read_vec3(r, "radii"))); },
      py::arg("radii"));
  m.def(
      "make_implicit_torus", [](double ring, double tube) { return handle(make_implicit_torus(ring, tube)); },
      py::arg("ring"), py::arg("tube"));
  m.def(
      "make_implicit_cylinder", [](double r, double h) { return handle(make_implicit_cylinder(r, h)); }, py::arg("radius"),
      py::arg("height"));
  m.def(
      "make_superquadric",
      [](const py::object& radii, double e1, double e2) {
        return handle(make_superquadric(read_vec3(radii, "radii"), e1, e2));
      },
      py::arg("radii"), py::arg("e1"), py::arg("e2"));
  m.def(
      "make_rounded_box",
      [](const py::object& edges, double radius) { return handle(make_rounded_box(read_vec3(edges, "edges"), radius)); },
      py::arg("edges"), py::arg("radius"));
  m.def(
      "make_capsule",
      [](const py::object& from, const py::object& to, double radius) {
        return handle(make_capsule(read_vec3(from, "start"), read_vec3(to, "end"), radius));
      },
      py::arg("start"), py::arg("end"), py::arg("radius"));
  m.def(
      "make_metaballs",
      [](const py::object& balls, double threshold) {
        std::vector<Metaball> all;
        from_python(balls, "balls", all);
        return handle(make_metaballs(std::move(all), threshold));
      },
      py::arg("balls"), py::arg("threshold") = 0.5);
  m.def(
      "make_nurbs",
      [](const py::object& surfaces) {
        std::vector<NurbsSurface> all;
        from_python(surfaces, "surfaces", all);
        return handle(make_nurbs(std::move(all)));
      },
      py::arg("surfaces"));
  m.def(
      "make_nurbs_sphere", [](double radius) { return to_python(make_nurbs_sphere(radius)); }, py::arg("radius"),
      "Sphere as one surface of degree 2, a NurbsSurface.");
  m.def(
      "make_nurbs_torus", [](double ring, double tube) { return to_python(make_nurbs_torus(ring, tube)); }, py::arg("ring"),
      py::arg("tube"), "Torus around z as one surface of degree 2, a NurbsSurface.");
  m.def(
      "make_line_mesh", [](const MeshHandle& mesh) { return handle(make_line_mesh(mesh.mesh())); }, py::arg("mesh"));
  m.def(
      "make_placed",
      [](const ShapeHandle& shape, const py::object& pose) { return handle(make_placed(shape.shape, read_pose(pose))); },
      py::arg("shape"), py::arg("pose"));
}

std::vector<LineShapePtr> parts_of(const py::object& parts) {
  std::vector<LineShapePtr> all;
  from_python(parts, "parts", all);
  return all;
}

}  // namespace

void bind_shapes(py::module_& m) {
  py::class_<ShapeHandle, std::shared_ptr<ShapeHandle>> shape(m, "LineShape", py::dynamic_attr());
  shape.def_property_readonly(
      "bounds", [](const ShapeHandle& h) { return points_array(h.shape->bounds()); },
      "(2, 3): two opposite corners of a box that holds the shape.");
  shape.def_property_readonly(
      "closed", [](const ShapeHandle& h) { return h.shape->closed(); }, "True if the shape bounds a solid.");
  shape.def_property_readonly(
      "name", [](const ShapeHandle& h) { return to_python(h.shape->name()); }, "What it is, for messages.");
  shape.def("crossings", &crossings_of, py::arg("origins"), py::arg("direction"),
            "The crossings of lines along one direction: arrays (line, t_low, t_high, sign).");
  bind_solids(m);
  bind_surfaces(m);
  bind_line_shapes(m);
  m.def(
      "make_union", [](const py::object& parts) { return handle(make_union(parts_of(parts))); }, py::arg("parts"));
  m.def(
      "make_intersection", [](const py::object& parts) { return handle(make_intersection(parts_of(parts))); },
      py::arg("parts"));
  m.def(
      "make_difference", [](const py::object& parts) { return handle(make_difference(parts_of(parts))); }, py::arg("parts"));
  m.def(
      "make_line_shape",
      [](const py::object& function, const py::object& bounds, bool closed, const std::string& name) {
        return handle(make_python_shape(function, bounds, closed, name));
      },
      py::arg("function"), py::arg("bounds"), py::arg("closed") = true, py::arg("name") = "shape");
  m.def(
      "make_implicit",
      [](const py::object& value, const py::object& bounds, double lipschitz, double curvature, double value_error,
         double resolution, const std::string& name, const py::object& slope_bound) {
        const auto box = borrow_points(bounds, "bounds");
        if (box.span.size() != 2) throw py::value_error("bounds: two corners are expected");
        ImplicitFunction f{.value = value_function(value),
                           .bounds = {box.span[0], box.span[1]},
                           .lipschitz = lipschitz,
                           .curvature = curvature,
                           .slope_bound = slope_function(slope_bound),
                           .value_error = value_error,
                           .resolution = resolution,
                           .name = name};
        return handle(unlocked([&] { return make_implicit(std::move(f)); }));
      },
      py::arg("value"), py::arg("bounds"), py::arg("lipschitz") = 0.0, py::arg("curvature") = 0.0,
      py::arg("value_error") = 0.0, py::arg("resolution") = 0.0, py::arg("name") = "function",
      py::arg("slope_bound") = py::none());
  m.def(
      "make_displaced",
      [](const ShapeHandle& base, const py::object& height, double amplitude, double lipschitz, std::uint64_t seed) {
        Displacement d;
        if (py::isinstance<py::str>(height)) {
          const std::string kind = height.cast<std::string>();
          if (kind != "waves" && kind != "hills")
            throw py::value_error("height: \"waves\", \"hills\" or a function is expected");
          d = kind == "waves" ? make_waves(amplitude, lipschitz) : make_hills(amplitude, lipschitz, seed);
        } else {
          d = {value_function(height), amplitude, lipschitz};
        }
        return handle(unlocked([&] { return make_displaced(base.shape, std::move(d)); }));
      },
      py::arg("base"), py::arg("height"), py::arg("amplitude"), py::arg("lipschitz"), py::arg("seed") = 1);
}

}  // namespace python
}  // namespace impinge
