// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Numbers of open surfaces: how deep and on what area the upper one reaches below the lower one. Every face over a closed
// cell bounds them, as for solids, but inside is not defined, so that there is no volume.

#include "answer/map/map_lines.h"

namespace impinge {

/// Sets area, depth and deepest point, and says what is not defined. Bounds of shapes without faces are estimates.
void set_surface_numbers(MapLines& lines, const RasterObject& a, const RasterObject& b, const Progress& progress);

}  // namespace impinge
