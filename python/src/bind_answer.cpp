// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <pybind11/stl.h>

#include "answers.h"

namespace impinge {

py::object to_python(const Bounded& b) {
  return python::Record("Bounded")
      .set("value", b.value)
      .set("low", b.low)
      .set("high", b.high)
      .set("sampled", b.sampled)
      .done();
}

py::object to_python(const SlopeStats& s) {
  return python::Record("SlopeStats")
      .set("mean_deg", s.mean_deg)
      .set("steep_share", s.steep_share)
      .set("faces", s.faces)
      .done();
}

py::object to_python(const ViewChoice& v) {
  return python::Record("ViewChoice").set("direction", v.direction).set("rule", v.rule).set("slope", v.slope).done();
}

py::object to_python(const Witness& w) {
  return python::Record("Witness")
      .set("a_point", w.a_point)
      .set("b_point", w.b_point)
      .set("a_face", w.a_face)
      .set("b_face", w.b_face)
      .done();
}

py::object to_python(const StageStats& s) {
  return python::Record("StageStats").set("name", s.name).set("ms", s.ms).set("entered", s.in).set("left", s.out).done();
}

py::object to_python(const Stats& s) {
  return python::Record("Stats")
      .set("methods", s.methods)
      .set("backend", s.backend)
      .set("not_as_asked", s.not_as_asked)
      .set("threads", s.threads)
      .set("total_ms", s.total_ms)
      .set("stages", s.stages)
      .done();
}

py::object to_python(const RuleUse& r) {
  return python::Record("RuleUse").set("pairs", r.pairs).set("selected", r.selected).done();
}

py::object to_python(const SkippedPairs& s) {
  return python::Record("SkippedPairs").set("ignored", s.ignored).set("unasked", s.unasked).set("refused", s.refused).done();
}

py::object to_python(const FirstContact& c) {
  return python::Record("FirstContact")
      .set("t", c.t)
      .set("point", c.point)
      .set("a_face", c.a_face)
      .set("b_face", c.b_face)
      .done();
}

py::object to_python(const LeastDistance& d) {
  return python::Record("LeastDistance").set("value", d.value).set("low", d.low).set("high", d.high).set("t", d.t).done();
}

py::object to_python(const Enclosure& e) {
  python::Record record("Enclosure");
  record.set("begin", e.begin).set("end", e.end).set("t", e.t).set("verdict", e.verdict).set("certainty", e.certainty);
  return record.set("winding", e.winding).set("point", e.point).done();
}

py::object to_python(const CullStats& c) {
  return python::Record("CullStats")
      .set("pairs", c.pairs)
      .set("faces", c.faces)
      .set("faces_dropped", c.faces_dropped)
      .set("by_plane", c.by_plane)
      .set("face_pairs", c.face_pairs)
      .set("face_pairs_saved", c.face_pairs_saved)
      .set("refused_open", c.refused_open)
      .set("refused_contact", c.refused_contact)
      .set("refused_inward", c.refused_inward)
      .done();
}

namespace {

template <typename T>
py::object or_none(const std::optional<T>& x) {
  return x ? to_python(*x) : py::object(py::none());
}

py::object names_of(const Scene& scene, ObjectId a, ObjectId b) {
  return py::make_tuple(to_python(scene.object(a).name), to_python(scene.object(b).name));
}

void set_face_pairs(python::Record& record, const std::vector<FacePair>& pairs) {
  const auto n = static_cast<py::ssize_t>(pairs.size());
  py::array_t<std::uint32_t> faces({n, py::ssize_t{2}});
  py::array_t<bool> crosses(n);
  std::uint32_t* face = faces.mutable_data();
  bool* cross = crosses.mutable_data();
  for (const FacePair& pair : pairs) {
    *face++ = pair.a_face;
    *face++ = pair.b_face;
    *cross++ = pair.relation == Relation::crossing;
  }
  record.set("face_pairs", py::object(faces)).set("face_pairs_cross", py::object(crosses));
}

}  // namespace

namespace python {

py::object pair_to_python(const Scene& scene, const PairAnswer& p) {
  Record record("PairAnswer");
  record.set("a", p.a).set("b", p.b).set("names", names_of(scene, p.a, p.b)).set("verdict", p.verdict);
  record.set("certainty", p.certainty).set("winding", p.winding);
  record.set("face_pair_count", p.face_pair_count).set("crossing_count", p.crossing_count);
  record.set("touching_count", p.touching_count).set("truncated", p.truncated);
  set_face_pairs(record, p.face_pairs);
  record.set("distance", p.distance).set("gap", p.gap).set("witness", p.witness);
  record.set("overlap_volume", p.overlap_volume).set("depth", p.depth).set("depth_direction", p.depth_direction);
  record.set("overlap", p.overlap ? to_python(*p.overlap) : py::object(py::none()));
  record.set("guarantee", p.guarantee).set("views", p.views).set("proxy_faces", p.proxy_faces);
  record.set("ignored", p.ignored).set("accepted", p.accepted).set("beyond", p.beyond).set("rule", p.rule);
  return record.set("severity", p.severity).set("reason", p.reason).set("statement", p.statement).done();
}

py::object swept_to_python(const Scene& scene, const SweptPair& p) {
  std::vector<double> intervals;
  for (const ContactInterval& interval : p.intervals) {
    intervals.push_back(interval.begin);
    intervals.push_back(interval.end);
  }
  Record record("SweptPair");
  record.set("a", p.a).set("b", p.b).set("names", names_of(scene, p.a, p.b)).set("first_contact", or_none(p.first_contact));
  record.set("intervals", py::object(copy_of<double>(intervals, {static_cast<py::ssize_t>(p.intervals.size()), 2})));
  record.set("worst_t", p.worst_t).set("worst_crossing_count", p.worst_crossing_count);
  record.set("least_distance", or_none(p.least_distance));
  py::object overlap = py::none();
  if (p.overlap)
    overlap = Record("OverlapMoment").set("t", p.overlap->t).set("answer", pair_to_python(scene, p.overlap->answer)).done();
  record.set("enclosed", or_none(p.enclosed));
  return record.set("overlap", overlap).set("ignored", p.ignored).set("reason", p.reason).done();
}

namespace {

void bind_check(py::module_& m) {
  py::class_<CheckHandle, std::shared_ptr<CheckHandle>>(m, "CheckHandle")
      .def("__len__", [](const CheckHandle& h) { return h.result.pairs.size(); })
      .def("set_cad", [](CheckHandle& h, const std::shared_ptr<CadScene>& cad) { h.cad = cad; })
      .def("set_robots",
           [](CheckHandle& h, const py::list& robots) {
             for (const py::handle item : robots) {
               const auto robot = py::reinterpret_borrow<py::tuple>(item);
               cli::RobotState state{py::str(robot[0]), py::str(robot[1]), {}};
               for (const py::handle joint : py::reinterpret_borrow<py::list>(robot[2]))
                 state.joints.push_back(joint.cast<std::pair<std::string, double>>());
               h.robots.push_back(std::move(state));
             }
           })
      .def("pair", [](const CheckHandle& h, std::size_t i) { return pair_to_python(h.scene->scene, h.result.pairs.at(i)); })
      .def("counts", [](const CheckHandle& h) {
        py::dict d;
        d["stats"] = to_python(h.result.stats);
        d["asked"] = to_python(h.result.asked);
        d["skipped"] = to_python(h.result.skipped);
        d["rules"] = to_python(h.result.rules);
        return d;
      });
}

/// The curve of distances as columns.
py::tuple curve_of(const SweepResult& result) {
  std::vector<double> t, distance;
  std::vector<std::uint32_t> a, b;
  for (const DistanceSample& s : result.curve) {
    t.push_back(s.t);
    a.push_back(s.a.value);
    b.push_back(s.b.value);
    distance.push_back(s.distance);
  }
  return py::make_tuple(to_python(t), to_python(a), to_python(b), to_python(distance));
}

void bind_sweep(py::module_& m) {
  py::class_<SweepHandle, std::shared_ptr<SweepHandle>>(m, "SweepHandle").def("fields", [](const SweepHandle& h) {
    py::list pairs;
    for (const SweptPair& pair : h.result.pairs) pairs.append(swept_to_python(h.scene->scene, pair));
    py::dict d;
    d["duration"] = h.result.duration;
    d["steps"] = h.result.steps;
    d["pairs"] = pairs;
    d["curve"] = curve_of(h.result);
    d["cull"] = or_none(h.result.cull);
    d["stats"] = to_python(h.result.stats);
    d["asked"] = h.result.asked;
    d["skipped"] = to_python(h.result.skipped);
    return d;
  });
}

}  // namespace

void bind_answer(py::module_& m) {
  bind_check(m);
  bind_sweep(m);
}

}  // namespace python
}  // namespace impinge
