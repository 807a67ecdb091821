// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/overlap/body_order.h"

#include <algorithm>
#include <array>
#include <compare>

namespace impinge {

namespace {

using Coordinates = std::array<double, 3>;

// What neither turning about the axes nor mirroring changes.
Coordinates sizes(const Vec3& p) {
  Coordinates result{std::abs(p.x()), std::abs(p.y()), std::abs(p.z())};
  std::sort(result.begin(), result.end());
  return result;
}

std::partial_ordering by_sizes(const WorldObject& x, const WorldObject& y) {
  if (x.faces.size() != y.faces.size()) return x.faces.size() <=> y.faces.size();
  if (x.local.size() != y.local.size()) return x.local.size() <=> y.local.size();
  for (std::uint32_t v = 0; v < x.local.size(); ++v)
    if (const auto order = sizes(x.vertex(v)) <=> sizes(y.vertex(v)); order != 0) return order;
  return std::partial_ordering::equivalent;
}

Coordinates coordinates(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

// x in its frame and y in its own.
std::partial_ordering by_vertices(const WorldObject& x, const AxisFrame& x_frame, const WorldObject& y,
                                  const AxisFrame& y_frame) {
  for (std::uint32_t v = 0; v < x.local.size(); ++v) {
    const auto order = coordinates(x_frame.from_world(x.vertex(v))) <=> coordinates(y_frame.from_world(y.vertex(v)));
    if (order != 0) return order;
  }
  return std::partial_ordering::equivalent;
}

// Bodies that are as large at each vertex: each order with its frame, then as they stand in the world.
bool second_comes_first(const WorldObject& a, const WorldObject& b) {
  const AxisFrame by_a = axis_frame_of(a, b), by_b = axis_frame_of(b, a), world;
  for (const auto order : {by_vertices(b, by_b, a, by_a), by_vertices(a, by_b, b, by_a), by_vertices(b, world, a, world)})
    if (order != 0) return order < 0;
  return std::lexicographical_compare(b.faces.begin(), b.faces.end(), a.faces.begin(), a.faces.end());
}

// The signs of the axes and their order, told by the first vertices at which they differ.
class AxisOrder {
 public:
  bool told() const { return before_[0] != 0 && before_[1] != 0 && before_[2] != 0 && sign_[0] * sign_[1] * sign_[2] != 0; }

  void look_at(const Vec3& p) {
    Coordinates seen{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = p[static_cast<int>(k)];
      if (sign_[k] == 0 && x != 0) sign_[k] = x > 0 ? 1 : -1;
      seen[k] = sign_[k] * x;
    }
    for (std::size_t k = 0; k < 3; ++k)
      if (const double x = seen[k], y = seen[(k + 1) % 3]; before_[k] == 0 && x != y) before_[k] = x > y ? 1 : -1;
  }

  AxisFrame frame() const {
    AxisFrame result;
    std::sort(result.axis.begin(), result.axis.end(), [&](int x, int y) { return order(x, y) > 0; });
    for (std::size_t k = 0; k < 3; ++k) result.sign[k] = sign_[static_cast<std::size_t>(result.axis[k])] < 0 ? -1 : 1;
    return result;
  }

 private:
  int order(int x, int y) const {
    if (x == y) return 0;
    return (x + 1) % 3 == y ? before_[static_cast<std::size_t>(x)] : -before_[static_cast<std::size_t>(y)];
  }

  std::array<int, 3> before_{};  // 1 if axis k comes before the next, -1 after it, 0 not known
  Coordinates sign_{};
};

}  // namespace

AxisFrame axis_frame_of(const WorldObject& first, const WorldObject& second) {
  AxisOrder axes;
  for (const WorldObject* object : {&first, &second})
    for (std::uint32_t v = 0; v < object->local.size() && !axes.told(); ++v) axes.look_at(object->vertex(v));
  return axes.frame();
}

BodyOrder body_order(const WorldObject& a, const WorldObject& b) {
  const auto order = by_sizes(a, b);
  const bool swapped = order != 0 ? order > 0 : second_comes_first(a, b);
  return {swapped, swapped ? axis_frame_of(b, a) : axis_frame_of(a, b)};
}

}  // namespace impinge
