// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cull/overlap_region/region_sample.h"

#include <hwy/cache_control.h>

#include <algorithm>

namespace impinge {

namespace {

constexpr std::size_t kSamples = 1024;
constexpr double kRoom = 1.3;  // above the sample: a face beyond the extent costs another pass over the faces

}  // namespace

RegionSample sample_region(const WorldObject& object, const Box& region) {
  const std::size_t n = object.faces.size(), samples = std::min(n, kSamples);
  const auto sample = [&](std::size_t i) { return static_cast<std::uint32_t>(i * n / samples); };
  // They lie all over memory: called for together, they are waited for once.
  for (std::size_t i = 0; i < samples; ++i) hwy::Prefetch(&object.faces[sample(i)]);
  for (std::size_t i = 0; i < samples; ++i)
    for (const std::uint32_t v : object.faces[sample(i)]) hwy::Prefetch(&object.local[v]);
  std::vector<double> extents(samples);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const Box box = box_of(object.triangle(sample(i)));
    extents[i] = (box.high - box.low).maxCoeff();
    inside += boxes_meet(box, region) ? 1 : 0;
  }
  std::sort(extents.begin(), extents.end());
  const double most = extents[samples - 1 - samples / 50];
  return {kRoom * (extents.back() <= 1.5 * most ? extents.back() : most),
          static_cast<double>(inside) / static_cast<double>(samples)};
}

}  // namespace impinge
