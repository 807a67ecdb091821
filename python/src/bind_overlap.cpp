// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/overlap.h>

#include "answers.h"
#include "watch.h"

namespace impinge {
namespace {

using python::Record;

py::object pairs_array(const std::vector<std::array<std::uint32_t, 2>>& pairs) {
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}});
  std::uint32_t* to = array.mutable_data();
  for (const auto& pair : pairs) to = std::copy(pair.begin(), pair.end(), to);
  return array;
}

}  // namespace

py::object to_python(const ContactPoint& p) {
  return Record("ContactPoint")
      .set("point", p.point)
      .set("a_feature", p.a_feature)
      .set("b_feature", p.b_feature)
      .set("a_index", p.a_index)
      .set("b_index", p.b_index)
      .done();
}

py::object to_python(const Contact& c) {
  return Record("Contact")
      .set("a_face", c.a_face)
      .set("b_face", c.b_face)
      .set("relation", c.relation)
      .set("coplanar", c.coplanar)
      .set("a_normal", c.a_normal)
      .set("b_normal", c.b_normal)
      .set("points", c.points)
      .done();
}

py::object to_python(const ContactCurve& c) {
  return Record("ContactCurve")
      .set("closed", c.closed)
      .set("length", c.length)
      .set("points", c.points)
      .set("faces", pairs_array(c.faces))
      .done();
}

py::object to_python(const ContactPatch& p) {
  return Record("ContactPatch")
      .set("area", p.area)
      .set("normal", p.normal)
      .set("middle", p.middle)
      .set("outline", p.outline)
      .set("a_faces", p.a_faces)
      .set("b_faces", p.b_faces)
      .done();
}

py::object to_python(const Lump& l) {
  return Record("Lump")
      .set("volume", l.volume)
      .set("area", l.area)
      .set("centroid", l.centroid)
      .set("box_low", l.box_low)
      .set("box_high", l.box_high)
      .set("a_faces", l.a_faces)
      .set("b_faces", l.b_faces)
      .set("first_face", l.first_face)
      .set("face_count", l.face_count)
      .done();
}

py::object to_python(const OverlapSolid& s) {
  return Record("OverlapSolid")
      .set("mesh", s.mesh ? py::object(py::cast(std::make_shared<python::MeshHandle>(*s.mesh))) : py::object(py::none()))
      .set("lumps", s.lumps)
      .set("volume", s.volume)
      .set("area", s.area)
      .set("embedded", s.embedded)
      .done();
}

py::object to_python(const LeastParting& p) {
  return Record("LeastParting")
      .set("direction", p.direction)
      .set("length", p.length)
      .set("at_least", p.at_least)
      .set("reason", p.reason)
      .done();
}

py::object to_python(const PushPoint& p) {
  return Record("PushPoint").set("point", p.point).set("normal", p.normal).set("depth", p.depth).set("lump", p.lump).done();
}

py::object to_python(const Overlap& o) {
  return Record("Overlap")
      .set("contacts", o.contacts)
      .set("curves", o.curves)
      .set("patches", o.patches)
      .set("solid", o.solid)
      .set("parting", o.parting)
      .set("pushes", o.pushes)
      .set("statement", o.statement)
      .done();
}

py::object to_python(const Parting& p) {
  return Record("Parting").set("direction", p.direction).set("distance", p.distance).done();
}

py::object to_python(const RefinedLevel& l) {
  return Record("RefinedLevel").set("cell", l.cell).set("cells", l.cells).done();
}

namespace python {
namespace {

void set_images(py::dict& d, const InterferenceMap& map) {
  const std::vector<py::ssize_t> shape = {map.rows, map.columns};
  const auto* kinds = reinterpret_cast<const std::uint8_t*>(map.cells.data());
  d["cells"] = copy_of<std::uint8_t>({kinds, map.cells.size()}, shape);
  d["gap"] = copy_of<float>(map.gap, shape);
  d["distance_low"] = copy_of<float>(map.distance_low, shape);
  d["a_face"] = copy_of<std::uint32_t>(map.a_face, shape);
  d["b_face"] = copy_of<std::uint32_t>(map.b_face, shape);
}

py::dict map_fields(const MapHandle& h) {
  const InterferenceMap& map = h.map;
  py::dict d;
  d["origin"] = to_python(map.origin);
  d["right"] = to_python(map.right);
  d["up"] = to_python(map.up);
  d["direction"] = to_python(map.direction);
  d["direction_rule"] = to_python(map.direction_rule);
  d["views"] = to_python(map.views);
  d["slope"] = to_python(map.slope);
  d["cell"] = map.cell;
  d["columns"] = map.columns;
  d["rows"] = map.rows;
  set_images(d, map);
  d["verdict"] = to_python(map.verdict);
  d["certainty"] = to_python(map.certainty);
  d["distance"] = to_python(map.distance);
  d["overlap_volume"] = to_python(map.overlap_volume);
  d["projected_area"] = to_python(map.projected_area);
  d["max_depth"] = to_python(map.max_depth);
  d["refined"] = to_python(map.refined);
  d["centroid"] = to_python(map.centroid);
  d["deepest_point"] = to_python(map.deepest_point);
  d["min_gap"] = to_python(map.min_gap);
  d["partings"] = to_python(map.partings);
  d["solids"] = map.solids;
  d["statement"] = to_python(map.statement);
  d["undecided_cells"] = map.undecided_cells;
  d["stats"] = to_python(map.stats);
  return d;
}

}  // namespace

void bind_overlap(py::module_& m) {
  py::class_<MapHandle, std::shared_ptr<MapHandle>>(m, "MapHandle").def("fields", &map_fields);
  m.def(
      "combine",
      [](const MeshHandle& a, const MeshHandle& b, const py::object& how) {
        Combination combination = Combination::intersection;
        from_python(how, "how", combination);
        const Mesh &x = a.mesh(), &y = b.mesh();
        return to_python(unlocked([&] { return impinge::combine(x, y, combination); }));
      },
      py::arg("a"), py::arg("b"), py::arg("how") = "intersection",
      R"(Combines two closed meshes: their intersection, union or difference, an OverlapSolid.

>>> import impinge
>>> box = impinge.make_box((2, 2, 2))
>>> moved = impinge.Mesh(box.vertices + [1, 0, 0], box.faces)
>>> impinge.combine(box, moved).volume, impinge.combine(box, moved, "union").volume
(4.0, 12.0)
)");
}

}  // namespace python
}  // namespace impinge
