// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Two opposed rows of teeth, in the spirit of the jaws of: Myszkowski, Okunev & Kunii, Fast collision detection between
// complex solids using rasterizing graphics hardware, 1995, figures 4 to 6. As theirs, each row is a height field that was
// closed below: heights over a strip along the dental arch. Lengths in the tables are millimetres.
#include <algorithm>
#include <array>
#include <cmath>

#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_angle.h"
#include "shape/make/make_noise.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

enum class Kind { incisor, canine, premolar, molar };

struct Tooth {
  Kind kind;
  double width;    // along the arch
  double breadth;  // across it
  double crown;    // height over the gum
};

struct Row {
  double half_width, length;   // half axes of the elliptic arch
  std::array<Tooth, 7> teeth;  // of one side, from the middle to the back
};

constexpr Row kUpper = {25.5,
                        39.5,
                        {{{Kind::incisor, 8.5, 7.0, 8.6},
                          {Kind::incisor, 6.5, 6.5, 8.2},
                          {Kind::canine, 7.5, 7.8, 7.2},
                          {Kind::premolar, 7.0, 9.0, 6.9},
                          {Kind::premolar, 6.8, 9.0, 6.8},
                          {Kind::molar, 10.3, 10.6, 6.6},
                          {Kind::molar, 9.6, 10.4, 6.6}}}};
constexpr Row kLower = {24,
                        37,
                        {{{Kind::incisor, 5.4, 6.0, 8.4},
                          {Kind::incisor, 6.0, 6.2, 8.4},
                          {Kind::canine, 7.0, 7.4, 7.2},
                          {Kind::premolar, 7.1, 8.2, 6.8},
                          {Kind::premolar, 7.3, 8.6, 6.8},
                          {Kind::molar, 11.2, 10.4, 6.6},
                          {Kind::molar, 10.6, 10.2, 6.6}}}};

constexpr double kStripHalfWidth =
    6.5;  // less than the arch's smallest radius of curvature, so that the strip does not fold
constexpr double kGum = 2.2, kBase = 6;  // height of the gum's ridge, thickness below the strip's edge
constexpr double kEnd = 0.02;            // share of the arch at each end without teeth

// Half an ellipse, by arc length from one end over the front to the other.
class Arch {
 public:
  explicit Arch(const Row& row) : row_(row) {
    lengths_.push_back(0);
    for (int i = 1; i <= kSteps; ++i) lengths_.push_back(lengths_.back() + (at(i) - at(i - 1)).norm());
  }

  // `share` of the arc length from 0 to 1, `offset` to the cheek.
  Vec3 point(double share, double offset, double z) const {
    const double wanted = share * lengths_.back();
    const auto upper = std::ranges::upper_bound(lengths_, wanted);
    const auto i = std::min<std::ptrdiff_t>(std::max<std::ptrdiff_t>(upper - lengths_.begin() - 1, 0), kSteps - 1);
    const double part = (wanted - lengths_[i]) / (lengths_[i + 1] - lengths_[i]);
    const Angle angle = angle_at(static_cast<double>(i) + part);
    const Eigen::Vector2d normal = Eigen::Vector2d(row_.length * angle.sin, row_.half_width * angle.cos).normalized();
    return {row_.half_width * angle.sin + offset * normal.x(), row_.length * angle.cos + offset * normal.y(), z};
  }

 private:
  static constexpr int kSteps = 1024;
  static Angle angle_at(double step) { return turn_at((step / kSteps - 0.5) / 2); }
  Eigen::Vector2d at(int step) const {
    const Angle angle = angle_at(step);
    return {row_.half_width * angle.sin, row_.length * angle.cos};
  }

  const Row& row_;
  std::vector<double> lengths_;
};

double square(double x) { return x * x; }
// 1 in the middle, steep to 0 at both ends.
double plateau(double x) { return std::abs(x) < 1 ? 1 - square(x * x * x) : 0; }
// Cusps half-way out, a fissure in the middle.
double cusps(double x) { return std::abs(x) < 1 ? 4 * std::abs(x) * (1 - std::abs(x)) : 0; }

// Height of a crown; u along the arch and v across it, both from -1 to 1.
double crown_height(const Tooth& tooth, double u, double v) {
  if (std::abs(u) >= 1 || std::abs(v) >= 1) return 0;
  const double block = tooth.crown * plateau(u) * plateau(v);
  switch (tooth.kind) {
    case Kind::incisor: return tooth.crown * plateau(u) * square(1 - v * v);
    case Kind::canine: return tooth.crown * plateau(u) * (1 - v * v) + 1.9 * (1 - std::abs(u)) * square(1 - v * v);
    case Kind::premolar: return block + 1.5 * cusps(v) * (1 - u * u);
    case Kind::molar: return block + 1.6 * cusps(u) * cusps(v);
  }
  return 0;
}

// Height over the strip; `share` along the arch, v across the strip from -1 to 1.
double row_height(const Row& row, double share, double v) {
  double half_row = 0;
  for (const Tooth& tooth : row.teeth) half_row += tooth.width;
  // The teeth fill the arch between its ends, whatever their sum.
  const double from_middle = std::abs(2 * share - 1) / (1 - 2 * kEnd) * half_row;
  double start = 0, crown = 0;
  for (const Tooth& tooth : row.teeth) {
    const double u = 2 * (from_middle - start) / tooth.width - 1;
    start += tooth.width;
    if (u < -1 || u >= 1) continue;
    crown = crown_height(tooth, u, 2 * v * kStripHalfWidth / tooth.breadth);
  }
  const double end = std::min({1.0, share / kEnd, (1 - share) / kEnd});
  return end * (kGum * (1 - v * v) + crown);
}

struct Strip {
  int along, across;
  std::uint32_t top(int i, int j) const { return static_cast<std::uint32_t>(i * (across + 1) + j); }
  std::uint32_t low(int i, int j) const { return static_cast<std::uint32_t>((along + 1) * (across + 1) + 2 * i + j); }
};

// The strip's own faces are made by the caller; these close it below. Inner side is j = 0.
void close_strip(SurfaceBuilder& surface, const Strip& strip) {
  for (int i = 0; i < strip.along; ++i) {
    surface.quad(strip.low(i, 0), strip.low(i + 1, 0), strip.top(i + 1, 0), strip.top(i, 0));
    surface.quad(strip.low(i + 1, 1), strip.low(i, 1), strip.top(i, strip.across), strip.top(i + 1, strip.across));
    surface.quad(strip.low(i, 0), strip.low(i, 1), strip.low(i + 1, 1), strip.low(i + 1, 0));
  }
  // The end walls' upper edges are straight, so a fan from a lower corner covers them.
  for (const int i : {0, strip.along}) {
    const auto triangle = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
      surface.triangle(p, i == 0 ? q : r, i == 0 ? r : q);
    };
    for (int j = 0; j < strip.across; ++j) triangle(strip.low(i, 0), strip.top(i, j), strip.top(i, j + 1));
    triangle(strip.low(i, 0), strip.top(i, strip.across), strip.low(i, 1));
  }
}

}  // namespace

Mesh make_teeth(double size, int resolution, bool upper) {
  require_length("teeth", "size", size);
  require_range("teeth", "resolution", resolution, 4, 4000);
  require_face_count("teeth", 20.0 * resolution * resolution);
  const Row& row = upper ? kUpper : kLower;
  const Arch arch(row);
  const Strip strip = {10 * resolution, resolution};
  SurfaceBuilder surface;
  for (int i = 0; i <= strip.along; ++i) {
    const double share = static_cast<double>(i) / strip.along;
    for (int j = 0; j <= strip.across; ++j) {
      const double v = static_cast<double>(2 * j - strip.across) / strip.across;
      const double relief = row_height(row, share, v);
      // A little wear, where there is a crown, so that no two teeth are alike.
      const Vec3 worn = arch.point(share, v * kStripHalfWidth, relief);
      surface.add(worn + Vec3(0, 0, 0.02 * std::max(0.0, relief - kGum) * octave_noise(0.4 * worn, upper ? 5 : 9)));
    }
  }
  for (int i = 0; i <= strip.along; ++i) {
    for (const double v : {-1.0, 1.0}) {
      surface.add(arch.point(static_cast<double>(i) / strip.along, v * kStripHalfWidth, -kBase));
    }
  }
  for (int i = 0; i < strip.along; ++i) {
    for (int j = 0; j < strip.across; ++j) {
      surface.quad(strip.top(i, j), strip.top(i + 1, j), strip.top(i + 1, j + 1), strip.top(i, j + 1));
    }
  }
  close_strip(surface, strip);
  if (upper) {
    for (Vec3& vertex : surface.vertices) vertex.z() = 0.0 - vertex.z();
    for (Face& face : surface.faces) std::swap(face[1], face[2]);
  }
  return surface.build(upper ? "upper_teeth" : "lower_teeth", size / (2 * (kUpper.half_width + kStripHalfWidth)));
}

}  // namespace impinge
