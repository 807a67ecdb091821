// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The documents of the command line tool, from the same code.
#include <impinge/io.h>

#include "answers.h"
#include "apps/cli/map/map_reports.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/finding_id.h"
#include "apps/cli/size_hint.h"
#include "apps/cli/sweep/sweep_reports.h"
#include "scenes/scenes.h"
#include "watch.h"

namespace impinge::python {
namespace {

template <typename Options>
cli::OverlapAsked asked_of(const Options& o) {
  return {.contacts = o.contacts, .curves = o.curves, .patches = o.patches, .solid = o.overlap, .parting = o.parting};
}

/// As `impinge check` with the same options, the defaults of its others.
cli::Report report_of(const CheckHandle& h, bool touching, bool sampled, bool hint, bool stats = true) {
  return {.scene = h.scene->scene,
          .result = h.result,
          .touching_is_finding = touching,
          .sampled_is_finding = sampled,
          .self = h.options.self,
          .verdicts = !h.options.face_pairs,
          .volume = h.options.volume,
          .overlap = asked_of(h.options),
          .hint = hint ? cli::size_hint(h.scene->scene) : std::string(),
          .ids = cli::pair_ids(h.scene->scene, h.result),
          .stats = stats,
          .robots = h.robots,
          .trouble = h.trouble,
          .cad = h.cad.get()};
}

py::object check_json(const CheckHandle& h, bool touching, bool sampled, bool hint, bool stats) {
  return to_python(unlocked([&] { return cli::format_json(report_of(h, touching, sampled, hint, stats)); }));
}

py::object check_table(const CheckHandle& h, bool touching, bool sampled) {
  return to_python(unlocked([&] { return cli::format_table(report_of(h, touching, sampled, true)); }));
}

std::vector<std::size_t> findings(const CheckHandle& h, bool touching, bool sampled) {
  const cli::Report report = report_of(h, touching, sampled, false);
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < h.result.pairs.size(); ++i)
    if (cli::is_finding(report, h.result.pairs[i])) list.push_back(i);
  return list;
}

cli::SweepReport report_of(const SweepHandle& h) {
  return {h.scene->scene,      h.result,       h.options.clearance,
          asked_of(h.options), h.options.open, cli::size_hint(h.scene->scene)};
}

cli::MapReport report_of(const MapHandle& h) {
  return {.scene = h.scene->scene,
          .a = h.a,
          .b = h.b,
          .map = h.map,
          .options = h.options,
          .hint = cli::size_hint(h.scene->scene, {h.a, h.b})};
}

/// The scenes of the demo, which tests, documents and this module share.
void bind_scenes(py::module_& m) {
  m.def("scene_names", [] {
    py::list names;
    for (const scenes::NamedScene& named : scenes::named_scenes()) names.append(std::string(named.name));
    return names;
  });
  m.def("scene_named", [](const std::string& name) {
    const scenes::NamedScene& named = scenes::find_scene(name);
    return py::make_tuple(std::make_shared<SceneHandle>(named.make()), to_python(std::string(named.title)),
                          to_python(named.clearance));
  });
}

}  // namespace

void bind_report(py::module_& m) {
  m.def("check_json", &check_json);
  m.def("check_table", &check_table);
  m.def("check_findings", [](const CheckHandle& h, bool touching, bool sampled) {
    py::list list;
    for (const std::size_t i : findings(h, touching, sampled)) list.append(i);
    return list;
  });
  m.def("sweep_json", [](const SweepHandle& h) { return to_python(cli::format_json(report_of(h))); });
  m.def("sweep_table", [](const SweepHandle& h) { return to_python(cli::format_table(report_of(h))); });
  m.def("sweep_svg", [](const SweepHandle& h) { return to_python(cli::format_plot_svg(report_of(h))); });
  m.def("map_json", [](const MapHandle& h) { return to_python(cli::format_map_json(report_of(h))); });
  m.def("map_table", [](const MapHandle& h) { return to_python(cli::format_map_table(report_of(h))); });
  bind_scenes(m);
}

}  // namespace impinge::python
