// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io/cad.h>

#include "answers.h"
#include "options.h"
#include "watch.h"

namespace impinge {

py::object to_python(const CadStats& s) {
  python::Record record("CadStats");
  record.set("read_ms", s.read_ms).set("mesh_ms", s.mesh_ms).set("settle_ms", s.settle_ms);
  record.set("peak_bytes", s.peak_bytes).set("shapes", s.shapes).set("instances", s.instances).set("faces", s.faces);
  record.set("triangles", s.triangles).set("estimated_faces", s.estimated_faces).set("largest_bound", s.largest_bound);
  return record.set("settled", s.settled).set("refined", s.refined).set("unread", s.unread).done();
}

namespace python {
namespace {

/// Into a copy, which then takes the scene's place: others may look at the scene meanwhile.
py::object load(CadScene& cad, const py::object& file, SceneHandle& scene, const std::string& prefix,
                const py::object& options, const py::object& progress) {
  CadLoadOptions asked;
  const Fields f(options);
  f.get("units", asked.units).get("deflection", asked.deflection).get("depth", asked.depth).get("heal", asked.heal);
  f.get("sewing", asked.sewing).get("threads", asked.threads).get("seconds", asked.seconds);
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  auto changed = std::make_shared<SceneState>(*scene.share());
  const auto added = watch.run([&, p = path_of(file)] { return cad.load(p, changed->scene, prefix, asked); });
  scene.set(std::move(changed));
  py::list list;
  for (const ObjectId id : added) list.append(id.value);
  return list;
}

std::shared_ptr<CheckHandle> check(const std::shared_ptr<CadScene>& cad, const Engine& engine, const SceneHandle& scene,
                                   const py::object& options, const py::object& settling, const py::object& progress) {
  auto handle = std::make_shared<CheckHandle>();
  handle->scene = scene.share();
  handle->options = check_options(Fields(options), scene.scene());
  handle->cad = cad;
  CadSettleOptions how;
  Fields(settling).get("chord", how.chord).get("distances", how.distances);
  CheckOptions asked = handle->options;
  asked.asks = asks_python(Fields(options).at("asks"));
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  handle->result = watch.run([&] { return cad->check(engine, handle->scene->scene, asked, how); });
  return handle;
}

/// Judged on a copy: an answer never changes.
std::shared_ptr<CheckHandle> settle(const std::shared_ptr<CadScene>& cad, const CheckHandle& found, const py::object& asked,
                                    const py::object& options) {
  auto handle = std::make_shared<CheckHandle>(found);
  handle->options = check_options(Fields(asked), found.scene->scene);
  CadSettleOptions how;
  Fields(options).get("chord", how.chord).get("distances", how.distances);
  handle->cad = cad;
  unlocked([&] { cad->settle(handle->scene->scene, handle->options, how, handle->result); });
  return handle;
}

}  // namespace

void bind_cad(py::module_& m) {
  m.def(
      "is_cad_file", [](const py::object& file) { return impinge::is_cad_file(path_of(file)); }, py::arg("file"),
      R"(True for endings of CAD files: .step, .stp, .iges, .igs and .brep.

>>> import impinge
>>> impinge.is_cad_file("gearbox.step")
True
)");
  py::class_<CadScene, std::shared_ptr<CadScene>> cad(m, "CadScene");
  cad.def(py::init<>());
  cad.def("_load", &load);
  cad.def("_check", &check);
  cad.def("_settle", &settle);
  cad.def_property_readonly(
      "notes", [](const CadScene& c) { return to_python(std::vector<std::string>(c.notes().begin(), c.notes().end())); },
      "What was healed, left out, or is odd, a sentence each.");
  cad.def_property_readonly(
      "stats", [](const CadScene& c) { return to_python(c.stats()); }, "Of all files and questions so far, a CadStats.");
  cad.def(
      "_colour", [](const CadScene& c, std::uint32_t object) { return to_python(c.colour({object})); }, py::arg("object"));
  cad.def("check_clearance", &CadScene::check_clearance, py::arg("clearance") = 0.0,
          "A clearance for a check under which every pair is listed whose surfaces may meet, or come nearer than that.");
}

}  // namespace python
}  // namespace impinge
