// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io/cad.h>

#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// `distance_bounds` and `volume_bounds` as {low, high}, where the pair has them.
void add_cad_bounds(const PairAnswer& pair, Json& json);

/// `colour` of the objects that have one.
void add_colours(const Report& report, Json& objects);

/// What reading cost and had to say.
Json cad_json(const CadScene& cad);

}  // namespace impinge::cli
