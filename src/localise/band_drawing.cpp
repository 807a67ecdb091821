// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/band_drawing.h"

namespace impinge {

BandDrawing::BandDrawing(const RasterView& view, std::span<const RasterObject> objects, const Control& control)
    : view_(view), objects_(objects), control_(control), bands_(view) {
  for (const RasterObject& o : objects) {
    control.poll();
    meshes_.emplace_back();
    if (o.shape != nullptr) continue;
    RasterMesh mesh(view_, *o.mesh);
    BandFaces faces(mesh, bands_);
    meshes_.back() = std::make_unique<PlacedMesh>(PlacedMesh{std::move(mesh), std::move(faces)});
  }
}

}  // namespace impinge
