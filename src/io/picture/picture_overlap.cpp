// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/picture_overlap.h"

#include <fmt/format.h>

namespace impinge {
namespace {

constexpr Rgb kLump{1.0f, 0.74f, 0.03f};
constexpr float kLumpEdge = 0.12f;

}  // namespace

ShownOverlaps find_overlaps(const CheckResult& result, const std::vector<bool>& shown,
                            const std::vector<ContactMark>& marks) {
  ShownOverlaps found;
  std::vector<bool> framed(result.pairs.size(), false);
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const PairAnswer& pair = result.pairs[i];
    if (!shown[pair.a.value] || !shown[pair.b.value] || !pair.overlap || !pair.overlap->solid) continue;
    const OverlapSolid& solid = *pair.overlap->solid;
    found.solids.push_back(&solid);
    framed[i] = true;
    if (solid.mesh) found.frame.insert(found.frame.end(), solid.mesh->vertices().begin(), solid.mesh->vertices().end());
  }
  for (const ContactMark& mark : marks)
    if (framed[mark.pair]) found.frame.insert(found.frame.end(), mark.points.begin(), mark.points.end());
  return found;
}

void draw_lumps(PictureLayer& layer, const PictureView& view, const ShownOverlaps& overlaps, std::uint32_t owner) {
  for (const OverlapSolid* solid : overlaps.solids) {
    if (!solid->mesh) continue;
    const auto vertices = solid->mesh->vertices();
    const auto faces = solid->mesh->faces();
    for (const Lump& lump : solid->lumps) {
      for (const Face& face : faces.subspan(lump.first_face, lump.face_count)) {
        const Vec3 &a = vertices[face[0]], &b = vertices[face[1]], &c = vertices[face[2]];
        // The bodies in front take some of its light.
        const float light = 0.35f + 0.65f * view.light(a, b, c);
        layer.draw({view.project(a), view.project(b), view.project(c)}, scaled(kLump, light), owner, kLumpEdge);
      }
      ++owner;
    }
  }
}

void add_lump_row(std::vector<LegendRow>& rows, const ShownOverlaps& overlaps, const std::string& units) {
  double volume = 0;
  bool any = false;
  for (const OverlapSolid* solid : overlaps.solids) {
    any = any || solid->mesh;
    volume += solid->volume;
  }
  if (any) rows.push_back({fmt::format("overlap, {:.4g} {}^3", volume, units), kLump});
}

}  // namespace impinge
