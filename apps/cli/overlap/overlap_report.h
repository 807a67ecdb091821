// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What `check` and `overlap` write about the overlap of a pair.

#include <impinge/answer.h>
#include <impinge/overlap.h>
#include <impinge/scene.h>

#include <optional>
#include <span>
#include <string>

#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// "left & right", as the parts of a file are named.
std::string pair_name(const Scene& scene, const PairAnswer& pair);

/// The volume of the overlap: exact where the solid is there, else with the bounds of a map.
std::optional<Bounded> volume_of(const PairAnswer& pair);

/// Lumps with volume, area, centroid, box and faces.
Json lumps_json(std::span<const Lump> lumps);

/// Adds the keys of what was asked for and is there: contacts, curves, patches, lumps, volume, parting; and to the statement
/// what could not be told.
void add_overlap_json(Json& json, const PairAnswer& pair, const OverlapAsked& asked);

/// The same of bodies that are apart: no contacts, curves and patches.
void add_empty_overlap_json(Json& json, const OverlapAsked& asked);

/// The same in words, "volume 125 mm^3 in 1 lump, parts by 5 mm along (1, 0, 0)"; empty if there is nothing to say.
std::string overlap_text(const PairAnswer& pair, const OverlapAsked& asked, const std::string& unit);

/// A row for each point of each contact, quoted as RFC 4180 says.
std::string format_contacts_csv(const Scene& scene, const CheckResult& result);

/// Polylines of an OBJ file, an object for each pair that has curves.
std::string format_curves_obj(const Scene& scene, const CheckResult& result);

}  // namespace impinge::cli
