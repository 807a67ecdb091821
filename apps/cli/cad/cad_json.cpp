// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/cad/cad_json.h"

#include <algorithm>

namespace impinge::cli {

void add_cad_bounds(const PairAnswer& pair, Json& json) {
  if (pair.gap) json["distance_bounds"] = {{"low", std::max(0.0, pair.gap->low)}, {"high", std::max(0.0, pair.gap->high)}};
  if (pair.overlap_volume) json["volume_bounds"] = {{"low", pair.overlap_volume->low}, {"high", pair.overlap_volume->high}};
}

void add_colours(const Report& report, Json& objects) {
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const std::string colour = report.cad->colour({i});
    if (!colour.empty()) objects[i]["colour"] = colour;
    const std::string& layer = report.scene.objects()[i].layer;
    if (!layer.empty()) objects[i]["layer"] = layer;
  }
}

Json cad_json(const CadScene& cad) {
  const CadStats& s = cad.stats();
  return {{"notes", cad.notes()},
          {"read_ms", s.read_ms},
          {"mesh_ms", s.mesh_ms},
          {"settle_ms", s.settle_ms},
          {"peak_bytes", s.peak_bytes},
          {"shapes", s.shapes},
          {"instances", s.instances},
          {"faces", s.faces},
          {"estimated_faces", s.estimated_faces},
          {"facets", s.triangles},
          {"largest_bound", s.largest_bound},
          {"settled", s.settled},
          {"refined", s.refined},
          {"unread", s.unread}};
}

}  // namespace impinge::cli
