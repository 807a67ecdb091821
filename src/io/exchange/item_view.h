// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// From where one looks at an item of a review, and what one sees.

#include <impinge/io.h>

#include <optional>
#include <string>
#include <vector>

#include "io/picture/drawn_scene.h"

namespace impinge::io {

/// A camera that looks at the place of contact.
struct ItemView {
  double azimuth_deg = -60, elevation_deg = 28;
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  ///< the place, with some of what is around it

  Vec3 centre() const { return 0.5 * low + 0.5 * high; }
  double radius() const { return (0.5 * high - 0.5 * low).norm(); }
  Vec3 into() const;  ///< unit vector along which one looks
  Vec3 up() const;    ///< unit vector
};

class ItemViews {
 public:
  ItemViews(const Review& review, const ReviewOptions& options)
      : review_(review), options_(options), drawn_(drawn_scene(*review.scene)) {}

  /// True if a picture can be drawn: of a check.
  bool has_pictures() const { return review_.result != nullptr; }

  /// Framed on the contact, from the usual direction.
  ItemView usual(const ReviewItem& item);

  /// The same from where the contact is seen best; for items of a check.
  ItemView best(const ReviewItem& item);

  /// What is seen so, as a PNG: the two bodies alone.
  std::string picture(const ReviewItem& item, const ItemView& view);

 private:
  struct Extent {
    Vec3 low, high;
  };
  const Extent& extent_of(ObjectId id);
  ItemView framed(const ReviewItem& item, const std::vector<Vec3>& points);
  CheckResult alone(const ReviewItem& item) const;
  PictureOptions picture_options(const ReviewItem& item) const;

  const Review& review_;
  const ReviewOptions& options_;
  const Scene drawn_;                           // since boxes of simple solids may be endless
  std::vector<std::optional<Extent>> extents_;  // by object
};

/// The items that get a picture: the first ones, findings before all others; as indices, ascending.
std::vector<std::size_t> items_with_pictures(const Review& review, std::size_t most);

}  // namespace impinge::io
