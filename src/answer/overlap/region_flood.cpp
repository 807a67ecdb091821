// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Winding numbers of bodies in general position. On faces that meet no other of their body its own numbers stay as they are,
// and those of the other body change by one at each chord: up on the way behind its face. So one region of a face tells all
// others, and those of the faces that cut it and of its neighbours.
#include "answer/overlap/region_flood.h"

#include <algorithm>

#include "answer/arrangement/region_ears.h"
#include "answer/overlap/first_numbers.h"
#include "base/union_find.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

class RegionFlood {
 public:
  RegionFlood(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords, const FaceRegions& regions,
              const Body& a, const Body& b, Combination how)
      : bodies_(bodies),
        points_(points),
        chords_(chords),
        regions_(regions),
        body_{&a, &b},
        adjacency_{&adjacency_of(a.object().faces, *a.object().topology),
                   &adjacency_of(b.object().faces, *b.object().topology)},
        how_(how),
        ears_(points),
        own_(chords.slot_count()),
        slot_known_(chords.slot_count()),
        other_(regions.region_count()),
        region_known_(regions.region_count()),
        kept_(regions.region_count()),
        is_cut_(bodies_.face_count()),
        taken_(bodies_.face_count()),
        neighbours_(chords.slot_count()),
        before_(chords.slot_count()) {
    for (const std::uint32_t f : chords.faces) is_cut_[f] = true;
    for (std::uint32_t slot = 0; slot < chords.slot_count(); ++slot) find_neighbours(slot);
  }

  SolidFaces run() {
    for (std::uint32_t slot = 0; slot < chords_.slot_count(); ++slot)
      if (!slot_known_[slot]) begin_at(slot);
    for (std::uint32_t slot = 0; slot < chords_.slot_count(); ++slot) keep_regions(slot);
    take_patches();
    take_sheets();
    join_shells();
    return std::move(faces_);
  }

 private:
  struct Neighbour {
    std::uint32_t face = kNone;  // numbered through
    std::uint32_t slot = kNone;  // if it is cut
    std::uint32_t edge = 0;      // which of its edges
  };

  std::uint32_t offset(std::uint32_t face) const { return bodies_.in_b(face) ? bodies_.first_b_face() : 0; }
  std::uint32_t across(std::uint32_t face, std::size_t edge) const {
    const std::uint32_t from = offset(face);
    return adjacency_[bodies_.in_b(face)]->across(face - from, bodies_.edge_of_mesh(edge)) + from;
  }

  void find_neighbours(std::uint32_t slot) {
    const auto border = chords_.border_of(slot);
    before_[slot] = {};
    for (const BorderEnd& e : border)
      for (std::size_t later = e.edge + 1u; later < 4; ++later) ++before_[slot][later];
    const std::uint32_t face = chords_.faces[slot];
    const Face corners = bodies_.corners(face);
    for (std::size_t i = 0; i < 3; ++i) {
      Neighbour& n = neighbours_[slot][i];
      n.face = across(face, i);
      if (is_cut_[n.face]) n.slot = chords_.slot_of(n.face);
      // Passed the other way round.
      const Face theirs = bodies_.corners(n.face);
      while (theirs[n.edge] != corners[(i + 1) % 3] || theirs[(n.edge + 1) % 3] != corners[i]) ++n.edge;
    }
  }

  std::uint32_t parts_of(std::uint32_t slot, std::size_t edge) const {
    return before_[slot][edge + 1] - before_[slot][edge] + 1;
  }
  std::uint32_t region_at(std::uint32_t slot, std::size_t edge, std::uint32_t part) const {
    return regions_.at_border(slot, before_[slot][edge], part);
  }
  // The region beyond a part of an edge.
  std::uint32_t region_beyond(std::uint32_t slot, std::size_t edge, std::uint32_t part) const {
    const Neighbour& n = neighbours_[slot][edge];
    return region_at(n.slot, n.edge, parts_of(slot, edge) - 1 - part);
  }

  WindingNumbers front(std::uint32_t slot, std::uint32_t region) const {
    return chords_.in_b(slot) ? WindingNumbers{other_[region], own_[slot]} : WindingNumbers{own_[slot], other_[region]};
  }

  // At the first corner of the face, which lies on nothing of the other body.
  void begin_at(std::uint32_t slot) {
    const std::uint32_t face = chords_.faces[slot], region = region_at(slot, 0, 0);
    const RayStart corner(bodies_.frame.to_world(bodies_.triangle(face).p[0]));
    set(slot, own_number(face), region, body_[chords_.in_b(slot) ? 0 : 1]->winding_at(corner));
    while (!queue_.empty()) {
      const std::uint32_t next = queue_.back();
      queue_.pop_back();
      flow_from(next);
    }
  }

  // The number of the face's own body in front of it: no other face of that body meets it.
  std::int32_t own_number(std::uint32_t face) const {
    const bool in_b = bodies_.in_b(face);
    const Triangle t = body_[in_b]->object().triangle(face - offset(face));
    const RayStart start(centroid(t));
    for (int attempt = 0;; ++attempt) {
      Vec3 r = ray_direction(attempt);
      const int along = heading(r, t);
      if (along == 0) continue;
      if (along < 0) r = -r;
      if (const auto number = body_[in_b]->winding_along(start, r)) return *number;
    }
  }

  // One region of a face tells all of them.
  void set(std::uint32_t slot, std::int32_t own, std::uint32_t region, std::int32_t other) {
    own_[slot] = own;
    slot_known_[slot] = true;
    other_[region] = other;
    region_known_[region] = true;
    queue_.push_back(slot);
    const std::size_t side = chords_.in_b(slot) ? 2 : 0;
    const std::int32_t step = chords_.in_b(slot) ? -1 : 1;
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t c : chords_.chords_of(slot)) {
        const std::uint32_t left = regions_.sides[c][side], right = regions_.sides[c][side + 1];
        if (region_known_[left] == region_known_[right]) continue;
        if (region_known_[left])
          other_[right] = other_[left] - step;
        else
          other_[left] = other_[right] + step;
        region_known_[left] = region_known_[right] = changed = true;
      }
    }
  }

  void flow_from(std::uint32_t slot) {
    const bool in_b = chords_.in_b(slot);
    for (const std::uint32_t c : chords_.chords_of(slot)) {
      const std::uint32_t there = chords_.chords[c].slots[in_b ? 0 : 1];
      if (slot_known_[there]) continue;
      const auto& sides = regions_.sides[c];
      // In front of the face of b is the right one in the face of a; in front of that of a the left one in that of b.
      if (in_b)
        set(there, other_[sides[2]], sides[1], own_[slot]);
      else
        set(there, other_[sides[1]], sides[2], own_[slot]);
    }
    for (std::size_t edge = 0; edge < 3; ++edge) {
      const std::uint32_t there = neighbours_[slot][edge].slot;
      if (there != kNone && !slot_known_[there])
        set(there, own_[slot], region_beyond(slot, edge, 0), other_[region_at(slot, edge, 0)]);
    }
  }

  std::span<const std::array<std::uint32_t, 3>> triangles_of(std::uint32_t slot, std::uint32_t region) {
    const auto corners = regions_.corners_of(region);
    if (regions_.in_triangles[region]) {
      triples_.clear();
      for (std::size_t i = 0; i < corners.size(); i += 3) triples_.push_back({corners[i], corners[i + 1], corners[i + 2]});
      return triples_;
    }
    return ears_.cut(corners, chords_.shadows[slot].axis, chords_.shadows[slot].turn);
  }

  // Which side of a region or a face with these numbers in front is solid: 1 behind it, -1 in front, 0 both or none.
  int solid_side(bool in_b, WindingNumbers w) const {
    const bool before = holds(how_, w);
    ++w[in_b ? 1 : 0];
    return static_cast<int>(holds(how_, w)) - static_cast<int>(before);
  }

  void add(std::array<std::uint32_t, 3> points, std::uint32_t face, int side, const FaceShadow& shadow, std::uint32_t cut,
           std::uint32_t shell) {
    if (side < 0) std::swap(points[1], points[2]);
    faces_.push_back({points, face, side < 0, shadow.axis, static_cast<std::int8_t>(side * shadow.turn), cut, shell});
  }

  // Shells are numbered by region first.
  void keep_regions(std::uint32_t slot) {
    for (std::uint32_t region = regions_.first_region[slot]; region < regions_.first_region[slot + 1]; ++region) {
      const int side = solid_side(chords_.in_b(slot), front(slot, region));
      kept_[region] = static_cast<std::int8_t>(side);
      if (side == 0) continue;
      for (const auto& t : triangles_of(slot, region))
        add(t, chords_.faces[slot], side, chords_.shadows[slot], SolidFace::kPart, region);
    }
  }

  // Whole faces beside regions that are kept, and all that no cut parts from them.
  void take_patches() {
    shell_count_ = regions_.region_count();
    for (std::uint32_t slot = 0; slot < chords_.slot_count(); ++slot)
      for (std::size_t edge = 0; edge < 3; ++edge) {
        const Neighbour& n = neighbours_[slot][edge];
        if (n.slot != kNone || taken_[n.face]) continue;
        const int side = kept_[region_at(slot, edge, 0)];
        if (side != 0) take_patch(n.face, side);
      }
  }

  void take_patch(std::uint32_t face, int side) {
    const std::uint32_t shell = shell_count_++, from = offset(face);
    const FaceAdjacency& adjacency = *adjacency_[bodies_.in_b(face)];
    taken_[face] = true;
    stack_.assign(1, face);
    while (!stack_.empty()) {
      const std::uint32_t next = stack_.back();
      stack_.pop_back();
      add(bodies_.corners(next), next, side, {0, 0}, SolidFace::kWhole, shell);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t other = adjacency.across(next - from, bodies_.edge_of_mesh(i)) + from;
        if (is_cut_[other]) {
          joins_.emplace_back(region_facing(other, next), shell);
        } else if (!taken_[other]) {
          taken_[other] = true;
          stack_.push_back(other);
        }
      }
    }
  }

  // The region of a cut face at its edge with a whole one.
  std::uint32_t region_facing(std::uint32_t cut, std::uint32_t whole) const {
    const std::uint32_t slot = chords_.slot_of(cut);
    std::size_t edge = 0;
    while (neighbours_[slot][edge].face != whole) ++edge;
    return region_at(slot, edge, 0);
  }

  // Sheets that nothing cuts: inside the other body, around it, or apart.
  void take_sheets() {
    const Box common = bodies_.common_box();
    for (std::size_t side = 0; side < 2; ++side) {
      const FaceAdjacency& adjacency = *adjacency_[side];
      const std::uint32_t from = side == 0 ? 0 : bodies_.first_b_face();
      std::vector<bool> cut(adjacency.sheet_faces().size());
      for (std::uint32_t slot = side == 0 ? 0 : chords_.first_b_slot;
           slot < (side == 0 ? chords_.first_b_slot : chords_.slot_count()); ++slot)
        cut[adjacency.sheet(chords_.faces[slot] - from)] = true;
      for (std::uint32_t sheet = 0; sheet < cut.size(); ++sheet) {
        if (cut[sheet]) continue;
        const std::uint32_t face = face_with_area(body_[side]->object(), adjacency, sheet);
        if (face == kNone) continue;
        if (how_ == Combination::intersection && !boxes_meet(box_of(bodies_.triangle(face + from)), common)) continue;
        const int solid = solid_side(side == 1, first_numbers(bodies_, body_, face + from));
        if (solid != 0) take_patch(face + from, solid);
      }
    }
  }

  void join_shells() {
    UnionFind shells(shell_count_);
    for (const auto& [region, shell] : joins_) shells.unite(region, shell);
    for (std::uint32_t slot = 0; slot < chords_.slot_count(); ++slot)
      for (std::size_t edge = 0; edge < 3; ++edge) {
        if (neighbours_[slot][edge].slot == kNone) continue;
        for (std::uint32_t part = 0; part < parts_of(slot, edge); ++part)
          if (kept_[region_at(slot, edge, part)] != 0)
            shells.unite(region_at(slot, edge, part), region_beyond(slot, edge, part));
      }
    // At a chord two of four regions bound the solid, or none.
    for (const auto& sides : regions_.sides) {
      std::uint32_t first = kNone;
      for (const std::uint32_t region : sides) {
        if (kept_[region] == 0) continue;
        if (first != kNone) shells.unite(first, region);
        first = region;
      }
    }
    for (SolidFace& f : faces_) f.shell = shells.root(f.shell);
  }

  TwoBodies bodies_;
  const CutPoints& points_;
  const FaceChords& chords_;
  const FaceRegions& regions_;
  std::array<const Body*, 2> body_;
  std::array<const FaceAdjacency*, 2> adjacency_;
  Combination how_;
  RegionEars ears_;
  std::vector<std::int32_t> own_;  // by slot: numbers in front
  std::vector<bool> slot_known_;
  std::vector<std::int32_t> other_;  // by region: numbers of the other body
  std::vector<bool> region_known_;
  std::vector<std::int8_t> kept_;                     // by region: see solid_side
  std::vector<bool> is_cut_, taken_;                  // by face; taken are those in a patch
  std::vector<std::array<Neighbour, 3>> neighbours_;  // by slot and edge
  std::vector<std::array<std::uint32_t, 4>> before_;  // by slot: border ends before each edge, and all
  std::vector<std::uint32_t> queue_, stack_;
  std::vector<std::array<std::uint32_t, 3>> triples_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joins_;  // a region and the shell of the patch beside it
  SolidFaces faces_;
  std::uint32_t shell_count_ = 0;
};

}  // namespace

SolidFaces region_solid_faces(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords,
                              const FaceRegions& regions, const Body& a, const Body& b, Combination how) {
  return RegionFlood(bodies, points, chords, regions, a, b, how).run();
}

}  // namespace impinge
