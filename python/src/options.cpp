// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "options.h"

namespace impinge {

void from_python(py::handle value, const char*, ViewOptions& o) {
  python::Fields(value)
      .get("resolution", o.resolution)
      .get("direction", o.direction)
      .get("rule", o.rule)
      .get("direction_count", o.direction_count);
}

namespace python {

CheckOptions check_options(const Fields& f, const Scene& scene) {
  CheckOptions o;
  f.get("method", o.method).get("clearance", o.clearance).get("level", o.level).get("view", o.view);
  f.get("certified", o.certified).get("volume", o.volume).get("refine", o.refine).get("error", o.error);
  f.get("contacts", o.contacts).get("curves", o.curves);
  f.get("patches", o.patches).get("overlap", o.overlap).get("parting", o.parting).get("tolerance", o.tolerance);
  f.get("open", o.open).get("ignored", o.ignored).get("self", o.self).get("pairs", o.pairs);
  f.get("face_pairs", o.face_pairs).get("max_pairs", o.max_pairs).get("memory", o.memory);
  for (const py::handle object : f.at("self_objects")) o.self_objects.push_back(object_id(scene, object));
  return o;
}

SweepOptions sweep_options(const Fields& f) {
  SweepOptions o;
  f.get("velocity_backface", o.velocity_backface).get("clearance", o.clearance).get("precision", o.precision);
  f.get("ignored", o.ignored).get("self", o.self).get("first_only", o.first_only).get("contacts", o.contacts);
  f.get("curves", o.curves).get("patches", o.patches).get("overlap", o.overlap).get("parting", o.parting);
  f.get("begins_apart", o.begins_apart).get("samples", o.samples).get("open", o.open);
  return o;
}

MapOptions map_options(const Fields& f) {
  MapOptions o;
  f.get("view", o.view)
      .get("refine", o.refine)
      .get("error", o.error)
      .get("close_scans", o.close_scans)
      .get("range", o.range);
  f.get("tolerance", o.tolerance);
  for (const py::handle direction : f.at("directions")) o.directions.push_back(read_vec3(direction, "directions"));
  return o;
}

PointOptions point_options(const Fields& f) {
  PointOptions o;
  f.get("sides", o.sides).get("nearest", o.nearest).get("range", o.range).get("open", o.open);
  return o;
}

PoseOptions pose_options(const Fields& f) {
  PoseOptions o;
  f.get("clearance", o.clearance).get("open", o.open);
  return o;
}

Experiments experiments(const Fields& f) {
  Experiments e;
  f.get("broad", e.broad).get("zlist", e.zlist).get("raster", e.raster).get("depth_form", e.depth_form);
  f.get("depth_passes", e.depth_passes).get("drawing", e.drawing).get("swept", e.swept);
  f.get("swept_pairs", e.swept_pairs).get("parallel", e.parallel);
  return e;
}

}  // namespace python
}  // namespace impinge
