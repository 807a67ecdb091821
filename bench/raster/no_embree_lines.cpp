// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "lines_peer.h"

namespace impinge::bench {

LinesResult embree_lines(const RasterView&, std::span<const RasterObject>, BenchClock) { return {}; }

}  // namespace impinge::bench
