// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Parts thinner than a cell slip between the lines. A face that covers no centre and is longer than a cell, where no line
// nearby is inside its body at its depth, belongs to such a part; a proxy that covers its cells stands in for it, and what
// the proxy hits goes to the exact test.

#include "pairs/candidates.h"
#include "raster/zlist/zlist.h"

namespace impinge {

struct SpikeHits {
  std::uint64_t faces = 0;       ///< that have a proxy
  std::vector<Candidate> pairs;  ///< a face with a proxy and one of the other body, close enough to meet
};

/// The two meshes that the lists show, named by `ids`, with depths in [z_low, z_high] steps. Nothing for other shapes.
SpikeHits find_spike_hits(const Zlist& lists, std::span<const RasterObject, 2> objects,
                          std::span<const std::uint32_t, 2> ids, std::int32_t z_low, std::int32_t z_high,
                          const Control& control);

}  // namespace impinge
