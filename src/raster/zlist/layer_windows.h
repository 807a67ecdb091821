// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The viewport of the paper refocused on what stays undecided: rows and columns around compact areas, single rays for a few
// cells that lie scattered.

#include <functional>

#include "base/control.h"
#include "raster/bands/layer_code.h"
#include "raster/view/fragment.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// Makes the sorted list of every cell named (ascending), all objects drawn; on_list returns false to stop. Returns how many
/// cells were settled by single rays.
std::uint64_t for_each_layer_list(const RasterView& view, std::span<const RasterObject> objects,
                                  std::span<const std::uint32_t> cells, const Control& control,
                                  const std::function<bool(std::uint32_t cell, std::span<const Fragment> list)>& on_list);

/// The same for two objects by their layer codes alone, which need less.
std::uint64_t for_each_layer_overlap(const RasterView& view, std::span<const RasterObject, 2> objects,
                                     std::span<const std::uint32_t> cells, const Control& control,
                                     const std::function<bool(std::uint32_t cell, LayerVerdict verdict)>& on_cell);

/// The same for every cell of the view.
std::vector<LayerVerdict> layer_overlaps(const RasterView& view, std::span<const RasterObject, 2> objects,
                                         const Control& control);

}  // namespace impinge
