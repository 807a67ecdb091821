// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mend/rims.h"

#include <algorithm>
#include <unordered_map>

namespace impinge {

namespace {

DirectedEdge lower_first(const DirectedEdge& e) { return e.first < e.second ? e : DirectedEdge(e.second, e.first); }

}  // namespace

void cancel_edges(std::vector<DirectedEdge>& edges) {
  std::sort(edges.begin(), edges.end(),
            [](const DirectedEdge& x, const DirectedEdge& y) { return lower_first(x) < lower_first(y); });
  auto out = edges.begin();
  for (auto run = edges.begin(); run != edges.end();) {
    const DirectedEdge edge = lower_first(*run);
    std::ptrdiff_t forward = 0;
    auto end = run;
    for (; end != edges.end() && lower_first(*end) == edge; ++end) forward += *end == edge ? 1 : -1;
    const DirectedEdge left = forward > 0 ? edge : DirectedEdge(edge.second, edge.first);
    out = std::fill_n(out, std::abs(forward), left);
    run = end;
  }
  edges.erase(out, edges.end());
}

namespace {

// Follows the edges until all are used. Each corner is left as often as it is reached.
class RimTracer {
 public:
  RimTracer(std::span<const Vec3> vertices, std::vector<DirectedEdge> edges)
      : vertices_(vertices), edges_(std::move(edges)), used_(edges_.size(), false) {
    std::sort(edges_.begin(), edges_.end());
    for (std::size_t i = 0; i < edges_.size(); ++i) first_.try_emplace(edges_[i].first, i);
  }

  std::vector<std::vector<std::uint32_t>> trace() {
    for (std::size_t i = 0; i < edges_.size(); ++i)
      if (!used_[i]) trace_from(i);
    return std::move(rims_);
  }

 private:
  void trace_from(std::size_t edge) {
    std::vector<std::uint32_t> way{edges_[edge].first};
    std::unordered_map<std::uint32_t, std::size_t> place{{way.front(), 0}};
    while (true) {
      used_[edge] = true;
      const std::uint32_t here = edges_[edge].second;
      // A corner that was passed before closes a rim; the way goes on without it.
      if (const auto [it, fresh] = place.try_emplace(here, way.size()); !fresh) {
        const auto begin = way.begin() + static_cast<std::ptrdiff_t>(it->second);
        rims_.emplace_back(begin, way.end());
        for (auto v = begin + 1; v != way.end(); ++v) place.erase(*v);
        way.erase(begin + 1, way.end());
        if (way.size() == 1 && next_edge(here, here) == edges_.size()) return;
      } else {
        way.push_back(here);
      }
      edge = next_edge(here, way.size() > 1 ? way[way.size() - 2] : here);
      if (edge == edges_.size()) return;
    }
  }

  std::size_t next_edge(std::uint32_t here, std::uint32_t from) const {
    std::size_t best = edges_.size();
    const auto first = first_.find(here);
    if (first == first_.end()) return best;
    double least = 0;
    for (std::size_t i = first->second; i < edges_.size() && edges_[i].first == here; ++i) {
      const double distance = (vertices_[edges_[i].second] - vertices_[from]).squaredNorm();
      if (used_[i] || (best != edges_.size() && !(distance < least))) continue;
      best = i;
      least = distance;
    }
    return best;
  }

  std::span<const Vec3> vertices_;
  std::vector<DirectedEdge> edges_;  // by their first corner
  std::vector<bool> used_;
  std::unordered_map<std::uint32_t, std::size_t> first_;
  std::vector<std::vector<std::uint32_t>> rims_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> find_rims(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<DirectedEdge> edges;
  edges.reserve(3 * faces.size());
  for (const Face& f : faces)
    for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(f[(i + 1) % 3], f[i]);  // as a filling face runs
  cancel_edges(edges);
  return RimTracer(vertices, std::move(edges)).trace();
}

}  // namespace impinge
