// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/convex.h>
#include <impinge/experiments.h>

#include <algorithm>

#include "convex_values.h"
#include "handles.h"
#include "python_surface.h"
#include "watch.h"
#include "words.h"

namespace impinge {

py::object to_python(const ConvexMaps& c) {
  return python::Record("ConvexMaps")
      .set("face_map_bytes", c.face_map_bytes)
      .set("vertex_map_bytes", c.vertex_map_bytes)
      .set("link_bytes", c.link_bytes)
      .set("bound_bytes", c.bound_bytes)
      .set("face_cells_top", c.face_cells_top)
      .set("build_ms", c.build_ms)
      .set("hull_ms", c.hull_ms)
      .done();
}

py::object to_python(const ConvexCertificate& c) {
  py::array_t<std::uint32_t> pairs({static_cast<py::ssize_t>(c.n_pairs), py::ssize_t{2}});
  std::uint32_t* to = pairs.mutable_data();
  for (std::uint8_t i = 0; i < c.n_pairs; ++i) to = std::copy(c.pairs[i].begin(), c.pairs[i].end(), to);
  return python::Record("ConvexCertificate")
      .set("kind", c.kind)
      .set("vector", c.vector)
      .set("offset", c.offset)
      .set("pairs", py::object(pairs))
      .done();
}

void from_python(py::handle value, const char*, ConvexCertificate& c) {
  const python::Fields f(value);
  f.get("kind", c.kind).get("vector", c.vector).get("offset", c.offset);
  const auto pairs = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>::ensure(f.at("pairs"));
  if (!pairs) throw py::error_already_set();
  if (pairs.size() % 2 != 0 || pairs.size() > 8) throw py::value_error("pairs: an array (n, 2) of at most four is expected");
  c.n_pairs = static_cast<std::uint8_t>(pairs.size() / 2);
  for (py::ssize_t i = 0; i < pairs.size(); ++i)
    c.pairs[static_cast<std::size_t>(i / 2)][static_cast<std::size_t>(i % 2)] = pairs.data()[i];
}

py::object to_python(const ConvexAnswer& a) {
  return python::Record("ConvexAnswer")
      .set("relation", a.relation)
      .set("stop", a.stop)
      .set("in_bounds", a.in_bounds)
      .set("decided", a.decided)
      .set("pair_checks", a.pair_checks)
      .set("certificate", a.certificate)
      .done();
}

namespace python {

ConvexOptions convex_options(const py::object& options) {
  ConvexOptions o;
  if (options.is_none()) return o;
  Fields(options).get("map_levels", o.map_levels).get("faces_per_cell", o.faces_per_cell).get("bound_cells", o.bound_cells);
  return o;
}

ConvexCertificate read_certificate(const py::object& value, std::size_t of_a, std::size_t of_b) {
  ConvexCertificate c;
  from_python(value, "certificate", c);
  const auto known = [](std::uint32_t v, std::size_t count) {
    return v == ConvexCertificate::kInner || (v & ~ConvexCertificate::kHalf) < count;
  };
  for (std::uint8_t i = 0; i < c.n_pairs; ++i)
    if (!known(c.pairs[i][0], of_a) || !known(c.pairs[i][1], of_b))
      throw py::value_error("certificate: there is no such vertex");
  return c;
}

namespace {

template <typename Make>
std::shared_ptr<ConvexBody> made(const Make& make) {
  return std::make_shared<ConvexBody>(unlocked(make));
}

using BodyClass = py::class_<ConvexBody, std::shared_ptr<ConvexBody>>;

void bind_makers(BodyClass& body) {
  const py::arg_v options("options", py::none());
  body.def_static(
      "_from_mesh",
      [](const MeshHandle& mesh, const py::object& o) {
        return made([&m = mesh.mesh(), o = convex_options(o)] { return ConvexBody::from_mesh(m, o); });
      },
      py::arg("mesh"), options);
  body.def_static(
      "_from_points",
      [](const py::object& points, const py::object& o) {
        const auto all = borrow_points(points, "points");
        return made([&all, o = convex_options(o)] { return ConvexBody::from_points(all.span, o); });
      },
      py::arg("points"), options);
  body.def_static(
      "_ellipsoid",
      [](const py::object& radii, const py::object& o) {
        return made([r = read_vec3(radii, "radii"), o = convex_options(o)] { return ConvexBody::ellipsoid(r, o); });
      },
      py::arg("radii"), options);
  body.def_static(
      "_cylinder",
      [](double radius, double height, const py::object& o) {
        return made([radius, height, o = convex_options(o)] { return ConvexBody::cylinder(radius, height, o); });
      },
      py::arg("radius"), py::arg("height"), options);
  body.def_static(
      "_cone",
      [](double radius, double height, const py::object& o) {
        return made([radius, height, o = convex_options(o)] { return ConvexBody::cone(radius, height, o); });
      },
      py::arg("radius"), py::arg("height"), options);
  body.def_static(
      "_lens",
      [](double radius, double thickness, const py::object& o) {
        return made([radius, thickness, o = convex_options(o)] { return ConvexBody::lens(radius, thickness, o); });
      },
      py::arg("radius"), py::arg("thickness"), options);
  body.def_static(
      "_from_surface",
      [](const py::object& surface, const py::object& o) {
        return made([s = make_curved_surface(surface), o = convex_options(o)] { return ConvexBody::from_surface(s, o); });
      },
      py::arg("surface"), options);
}

Vec3 finite_vec3(const py::object& value, const char* what) {
  const Vec3 v = read_vec3(value, what);
  if (!v.allFinite()) throw py::value_error(std::string(what) + ": finite numbers are expected");
  return v;
}

void bind_body(py::module_& m) {
  BodyClass body(m, "ConvexBody", py::dynamic_attr());
  bind_makers(body);
  body.def_property_readonly(
      "vertices", [](const ConvexBody& b) { return points_array(b.vertices()); },
      "Corners of the hull; empty for a curved body.");
  body.def_property_readonly(
      "faces", [](const ConvexBody& b) { return faces_array(b.faces()); }, "Triangles, counter-clockwise from outside.");
  body.def_property_readonly("curved", &ConvexBody::curved, "True for ellipsoid, cylinder, cone and lens.");
  body.def_property_readonly(
      "inner_point", [](const ConvexBody& b) { return to_python(b.inner_point()); },
      "The inner point that rays start from.");
  body.def_property_readonly("radius", &ConvexBody::radius,
                             "Of the smallest ball around the inner point that holds the body.");
  body.def_property_readonly(
      "maps", [](const ConvexBody& b) { return to_python(b.maps()); }, "Cost of the maps.");
  body.def(
      "face_towards", [](const ConvexBody& b, const py::object& p) { return b.face_towards(finite_vec3(p, "point")); },
      py::arg("point"), "The face that the ray from the inner point through `point` meets.");
  body.def(
      "contains",
      [](const ConvexBody& b, const py::object& p) {
        return unlocked([&, x = finite_vec3(p, "point")] { return b.contains(x); });
      },
      py::arg("point"), "Whether the point lies in the body or on its boundary; exact for polytopes.");
  body.def(
      "extreme_vertex",
      [](const ConvexBody& b, const py::object& d) { return b.extreme_vertex(finite_vec3(d, "direction")); },
      py::arg("direction"), "The vertex farthest along a direction.");
}

void bind_star(py::module_& m) {
  py::class_<StarBody, std::shared_ptr<StarBody>>(m, "StarBody", py::dynamic_attr(),
                                                  "A body that a kernel point sees all of.")
      .def(py::init([](const MeshHandle& mesh, const py::object& kernel, const py::object& options) {
             const Mesh& body = mesh.mesh();
             const Vec3 from = finite_vec3(kernel, "kernel");
             return unlocked([&, o = convex_options(options)] { return std::make_shared<StarBody>(body, from, o); });
           }),
           py::arg("mesh"), py::arg("kernel"), py::arg("options") = py::none())
      .def_property_readonly(
          "kernel", [](const StarBody& b) { return to_python(b.kernel()); }, "Rays start here.")
      .def(
          "face_towards", [](const StarBody& b, const py::object& p) { return b.face_towards(finite_vec3(p, "point")); },
          py::arg("point"), "The face that the ray from the kernel point through `point` meets.")
      .def(
          "contains",
          [](const StarBody& b, const py::object& p) {
            return unlocked([&, x = finite_vec3(p, "point")] { return b.contains(x); });
          },
          py::arg("point"), "Whether the point lies in the body or on its boundary; exact for meshes.")
      .def_property_readonly("curved", &StarBody::curved, "Given by a surface, without faces.")
      .def(
          "boundary_towards",
          [](const StarBody& b, const py::object& p) {
            return to_python(unlocked([&, x = finite_vec3(p, "point")] { return b.boundary_towards(x); }));
          },
          py::arg("point"), "Where the ray from the kernel point through `point` leaves the body.")
      .def_static(
          "_from_surface",
          [](const py::object& surface) {
            return unlocked([s = make_star_surface(surface)] { return std::make_shared<StarBody>(s); });
          },
          py::arg("surface"))
      .def_static(
          "of", [](const ConvexBody& b) { return std::make_shared<StarBody>(b); }, py::arg("body"),
          "A convex body, polytope or curved, as a star body.")
      .def_static(
          "screened",
          [](const StarBody& a, const py::object& a_pose, const StarBody& b, const py::object& b_pose) {
            const Pose x = read_pose(a_pose), y = read_pose(b_pose);
            return unlocked([&] { return StarBody::screened(a, x, b, y); });
          },
          py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"),
          "True if the screening proves that two placed bodies have a common point; False says nothing.");
}

/// For each pair of poses whether the bodies meet; a block at a time, so that Ctrl-C is heard.
std::vector<std::uint8_t> meet_poses(const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& a_poses,
                                     const std::vector<Pose>& b_poses, const CancelCallback& is_cancelled) {
  constexpr std::size_t kBlock = 16384;
  std::vector<std::uint8_t> met(a_poses.size());
  std::vector<ConvexPair> pairs(std::min(kBlock, met.size()));
  std::vector<ConvexAnswer> answers(pairs.size());
  for (std::size_t begin = 0; begin < met.size() && !is_cancelled(); begin += kBlock) {
    const std::size_t n = std::min(kBlock, met.size() - begin);
    for (std::size_t i = 0; i < n; ++i) pairs[i] = {&a, &b, a_poses[begin + i], b_poses[begin + i]};
    impinge::polar_newton(std::span(pairs).first(n), std::span(answers).first(n));
    for (std::size_t i = 0; i < n; ++i) met[begin + i] = answers[i].meet() ? 1 : 0;
  }
  return met;
}

void bind_queries(py::module_& m) {
  m.def(
      "polar_newton",
      [](const ConvexBody& a, const py::object& a_pose, const ConvexBody& b, const py::object& b_pose,
         const py::object& query, const py::object& warm) {
        const Pose x = read_pose(a_pose), y = read_pose(b_pose);
        ConvexWarmStart start;
        ConvexWarmStart* const used = warm.is_none() ? nullptr : &start;
        if (used != nullptr) Fields(warm).get("vector", start.vector).get("kind", start.kind);
        ConvexQuery q;
        if (!query.is_none()) {
          Fields(query).get("support_stops", q.support_stops).get("bound_tables", q.bound_tables);
          Fields(query).get("max_iterations", q.max_iterations).get("reselections", q.reselections);
        }
        const ConvexAnswer answer = unlocked([&] {
          return query.is_none() ? impinge::polar_newton(a, x, b, y, used) : impinge::polar_newton(a, x, b, y, used, q);
        });
        if (used != nullptr) {
          warm.attr("vector") = to_python(start.vector);
          warm.attr("kind") = to_python(start.kind);
        }
        return to_python(answer);
      },
      py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"), py::arg("query") = py::none(),
      py::arg("warm") = py::none(),
      R"(Whether two placed convex bodies meet, never wrong, with a certificate; a ConvexAnswer. `warm` is a ConvexWarmStart
that goes from one query of a pair to the next.

>>> import impinge
>>> box = impinge.ConvexBody.from_points([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
>>> impinge.polar_newton(box, None, box, (0.5, 0, 0)).meet, impinge.polar_newton(box, None, box, (2, 0, 0)).relation
(True, Relation.disjoint)
)");
  m.def(
      "polar_newton_poses",
      [](const ConvexBody& a, const ConvexBody& b, const py::object& a_poses, const py::object& b_poses) {
        const auto x = read_poses(a_poses), y = read_poses(b_poses);
        if (x.size() != y.size()) throw py::value_error("b_poses: as many as a_poses are expected");
        Watch watch{py::none()};
        auto met = watch.run([&, is_cancelled = watch.is_cancelled()] { return meet_poses(a, b, x, y, is_cancelled); });
        const auto n = static_cast<py::ssize_t>(met.size());
        return take<std::uint8_t>(std::move(met), {n}).attr("view")("bool");
      },
      py::arg("a"), py::arg("b"), py::arg("a_poses"), py::arg("b_poses"), R"(The same for many poses: n booleans.

>>> import impinge
>>> ball = impinge.ConvexBody.ellipsoid((1, 1, 1))
>>> impinge.polar_newton_poses(ball, ball, impinge.poses_at([[0, 0, 0]] * 2), impinge.poses_at([[1, 0, 0], [3, 0, 0]]))
array([ True, False])
)");
  m.def(
      "verify",
      [](const ConvexBody& a, const py::object& a_pose, const ConvexBody& b, const py::object& b_pose,
         const py::object& relation, const py::object& certificate) {
        Relation r = Relation::disjoint;
        from_python(relation, "relation", r);
        const ConvexCertificate c = read_certificate(certificate, a.vertices().size(), b.vertices().size());
        const Pose x = read_pose(a_pose), y = read_pose(b_pose);
        return unlocked([&] { return impinge::verify(a, x, b, y, r, c); });
      },
      py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"), py::arg("relation"), py::arg("certificate"),
      R"(Checks a certificate in exact arithmetic, by all vertices and faces.

>>> import impinge
>>> ball = impinge.ConvexBody.from_mesh(impinge.make_icosphere(1, 1))
>>> answer = impinge.polar_newton(ball, None, ball, (3, 0, 0))
>>> impinge.verify(ball, None, ball, (3, 0, 0), answer.relation, answer.certificate)
True
)");
  m.def(
      "convex_distance",
      [](const ConvexBody& a, const py::object& a_pose, const ConvexBody& b, const py::object& b_pose, bool depth) {
        const Pose x = read_pose(a_pose), y = read_pose(b_pose);
        const ConvexDistance d = unlocked([&] { return impinge::convex_distance(a, x, b, y, depth); });
        return Record("ConvexDistance")
            .set("distance", d.distance)
            .set("lower", d.lower)
            .set("a_point", d.a_point)
            .set("b_point", d.b_point)
            .set("direction", d.direction)
            .set("iterations", d.iterations)
            .done();
      },
      py::arg("a"), py::arg("a_pose"), py::arg("b"), py::arg("b_pose"), py::arg("depth") = true,
      R"(Distance of two convex bodies, or minus their penetration depth; a ConvexDistance.

>>> import impinge
>>> box = impinge.ConvexBody.from_mesh(impinge.make_box((1, 1, 1)))
>>> round(impinge.convex_distance(box, None, box, (3, 0, 0)).distance, 9)
2.0
)");
}

}  // namespace

void bind_convex(py::module_& m) {
  bind_body(m);
  bind_star(m);
  bind_queries(m);
}

}  // namespace python
}  // namespace impinge
