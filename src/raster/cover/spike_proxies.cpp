// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/cover/spike_proxies.h"

#include <algorithm>
#include <map>

#include "raster/cover/cover_cells.h"
#include "raster/cover/cover_list.h"

namespace impinge {

namespace {

constexpr double kLong = 1.5;  // cells: shorter faces are no spikes

struct Proxy {
  std::uint32_t cell;
  Cover cover;
};

class SpikeFinder {
 public:
  SpikeFinder(const Zlist& lists, std::span<const RasterObject, 2> objects, std::int32_t z_low, std::int32_t z_high,
              const Control& control)
      : lists_(lists), view_(lists.view()), objects_(objects), z_low_(z_low), z_high_(z_high), control_(control) {}

  std::uint64_t add_spikes_of(std::uint32_t object) {
    const RasterMesh mesh(view_, *objects_[object].mesh);
    std::vector<bool> met(mesh.face_count(), false);
    for (std::size_t c = 0; c < view_.cells(); ++c)
      for (const Fragment& f : lists_.list(c))
        if (f.object() == object) met[f.face] = true;
    std::uint64_t count = 0;
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if ((f & 0xfff) == 0) control_.poll();
      if (met[f] || !is_long(mesh, f)) continue;
      const std::size_t before = proxies_.size();
      add_proxies(mesh.triangle(f), object, f);
      count += proxies_.size() > before;
    }
    return count;
  }

  // Faces of the other body whose covers meet a proxy's.
  void add_hits(std::uint32_t object, std::span<const std::uint32_t, 2> ids, std::vector<Candidate>& pairs) {
    std::map<std::uint32_t, std::vector<Cover>> by_cell;
    for (const Proxy& p : proxies_)
      if (p.cover.object != object) by_cell[p.cell].push_back(p.cover);
    if (by_cell.empty()) return;
    const RasterMesh mesh(view_, *objects_[object].mesh);
    const auto columns = static_cast<std::uint32_t>(view_.columns());
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if ((f & 0xfff) == 0) control_.poll();
      for_each_covered_cell(mesh.triangle(f), view_, [&](int column, int row, std::int32_t low, std::int32_t high) {
        const auto at = by_cell.find(static_cast<std::uint32_t>(row) * columns + static_cast<std::uint32_t>(column));
        if (at == by_cell.end()) return;
        for (const Cover& spike : at->second) {
          if (spike.low > high || spike.high < low) continue;
          pairs.push_back({ids[0], ids[1], object == 0 ? f : spike.face, object == 0 ? spike.face : f});
        }
      });
    }
  }

 private:
  bool is_long(const RasterMesh& mesh, std::uint32_t face) const {
    const RasterTriangle t = mesh.triangle(face);
    const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
    const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
    const auto [low, high] = std::minmax({t.z[0], t.z[1], t.z[2]});
    if (low > z_high_ || high < z_low_ || x_high < 0 || y_high < 0) return false;
    const double across = static_cast<double>(std::max(x_high - x_low, y_high - y_low));
    return across > kLong * kSubcells || (high - low) * view_.depth_step() > kLong * view_.cell();
  }

  void add_proxies(const RasterTriangle& t, std::uint32_t object, std::uint32_t face) {
    for_each_covered_cell(t, view_, [&](int column, int row, std::int32_t low, std::int32_t high) {
      if (low > z_high_ || high < z_low_ || seen_nearby(column, row, low, high, object)) return;
      proxies_.push_back({static_cast<std::uint32_t>(row * view_.columns() + column), {low, high, object, face}});
    });
  }

  // A line through this cell or one beside it is inside the body at these depths, but for less than a cell: the part is no
  // thinner than a cell.
  bool seen_nearby(int column, int row, std::int32_t low, std::int32_t high, std::uint32_t object) const {
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, view_.rows() - 1); ++r)
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, view_.columns() - 1); ++c) {
        int winding = 0;
        std::int64_t entered = 0, rest = std::int64_t{high} - low;
        bool any = false;
        for (const Fragment& f : lists_.list(static_cast<std::size_t>(r * view_.columns() + c))) {
          if (f.object() != object) continue;
          if (winding == 0) entered = f.z;
          winding += f.entry() ? 1 : -1;
          if (winding != 0 || entered > high || f.z < low) continue;
          any = true;
          rest -= std::min<std::int64_t>(f.z, high) - std::max<std::int64_t>(entered, low);
        }
        if (any && static_cast<double>(rest) * view_.depth_step() <= view_.cell()) return true;
      }
    return false;
  }

  const Zlist& lists_;
  const RasterView& view_;
  std::span<const RasterObject, 2> objects_;
  std::int32_t z_low_, z_high_;
  const Control& control_;
  std::vector<Proxy> proxies_;
};

}  // namespace

SpikeHits find_spike_hits(const Zlist& lists, std::span<const RasterObject, 2> objects,
                          std::span<const std::uint32_t, 2> ids, std::int32_t z_low, std::int32_t z_high,
                          const Control& control) {
  SpikeHits hits;
  if (objects[0].mesh == nullptr || objects[1].mesh == nullptr) return hits;
  SpikeFinder finder(lists, objects, z_low, z_high, control);
  for (std::uint32_t o = 0; o < 2; ++o) hits.faces += finder.add_spikes_of(o);
  if (hits.faces == 0) return hits;
  for (std::uint32_t o = 0; o < 2; ++o) finder.add_hits(o, ids, hits.pairs);
  std::sort(hits.pairs.begin(), hits.pairs.end());
  hits.pairs.erase(std::unique(hits.pairs.begin(), hits.pairs.end()), hits.pairs.end());
  return hits;
}

}  // namespace impinge
