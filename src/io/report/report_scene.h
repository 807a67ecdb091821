// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include <impinge/scene.h>

#include "io/report/report_page.h"

namespace impinge::io {

/// Adds `objects` and `meshes` of a scene to the document, and `left_out` where it has more faces than `max_faces`: then the
/// objects that are named by findings keep their faces, as many as there is room for, and the others are shown as boxes.
void add_scene(const Scene& scene, const std::vector<bool>& named, std::uint64_t max_faces, ReportPage& page,
               OrderedJson& document);

/// How an object moves, in the words of a scene file; sets of vertices are added to the page.
OrderedJson motion_json(const SceneObject& object, ReportPage& page);

}  // namespace impinge::io
