// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/facet_tree.h"

#include <algorithm>

#include <Eigen/Geometry>

namespace impinge::io {

constexpr std::uint32_t kLeaf = 4;

Vec3 Facet::normal() const {
  const Vec3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const double length = n.norm();
  return length > 0 ? Vec3(n / length) : Vec3::Zero();
}

FacetTree::FacetTree(std::vector<Facet> facets) : facets_(std::move(facets)) {
  if (facets_.empty()) return;
  nodes_.reserve(facets_.size());
  build(0, static_cast<std::uint32_t>(facets_.size()));
}

std::uint32_t FacetTree::build(std::uint32_t begin, std::uint32_t end) {
  const auto at = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  FacetBox box;
  double bound = 0;
  for (std::uint32_t i = begin; i < end; ++i) {
    box.take(facets_[i].box());
    bound = std::max(bound, facets_[i].bound);
  }
  std::uint32_t right = 0;
  if (end - begin > kLeaf) {
    int axis = 0;
    (box.high - box.low).maxCoeff(&axis);
    const auto middle = begin + (end - begin) / 2;
    const auto key = [axis](const Facet& f) { return f.corners[0][axis] + f.corners[1][axis] + f.corners[2][axis]; };
    std::nth_element(facets_.begin() + begin, facets_.begin() + middle, facets_.begin() + end,
                     [&](const Facet& a, const Facet& b) {
                       const double x = key(a), y = key(b);
                       return x != y ? x < y : std::pair(a.part, a.triangle) < std::pair(b.part, b.triangle);
                     });
    build(begin, middle);
    right = build(middle, end);
  }
  nodes_[at] = {box, bound, begin, end, right};
  return at;
}

FacetTree::Clear FacetTree::clear_of(const Vec3& p, double most) const {
  Clear best{most, most, nullptr, p};
  FacetBox box;
  box.take(p);
  visit(
      box, [&](double distance, double bound) { return distance - bound < best.clear; },
      [&](const Facet& facet) {
        const Vec3 x = nearest_on(facet.corners, p);
        const double distance = (x - p).norm();
        if (distance - facet.bound < best.clear) best = {distance - facet.bound, distance, &facet, x};
      });
  return best;
}

}  // namespace impinge::io
