// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "experiment.h"

namespace impinge::bench::papers {

constexpr const char* kRealityEngine = "Onyx, RealityEngine2";
constexpr const char* kExtreme = "Indigo, Extreme";

/// Figures 4 to 7 of Myszkowski, Okunev & Kunii: jaws in four positions, their distance maps and what these err by.
std::vector<Figure> jaw_figures(const Setting& setting);

}  // namespace impinge::bench::papers
