// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Draws a scene in software: flat-shaded faces into layers with a depth buffer, 2 x 2 samples a pixel. Hollows are darkened
// by the depth of their surroundings. Based on: Luft, Colditz & Deussen, Image enhancement by unsharp masking the depth
// buffer, 2006.
#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>

#include "backend/open_face_painter.h"
#include "io/picture/picture_layer.h"
#include "io/picture/picture_view.h"
#include "io/picture/write_png.h"

namespace impinge {
namespace {

constexpr int kSamples = 2;  // along each side of a pixel
// Containers are blended one by one from the inside out; more than this share the last layer.
constexpr std::size_t kMaxGhostLayers = 6;
constexpr float kGhostAlpha = 0.30f, kHiddenAlpha = 0.45f, kMarkedGhostAlpha = 0.75f, kOutlineShade = 0.55f,
                kEdgeShade = 0.22f;
constexpr Rgb kCrossing{0.90f, 0.10f, 0.12f}, kTouching{1.0f, 0.58f, 0.08f};
constexpr Rgb kSky{0.97f, 0.98f, 1.0f}, kGround{0.84f, 0.87f, 0.91f};
constexpr std::array kBodies = {Rgb{0.47f, 0.64f, 0.86f}, Rgb{0.93f, 0.87f, 0.74f}, Rgb{0.60f, 0.79f, 0.60f},
                                Rgb{0.77f, 0.66f, 0.86f}, Rgb{0.52f, 0.79f, 0.80f}, Rgb{0.85f, 0.85f, 0.87f},
                                Rgb{0.80f, 0.82f, 0.53f}};

// When rings are drawn around contacts.
constexpr std::size_t kManyObjects = 4, kFewPairs = 8;
constexpr float kNoShade = -1;  // not yet known

/// What the answer says about the faces and objects to be drawn.
struct Marks {
  std::vector<std::vector<Relation>> faces;  // by object
  std::vector<bool> container;
};

Marks find_marks(const Scene& scene, const CheckResult& result) {
  Marks marks;
  for (const SceneObject& object : scene.objects()) {
    marks.faces.emplace_back(object.mesh.faces().size(), Relation::disjoint);
  }
  marks.container.assign(scene.objects().size(), false);
  const auto mark = [&](ObjectId object, std::uint32_t face, Relation relation) {
    Relation& known = marks.faces[object.value][face];
    known = std::max(known, relation);
  };
  for (const PairAnswer& pair : result.pairs) {
    if (pair.verdict == Verdict::a_in_b) marks.container[pair.b.value] = true;
    if (pair.verdict == Verdict::b_in_a) marks.container[pair.a.value] = true;
    for (const FacePair& faces : pair.face_pairs) {
      mark(pair.a, faces.a_face, faces.relation);
      mark(pair.b, faces.b_face, faces.relation);
    }
  }
  return marks;
}

/// Touching faces may be large; they keep something of their body's colour.
Rgb mark_colour(const Rgb& body, Relation relation) {
  if (relation == Relation::crossing) return kCrossing;
  return relation == Relation::touching ? mix(body, kTouching, 0.7f) : body;
}

/// Draws the faces of one object, all of them or only those that meet another face.
void draw_object(PictureLayer& layer, const PictureView& view, const SceneObject& object, std::uint32_t owner,
                 const std::vector<Vec3>& vertices, const std::vector<Relation>& marks, bool marked_only) {
  const Rgb body = kBodies[owner % kBodies.size()];
  const auto faces = object.mesh.faces();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (marked_only && marks[i] == Relation::disjoint) continue;
    const Vec3 &a = vertices[faces[i][0]], &b = vertices[faces[i][1]], &c = vertices[faces[i][2]];
    Rgb colour = mark_colour(body, marks[i]);
    // The inner side of an open surface is darker, so that one sees which side it is.
    if (!object.mesh.closed() && view.from_behind(a, b, c)) colour = scaled(colour, 0.8f);
    const float light = marked_only ? 0.5f + 0.5f * view.light(a, b, c) : view.light(a, b, c);
    layer.draw({view.project(a), view.project(b), view.project(c)}, scaled(colour, light), owner, kEdgeShade);
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
void blend_ghost(std::vector<Rgb>& samples, const PictureLayer& ghost, const PictureLayer& solids) {
  for (int y = 0; y < ghost.height(); ++y) {
    for (int x = 0; x < ghost.width(); ++x) {
      const std::size_t i = ghost.at(x, y);
      if (ghost.nearness(i) <= solids.nearness(i)) continue;
      const bool outline = ghost.on_outline(x, y);
      samples[i] = mix(samples[i], scaled(ghost.colour(i), outline ? 0.5f : 1.0f), outline ? 0.7f : kGhostAlpha);
    }
  }
}

/// Faces that meet shine through whatever hides them.
void blend_hits(std::vector<Rgb>& samples, const PictureLayer& hits, const PictureLayer& solids) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (hits.nearness(i) == 0) continue;
    const float ahead = hits.nearness(i) - solids.nearness(i);
    const bool drawn_with_body = std::abs(ahead) <= 1e-4f * solids.nearness(i);
    const float alpha = drawn_with_body ? 0.6f : ahead > 0 ? kMarkedGhostAlpha : kHiddenAlpha;
    samples[i] = mix(samples[i], hits.colour(i), alpha);
  }
}

/// The containers from the smallest to the largest box, so that the inner ones are blended first.
std::vector<std::size_t> order_containers(const Marks& marks, const WorldVertices& vertices) {
  std::vector<std::size_t> order;
  std::vector<double> size(vertices.size(), 0);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!marks.container[i]) continue;
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

std::vector<Rgb> paint(const Scene& scene, const Marks& marks, const WorldVertices& vertices, const PictureView& view,
                       int width, int height, FacePainter* painter) {
  const auto draw = [&](PictureLayer& layer, std::size_t i, bool marked_only) {
    draw_object(layer, view, scene.objects()[i], static_cast<std::uint32_t>(i), vertices[i], marks.faces[i], marked_only);
  };
  PictureLayer solids(width, height, painter);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!marks.container[i]) draw(solids, i, false);
  }
  solids.finish();
  std::vector<Rgb> samples = paint_solids(solids, view);
  const std::vector<std::size_t> containers = order_containers(marks, vertices);
  for (std::size_t i = 0; i < containers.size();) {
    PictureLayer ghost(width, height, painter);
    const std::size_t end = i + 1 < kMaxGhostLayers ? i + 1 : containers.size();
    for (; i < end; ++i) draw(ghost, containers[i], false);
    ghost.finish();
    blend_ghost(samples, ghost, solids);
  }
  PictureLayer hits(width, height, painter);
  for (std::size_t i = 0; i < vertices.size(); ++i) draw(hits, i, true);
  hits.finish();
  blend_hits(samples, hits, solids);
  return samples;
}

/// A line with round ends, or a dot where both ends are one, over everything.
void draw_line(std::vector<Rgb>& samples, int width, int height, const ScreenPoint& from, const ScreenPoint& to) {
  const double radius = 0.003 * height, dot = 2.2 * radius, halo = 0.8 * radius, reach = dot + halo + 1;
  const auto low = [&](double a, double b) { return static_cast<int>(std::max(0.0, std::min(a, b) - reach)); };
  const auto high = [&](double a, double b, int limit) {
    return static_cast<int>(std::clamp(std::max(a, b) + reach, 0.0, static_cast<double>(limit)));
  };
  const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
  for (int y = low(from.y, to.y); y < high(from.y, to.y, height); ++y) {
    for (int x = low(from.x, to.x); x < high(from.x, to.x, width); ++x) {
      const double px = x + 0.5 - from.x, py = y + 0.5 - from.y;
      const double along = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
      const double to_line = std::hypot(px - along * dx, py - along * dy) - radius;
      const double to_ends = std::min(std::hypot(px, py), std::hypot(px - dx, py - dy)) - dot;
      const double distance = std::min(to_line, to_ends);
      Rgb& sample = samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      if (distance <= 0) {
        sample = kCrossing;
      } else if (distance <= halo) {
        sample = mix(sample, Rgb{1, 1, 1}, 0.85f);
      }
    }
  }
}

/// A ring around a place that is easily overlooked.
void draw_ring(std::vector<Rgb>& samples, int width, int height, const ScreenPoint& centre) {
  const double radius = 0.045 * height, half = 0.0022 * height, halo = 0.0018 * height, reach = radius + half + halo + 1;
  for (int y = static_cast<int>(std::max(0.0, centre.y - reach)); y < std::min<double>(height, centre.y + reach); ++y) {
    for (int x = static_cast<int>(std::max(0.0, centre.x - reach)); x < std::min<double>(width, centre.x + reach); ++x) {
      const double distance = std::abs(std::hypot(x + 0.5 - centre.x, y + 0.5 - centre.y) - radius) - half;
      if (distance > halo) continue;
      Rgb& sample = samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      sample = distance <= 0 ? kCrossing : mix(sample, Rgb{1, 1, 1}, 0.85f);
    }
  }
}

/// Shows the nearest points of pairs that are near, and the proof of those that have no faces to mark. Where few pairs
/// among many objects meet, a ring shows where.
void draw_witnesses(std::vector<Rgb>& samples, const Scene& scene, const CheckResult& result, const PictureView& view,
                    int width, int height) {
  const bool rings = scene.objects().size() > kManyObjects && result.pairs.size() <= kFewPairs;
  for (const PairAnswer& pair : result.pairs) {
    if (!pair.witness) continue;
    const ScreenPoint a = view.project(pair.witness->a_point), b = view.project(pair.witness->b_point);
    if (pair.face_pair_count == 0) draw_line(samples, width, height, a, b);
    if (rings) draw_ring(samples, width, height, a);
  }
}

/// Bytes of the picture, each pixel the mean of its samples.
std::vector<std::uint8_t> to_pixels(const std::vector<Rgb>& samples, int width, int height) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      Rgb sum;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const auto row = static_cast<std::size_t>(y * kSamples + s / kSamples);
        const Rgb& part = samples[row * static_cast<std::size_t>(width * kSamples) +
                                  static_cast<std::size_t>(x * kSamples + s % kSamples)];
        sum = {sum.r + part.r, sum.g + part.g, sum.b + part.b};
      }
      for (const float value : {sum.r, sum.g, sum.b}) {
        bytes.push_back(static_cast<std::uint8_t>(std::clamp(value / (kSamples * kSamples), 0.0f, 1.0f) * 255 + 0.5f));
      }
    }
  }
  return bytes;
}

void validate(const PictureOptions& options) {
  const auto fits = [](int size) { return size >= 16 && size <= 4096; };
  if (!fits(options.width) || !fits(options.height)) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("picture of {} x {} pixels: give 16 to 4096 for each side.", options.width, options.height));
  }
  if (!std::isfinite(options.azimuth_deg) || !(std::abs(options.elevation_deg) <= 90)) {
    throw Error(ErrorCode::bad_argument, "picture: give a finite azimuth, and an elevation from -90 to 90 degrees.");
  }
}

}  // namespace

void write_picture(const Scene& scene, const CheckResult& result, const std::filesystem::path& file,
                   const PictureOptions& options) {
  validate(options);
  const int width = options.width * kSamples, height = options.height * kSamples;
  const WorldVertices vertices = world_vertices(scene);
  const PictureView view(vertices, options, width, height);
  const Marks marks = find_marks(scene, result);
  const std::shared_ptr<FacePainter> painter = open_face_painter(options.backend);
  std::vector<Rgb> samples = paint(scene, marks, vertices, view, width, height, painter.get());
  draw_witnesses(samples, scene, result, view, width, height);
  write_png(to_pixels(samples, options.width, options.height), options.width, options.height, file);
}

}  // namespace impinge
