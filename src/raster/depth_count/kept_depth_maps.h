// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What the 1995 paper keeps from one step to the next: the depth maps of A while it and the view stay, and that the roles of
// A and B should change.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "raster/device/depth_question.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// Members may be called from many threads.
class KeptDepthMaps {
 public:
  /// The maps of a mesh in a view, if they are known.
  std::shared_ptr<const DepthMaps> find(const RasterView& view, const RasterObject& a) const;
  /// The oldest go when there are too many.
  void keep(const RasterObject& a, std::shared_ptr<const DepthMaps> maps);

  /// Counting took the first one as A: whether the roles should be the other way round at the next step.
  void note_roles(const RasterObject& a, const RasterObject& b, bool swap);
  /// Which of two meshes should be A, if the last step tells; true: the first.
  std::optional<bool> first_is_a(const RasterObject& first, const RasterObject& second) const;

 private:
  // The arrays of a mesh as it stands, kept alive so that they stay its own.
  struct Body {
    Mesh mesh;
    std::uint64_t revision = 0;
    Pose pose;
  };
  struct Kept {
    Body a;
    RasterLattice lattice;
    ViewFrame frame;
    std::shared_ptr<const DepthMaps> maps;
  };
  struct Roles {
    Mesh a, b;  // A first
  };

  mutable std::mutex mutex_;
  std::vector<Kept> kept_;    // the oldest first
  std::vector<Roles> roles_;  // likewise
};

}  // namespace impinge
