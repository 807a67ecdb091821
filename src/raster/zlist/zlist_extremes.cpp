// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The form of the 1991 paper for hardware with a depth buffer: nearest and farthest crossing of each body, complete lists
// only where these leave the answer open.
#include <tbb/parallel_for.h>

#include <cmath>

#include "raster/device/raster_device.h"
#include "raster/draw/raster_lines.h"
#include "raster/draw/raster_stripes.h"
#include "raster/zlist/layer_windows.h"
#include "raster/zlist/zlist.h"

namespace impinge {

namespace {

// The first and the last crossing of a body on a line, by the order of fragments.
struct BodyExtremes {
  std::uint64_t first = UINT64_MAX, last = 0;  // depth, sign, face
  std::int32_t first_error = 0, last_error = 0;
  std::uint16_t layers = 0;
  std::int16_t inside = 0;  // entries less exits

  void add(std::int32_t z, std::int32_t error, bool entry, std::uint32_t face) {
    const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(z)} << 1 | std::uint64_t{entry}) << 32 | face;
    if (key < first) {
      first = key;
      first_error = error;
    }
    if (layers == 0 || key > last) {
      last = key;
      last_error = error;
    }
    layers = static_cast<std::uint16_t>(layers + (layers < UINT16_MAX));
    inside = static_cast<std::int16_t>(inside + (entry ? 1 : -1));
  }
  static Fragment fragment(std::uint64_t key, std::int32_t error, std::uint32_t object) {
    return {static_cast<std::int32_t>(key >> 33), error, object | ((key >> 32 & 1) != 0 ? Fragment::kEntry : 0),
            static_cast<std::uint32_t>(key)};
  }
  // Both crossings, kept in order with those of other bodies from `first` on.
  void append(std::uint32_t object, KeptVector<Fragment>& list, std::size_t begin) const {
    if (layers == 0) return;
    for (const Fragment& f : {fragment(first, first_error, object), fragment(last, last_error, object)}) {
      list.push_back(f);
      for (std::size_t j = list.size() - 1; j > begin && list[j].before(list[j - 1]); --j) std::swap(list[j], list[j - 1]);
    }
  }
  // Entered first, left last, and as often left as entered.
  bool regular() const { return inside == 0 && layers < UINT16_MAX && (first >> 32 & 1) != 0 && (last >> 32 & 1) == 0; }
  std::int64_t low() const { return static_cast<std::int64_t>(first >> 33) - first_error; }
  std::int64_t high() const { return static_cast<std::int64_t>(last >> 33) + last_error; }
};

enum class Settled { nothing_there, convex, apart, flagged };

// What the extremes of all bodies on a line settle.
Settled settle(std::span<const BodyExtremes* const> bodies) {
  Settled found = Settled::nothing_there;
  bool convex = true;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i]->layers == 0) continue;
    if (!bodies[i]->regular()) return Settled::flagged;
    convex = convex && bodies[i]->layers == 2;
    found = Settled::convex;
  }
  if (found == Settled::nothing_there || convex) return found;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const BodyExtremes &x = *bodies[i], &y = *bodies[j];
      if (x.layers == 0 || y.layers == 0 || (x.layers == 2 && y.layers == 2)) continue;
      if (x.high() >= y.low() && y.high() >= x.low()) return Settled::flagged;
    }
  return Settled::apart;
}

KeptVector<BodyExtremes> draw_extremes(const RasterView& view, const RasterObject& object, const Control& control) {
  KeptVector<BodyExtremes> cells(view.cells());
  const auto at = [&](int column, int row) -> BodyExtremes& {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns()) +
                 static_cast<std::size_t>(column)];
  };
  if (object.shape != nullptr) {
    draw_lines(view, object, control,
               [&](int column, int row, const Fragment& f) { at(column, row).add(f.z, f.error, f.entry(), f.face); });
    return cells;
  }
  const RasterMesh mesh(view, *object.mesh);
  for_each_stripe(mesh, 0, view.rows(), [&](int row_begin, int row_end, const auto& for_each_run) {
    for_each_run([&](std::uint32_t begin, std::uint32_t end) {
      control.poll();
      draw(mesh, begin, end, row_begin, row_end,
           [&](const RasterHit& hit) { at(hit.column, hit.row).add(hit.z, hit.error, hit.entry, hit.face); });
    });
  });
  return cells;
}

// The card's depth test keeps faces within some steps of an extreme, its maps keep the extremes themselves: both together
// are what the processor draws, where nothing else is that near. Elsewhere lines are flagged.
constexpr std::int64_t kFaceSlack = 64;
constexpr double kEdgeOn = 1e-6;  // of a normal: rounding may have turned a steeper face

// Which way a line passes a face: 1 into the body, -1 out of it, 0 not known.
int passes(const RasterObject& object, std::uint32_t face, const Vec3& forward) {
  if (face == kNoFace) return 0;
  const Triangle t = object.mesh->triangle(face);
  const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
  const double along = n.dot(forward);
  if (!(std::abs(along) > kEdgeOn * n.norm())) return 0;
  return along < 0 ? 1 : -1;
}

BodyExtremes extremes_of(const DepthMaps::Cell& map, const RasterObject& object, std::uint32_t first, std::uint32_t last,
                         const Vec3& forward) {
  BodyExtremes e;
  if (map.layers == 0) return e;
  const int enters = passes(object, first, forward), leaves = passes(object, last, forward);
  e.add(map.z_min, map.error, enters > 0, first);
  e.add(map.z_max, map.error, leaves > 0, last);
  e.layers = map.layers;
  const bool thin = std::int64_t{map.z_max} - map.z_min <= kFaceSlack + 2 * std::int64_t{map.error};
  e.inside = thin || map.layers % 2 != 0 || enters != 1 || leaves != -1 ? 1 : 0;
  return e;
}

// Two crossings of different bodies so near that the faces beside them might be others.
bool nearly_tie(const BodyExtremes& x, const BodyExtremes& y) {
  if (x.layers == 0 || y.layers == 0) return false;
  const std::int64_t slack = kFaceSlack + x.first_error + y.first_error;
  for (const std::uint64_t p : {x.first, x.last})
    for (const std::uint64_t q : {y.first, y.last})
      if (std::abs(static_cast<std::int64_t>(p >> 33) - static_cast<std::int64_t>(q >> 33)) <= slack) return true;
  return false;
}

// Of two meshes; nothing where the device leaves it to the processor.
std::vector<KeptVector<BodyExtremes>> extremes_on_device(const RasterView& view, std::span<const RasterObject> objects,
                                                         const Control& control, RasterDevice* device) {
  if (device == nullptr || objects.size() != 2 || objects[0].mesh == nullptr || objects[1].mesh == nullptr) return {};
  KeptVector<LineExtremes> lines(view.cells());
  KeptVector<DepthMaps::Cell> maps[2] = {KeptVector<DepthMaps::Cell>(view.cells()),
                                         KeptVector<DepthMaps::Cell>(view.cells())};
  const bool drawn = drawn_on_device(device, [&](RasterDevice& card) {
    std::uint64_t overlapping = 0;
    return card.min_max(view, objects, lines, overlapping) && card.depth_maps(view, objects[0], maps[0]) &&
           card.depth_maps(view, objects[1], maps[1]);
  });
  if (!drawn) return {};
  std::vector<KeptVector<BodyExtremes>> found(2, KeptVector<BodyExtremes>(view.cells()));
  tbb::parallel_for(0, view.rows(), [&](int row) {
    control.poll();
    const auto columns = static_cast<std::size_t>(view.columns()), begin = static_cast<std::size_t>(row) * columns;
    for (std::size_t c = begin; c < begin + columns; ++c) {
      for (std::size_t k = 0; k < 2; ++k)
        found[k][c] =
            extremes_of(maps[k][c], objects[k], lines[c].face[2 * k], lines[c].face[2 * k + 1], view.frame().forward);
      if (nearly_tie(found[0][c], found[1][c])) found[0][c].inside = 1;
    }
  });
  return found;
}

}  // namespace

Zlist Zlist::by_extremes(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
                         RasterDevice* device, Extremes* extremes) {
  std::vector<KeptVector<BodyExtremes>> drawn = extremes_on_device(view, objects, control, device);
  if (drawn.empty())
    for (const RasterObject& o : objects) drawn.push_back(draw_extremes(view, o, control));
  std::vector<const BodyExtremes*> line(objects.size());
  Extremes count;
  std::vector<std::uint32_t> flagged;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    for (std::size_t o = 0; o < objects.size(); ++o) line[o] = &drawn[o][cell];
    const Settled s = settle(line);
    count.convex += s == Settled::convex;
    count.apart += s == Settled::apart;
    count.flagged += s == Settled::flagged;
    if (s == Settled::flagged) flagged.push_back(static_cast<std::uint32_t>(cell));
  }
  if (extremes != nullptr) *extremes = count;
  Zlist lists(view);
  lists.begin_.resize(view.cells() + 1);
  lists.fragments_.reserve(2 * objects.size() * static_cast<std::size_t>(count.convex + count.apart));
  std::size_t next = 0;  // cell
  const auto fill_until = [&](std::size_t end) {
    for (; next < end; ++next) {
      lists.begin_[next] = static_cast<std::uint32_t>(lists.fragments_.size());
      for (std::uint32_t o = 0; o < objects.size(); ++o) drawn[o][next].append(o, lists.fragments_, lists.begin_[next]);
    }
  };
  const auto take_list = [&](std::uint32_t cell, std::span<const Fragment> list) {
    fill_until(cell);
    lists.begin_[next++] = static_cast<std::uint32_t>(lists.fragments_.size());
    lists.fragments_.insert(lists.fragments_.end(), list.begin(), list.end());
    return true;
  };
  for_each_layer_list(view, objects, flagged, control, take_list, device);
  fill_until(view.cells());
  lists.begin_.back() = static_cast<std::uint32_t>(lists.fragments_.size());
  return lists;
}

}  // namespace impinge
