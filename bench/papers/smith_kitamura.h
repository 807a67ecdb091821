// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "experiment.h"

namespace impinge::bench::papers {

constexpr const char* kPowerSeries = "Silicon Graphics 4D/340VGX";
constexpr const char* kIndigo = "Indigo2, R4400 150 MHz";
constexpr const char* kOnyx = "Onyx, 24 R4400 150 MHz";

/// Chapter 2, and figures 3.10 to 3.12.
std::vector<Figure> octree_figures(const Setting& setting);
/// Figures 3.6 to 3.9.
std::vector<Figure> sphere_figures(const Setting& setting);
/// Chapter 4.
std::vector<Figure> swept_figures(const Setting& setting);

}  // namespace impinge::bench::papers
