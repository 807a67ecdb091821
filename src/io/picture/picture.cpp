// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Draws a scene in software: flat-shaded faces into layers with a depth buffer, 2 x 2 samples a pixel. Hollows are darkened
// by the depth of their surroundings. Based on: Luft, Colditz & Deussen, Image enhancement by unsharp masking the depth
// buffer, 2006.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>

#include "backend/open_face_painter.h"
#include "io/file/output_file.h"
#include "io/picture/choose_view.h"
#include "io/picture/drawn_scene.h"
#include "io/picture/picture.h"
#include "io/picture/picture_contact.h"
#include "io/picture/picture_legend.h"
#include "io/picture/picture_overlap.h"
#include "io/picture/write_png.h"

namespace impinge {
namespace {

constexpr int kSamples = 2;  // along each side of a pixel
// Containers are blended one by one from the inside out; more than this share the last layer.
constexpr std::size_t kMaxGhostLayers = 6;
constexpr float kGhostAlpha = 0.30f, kOutlineShade = 0.55f, kEdgeShade = 0.22f;
constexpr Rgb kSky{0.97f, 0.98f, 1.0f}, kGround{0.84f, 0.87f, 0.91f};
constexpr std::array kBodies = {Rgb{0.47f, 0.64f, 0.86f}, Rgb{0.93f, 0.87f, 0.74f}, Rgb{0.60f, 0.79f, 0.60f},
                                Rgb{0.77f, 0.66f, 0.86f}, Rgb{0.52f, 0.79f, 0.80f}, Rgb{0.85f, 0.85f, 0.87f},
                                Rgb{0.80f, 0.82f, 0.53f}};

// When rings are drawn around contacts.
constexpr std::size_t kManyObjects = 4;
constexpr std::ptrdiff_t kFewPairs = 8;
constexpr float kNoShade = -1;  // not yet known
// A lump lies on the bodies that it is cut out of; by this share of their nearness they are not in front of it.
constexpr float kOnLump = 2e-6f;

/// Which objects are drawn, and those that one looks through: containers, boxes that stand for shapes without faces, and
/// everything where overlaps are shown as solids.
struct Shown {
  std::vector<bool> any, ghost;
};

// A shape without faces that is drawn as the box around it.
bool is_boxed(const SceneObject& object) { return object.shape && object.shape->solid() == nullptr; }

Shown find_shown(const Scene& scene, const CheckResult& result, const PictureOptions& options) {
  const std::size_t count = scene.objects().size();
  Shown shown{std::vector<bool>(count, !options.pair), std::vector<bool>(count, false)};
  if (options.pair)
    for (const ObjectId& object : *options.pair) shown.any[object.value] = true;
  for (std::size_t i = 0; i < count; ++i)
    if (scene.objects()[i].hidden) shown.any[i] = false;
  for (std::size_t i = 0; i < count; ++i) shown.ghost[i] = is_boxed(scene.objects()[i]);
  for (const PairAnswer& pair : result.pairs) {
    if (!shown.any[pair.a.value] || !shown.any[pair.b.value]) continue;
    if (pair.verdict == Verdict::a_in_b) shown.ghost[pair.b.value] = true;
    if (pair.verdict == Verdict::b_in_a) shown.ghost[pair.a.value] = true;
  }
  return shown;
}

Rgb body_colour(std::size_t object) { return kBodies[object % kBodies.size()]; }

void draw_object(PictureLayer& layer, const PictureView& view, const SceneObject& object, std::uint32_t owner,
                 const std::vector<Vec3>& vertices) {
  for (const Face& face : object.mesh.faces()) {
    const Vec3 &a = vertices[face[0]], &b = vertices[face[1]], &c = vertices[face[2]];
    Rgb colour = body_colour(owner);
    // The inner side of an open surface is darker, so that one sees which side it is.
    if (!object.mesh.closed() && view.from_behind(a, b, c)) colour = scaled(colour, 0.8f);
    layer.draw({view.project(a), view.project(b), view.project(c)}, scaled(colour, view.light(a, b, c)), owner, kEdgeShade);
  }
}

/// How much the surroundings of a sample rise above it, 0 to 1. A plane gives 0 since nearness is linear over it.
float hollow(const PictureLayer& layer, const PictureView& view, int x, int y) {
  constexpr int kDirections[6][2] = {{10, 0}, {0, 10}, {7, 7}, {7, -7}, {9, 4}, {4, -9}};
  const float here = layer.nearness(layer.at(x, y));
  float sum = 0, weight = 0;
  for (int ring = 1; ring <= 2; ++ring) {
    for (const auto& d : kDirections) {
      const int step = ring * layer.height() / 960, dx = d[0] * step / 2, dy = d[1] * step / 2;
      if (x < std::abs(dx) || y < std::abs(dy) || x + std::abs(dx) >= layer.width() || y + std::abs(dy) >= layer.height())
        continue;
      const float before = layer.nearness(layer.at(x - dx, y - dy)), after = layer.nearness(layer.at(x + dx, y + dy));
      weight += 1;
      if (before == 0 || after == 0) continue;
      const float rise = (0.5f * (before + after) - here) / (here * here);
      const double reach = std::hypot(dx, dy) / view.samples_per_length(here);
      const float part = static_cast<float>(rise / reach);
      sum += part <= 0 ? 0 : part < 1 ? part : 1 / (part * part);
    }
  }
  return weight > 0 ? std::min(1.0f, sum / weight) : 0;
}

/// The samples of the picture: background, then solid bodies. Hollows vary slowly: one value a pixel is enough for them.
std::vector<Rgb> paint_solids(const PictureLayer& layer, const PictureView& view) {
  std::vector<Rgb> samples(static_cast<std::size_t>(layer.width()) * static_cast<std::size_t>(layer.height()));
  std::vector<float> shade(static_cast<std::size_t>(layer.width() / kSamples));
  for (int y = 0; y < layer.height(); ++y) {
    const Rgb background = mix(kSky, kGround, static_cast<float>(y) / static_cast<float>(layer.height()));
    for (int x = 0; x < layer.width(); ++x) {
      const std::size_t i = layer.at(x, y);
      float& pixel = shade[static_cast<std::size_t>(x / kSamples)];
      if (y % kSamples == 0 && x % kSamples == 0) pixel = kNoShade;
      samples[i] = background;
      if (layer.nearness(i) == 0) continue;
      if (pixel == kNoShade) pixel = 0.55f * hollow(layer, view, x, y);
      samples[i] = scaled(layer.colour(i), (layer.on_outline(x, y) ? 1 - kOutlineShade : 1) * (1 - pixel));
    }
  }
  return samples;
}

/// Lays a container over what is behind it, its outline stronger.
void blend_ghost(std::vector<Rgb>& samples, const PictureLayer& ghost, const PictureLayer& solids, float slack) {
  for (int y = 0; y < ghost.height(); ++y) {
    for (int x = 0; x < ghost.width(); ++x) {
      const std::size_t i = ghost.at(x, y);
      if (ghost.nearness(i) <= solids.nearness(i) * (1 + slack)) continue;
      const bool outline = ghost.on_outline(x, y);
      samples[i] = mix(samples[i], scaled(ghost.colour(i), outline ? 0.5f : 1.0f), outline ? 0.7f : kGhostAlpha);
    }
  }
}

/// What one looks through, from the smallest to the largest box, so that the inner ones are blended first.
std::vector<std::size_t> order_ghosts(const Shown& shown, const WorldVertices& vertices) {
  std::vector<std::size_t> order;
  std::vector<double> size(vertices.size(), 0);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!shown.ghost[i] || vertices[i].empty()) continue;
    order.push_back(i);
    Vec3 low = vertices[i].front(), high = low;
    for (const Vec3& point : vertices[i]) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
    size[i] = (0.5 * high - 0.5 * low).stableNorm();
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size[a] < size[b]; });
  return order;
}

std::vector<Rgb> paint(const Scene& scene, const Shown& shown, const WorldVertices& vertices, const PictureView& view,
                       const std::vector<ContactMark>& marks, const ShownOverlaps& overlaps, PictureLayer& solids,
                       FacePainter* painter) {
  const auto draw = [&](PictureLayer& layer, std::size_t i) {
    draw_object(layer, view, scene.objects()[i], static_cast<std::uint32_t>(i), vertices[i]);
  };
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (shown.any[i] && !shown.ghost[i]) draw(solids, i);
  }
  draw_lumps(solids, view, overlaps, static_cast<std::uint32_t>(vertices.size()));
  solids.finish();
  std::vector<Rgb> samples = paint_solids(solids, view);
  const std::vector<std::size_t> ghosts = order_ghosts(shown, vertices);
  for (std::size_t i = 0; i < ghosts.size();) {
    PictureLayer ghost(solids.width(), solids.height(), painter);
    const std::size_t end = i + 1 < kMaxGhostLayers ? i + 1 : ghosts.size();
    for (; i < end; ++i) draw(ghost, ghosts[i]);
    ghost.finish();
    blend_ghost(samples, ghost, solids, overlaps.any() ? kOnLump : 0);
  }
  draw_contacts(samples, marks, solids, view);
  return samples;
}

/// Where few pairs among many objects meet, a ring shows where.
void draw_rings(std::vector<Rgb>& samples, const Scene& scene, const CheckResult& result, const PictureView& view, int width,
                int height) {
  const auto overlooked = [](const PairAnswer& p) { return p.witness && !p.ignored && !p.accepted; };
  const auto count = std::count_if(result.pairs.begin(), result.pairs.end(), overlooked);
  if (scene.objects().size() <= kManyObjects || count > kFewPairs) return;
  for (const PairAnswer& pair : result.pairs)
    if (overlooked(pair))
      draw_ring(samples, width, height, view.project(pair.witness->a_point), contact_colour(contact_kind(pair)));
}

/// Kinds of contact first, then the objects, those that the answer names before others.
std::vector<LegendRow> legend_rows(const Scene& scene, const CheckResult& result, const Shown& shown,
                                   const std::vector<ContactMark>& marks, const ShownOverlaps& overlaps) {
  std::vector<LegendRow> rows;
  add_lump_row(rows, overlaps, scene.units);
  const std::array<bool, kContactKinds> kinds = kinds_of(marks);
  for (int k = 0; k < kContactKinds; ++k)
    if (const auto kind = static_cast<ContactKind>(k); kinds[static_cast<std::size_t>(k)])
      rows.push_back({contact_word(kind), contact_colour(kind), true});
  std::vector<bool> named(scene.objects().size(), false);
  const auto name = [&](std::size_t i) {
    if (!shown.any[i] || named[i]) return;
    named[i] = true;
    const SceneObject& object = scene.objects()[i];
    rows.push_back({object.name + (is_boxed(object) ? " (its box)" : ""), body_colour(i)});
  };
  for (const PairAnswer& pair : result.pairs) {
    name(pair.a.value);
    name(pair.b.value);
  }
  for (std::size_t i = 0; i < named.size(); ++i) name(i);
  return rows;
}

/// The picture, each pixel the mean of its samples.
Canvas to_canvas(const std::vector<Rgb>& samples, int width, int height) {
  Canvas canvas(width, height, kSky);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      Rgb sum;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const auto row = static_cast<std::size_t>(y * kSamples + s / kSamples);
        const Rgb& part = samples[row * static_cast<std::size_t>(width * kSamples) +
                                  static_cast<std::size_t>(x * kSamples + s % kSamples)];
        sum = {sum.r + part.r, sum.g + part.g, sum.b + part.b};
      }
      canvas.set(x, y, scaled(sum, 1.0f / (kSamples * kSamples)));
    }
  }
  return canvas;
}

void validate(const PictureOptions& options, const Scene& scene) {
  const auto fits = [](int size) { return size >= 16 && size <= 4096; };
  if (!fits(options.width) || !fits(options.height)) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("picture of {} x {} pixels: give 16 to 4096 for each side.", options.width, options.height));
  }
  if (!std::isfinite(options.azimuth_deg.value_or(0)) || !(std::abs(options.elevation_deg.value_or(0)) <= 90)) {
    throw Error(ErrorCode::bad_argument, "picture: give a finite azimuth, and an elevation from -90 to 90 degrees.");
  }
  if (!options.pair) return;
  for (const ObjectId& object : *options.pair) scene.object(object);  // throws for one that is not there
}

}  // namespace

std::string paint_picture(const Scene& asked, const CheckResult& result, const PictureOptions& options,
                          std::span<const Vec3> frame) {
  const Scene scene = drawn_scene(asked);
  validate(options, scene);
  const int width = options.width * kSamples, height = options.height * kSamples;
  Shown shown = find_shown(scene, result, options);
  WorldVertices vertices = world_vertices(scene);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!shown.any[i]) vertices[i].clear();
  const std::vector<ContactMark> marks = find_contacts(scene, result, vertices);
  const ShownOverlaps overlaps = find_overlaps(result, shown.any, marks);
  if (overlaps.any()) shown.ghost = shown.any;
  std::vector<bool> solid(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) solid[i] = shown.any[i] && !shown.ghost[i];
  const PictureView view(vertices, choose_view(options, scene, vertices, solid, marks), width, height,
                         frame.empty() ? std::span<const Vec3>(overlaps.frame) : frame);
  const std::shared_ptr<FacePainter> painter = open_face_painter(options.backend);
  PictureLayer solids(width, height, painter.get());
  std::vector<Rgb> samples = paint(scene, shown, vertices, view, marks, overlaps, solids, painter.get());
  if (!options.pair && !overlaps.any()) draw_rings(samples, scene, result, view, width, height);
  Canvas canvas = to_canvas(samples, options.width, options.height);
  draw_legend(canvas, legend_rows(scene, result, shown, marks, overlaps));
  return encode_png(canvas.bytes(), options.width, options.height);
}

void write_picture(const Scene& scene, const CheckResult& result, const std::filesystem::path& file,
                   const PictureOptions& options) {
  const std::string png = paint_picture(scene, result, options, {});
  io::OutputFile out(file);
  out.append(png);
  out.close();
}

}  // namespace impinge
