// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// A solid teapot of 552 faces: the published profile turned about its axis, with openings in the grid where spout and handle
// join. The face count is that of: Shinya & Forgue, Interference detection through rasterization, 1991.
#include <array>
#include <map>
#include <utility>

#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_angle.h"
#include "shape/make/make_surface.h"
#include "shape/make/make_teapot_patches.h"

namespace impinge {
namespace {

using teapot::ProfileName;
using Ring = std::vector<std::uint32_t>;

struct ProfileSample {
  ProfileName profile;
  double t;
};

// Rings from the bottom to the knob; 2 to 4 bound the spout, 2 to 3 and 5 to 6 the ends of the handle.
constexpr std::array<ProfileSample, 13> kRings = {{{teapot::kBottom, 0.55},
                                                   {teapot::kBottom, 1},
                                                   {teapot::kLowerBody, 0.6},
                                                   {teapot::kLowerBody, 1},
                                                   {teapot::kUpperBody, 0.4},
                                                   {teapot::kUpperBody, 0.72},
                                                   {teapot::kUpperBody, 0.9},
                                                   {teapot::kRim, 0.35},
                                                   {teapot::kLid, 0},
                                                   {teapot::kLid, 0.55},
                                                   {teapot::kLid, 1},
                                                   {teapot::kKnob, 0.4},
                                                   {teapot::kKnob, 0.75}}};

// Degrees from the spout; narrow beside the spout and beside the handle, so that their openings have their width.
constexpr std::array<int, 14> kSlices = {0, 15, 42, 75, 108, 140, 170, 180, 190, 220, 252, 285, 318, 345};

class Body {
 public:
  explicit Body(SurfaceBuilder& surface) : surface_(surface) {}

  // Made on demand: the vertex in the middle of the spout's opening must not exist.
  std::uint32_t vertex(int ring, int slice) {
    const auto [entry, is_new] = known_.try_emplace({ring, slice}, 0U);
    if (is_new) {
      const auto at = teapot::profile_point(teapot::kProfiles[kRings[ring].profile], kRings[ring].t);
      const Angle angle = turn(kSlices[slice], 360);
      entry->second = surface_.add({at.radius * angle.cos, at.radius * angle.sin, at.height});
    }
    return entry->second;
  }

  Ring ring(int index) {
    Ring result;
    for (int slice = 0; slice < static_cast<int>(kSlices.size()); ++slice) result.push_back(vertex(index, slice));
    return result;
  }

  void add_sides() {
    const int n_slices = static_cast<int>(kSlices.size());
    for (int r = 0; r + 1 < static_cast<int>(kRings.size()); ++r) {
      for (int s = 0; s < n_slices; ++s) {
        if (is_open(r, s)) continue;
        const int next = (s + 1) % n_slices;
        surface_.quad({vertex(r, s), vertex(r, next), vertex(r + 1, next), vertex(r + 1, s)});
      }
    }
  }

 private:
  static bool is_open(int ring, int slice) {
    const bool spout = (ring == 2 || ring == 3) && (slice == 13 || slice == 0);
    const bool handle = (ring == 2 || ring == 5) && (slice == 6 || slice == 7);
    return spout || handle;
  }

  SurfaceBuilder& surface_;
  std::map<std::pair<int, int>, std::uint32_t> known_;
};

// A closed section: down the half on one side of the plane of symmetry and up the other. `along` counts patches.
Ring tube_ring(SurfaceBuilder& surface, const std::array<teapot::Tube, 2>& tubes, double along,
               std::span<const double> across, bool start_at_end) {
  const teapot::Tube& tube = along <= 1 ? tubes[0] : tubes[1];
  const double t = along <= 1 ? along : along - 1;
  const auto point = [&](double v, double side) {
    const Vec3 p = teapot::tube_point(tube, t, v);
    return surface.add({p.x(), side * -p.y() + 0.0, p.z()});
  };
  const double first = start_at_end ? 1 : 0, first_side = start_at_end ? 1 : -1;
  Ring ring = {point(first, 1)};
  for (std::size_t i = 0; i < across.size(); ++i) ring.push_back(point(across[i], first_side));
  ring.push_back(point(1 - first, 1));
  for (std::size_t i = across.size(); i-- > 0;) ring.push_back(point(across[i], -first_side));
  return ring;
}

void add_spout(SurfaceBuilder& surface, Body& body) {
  constexpr std::array<double, 3> kAcross = {0.75, 0.5, 0.25};
  Ring last = {body.vertex(2, 0), body.vertex(2, 1),  body.vertex(3, 1),  body.vertex(4, 1),
               body.vertex(4, 0), body.vertex(4, 13), body.vertex(3, 13), body.vertex(2, 13)};
  for (const double along : {0.35, 0.65, 1.0, 1.45}) {
    const Ring next = tube_ring(surface, teapot::kSpout, along, kAcross, true);
    surface.band(last, next);
    last = next;
  }
  surface.fan(surface.add({2.98, 0, 2.36}), last);  // the mouth is hollow
}

void add_handle(SurfaceBuilder& surface, Body& body) {
  constexpr std::array<double, 2> kAcross = {0.3, 0.7};
  Ring last = {body.vertex(5, 7), body.vertex(5, 8), body.vertex(6, 8),
               body.vertex(6, 7), body.vertex(6, 6), body.vertex(5, 6)};
  for (const double along : {0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.35, 1.5, 1.65, 1.8}) {
    const Ring next = tube_ring(surface, teapot::kHandle, along, kAcross, false);
    surface.band(last, next);
    last = next;
  }
  const Ring lower_end = {body.vertex(3, 7), body.vertex(3, 8), body.vertex(2, 8),
                          body.vertex(2, 7), body.vertex(2, 6), body.vertex(3, 6)};
  surface.band(last, lower_end);
}

}  // namespace

Mesh make_closed_teapot(double size) {
  require_length("closed_teapot", "size", size);
  SurfaceBuilder surface;
  Body body(surface);
  const std::uint32_t bottom = surface.add(Vec3::Zero()), top = surface.add({0, 0, teapot::kHeight});
  surface.fan(bottom, reversed(body.ring(0)));
  body.add_sides();
  surface.fan(top, body.ring(static_cast<int>(kRings.size()) - 1));
  add_spout(surface, body);
  add_handle(surface, body);
  return surface.build("closed_teapot", size / teapot::kHeight);
}

}  // namespace impinge
