// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What a device other than the processor does for the raster methods: a few operations, each over a whole view. Coverage and
// layer counts are those of the processor, cell by cell; depths may differ by a step, which the error bounds allow for.

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/kept_memory.h"
#include "cull/velocity_backface/velocity_backface.h"
#include "raster/device/cover.h"
#include "raster/device/depth_question.h"
#include "raster/device/face_painter.h"
#include "raster/view/fragment.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// A crossing that the processor has found, of a shape without faces.
struct PlacedFragment {
  std::uint32_t cell;
  Fragment fragment;
};

/// Where a line first and last meets two bodies: first and last of A, first and last of B. Depths are floats, a face is one
/// of those within 64 steps of the extreme.
struct LineExtremes {
  double z[4];
  std::uint32_t face[4];  ///< kNoFace where the body is not met
};

/// Where an operation puts lists; both are called once, with how many items to make room for.
template <typename Item>
struct ListTarget {
  std::function<std::uint32_t*(std::size_t)> begin;
  std::function<Item*(std::size_t)> items;
};

/// Lists as the processor keeps them.
template <typename Item>
ListTarget<Item> lists_into(KeptVector<std::uint32_t>& begin, KeptVector<Item>& items) {
  return {[&](std::size_t n) {
            begin.resize(n);
            return begin.data();
          },
          [&](std::size_t n) {
            items.resize(n);
            return items.data();
          }};
}

/// All operations may be called from many threads; they take turns. Each returns false, with a note, where the device cannot
/// hold the question, and throws Error (no_device) where the device fails.
class RasterDevice : public FacePainter {
 public:
  /// Sorted crossings of all cells; `found` are those of objects that are no meshes.
  virtual bool zlist(const RasterView& view, std::span<const RasterObject> objects, std::span<const PlacedFragment> found,
                     const ListTarget<Fragment>& lists) = 0;
  /// On how many lines two closed bodies overlap over more than a point; the lists stay on the device.
  virtual bool overlapping_lines(const RasterView& view, std::span<const RasterObject> objects, std::uint64_t& lines) = 0;
  /// The form of the 1991 paper for hardware: on how many lines the extremes of two bodies overlap; true overlap where a
  /// line meets each body in one stretch. `cells`, if not empty, gets the extremes.
  virtual bool min_max(const RasterView& view, std::span<const RasterObject> objects, std::span<LineExtremes> cells,
                       std::uint64_t& lines) = 0;
  /// Extremes and layers of A on every line.
  virtual bool depth_maps(const RasterView& view, const RasterObject& a, std::span<DepthMaps::Cell> cells) = 0;
  /// Two closed meshes. The maps of A are kept on the device for the next call.
  virtual bool depth_count(const RasterView& view, const RasterObject& a, const RasterObject& b,
                           const DepthCountOptions& options, DepthCountResult& result) = 0;
  /// The conservative lists.
  virtual bool cover_list(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                          std::int32_t z_high, const ListTarget<Cover>& lists) = 0;

  /// Faces of a rigid body that cannot be where it first touches another one.
  virtual bool velocity_backface(const RasterObject& body, const RigidBackface& rule, DroppedFaces& result) = 0;

  /// The word of its backend, set by who opened it.
  std::string_view backend;

  /// What was not done as asked and why, since the last call.
  std::string take_notes() {
    const std::lock_guard lock(notes_mutex_);
    return std::exchange(notes_, {});
  }
  /// Failures are noted and the processor goes on instead.
  bool may_fail = false;
  /// How the conservative lists and depth counts are drawn.
  Drawing drawing = Drawing::compute;
  /// Questions that the device has answered.
  std::atomic<std::uint64_t> answered = 0;

  void note(const std::string& text) {
    const std::lock_guard lock(notes_mutex_);
    if (notes_.find(text) == std::string::npos) notes_ += (notes_.empty() ? "" : "; ") + text;
  }

 private:
  std::mutex notes_mutex_;
  std::string notes_;
};

/// Asks the device, if there is one: true if it did the work, false if the processor has to.
template <typename Ask>
bool drawn_on_device(RasterDevice* device, const Ask& ask) {
  if (device == nullptr) return false;
  try {
    const bool done = ask(*device);
    if (done) ++device->answered;
    return done;
  } catch (const Error& trouble) {
    if (!device->may_fail || trouble.code() != ErrorCode::no_device) throw;
    device->note(trouble.what());
    return false;
  }
}

}  // namespace impinge
