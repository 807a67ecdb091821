// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/depth_count/kept_depth_maps.h"

#include <impinge/scene.h>

#include <algorithm>

#include "base/internals.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

constexpr std::size_t kMostCells = std::size_t{1} << 22;  // of all maps: 64 MB
constexpr std::size_t kMostRoles = 4096;

bool same_arrays(const Mesh& x, const Mesh& y) {
  return x.vertices().data() == y.vertices().data() && x.faces().data() == y.faces().data();
}

bool same_pose(const Pose& x, const Pose& y) { return x.rotation == y.rotation && x.position == y.position; }

std::uint64_t revision_of(const SceneObject& o) { return o.deformed.empty() ? 0 : o.revision; }

bool is_mesh(const RasterObject& o) { return o.source != nullptr && o.mesh != nullptr; }

bool same_frame(const ViewFrame& x, const ViewFrame& y) {
  return x.right == y.right && x.up == y.up && x.forward == y.forward;
}

}  // namespace

std::shared_ptr<const DepthMaps> KeptDepthMaps::find(const RasterView& view, const RasterObject& a) const {
  if (!is_mesh(a)) return nullptr;
  const std::lock_guard lock(mutex_);
  for (const Kept& k : kept_)
    if (same_arrays(k.a.mesh, a.source->mesh) && k.a.revision == revision_of(*a.source) &&
        same_pose(k.a.pose, a.mesh->pose) && k.lattice == view.lattice() && same_frame(k.frame, view.frame()) &&
        k.maps->view.columns() == view.columns() && k.maps->view.rows() == view.rows())
      return k.maps;
  return nullptr;
}

void KeptDepthMaps::keep(const RasterObject& a, std::shared_ptr<const DepthMaps> maps) {
  if (!is_mesh(a) || maps->cells.size() > kMostCells) return;
  const std::lock_guard lock(mutex_);
  std::size_t cells = maps->cells.size();
  kept_.push_back({{a.source->mesh, revision_of(*a.source), a.mesh->pose}, maps->view.lattice(), maps->view.frame(), maps});
  std::size_t first = kept_.size() - 1;
  while (first > 0 && cells + kept_[first - 1].maps->cells.size() <= kMostCells) cells += kept_[--first].maps->cells.size();
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(first));
}

void KeptDepthMaps::note_roles(const RasterObject& a, const RasterObject& b, bool swap) {
  if (!is_mesh(a) || !is_mesh(b)) return;
  const std::lock_guard lock(mutex_);
  const auto is = [](const Roles& r, const RasterObject& x, const RasterObject& y) {
    return same_arrays(r.a, x.source->mesh) && same_arrays(r.b, y.source->mesh);
  };
  // Roles that suit stay, so that they do not change to and fro.
  std::erase_if(roles_, [&](const Roles& r) { return is(r, b, a) || (swap && is(r, a, b)); });
  if (!swap) return;
  if (roles_.size() >= kMostRoles) roles_.erase(roles_.begin());
  roles_.push_back({b.source->mesh, a.source->mesh});
}

std::optional<bool> KeptDepthMaps::first_is_a(const RasterObject& first, const RasterObject& second) const {
  if (!is_mesh(first) || !is_mesh(second)) return {};
  const std::lock_guard lock(mutex_);
  for (const Roles& r : roles_) {
    if (same_arrays(r.a, first.source->mesh) && same_arrays(r.b, second.source->mesh)) return true;
    if (same_arrays(r.a, second.source->mesh) && same_arrays(r.b, first.source->mesh)) return false;
  }
  return {};
}

}  // namespace impinge
