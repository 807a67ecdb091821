// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/picture_layer.h"

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

// Share of the depth that may lie between neighbouring samples of one smooth body.
constexpr float kDepthJump = 0.006f;
// Width of a face's border and the size from which on it is drawn in full, in samples.
constexpr double kBorder = 1.4;
constexpr double kFullBorderSize = 14;

std::uint8_t to_byte(float value) { return static_cast<std::uint8_t>(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f); }

/// A linear function over the screen: 0 on one border of a face, in samples of distance from it.
struct Border {
  double dx = 0, dy = 0, offset = 0;
  double operator()(double x, double y) const { return dx * x + dy * y + offset; }
};

Border border(const ScreenPoint& from, const ScreenPoint& to, double side) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double scale = side / std::max(std::hypot(dx, dy), 1e-12);
  return {-dy * scale, dx * scale, (dy * from.x - dx * from.y) * scale};
}

int clamp_sample(double value, int limit) { return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(limit))); }

}  // namespace

PictureLayer::PictureLayer(int width, int height, FacePainter* painter)
    : width_(width),
      height_(height),
      painter_(painter),
      nearness_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0.0f),
      owner_(nearness_.size(), kNobody),
      colour_(nearness_.size()) {}

Rgb PictureLayer::colour(std::size_t sample) const noexcept {
  const auto& c = colour_[sample];
  return {static_cast<float>(c[0]) / 255.0f, static_cast<float>(c[1]) / 255.0f, static_cast<float>(c[2]) / 255.0f};
}

void PictureLayer::draw(const std::array<ScreenPoint, 3>& corners, const Rgb& colour, std::uint32_t owner,
                        float edge_shade) {
  if (painter_ != nullptr) {
    PaintedFace face{{}, {}, {}, {colour.r, colour.g, colour.b}, edge_shade, owner};
    for (std::size_t k = 0; k < 3; ++k) {
      face.x[k] = static_cast<float>(corners[k].x);
      face.y[k] = static_cast<float>(corners[k].y);
      face.nearness[k] = static_cast<float>(corners[k].nearness);
    }
    waiting_.push_back(face);
    return;
  }
  const auto& [a, b, c] = corners;
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (!(std::abs(area) > 1e-9)) return;
  const double side = area > 0 ? 1 : -1;
  const std::array<Border, 3> borders = {border(a, b, side), border(b, c, side), border(c, a, side)};
  const double heights[3] = {borders[0](c.x, c.y), borders[1](a.x, a.y), borders[2](b.x, b.y)};
  const double size = std::min({heights[0], heights[1], heights[2]});
  const double shade = edge_shade * std::clamp(size / kFullBorderSize - 0.3, 0.0, 1.0);

  const int x0 = clamp_sample(std::floor(std::min({a.x, b.x, c.x})), width_);
  const int x1 = clamp_sample(std::ceil(std::max({a.x, b.x, c.x})), width_);
  const int y0 = clamp_sample(std::floor(std::min({a.y, b.y, c.y})), height_);
  const int y1 = clamp_sample(std::ceil(std::max({a.y, b.y, c.y})), height_);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const double px = x + 0.5, py = y + 0.5;
      const double to_c = borders[0](px, py), to_a = borders[1](px, py), to_b = borders[2](px, py);
      const double inside = std::min({to_a, to_b, to_c});
      if (inside < 0) continue;
      const double nearness =
          (to_a / heights[1]) * a.nearness + (to_b / heights[2]) * b.nearness + (to_c / heights[0]) * c.nearness;
      const std::size_t sample = at(x, y);
      if (!(static_cast<float>(nearness) > nearness_[sample])) continue;
      const float light = static_cast<float>(1 - shade * std::clamp(1 - inside / kBorder, 0.0, 1.0));
      nearness_[sample] = static_cast<float>(nearness);
      owner_[sample] = owner;
      colour_[sample] = {to_byte(colour.r * light), to_byte(colour.g * light), to_byte(colour.b * light)};
    }
  }
}

void PictureLayer::finish() {
  if (painter_ == nullptr || waiting_.empty()) return;
  std::vector<std::uint32_t> colours(colour_.size());
  if (painter_->paint(waiting_, width_, height_, {nearness_, owner_, colours})) {
    for (std::size_t i = 0; i < colours.size(); ++i)
      colour_[i] = {static_cast<std::uint8_t>(colours[i]), static_cast<std::uint8_t>(colours[i] >> 8),
                    static_cast<std::uint8_t>(colours[i] >> 16)};
    return;
  }
  painter_ = nullptr;
  for (const PaintedFace& f : waiting_)
    draw({ScreenPoint{f.x[0], f.y[0], f.nearness[0]}, ScreenPoint{f.x[1], f.y[1], f.nearness[1]},
          ScreenPoint{f.x[2], f.y[2], f.nearness[2]}},
         {f.colour[0], f.colour[1], f.colour[2]}, f.owner, f.edge_shade);
}

bool PictureLayer::on_outline(int x, int y) const noexcept {
  const std::size_t sample = at(x, y);
  const float here = nearness_[sample];
  if (here == 0) return false;
  const auto parted = [&](std::size_t other) {
    return owner_[other] != owner_[sample] || here - nearness_[other] > kDepthJump * here;
  };
  return (x > 0 && parted(sample - 1)) || (x + 1 < width_ && parted(sample + 1)) || (y > 0 && parted(at(x, y - 1))) ||
         (y + 1 < height_ && parted(at(x, y + 1)));
}

}  // namespace impinge
