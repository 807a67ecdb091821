// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/mesh.h>

#include <algorithm>
#include <cstring>

#include "handles.h"
#include "watch.h"
#include "words.h"

namespace impinge {

namespace {

py::object face_or_none(std::uint32_t face) {
  return face == MeshReport::kNone ? py::object(py::none()) : py::object(py::int_(face));
}

}  // namespace

py::object to_python(const PolygonReport& r) {
  return python::Record("PolygonReport")
      .set("crossing", r.crossing)
      .set("bent", r.bent)
      .set("first_crossing", face_or_none(r.first_crossing))
      .set("first_bent", face_or_none(r.first_bent))
      .set("off_plane", r.off_plane)
      .done();
}

void from_python(py::handle value, const char*, PolygonReport& r) {
  const python::Fields f(value);
  f.get("crossing", r.crossing).get("bent", r.bent).get("off_plane", r.off_plane);
  std::optional<std::uint32_t> crossing, bent;
  f.get("first_crossing", crossing).get("first_bent", bent);
  r.first_crossing = crossing.value_or(PolygonReport::kNone);
  r.first_bent = bent.value_or(PolygonReport::kNone);
}

py::object to_python(const MeshReport& r) {
  return python::Record("MeshReport")
      .set("degenerate_faces", r.degenerate_faces)
      .set("duplicate_faces", r.duplicate_faces)
      .set("open_edges", r.open_edges)
      .set("non_manifold_edges", r.non_manifold_edges)
      .set("inconsistent_edges", r.inconsistent_edges)
      .set("components", r.components)
      .set("inside_out_shells", r.inside_out_shells)
      .set("back_faces", r.back_faces)
      .set("first_degenerate_face", face_or_none(r.first_degenerate_face))
      .set("first_duplicate_face", face_or_none(r.first_duplicate_face))
      .set("first_open_face", face_or_none(r.first_open_face))
      .set("first_non_manifold_face", face_or_none(r.first_non_manifold_face))
      .set("first_inconsistent_face", face_or_none(r.first_inconsistent_face))
      .set("first_inside_out_face", face_or_none(r.first_inside_out_face))
      .set("first_back_face", face_or_none(r.first_back_face))
      .set("closed", r.closed)
      .set("cancelled", r.cancelled)
      .set("polygons", r.polygons)
      .done();
}

py::object to_python(const MendSteps& s) {
  return python::Record("MendSteps")
      .set("welded_vertices", s.welded_vertices)
      .set("unused_vertices", s.unused_vertices)
      .set("duplicate_faces", s.duplicate_faces)
      .set("degenerate_faces", s.degenerate_faces)
      .set("kept_degenerate_faces", s.kept_degenerate_faces)
      .set("turned_faces", s.turned_faces)
      .set("filled_holes", s.filled_holes)
      .set("new_faces", s.new_faces)
      .set("holes_left", s.holes_left)
      .done();
}

namespace python {
namespace {

bool same_arrays(const MeshHandle& a, const MeshHandle& b) {
  if (a.vertex_count() != b.vertex_count() || a.face_count() != b.face_count()) return false;
  const Mesh &x = a.mesh(), &y = b.mesh();
  return std::equal(x.vertices().begin(), x.vertices().end(), y.vertices().begin()) &&
         std::equal(x.faces().begin(), x.faces().end(), y.faces().begin());
}

std::string describe(const MeshHandle& h) {
  const char* closed = !h.examined() ? "not examined yet" : h.mesh().closed() ? "closed" : "open";
  const std::string origin = h.origin().empty() ? "" : ", '" + h.origin() + "'";
  return "<impinge.Mesh: " + std::to_string(h.vertex_count()) + " vertices, " + std::to_string(h.face_count()) + " faces, " +
         closed + origin + ">";
}

using MeshClass = py::class_<MeshHandle, std::shared_ptr<MeshHandle>>;

/// With the polygon of the file that each triangle came from; that is not borrowed.
std::shared_ptr<MeshHandle> with_polygons(const py::object& vertices, const py::object& faces, const std::string& origin,
                                          const py::object& source_faces, const py::object& polygons) {
  const auto points = borrow_points(vertices, "vertices");
  const auto triangles = borrow_faces(faces);
  std::vector<std::uint32_t> sources;
  if (!source_faces.is_none()) from_python(source_faces, "source_faces", sources);
  PolygonReport report;
  if (!polygons.is_none()) from_python(polygons, "polygons", report);
  if (!sources.empty() && sources.size() != triangles.span.size())
    throw py::value_error("source_faces: a polygon for each face is expected");
  return std::make_shared<MeshHandle>(unlocked([&] {
    return Mesh({points.span.begin(), points.span.end()}, {triangles.span.begin(), triangles.span.end()}, origin,
                std::move(sources), report);
  }));
}

/// Its arguments, with the polygons of its file where it knows them.
py::tuple arguments_of(const MeshHandle& h) {
  py::tuple plain = py::make_tuple(h.vertices(), h.faces(), to_python(h.origin()));
  if (!h.examined()) return plain;  // borrowed, so it has none
  const PolygonReport& report = h.mesh().report().polygons;
  if (!h.mesh().has_source_faces() && report.crossing == 0 && report.bent == 0 && report.off_plane == 0) return plain;
  std::vector<std::uint32_t> sources(h.mesh().has_source_faces() ? h.face_count() : 0);
  for (std::uint32_t face = 0; face < sources.size(); ++face) sources[face] = h.mesh().source_face(face);
  return py::tuple(plain + py::make_tuple(to_python(sources), to_python(report)));
}

void bind_properties(MeshClass& mesh) {
  mesh.def_property_readonly(
      "face_count", [](const MeshHandle& h) { return h.face_count(); }, "How many faces; also len(mesh).");
  mesh.def(
      "box", [](const MeshHandle& h, bool all_vertices) { return points_array(h.mesh().box(all_vertices)); },
      py::arg("all_vertices") = false, "(2, 3): least and greatest coordinates of the vertices that faces use, or of all.");
  mesh.def_property_readonly("vertices", &MeshHandle::vertices,
                             "(n, 3) array: the one that was borrowed, or a view that cannot be written.");
  mesh.def_property_readonly("faces", &MeshHandle::faces, "(n, 3) array of vertex numbers, counter-clockwise from outside.");
  mesh.def_property_readonly(
      "report", [](const MeshHandle& h) { return to_python(h.mesh().report()); },
      "What the input doctor found, a MeshReport.");
  mesh.def_property_readonly(
      "closed", [](const MeshHandle& h) { return h.mesh().closed(); },
      "True if every edge is passed as often in one direction as in the other.");
  mesh.def_property_readonly(
      "origin", [](const MeshHandle& h) { return to_python(h.origin()); },
      "Where it came from, for messages: a file name, a generator, or empty.");
  mesh.def_property_readonly(
      "has_source_faces", [](const MeshHandle& h) { return h.mesh().has_source_faces(); },
      "True if some polygon of the file became several triangles.");
  mesh.def(
      "source_face",
      [](const MeshHandle& h, std::uint32_t face) {
        if (face >= h.face_count()) throw py::index_error("the mesh has " + std::to_string(h.face_count()) + " faces");
        return h.mesh().source_face(face);
      },
      py::arg("face"), "The polygon of the file that a triangle came from.");
  mesh.def_property_readonly(
      "bounds",
      [](const MeshHandle& h) {
        Vec3 low = h.mesh().vertices()[h.mesh().faces()[0][0]], high = low;
        for (const Face& face : h.mesh().faces())
          for (const std::uint32_t v : face) {
            low = low.cwiseMin(h.mesh().vertices()[v]);
            high = high.cwiseMax(h.mesh().vertices()[v]);
          }
        return points_array(std::array<Vec3, 2>{low, high});
      },
      "(2, 3): the lowest and the highest corner of the box around its faces.");
}

}  // namespace

void bind_mesh(py::module_& m) {
  MeshClass mesh(m, "Mesh",
                 R"(A triangle mesh. Cheap to pass around; immutable, so any number of threads may read it.

C-contiguous float64 vertices and uint32 or int32 faces are borrowed and kept alive, not copied; all else (float32, int64,
lists, other orders) is converted once. Do not change an array while it is borrowed; set_vertices of a scene is for
bodies that deform.

>>> import impinge
>>> mesh = impinge.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
>>> mesh
<impinge.Mesh: 4 vertices, 4 faces, closed>
)");
  mesh.def(py::init([](const py::object& vertices, const py::object& faces, const std::string& origin,
                       const py::object& source_faces, const py::object& polygons) {
             if (source_faces.is_none() && polygons.is_none())
               return std::make_shared<MeshHandle>(vertices, faces, origin, true);
             return with_polygons(vertices, faces, origin, source_faces, polygons);
           }),
           py::arg("vertices"), py::arg("faces"), py::arg("origin") = "", py::arg("source_faces") = py::none(),
           py::arg("polygons") = py::none());
  mesh.def_static(
      "borrow",
      [](const py::object& vertices, const py::object& faces, const std::string& origin) {
        return std::make_shared<MeshHandle>(vertices, faces, origin, false);
      },
      py::arg("vertices"), py::arg("faces"), py::arg("origin") = "",
      "The same, examined when it is first used and not now: takes microseconds, whatever the size.");
  bind_properties(mesh);
  mesh.def(
      "examine", [](const MeshHandle& h) { h.mesh(); }, "Examines the arrays now, if that was not done before.");
  mesh.def("__repr__", &describe);
  mesh.def("__len__", &MeshHandle::face_count);
  mesh.def("__eq__", &same_arrays, py::is_operator());
  mesh.def("__hash__", [](const MeshHandle& h) { return py::hash(py::make_tuple(h.vertex_count(), h.face_count())); });
  mesh.def("__copy__", [](const py::object& self) { return self; });
  mesh.def("__reduce__", [](const py::object& self) {
    return py::make_tuple(self.get_type(), arguments_of(self.cast<const MeshHandle&>()));
  });
  m.def(
      "mend",
      [](const MeshHandle& h) {
        const Mesh& from = h.mesh();
        const Mended mended = unlocked([&] { return impinge::mend(from); });
        return Record("Mended")
            .set("mesh", py::cast(std::make_shared<MeshHandle>(mended.mesh)))
            .set("steps", mended.steps)
            .done();
      },
      py::arg("mesh"), R"(The safe part of a repair; no coordinate changes and no vertex is new.

>>> import impinge
>>> box = impinge.make_box((1, 1, 1))
>>> mended = impinge.mend(impinge.Mesh(box.vertices, box.faces[:-1]))
>>> mended.mesh.closed, mended.steps
(True, MendSteps(filled_holes=1, new_faces=1))
)");
}

}  // namespace python
}  // namespace impinge
