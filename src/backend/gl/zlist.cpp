// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/zlist.h"

#include <backend/gl/shader_texts.h>
#include "backend/gl/depth_tally.h"

namespace impinge::gl {

namespace {

// Crossings of a cell that one invocation sorts. Drivers silently end loops after some number of rounds, llvmpipe after
// 65,535 of all loops together; a heap of these takes half of that.
constexpr std::uint32_t kMostSorted = 2048;

}  // namespace

GlZlist::Pass GlZlist::make_pass(const char* few, const char* many, const char* text) {
  return {Program::compute(few, {text::raster_draw, text}), Program::compute(many, {text::raster_draw, text})};
}

GlZlist::GlZlist(GlDevice& device, Bodies& bodies)
    : device_(device),
      bodies_(bodies),
      crossings_{make_pass("COUNT", "COUNT_LARGE", text::zlist), make_pass("FILL", "FILL_LARGE", text::zlist),
                 Program::compute("SORT", {text::zlist})},
      covers_{make_pass("COVER_COUNT", "COVER_COUNT_LARGE", text::cover_list),
              make_pass("COVER_FILL", "COVER_FILL_LARGE", text::cover_list), Program::compute("SORT_COVERS", {text::zlist})},
      cover_draw_(device),
      maps_(make_pass("MAPS", "MAPS_LARGE", text::zlist)),
      map_ties_(make_pass("MAP_TIES", "MAP_TIES_LARGE", text::zlist)),
      large_groups_(Program::compute("LARGE_GROUPS", {text::zlist})),
      longest_(Program::compute("LONGEST", {text::zlist})),
      count_found_(Program::compute("COUNT_FOUND", {text::zlist})),
      fill_found_(Program::compute("FILL_FOUND", {text::zlist})),
      walk_(Program::compute("WALK", {text::zlist})),
      layers_(Program::compute("LAYERS", {tally_names().c_str(), text::zlist})) {}

// Faces with many cells are listed by the first pass over an object and drawn by a dispatch of as many groups.
void GlZlist::run(const Pass& pass, const Bodies::Drawn& body, const RasterView& view, std::uint32_t object,
                  bool lists_large, const Buffer* groups) {
  while (large_.size() <= object) large_.emplace_back();
  Buffer& large = large_[object];
  large.ensure((body.face_count + std::size_t{8}) * 4);
  if (lists_large) large.clear(32);
  large.bind(7);
  for (const Program* program : {&pass.few, &pass.many}) {
    body.bind(*program, view);
    program->set("face_count", body.face_count);
    program->set("object", object);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, groups != nullptr ? groups->name() : large.name());
    if (program == &pass.few) {
      if (groups != nullptr) {
        program->use();
        glDispatchComputeIndirect(32);
      } else {
        program->run(body.face_count);
      }
      if (lists_large) large_groups_.run(1);
    } else {
      program->use();
      for (const int whole_view : {0, 1}) {
        program->set("whole_view", whole_view);
        glDispatchComputeIndirect(whole_view * 16);
      }
      glMemoryBarrier(GL_ALL_BARRIER_BITS);
    }
  }
}

std::optional<std::uint32_t> GlZlist::draw(const RasterView& view, std::span<const RasterObject> objects,
                                           std::span<const PlacedFragment> found, std::size_t first_slot) {
  return make_lists(view, objects, found, first_slot, by_passes(crossings_, view), crossings_.sort);
}

std::optional<std::uint32_t> GlZlist::cover(const RasterView& view, std::span<const RasterObject> objects,
                                            std::int32_t z_low, std::int32_t z_high, Drawing drawing) {
  if (drawing == Drawing::raster)
    return make_lists(
        view, objects, {}, 0,
        [&](const Bodies::Drawn& body, std::uint32_t object, bool fills) {
          cover_draw_.draw(body, view, object, fills, z_low, z_high);
        },
        covers_.sort);
  for (const Pass* pass : {&covers_.count, &covers_.fill})
    for (const Program* program : {&pass->few, &pass->many}) {
      program->set("z_low", z_low);
      program->set("z_high", z_high);
    }
  return make_lists(view, objects, {}, 0, by_passes(covers_, view), covers_.sort);
}

GlZlist::DrawBody GlZlist::by_passes(const Kind& kind, const RasterView& view) {
  return [this, &kind, &view](const Bodies::Drawn& body, std::uint32_t object, bool fills) {
    run(fills ? kind.fill : kind.count, body, view, object, !fills);
  };
}

std::optional<std::uint32_t> GlZlist::make_lists(const RasterView& view, std::span<const RasterObject> objects,
                                                 std::span<const PlacedFragment> found, std::size_t first_slot,
                                                 const DrawBody& draw_body, const Program& sort) {
  const std::size_t cells = view.cells();
  static_assert(sizeof(PlacedFragment) == 20 && sizeof(Fragment) == 16);
  next_.ensure((cells + 1) * 4);
  zero_fill_.run(next_, (cells + 1) * 4);
  begin_.ensure((cells + 1) * 4);
  std::vector<const Bodies::Drawn*> bodies;
  for (std::size_t o = 0; o < objects.size(); ++o)
    bodies.push_back(objects[o].shape == nullptr ? &bodies_.draw(first_slot + o, view, objects[o]) : nullptr);
  const auto draw_all = [&](const Program& found_pass, bool fills) {
    for (std::size_t o = 0; o < bodies.size(); ++o) {
      next_.bind(4);
      fragments_.bind(6);
      if (bodies[o] != nullptr) draw_body(*bodies[o], static_cast<std::uint32_t>(o), fills);
    }
    if (found.empty()) return;
    next_.bind(4);
    fragments_.bind(6);
    found_.bind(9);
    found_pass.set("found_count", static_cast<std::uint32_t>(found.size()));
    found_pass.run(found.size());
  };
  if (!found.empty()) found_.send(found);
  fragments_.ensure(256);
  draw_all(count_found_, false);
  total_.ensure(8);
  total_.clear(8);
  next_.bind(4);
  total_.bind(8);
  longest_.set("cell_count", static_cast<std::uint32_t>(cells));
  longest_.set("most", kMostSorted);
  longest_.run(cells);
  prefix_sum_.run(next_, begin_, cells + 1);
  // Some drivers fetch the whole buffer for a part of it.
  std::array<std::uint32_t, 2> counts{};
  glCopyNamedBufferSubData(begin_.name(), total_.name(), static_cast<GLintptr>(cells * 4), 0, 4);
  total_.fetch(std::span<std::uint32_t>(counts));
  device_.require_no_trouble("counting crossings");
  const std::uint32_t total = counts[0];
  if (counts[1] > 0 || std::int64_t{total} * 16 > device_.limits().storage_bytes) return std::nullopt;
  fragments_.ensure(std::size_t{total} * 16);
  device_.require_no_trouble("making room for crossings");
  glCopyNamedBufferSubData(begin_.name(), next_.name(), 0, 0, static_cast<GLsizeiptr>(cells * 4));
  draw_all(fill_found_, true);
  begin_.bind(5);
  fragments_.bind(6);
  sort.set("cell_count", static_cast<std::uint32_t>(cells));
  sort.run(cells);
  return total;
}

std::uint64_t GlZlist::overlapping_lines(std::size_t cells) {
  lines_.ensure(4);
  lines_.clear(4);
  begin_.bind(5);
  fragments_.bind(6);
  lines_.bind(8);
  walk_.set("cell_count", static_cast<std::uint32_t>(cells));
  walk_.run(cells);
  std::uint32_t lines = 0;
  lines_.fetch(std::span(&lines, 1));
  return lines;
}

void GlZlist::settle(std::size_t cells, const std::array<std::int32_t, 4>& window, const Buffer& cases,
                     const Buffer& tally) {
  begin_.bind(5);
  fragments_.bind(6);
  cases.bind(8);
  tally.bind(10);
  layers_.set("cell_count", static_cast<std::uint32_t>(cells));
  glProgramUniform4iv(layers_.name(), layers_.at("window"), 1, window.data());
  layers_.run(cells);
}

void GlZlist::draw_maps(const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, Buffer& cells) {
  cells.ensure(view.cells() * 24);
  device_.require_no_trouble("making room for depth maps");
  zero_fill_.run(cells, view.cells() * 24);
  cells.bind(8);
  run(maps_, body, view, object, true);
  run(map_ties_, body, view, object, false);
}

void GlZlist::maps(const RasterView& view, const RasterObject& object, std::span<DepthMaps::Cell> cells) {
  struct MapCell {
    std::int32_t before, beyond, error;
    std::uint32_t layers, near_min, near_max;
  };
  draw_maps(bodies_.draw(0, view, object), view, 0, map_cells_);
  std::vector<MapCell> found(cells.size());
  map_cells_.fetch(std::span(found));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const MapCell& c = found[i];
    if (c.layers == 0) {
      cells[i] = {};
      continue;
    }
    cells[i] = {(1 << 30) - c.before, c.beyond - 1, c.error, static_cast<std::uint16_t>(std::min(c.layers, 65535u)),
                static_cast<std::uint16_t>(c.near_min > 1 || c.near_max > 1)};
  }
}

}  // namespace impinge::gl
