// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The module's one function, and the device behind it: each operation takes its turn with the context, looks whether the
// card can hold the question, and leaves it to the processor with a note where not.
#include <fmt/format.h>

#include "backend/gl/card_thread.h"
#include "backend/gl/depth_count.h"
#include "backend/gl/face_painter.h"
#include "backend/gl/min_max.h"
#include "backend/gl/velocity_backface.h"
#include "backend/gl/view_parts.h"
#include "backend/opened_backend.h"

namespace impinge::gl {

namespace {

// Everything that lies on the card; rebuilt after a reset.
struct OnCard {
  explicit OnCard(GlDevice& device)
      : lists(device, bodies), counts(device, bodies, lists), extremes(device), painter(device) {}
  Bodies bodies;
  GlZlist lists;
  GlDepthCount counts;
  GlVelocityBackface backfaces;
  GlMinMax extremes;
  GlFacePainter painter;
};

class GlBackend : public RasterDevice, public DeviceTestHooks {
 public:
  GlBackend() {
    run_on_card_thread([&] { device_ = std::make_unique<GlDevice>(); });
    limits_ = device_->limits();
  }

  ~GlBackend() override {
    run_on_card_thread([&] {
      close();
      device_.reset();
    });
  }

  const BackendInfo& info() const { return device_->info(); }

  bool zlist(const RasterView& view, std::span<const RasterObject> objects, std::span<const PlacedFragment> found,
             const ListTarget<Fragment>& lists) override {
    if (!holds(view, objects)) return false;
    return on_card([&](OnCard& card) {
      const std::optional<std::uint32_t> total = card.lists.draw(view, objects, found, 0);
      if (!total) return too_many();
      fetch_lists(card, view, *total, lists);
      return true;
    });
  }

  bool overlapping_lines(const RasterView& view, std::span<const RasterObject> objects, std::uint64_t& lines) override {
    if (!holds(view, objects)) return false;
    return on_card([&](OnCard& card) {
      lines = 0;
      return for_each_part(view, band_cells(), [&](const RasterView& band) {
        if (!card.lists.draw(band, objects, {}, 0)) return too_many();
        lines += card.lists.overlapping_lines(band.cells());
        return true;
      });
    });
  }

  bool min_max(const RasterView& view, std::span<const RasterObject> objects, std::span<LineExtremes> cells,
               std::uint64_t& lines) override {
    if (!are_meshes(objects) || !holds(view, objects) || !can_draw(view, objects)) return false;
    return on_card([&](OnCard& card) {
      lines = card.extremes.run(card.bodies, view, objects, cells);
      return true;
    });
  }

  bool depth_maps(const RasterView& view, const RasterObject& a, std::span<DepthMaps::Cell> cells) override {
    if (!are_meshes({&a, 1}) || !holds(view, {&a, 1})) return false;
    return on_card([&](OnCard& card) {
      card.lists.maps(view, a, cells);
      return true;
    });
  }

  bool depth_count(const RasterView& view, const RasterObject& a, const RasterObject& b, const DepthCountOptions& options,
                   DepthCountResult& result) override {
    const RasterObject both[] = {a, b};
    if (!are_meshes(both) || !holds(view, both)) return false;
    const Drawing way = way_of(view, both);
    return on_card([&](OnCard& card) {
      std::optional<DepthCountResult> all;
      const bool done = for_each_part(view, band_cells(), [&](const RasterView& band) {
        DepthCountResult part;
        if (!card.counts.count(band, a, b, options, way, part)) return too_many();
        if (all)
          append(*all, part);
        else
          all = std::move(part);
        return true;
      });
      if (done) result = std::move(*all);
      return done;
    });
  }

  bool cover_list(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low, std::int32_t z_high,
                  const ListTarget<Cover>& lists) override {
    if (!are_meshes(objects) || !holds(view, objects)) return false;
    static_assert(sizeof(Cover) == 16);
    const Drawing way = way_of(view, objects);
    return on_card([&](OnCard& card) {
      const std::optional<std::uint32_t> total = card.lists.cover(view, objects, z_low, z_high, way);
      if (!total) return too_many();
      fetch_lists(card, view, *total, lists);
      return true;
    });
  }

  bool velocity_backface(const RasterObject& body, const RigidBackface& rule, DroppedFaces& result) override {
    if (!are_meshes({&body, 1})) return false;
    return on_card([&](OnCard& card) {
      card.backfaces.run(card.bodies, body, rule, result);
      return true;
    });
  }

  bool paint(std::span<const PaintedFace> faces, int width, int height, const PaintedSamples& samples) override {
    if (std::max(width, height) > limits_.viewport || static_cast<std::int64_t>(faces.size_bytes()) > limits_.storage_bytes)
      return leave_alone("a picture is larger than the card holds");
    return on_card([&](OnCard& card) {
      card.painter.run(faces, width, height, samples);
      return true;
    });
  }

  std::uint64_t bytes_sent() const override { return card_ ? card_->bodies.bytes_sent() : 0; }
  std::uint64_t maps_drawn() const override { return card_ ? card_->counts.maps_drawn() : 0; }
  void lose() override { device_->lose(); }
  void lack_memory() override { device_->lack_memory(); }
  void lower_limits(int viewport, std::int64_t bytes) override {
    limits_.viewport = viewport;
    limits_.storage_bytes = bytes;
    device_->lower_limits(viewport, bytes);
  }

 private:
  template <typename Item>
  static void fetch_lists(const OnCard& card, const RasterView& view, std::uint32_t total, const ListTarget<Item>& lists) {
    const std::size_t begins = view.cells() + 1;
    card.lists.begin().fetch(std::span(lists.begin(begins), begins));
    card.lists.fragments().fetch(std::span(lists.items(total), total));
  }

  // False, for whoever asked; the processor does it.
  bool leave_alone(const std::string& reason) {
    note(reason);
    return false;
  }

  bool are_meshes(std::span<const RasterObject> objects) {
    for (const RasterObject& o : objects)
      if (o.shape != nullptr) return leave_alone("shapes without faces are counted by the processor");
    return true;
  }

  // Lists of all cells, and corners within reach of 64-bit products.
  bool holds(const RasterView& view, std::span<const RasterObject> objects) {
    for (const RasterObject& o : objects)
      if (o.shape == nullptr && !is_near(view, o))
        return leave_alone("a body reaches too far out of the view for the card's integers");
    if (static_cast<std::int64_t>(view.cells() + 1) * 32 > limits_.storage_bytes)
      return leave_alone(fmt::format("{} x {} cells are more than a buffer of the card holds", view.columns(), view.rows()));
    return true;
  }

  bool can_draw(const RasterView& view, std::span<const RasterObject> objects) {
    if (std::max(view.columns(), view.rows()) > limits_.viewport)
      return leave_alone(fmt::format("a view of {} x {} cells is over the card's limit of {}", view.columns(), view.rows(),
                                     limits_.viewport));
    for (const RasterObject& o : objects)
      if (static_cast<std::int64_t>(o.mesh->faces.size() * DrawnFaces::kBytes) > limits_.storage_bytes)
        return leave_alone("a body has more faces than the card's rasteriser is given at a time");
    return true;
  }

  // As asked where the card's rasteriser holds the question; can_draw has said why not.
  Drawing way_of(const RasterView& view, std::span<const RasterObject> objects) {
    return drawing == Drawing::raster && can_draw(view, objects) ? Drawing::raster : Drawing::compute;
  }

  std::int64_t band_cells() const {
    constexpr std::int64_t kMost = 1 << 22;
    return std::min(kMost, limits_.storage_bytes / 64);
  }

  bool too_many() {
    note("more crossings than the card holds or sorts");
    return false;
  }

  // A reset loses everything on the card; the next call starts afresh. Trouble of any kind leaves nothing half done.
  template <typename Work>
  bool on_card(const Work& work) {
    bool done = false;
    run_on_card_thread([&] {
      if (device_->lost()) reopen();
      const GlDevice::Current current(*device_);
      try {
        if (!card_) card_ = std::make_unique<OnCard>(*device_);
        done = work(*card_);
        device_->require_no_trouble("drawing");
      } catch (...) {
        card_.reset();
        throw;
      }
    });
    return done;
  }

  void reopen() {
    close();
    device_ = std::make_unique<GlDevice>();
  }

  void close() {
    if (!card_) return;
    // Names of a lost context are gone with it.
    if (device_->lost()) device_->found_again();
    const GlDevice::Current current(*device_);
    card_.reset();
  }

  Limits limits_;                     // of the card, for threads other than the card's
  std::unique_ptr<GlDevice> device_;  // replaced after a reset
  std::unique_ptr<OnCard> card_;
};

}  // namespace

}  // namespace impinge::gl

extern "C" __attribute__((visibility("default"))) void impinge_open_backend(impinge::OpenedBackend& opened) {
  try {
    auto backend = std::make_shared<impinge::gl::GlBackend>();
    opened.info = backend->info();
    opened.hooks = backend.get();
    opened.device = std::move(backend);
  } catch (const std::exception& trouble) {
    opened.info.reason = trouble.what();
  }
}
