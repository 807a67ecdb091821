// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/item_view.h"

#include <impinge/overlap.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/picture/choose_view.h"
#include "io/picture/picture.h"
#include "io/picture/picture_contact.h"

namespace impinge::io {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
// How much of the smaller body is seen around a contact that has no extent of its own.
constexpr double kSurroundings = 0.5;

}  // namespace

Vec3 ItemView::into() const {
  const double a = azimuth_deg * kDegree, e = elevation_deg * kDegree;
  return -Vec3(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e));
}

Vec3 ItemView::up() const {
  const double a = azimuth_deg * kDegree, e = elevation_deg * kDegree;
  return {-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e)};
}

const ItemViews::Extent& ItemViews::extent_of(ObjectId id) {
  extents_.resize(review_.scene->objects().size());
  std::optional<Extent>& extent = extents_[id.value];
  if (extent) return *extent;
  const SceneObject& object = drawn_.object(id);
  const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  const Vec3 first = world_point(object.pose, local[0]);
  extent = Extent{first, first};
  for (const Vec3& point : local) {
    const Vec3 world = world_point(object.pose, point);
    extent->low = extent->low.cwiseMin(world);
    extent->high = extent->high.cwiseMax(world);
  }
  return *extent;
}

ItemView ItemViews::framed(const ReviewItem& item, const std::vector<Vec3>& points) {
  const Extent a = extent_of(item.a), b = extent_of(item.b);
  ItemView view;
  if (points.empty()) {
    view.low = a.low.cwiseMin(b.low);
    view.high = a.high.cwiseMax(b.high);
    return view;
  }
  view.low = view.high = points.front();
  for (const Vec3& point : points) {
    view.low = view.low.cwiseMin(point);
    view.high = view.high.cwiseMax(point);
  }
  const double smaller = std::min((a.high - a.low).norm(), (b.high - b.low).norm());
  const double missing = kSurroundings * smaller - (view.high - view.low).maxCoeff();
  if (missing > 0) {
    view.low.array() -= 0.5 * missing;
    view.high.array() += 0.5 * missing;
  }
  return view;
}

ItemView ItemViews::usual(const ReviewItem& item) {
  std::vector<Vec3> points = item.places;
  const PairAnswer* const pair = item.pair && review_.result ? &review_.result->pairs[*item.pair] : nullptr;
  if (pair != nullptr && pair->overlap) {
    if (pair->overlap->solid)
      for (const Lump& lump : pair->overlap->solid->lumps) points.insert(points.end(), {lump.box_low, lump.box_high});
    for (const ContactCurve& curve : pair->overlap->curves)
      points.insert(points.end(), curve.points.begin(), curve.points.end());
  }
  return framed(item, points);
}

CheckResult ItemViews::alone(const ReviewItem& item) const {
  CheckResult result;
  if (item.pair) result.pairs.push_back(review_.result->pairs[*item.pair]);
  return result;
}

PictureOptions ItemViews::picture_options(const ReviewItem& item) const {
  PictureOptions options;
  options.width = options_.width;
  options.height = options_.height;
  options.backend = options_.backend;
  options.pair = {item.a, item.b};
  return options;
}

ItemView ItemViews::best(const ReviewItem& item) {
  const Scene& scene = drawn_;
  WorldVertices vertices(scene.objects().size());
  std::vector<bool> solid(vertices.size(), false);
  for (const ObjectId id : {item.a, item.b}) {
    const SceneObject& object = scene.object(id);
    const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
    std::vector<Vec3>& world = vertices[id.value];
    world.clear();
    for (const Vec3& point : local) world.push_back(world_point(object.pose, point));
    solid[id.value] = !object.shape;
  }
  const CheckResult result = alone(item);
  const std::vector<ContactMark> marks = find_contacts(scene, result, vertices);
  const PictureOptions chosen = choose_view(picture_options(item), scene, vertices, solid, marks);
  ItemView view = usual(item);
  std::vector<Vec3> points = item.places;
  for (const ContactMark& mark : marks) points.insert(points.end(), mark.points.begin(), mark.points.end());
  if (!marks.empty()) {
    const ItemView whole = framed(item, points);
    view.low = view.low.cwiseMin(whole.low);
    view.high = view.high.cwiseMax(whole.high);
  }
  view.azimuth_deg = *chosen.azimuth_deg;
  view.elevation_deg = *chosen.elevation_deg;
  return view;
}

std::string ItemViews::picture(const ReviewItem& item, const ItemView& view) {
  PictureOptions options = picture_options(item);
  options.azimuth_deg = view.azimuth_deg;
  options.elevation_deg = view.elevation_deg;
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.emplace_back((k & 1) != 0 ? view.high.x() : view.low.x(), (k & 2) != 0 ? view.high.y() : view.low.y(),
                         (k & 4) != 0 ? view.high.z() : view.low.z());
  return paint_picture(*review_.scene, alone(item), options, corners);
}

std::vector<std::size_t> items_with_pictures(const Review& review, std::size_t most) {
  std::vector<std::size_t> chosen;
  if (review.result == nullptr) return chosen;
  for (const bool findings : {true, false})
    for (std::size_t i = 0; i < review.items.size() && chosen.size() < most; ++i) {
      const ReviewState state = review.items[i].state;
      if ((state == ReviewState::finding) == findings && (findings || state == ReviewState::known)) chosen.push_back(i);
    }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace impinge::io
