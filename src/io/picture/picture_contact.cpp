// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/picture_contact.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <impinge/overlap.h>

#include "io/picture/contact_shape.h"

namespace impinge {
namespace {

constexpr Rgb kColours[kContactKinds] = {{0.88f, 0.06f, 0.09f}, {0.72f, 0.0f, 0.35f},  {0.35f, 0.25f, 0.15f},
                                         {1.0f, 0.55f, 0.05f},  {0.52f, 0.10f, 0.72f}, {0.55f, 0.56f, 0.58f}};
constexpr float kRegionAlpha = 0.75f, kHiddenRegionAlpha = 0.2f, kHiddenLineAlpha = 0.4f;
constexpr double kLine = 0.0026, kMinorLine = 0.001,
                 kWitness = 0.003;  // half the width of lines, by the height of the picture
constexpr double kThinnest = 1.6;   // samples

ContactKind kind_of(const PairAnswer& pair, Relation relation) {
  if (pair.ignored || pair.accepted) return ContactKind::accepted;
  return relation == Relation::crossing ? ContactKind::crossing : ContactKind::touching;
}

Triangle triangle_at(const std::vector<Vec3>& vertices, const Face& face) {
  return {{vertices[face[0]], vertices[face[1]], vertices[face[2]]}};
}

/// Where the answer has the curves themselves, they are drawn in place of the segments of face pairs.
void take_curves(std::vector<ContactMark>& marks, const PairAnswer& pair, std::size_t index) {
  if (!pair.overlap || pair.overlap->curves.empty()) return;
  std::erase_if(marks, [](const ContactMark& mark) { return mark.points.size() == 2; });
  const ContactKind kind = kind_of(pair, pair.verdict == Verdict::touching ? Relation::touching : Relation::crossing);
  for (const ContactCurve& curve : pair.overlap->curves) {
    const std::size_t count = curve.points.size();
    for (std::size_t i = 0; i + (curve.closed ? 0 : 1) < count; ++i)
      marks.push_back({kind, {curve.points[i], curve.points[(i + 1) % count]}, index});
  }
}

/// Corners of curves and regions touch further faces in points; of regions, borders touch in segments. They are seen anyway.
void thin_out(std::vector<ContactMark>& marks) {
  std::size_t most = 0;
  for (const ContactMark& mark : marks) most = std::max(most, mark.points.size());
  if (most >= 2) std::erase_if(marks, [](const ContactMark& mark) { return mark.points.size() == 1; });
  for (ContactMark& mark : marks) mark.minor = most > 2 && mark.kind != ContactKind::crossing && mark.points.size() == 2;
}

/// What lines cover: for each sample 0, or the place of its kind and whether it is seen.
class LineMask {
 public:
  LineMask(const PictureLayer& solids, const PictureView& view)
      : solids_(solids), view_(view), covered_(static_cast<std::size_t>(solids.width()) * std::size_t(solids.height()), 0) {}

  /// A line with round ends; hidden parts are thinner.
  void draw(const ScreenPoint& from, const ScreenPoint& to, double radius, ContactKind kind, bool always_seen) {
    const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
    const int x0 = cut(std::min(from.x, to.x) - radius, solids_.width()),
              x1 = cut(std::max(from.x, to.x) + radius + 1, solids_.width());
    const int y0 = cut(std::min(from.y, to.y) - radius, solids_.height()),
              y1 = cut(std::max(from.y, to.y) + radius + 1, solids_.height());
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const double px = x + 0.5 - from.x, py = y + 0.5 - from.y;
        const double along = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
        const double off = std::hypot(px - along * dx, py - along * dy);
        if (off > radius) continue;
        const std::size_t i = solids_.at(x, y);
        const bool seen = always_seen || is_seen(i, from.nearness + (to.nearness - from.nearness) * along, radius);
        if (seen || off <= 0.6 * radius) covered_[i] = std::max(covered_[i], code(kind, seen));
      }
  }

  void blend(std::vector<Rgb>& samples) const {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (covered_[i] == 0) continue;
      const bool seen = covered_[i] > kContactKinds;
      const int kind = kContactKinds - (seen ? covered_[i] - kContactKinds : covered_[i]);
      samples[i] = mix(samples[i], kColours[kind], seen ? 1 : kHiddenLineAlpha);
    }
  }

 private:
  static int cut(double value, int limit) { return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(limit))); }
  // What is seen goes before what is hidden, then the more important kind.
  static std::uint8_t code(ContactKind kind, bool seen) {
    return static_cast<std::uint8_t>(kContactKinds - static_cast<int>(kind) + (seen ? kContactKinds : 0));
  }
  // A line on a surface is drawn beside itself too, where a slope may be nearer by some of its width.
  bool is_seen(std::size_t sample, double nearness, double radius) const {
    const double slack = nearness * nearness * 4 * radius / view_.samples_per_length(nearness);
    return nearness + slack >= static_cast<double>(solids_.nearness(sample));
  }

  const PictureLayer& solids_;
  const PictureView& view_;
  std::vector<std::uint8_t> covered_;
};

void draw_regions(std::vector<Rgb>& samples, const std::vector<ContactMark>& marks, const PictureLayer& solids,
                  const PictureView& view) {
  PictureLayer regions(solids.width(), solids.height());
  bool any = false;
  for (const ContactMark& mark : marks)
    for (std::size_t i = 2; i < mark.points.size(); ++i) {
      const Vec3 &p = mark.points[0], &q = mark.points[i - 1], &r = mark.points[i];
      const float light = 0.5f + 0.5f * view.light(p, q, r);
      regions.draw({view.project(p), view.project(q), view.project(r)}, scaled(contact_colour(mark.kind), light), 0, 0);
      any = true;
    }
  if (!any) return;
  regions.finish();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (regions.nearness(i) == 0) continue;
    const bool seen = regions.nearness(i) >= (1 - 1e-4f) * solids.nearness(i);
    samples[i] = mix(samples[i], regions.colour(i), seen ? kRegionAlpha : kHiddenRegionAlpha);
  }
}

}  // namespace

ContactKind contact_kind(const PairAnswer& pair) {
  if (pair.ignored || pair.accepted) return ContactKind::accepted;
  switch (pair.verdict) {
    case Verdict::disjoint:
    case Verdict::near: return ContactKind::near;
    case Verdict::touching: return ContactKind::touching;
    case Verdict::a_in_b:
    case Verdict::b_in_a:
    case Verdict::same: return ContactKind::inside;
    case Verdict::undecided: return ContactKind::undecided;
    default: return ContactKind::crossing;
  }
}

Rgb contact_colour(ContactKind kind) { return kColours[static_cast<int>(kind)]; }

const char* contact_word(ContactKind kind) {
  constexpr const char* kWords[kContactKinds] = {"crossing", "inside", "undecided", "touching", "near", "accepted"};
  return kWords[static_cast<int>(kind)];
}

std::vector<ContactMark> find_contacts(const Scene& scene, const CheckResult& result, const WorldVertices& vertices) {
  std::vector<ContactMark> marks;
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const PairAnswer& pair = result.pairs[i];
    const std::vector<Vec3>&a = vertices[pair.a.value], &b = vertices[pair.b.value];
    if (a.empty() || b.empty()) continue;
    const std::span<const Face> a_faces = scene.object(pair.a).mesh.faces(), b_faces = scene.object(pair.b).mesh.faces();
    std::vector<ContactMark> found;
    for (const FacePair& f : pair.face_pairs)
      found.push_back({kind_of(pair, f.relation),
                       contact_shape(triangle_at(a, a_faces[f.a_face]), triangle_at(b, b_faces[f.b_face])), i});
    take_curves(found, pair, i);
    if (pair.witness && pair.face_pair_count == 0 && found.empty())
      found.push_back({contact_kind(pair), {pair.witness->a_point, pair.witness->b_point}, i, true});
    thin_out(found);
    std::move(found.begin(), found.end(), std::back_inserter(marks));
  }
  return marks;
}

std::array<bool, kContactKinds> kinds_of(const std::vector<ContactMark>& marks) {
  std::array<bool, kContactKinds> kinds{};
  for (const ContactMark& mark : marks) kinds[static_cast<std::size_t>(mark.kind)] = true;
  return kinds;
}

void draw_contacts(std::vector<Rgb>& samples, const std::vector<ContactMark>& marks, const PictureLayer& solids,
                   const PictureView& view) {
  draw_regions(samples, marks, solids, view);
  LineMask mask(solids, view);
  for (const ContactMark& mark : marks) {
    if (mark.points.size() > 2) continue;
    const ScreenPoint from = view.project(mark.points.front()), to = view.project(mark.points.back());
    const double width = mark.witness ? kWitness : mark.minor ? kMinorLine : kLine;
    const double radius = std::max(kThinnest, width * solids.height());
    mask.draw(from, to, radius, mark.kind, mark.witness);
    if (mark.witness || mark.points.size() == 1)
      for (const ScreenPoint& end : {from, to}) mask.draw(end, end, 2.2 * radius, mark.kind, mark.witness);
  }
  mask.blend(samples);
}

void draw_ring(std::vector<Rgb>& samples, int width, int height, const ScreenPoint& centre, const Rgb& colour) {
  const double radius = 0.045 * height, half = 0.0022 * height, halo = 0.0018 * height, reach = radius + half + halo + 1;
  for (int y = static_cast<int>(std::max(0.0, centre.y - reach)); y < std::min<double>(height, centre.y + reach); ++y) {
    for (int x = static_cast<int>(std::max(0.0, centre.x - reach)); x < std::min<double>(width, centre.x + reach); ++x) {
      const double distance = std::abs(std::hypot(x + 0.5 - centre.x, y + 0.5 - centre.y) - radius) - half;
      if (distance > halo) continue;
      Rgb& sample = samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      sample = distance <= 0 ? colour : mix(sample, Rgb{1, 1, 1}, 0.85f);
    }
  }
}

}  // namespace impinge
