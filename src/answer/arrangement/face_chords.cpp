// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/arrangement/face_chords.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <bit>

#include "answer/arrangement/face_contact.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

// Puts the ends on each edge in their order from the corner before it to the one after.
void sort_border(const TwoBodies& bodies, const CutPoints& points, std::uint32_t face, std::span<BorderEnd> ends) {
  std::sort(ends.begin(), ends.end(),
            [](const BorderEnd& x, const BorderEnd& y) { return std::pair(x.edge, x.point) < std::pair(y.edge, y.point); });
  for (auto first = ends.begin(); first != ends.end();) {
    const auto last = std::find_if(first, ends.end(), [&](const BorderEnd& e) { return e.edge != first->edge; });
    if (last - first > 1) {
      const Triangle t = bodies.triangle(face);
      const Vec3 way = t.p[(first->edge + 1) % 3] - t.p[first->edge];
      int axis = 0;
      way.cwiseAbs().maxCoeff(&axis);
      const int along = way[axis] > 0 ? 1 : -1;
      std::sort(first, last,
                [&](const BorderEnd& x, const BorderEnd& y) { return points.compare(x.point, y.point, axis) == -along; });
    }
    first = last;
  }
}

FaceShadow shadow_of(const Triangle& t) {
  const int axis = shadow_axis(t);
  return {static_cast<std::int8_t>(axis), static_cast<std::int8_t>(orient2d(t.p[0], t.p[1], t.p[2], axis))};
}

// An axis along which the face surely has a shadow with area, fast; without its turn.
FaceShadow quick_shadow_of(const Triangle& t) {
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0], normal = cross(u, v).cwiseAbs();
  int axis = normal[1] > normal[0] ? 1 : 0;
  if (normal[2] > normal[axis]) axis = 2;
  const double size = u.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff();
  const bool sure = normal[axis] > 0x1p-48 * size && size > 0x1p-900 && size < 0x1p1000;
  return {static_cast<std::int8_t>(sure ? axis : shadow_axis(t)), 0};
}

class Chords {
 public:
  Chords(const TwoBodies& bodies, std::span<const FacePair> pairs, CutPoints& points, bool for_regions)
      : bodies_(bodies), pairs_(pairs), points_(points), for_regions_(for_regions) {}

  std::optional<FaceChords> run(Control& control) {
    list_faces();
    result_.chords.reserve(pairs_.size());
    if (for_regions_) ends_.reserve(2 * pairs_.size());
    points_.reserve(pairs_.size() + pairs_.size() / 8);
    for (std::uint32_t i = 0; i < pairs_.size(); i += PlainContacts::kCount) {
      if (i % 1024 == 0) control.poll();
      if (!add_some(i, std::min<std::size_t>(PlainContacts::kCount, pairs_.size() - i))) return std::nullopt;
    }
    points_.place_rest();
    list_chords();
    if (for_regions_) list_border();
    return std::move(result_);
  }

 private:
  std::uint32_t add_face(std::uint32_t face) {
    std::uint32_t& slot = result_.hashed[result_.place_of(face)];
    if (slot == UINT32_MAX) {
      slot = static_cast<std::uint32_t>(result_.faces.size());
      result_.faces.push_back(face);
    }
    return slot;
  }

  // One that was not there before; regions ask for its slot.
  void add_new_face(std::uint32_t face) {
    if (for_regions_) result_.hashed[result_.place_of(face)] = static_cast<std::uint32_t>(result_.faces.size());
    result_.faces.push_back(face);
  }

  void list_faces() {
    result_.hashed.assign(std::bit_ceil(4 * pairs_.size() + 2), UINT32_MAX);
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (const std::uint32_t f = pairs_[i].a_face; i == 0 || pairs_[i - 1].a_face != f) add_new_face(f);
    result_.first_b_slot = static_cast<std::uint32_t>(result_.faces.size());
    b_slots_.reserve(pairs_.size());
    for (const FacePair& p : pairs_) b_slots_.push_back(add_face(p.b_face + bodies_.first_b_face()));
    result_.shadows.resize(result_.faces.size());
    next_b_slot_ = result_.first_b_slot;
  }

  // Faces come first in the order of their slots.
  void set_shadow(std::uint32_t slot, const Triangle& t) {
    result_.shadows[slot] = for_regions_ ? shadow_of(t) : quick_shadow_of(t);
  }

  // Calls for what later pairs need: faces of b that lie apart, and their corners.
  void fetch(std::size_t i) const {
    constexpr std::size_t kAhead = 12;
    const WorldObject& b = *bodies_.b;
    if (i + 2 * kAhead < pairs_.size()) hwy::Prefetch(&b.faces[pairs_[i + 2 * kAhead].b_face]);
    if (i + kAhead >= pairs_.size()) return;
    for (const std::uint32_t v : b.faces[pairs_[i + kAhead].b_face]) hwy::Prefetch(&b.local[v]);
  }

  bool add_some(std::uint32_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      fetch(first + i);
      const FacePair& pair = pairs_[first + i];
      if (pair.relation != Relation::crossing) return false;
      const bool again = i != 0 && pairs_[first + i - 1].a_face == pair.a_face;
      contacts_.set(i, again ? contacts_.a[i - 1] : bodies_.triangle(pair.a_face),
                    bodies_.triangle(pair.b_face + bodies_.first_b_face()));
    }
    contacts_.find(count);
    for (std::size_t i = 0; i < count; ++i)
      if (!add(first + static_cast<std::uint32_t>(i), contacts_.contacts[i], contacts_.a[i], contacts_.b[i])) return false;
    return true;
  }

  bool add(std::uint32_t pair, const std::optional<PlainContact>& contact, const Triangle& a, const Triangle& b) {
    if (!contact) return false;
    const std::uint32_t f = pairs_[pair].a_face, g = pairs_[pair].b_face + bodies_.first_b_face();
    if (pair == 0 || pairs_[pair - 1].a_face != f) {
      a_corners_ = bodies_.corners(f);
      passage_count_ = 0;
      few_ = pair + kFew >= pairs_.size() || pairs_[pair + kFew].a_face != f;
      if (pair != 0) ++a_slot_;
      set_shadow(a_slot_, a);
    }
    const Face b_corners = bodies_.corners(g);
    if (b_slots_[pair] == next_b_slot_) set_shadow(next_b_slot_++, b);
    const std::uint32_t b_slot = b_slots_[pair], chord = static_cast<std::uint32_t>(result_.chords.size());
    Chord fresh{{}, {a_slot_, b_slot}};
    for (std::size_t end = 0; end < 2; ++end) {
      const PlainContact::End& e = contact->ends[end];
      fresh.ends[end] =
          e.of_b ? passage_of_b(b_corners, b, e.edge, f, a) : points_.edge_through_face_later(a_corners_, a, e.edge, g, b);
      if (for_regions_) ends_.push_back({{fresh.ends[end], chord, e.edge}, e.of_b ? b_slot : a_slot_});
    }
    result_.chords.push_back(fresh);
    return true;
  }

  // An edge of b through face f of a, whose pairs follow each other: of few the ones that share the point are found at once.
  std::uint32_t passage_of_b(const Face& corners, const Triangle& of, std::size_t i, std::uint32_t f, const Triangle& t) {
    if (!few_) return points_.edge_through_face_later(corners, of, i, f, t);
    const std::size_t j = (i + 1) % 3;
    const bool upwards = corners[i] < corners[j];
    const CutPoints::Edge edge = upwards ? CutPoints::Edge{corners[i], corners[j]} : CutPoints::Edge{corners[j], corners[i]};
    for (std::size_t k = 0; k < passage_count_; ++k)
      if (passages_[k].edge[0] == edge[0] && passages_[k].edge[1] == edge[1]) return passages_[k].point;
    const std::uint32_t point =
        points_.new_edge_through_face_later(edge, upwards ? of.p[i] : of.p[j], upwards ? of.p[j] : of.p[i], f, t);
    passages_[passage_count_++] = {edge, point};
    return point;
  }

  void list_chords() {
    std::vector<std::uint32_t>& first = result_.first_chord;
    first.assign(result_.faces.size() + 2, 0);
    for (const Chord& c : result_.chords)
      for (const std::uint32_t slot : c.slots) ++first[slot + 2];
    for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
    result_.chord_list.resize(first.back());
    for (std::uint32_t c = 0; c < result_.chords.size(); ++c)
      for (const std::uint32_t slot : result_.chords[c].slots) result_.chord_list[first[slot + 1]++] = c;
    first.pop_back();
  }

  void list_border() {
    std::vector<std::uint32_t>& first = result_.first_border;
    first.assign(result_.faces.size() + 2, 0);
    for (const SlotEnd& e : ends_) ++first[e.slot + 2];
    for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
    result_.border.resize(first.back());
    for (const SlotEnd& e : ends_) result_.border[first[e.slot + 1]++] = e.end;
    first.pop_back();
    for (std::uint32_t s = 0; s < result_.slot_count(); ++s)
      sort_border(bodies_, points_, result_.faces[s], std::span(result_.border).subspan(first[s], first[s + 1] - first[s]));
  }

  struct SlotEnd {
    BorderEnd end;
    std::uint32_t slot;
  };
  struct Passage {
    CutPoints::Edge edge;
    std::uint32_t point;
  };
  static constexpr std::size_t kFew = 12;

  const TwoBodies& bodies_;
  std::span<const FacePair> pairs_;
  CutPoints& points_;
  bool for_regions_;
  PlainContacts contacts_;    // of the pairs that are looked at
  std::uint32_t a_slot_ = 0;  // of the face of a that is looked at, with its corners:
  Face a_corners_{};
  bool few_ = false;  // pairs of that face: no more than kFew, and the edges of b that pass through it:
  std::array<Passage, 2 * kFew> passages_{};
  std::size_t passage_count_ = 0;
  std::vector<std::uint32_t> b_slots_;  // by pair
  std::uint32_t next_b_slot_ = 0;       // the first that no pair had yet
  std::vector<SlotEnd> ends_;
  FaceChords result_;
};

}  // namespace

std::optional<FaceChords> find_chords(const TwoBodies& bodies, std::span<const FacePair> pairs, CutPoints& points,
                                      Control& control, bool for_regions) {
  return Chords(bodies, pairs, points, for_regions).run(control);
}

}  // namespace impinge
