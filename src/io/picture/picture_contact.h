// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The contacts of an answer as a picture shows them: curves where faces cross, points, curves and regions where they touch,
// lines between nearest points.

#include <impinge/answer.h>

#include <array>
#include <vector>

#include "io/picture/picture_view.h"

namespace impinge {

/// What a contact is shown as, the most important first.
enum class ContactKind : std::uint8_t { crossing, inside, undecided, touching, near, accepted };
inline constexpr int kContactKinds = 6;

/// What a pair is as a whole.
ContactKind contact_kind(const PairAnswer& pair);
Rgb contact_colour(ContactKind kind);
const char* contact_word(ContactKind kind);

/// A piece of contact: a point, a segment, or a convex polygon; of a pair that is near the two nearest points.
struct ContactMark {
  ContactKind kind;
  std::vector<Vec3> points;
  std::size_t pair = 0;  ///< which of the answer
  bool witness = false;  ///< stands for a contact without face pairs; drawn with dots at its ends
  bool minor = false;    ///< a segment where other faces of the pair share a region, mostly its border
};

/// Everything the answer lists. `vertices` are those of the objects that are shown; pairs with others are left out.
std::vector<ContactMark> find_contacts(const Scene& scene, const CheckResult& result, const WorldVertices& vertices);

/// The kinds that there are.
std::array<bool, kContactKinds> kinds_of(const std::vector<ContactMark>& marks);

/// Draws them over the samples: in full where they are seen, faint where a solid body hides them.
void draw_contacts(std::vector<Rgb>& samples, const std::vector<ContactMark>& marks, const PictureLayer& solids,
                   const PictureView& view);

/// A ring around a place that is easily overlooked.
void draw_ring(std::vector<Rgb>& samples, int width, int height, const ScreenPoint& centre, const Rgb& colour);

}  // namespace impinge
