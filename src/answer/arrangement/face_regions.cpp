// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Chords that meet inside a face are chains from border to border: a region is walked around along arcs of the border and
// the chains between them. Faces with a chain that is closed in itself are swept.
#include "answer/arrangement/face_regions.h"

#include <algorithm>

#include "answer/arrangement/flat_sweep.h"
#include "base/union_find.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

class Tracing {
 public:
  Tracing(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords)
      : bodies_(bodies), points_(points), chords_(chords) {
    result_.sides.resize(chords.chords.size());
    result_.first_corner.push_back(0);
  }

  std::optional<FaceRegions> run(Control& control) {
    for (std::uint32_t slot = 0; slot < chords_.slot_count(); ++slot) {
      if (slot % 1024 == 0) control.poll();
      begin(slot);
      if (!link()) return std::nullopt;
      if (!walk()) sweep();
    }
    result_.first_region.push_back(result_.region_count());
    result_.first_arc.push_back(static_cast<std::uint32_t>(result_.arc_region.size()));
    return std::move(result_);
  }

 private:
  // Ends of the chords of the face, two for each: 2 * (place in the list) + (which end).
  static constexpr std::uint32_t kBorder = 1u << 31;  // in front of the number of a border end

  void begin(std::uint32_t slot) {
    slot_ = slot;
    list_ = chords_.chords_of(slot);
    border_ = chords_.border_of(slot);
    corners_ = bodies_.corners(chords_.faces[slot]);
    side_ = chords_.in_b(slot) ? 2 : 0;
    result_.first_region.push_back(result_.region_count());
    result_.first_arc.push_back(static_cast<std::uint32_t>(result_.arc_region.size()));
    arcs_ = result_.arc_region.size();
    result_.arc_region.resize(arcs_ + std::max<std::size_t>(border_.size(), 1), kNone);
  }

  const Chord& chord(std::uint32_t end) const { return chords_.chords[list_[end / 2]]; }
  std::uint32_t point(std::uint32_t end) const { return chord(end).ends[end % 2]; }

  // What follows each end: another chord's end in the same point, or the border.
  bool link() {
    next_.assign(2 * list_.size(), kNone);
    border_ends_.clear();
    for (std::uint32_t b = 0; b < border_.size(); ++b) {
      const auto at = std::lower_bound(list_.begin(), list_.end(), border_[b].chord);
      const auto place = static_cast<std::uint32_t>(at - list_.begin());
      const std::uint32_t end = 2 * place + (chords_.chords[*at].ends[0] == border_[b].point ? 0 : 1);
      next_[end] = kBorder | b;
      border_ends_.push_back(end);
    }
    inner_.clear();
    for (std::uint32_t end = 0; end < next_.size(); ++end)
      if (next_[end] == kNone) inner_.emplace_back(point(end), end);
    std::sort(inner_.begin(), inner_.end());
    for (std::size_t i = 0; i < inner_.size(); i += 2) {
      if (i + 1 == inner_.size() || inner_[i].first != inner_[i + 1].first) return false;
      if (i + 2 < inner_.size() && inner_[i].first == inner_[i + 2].first) return false;
      next_[inner_[i].second] = inner_[i + 1].second;
      next_[inner_[i + 1].second] = inner_[i].second;
    }
    return true;
  }

  void emit(std::uint32_t p) { result_.corners.push_back(p); }
  void end_region(bool in_triangles) {
    result_.first_corner.push_back(static_cast<std::uint32_t>(result_.corners.size()));
    result_.in_triangles.push_back(in_triangles);
  }

  // The corners of the face on the arc from one border end to the next.
  void emit_corners(std::size_t from, std::size_t to) {
    std::size_t steps = (border_[to].edge + 3u - border_[from].edge) % 3;
    if (steps == 0 && to <= from) steps = 3;
    for (std::size_t i = 1; i <= steps; ++i) emit(corners_[(border_[from].edge + i) % 3]);
  }

  // False, and nothing done, if there are chains that do not reach the border.
  bool walk() {
    if (border_.empty()) return false;
    const std::size_t corner_count = result_.corners.size();
    const std::uint32_t region_count = result_.region_count();
    std::size_t passed = 0;
    for (std::size_t first = 0; first < border_.size(); ++first) {
      if (result_.arc_region[arcs_ + first] != kNone) continue;
      const std::uint32_t region = result_.region_count();
      std::size_t arc = first;
      do {
        result_.arc_region[arcs_ + arc] = region;
        const std::size_t to = (arc + 1) % border_.size();
        emit(border_[arc].point);
        emit_corners(arc, to);
        emit(border_[to].point);
        std::uint32_t end = border_ends_[to];
        while (true) {
          // The region is on the left of its chain.
          result_.sides[list_[end / 2]][side_ + end % 2] = region;
          ++passed;
          const std::uint32_t far = next_[end ^ 1];
          if ((far & kBorder) != 0) {
            arc = far & ~kBorder;
            break;
          }
          emit(point(end ^ 1));
          end = far;
        }
      } while (arc != first);
      end_region(false);
    }
    if (passed == 2 * list_.size()) return true;
    result_.corners.resize(corner_count);
    result_.first_corner.resize(region_count + 1);
    result_.in_triangles.resize(region_count);
    std::fill(result_.arc_region.begin() + static_cast<std::ptrdiff_t>(arcs_), result_.arc_region.end(), kNone);
    return false;
  }

  static std::uint64_t way(std::uint32_t p, std::uint32_t q) { return std::uint64_t{p} << 32 | q; }

  // All points of the border, counter-clockwise from corner 0.
  void list_rim() {
    rim_.clear();
    std::size_t b = 0;
    for (std::size_t edge = 0; edge < 3; ++edge) {
      rim_.push_back(corners_[edge]);
      for (; b < border_.size() && border_[b].edge == edge; ++b) rim_.push_back(border_[b].point);
    }
  }

  void sweep() {
    const std::uint32_t face = chords_.faces[slot_];
    const int axis = chords_.shadows[slot_].axis, turn = chords_.shadows[slot_].turn;
    list_rim();
    std::vector<FlatSegment> segments;
    walls_.clear();
    const auto add = [&](std::uint32_t p, std::uint32_t q, bool border) {
      const bool in_order = sweeps_before(points_, axis, p, q);
      FlatSegment s{in_order ? p : q, in_order ? q : p, {}};
      if (border) s.borders.push_back({face, in_order ? turn : -turn});
      segments.push_back(std::move(s));
      walls_.push_back(way(std::min(p, q), std::max(p, q)));
    };
    for (std::size_t i = 0; i < rim_.size(); ++i) add(rim_[i], rim_[(i + 1) % rim_.size()], true);
    for (const std::uint32_t c : list_) add(chords_.chords[c].ends[0], chords_.chords[c].ends[1], false);
    std::sort(walls_.begin(), walls_.end());
    FlatTriangulation flat = triangulate(points_, axis, segments, {});
    if (turn < 0)
      for (FlatTriangle& f : flat.triangles) std::swap(f.points[1], f.points[2]);
    join(flat.triangles);
  }

  // Triangles that no chord parts are a region.
  void join(std::span<const FlatTriangle> triangles) {
    ways_.clear();
    for (std::uint32_t i = 0; i < triangles.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        ways_.emplace_back(way(triangles[i].points[k], triangles[i].points[(k + 1) % 3]), i);
    std::sort(ways_.begin(), ways_.end());
    const auto left_of = [&](std::uint32_t p, std::uint32_t q) {
      return std::lower_bound(ways_.begin(), ways_.end(), std::pair(way(p, q), 0u))->second;
    };
    UnionFind sets(triangles.size());
    for (const auto& [edge, i] : ways_) {
      const auto p = static_cast<std::uint32_t>(edge >> 32), q = static_cast<std::uint32_t>(edge);
      if (p < q && !std::binary_search(walls_.begin(), walls_.end(), edge)) sets.unite(i, left_of(q, p));
    }
    std::vector<std::uint32_t> region(triangles.size());
    for (std::uint32_t root = 0; root < triangles.size(); ++root) {
      if (!sets.is_root(root)) continue;
      for (std::uint32_t i = root; i < triangles.size(); ++i) {
        if (sets.root(i) != root) continue;
        region[i] = result_.region_count();
        for (const std::uint32_t p : triangles[i].points) emit(p);
      }
      end_region(true);
    }
    for (const std::uint32_t c : list_) {
      const auto [p, q] = chords_.chords[c].ends;
      result_.sides[c][side_] = region[left_of(p, q)];
      result_.sides[c][side_ + 1] = region[left_of(q, p)];
    }
    if (border_.empty()) {
      result_.arc_region[arcs_] = region[left_of(corners_[0], corners_[1])];
      return;
    }
    for (std::size_t b = 0, i = 0; i < rim_.size(); ++i)
      if (b < border_.size() && rim_[i] == border_[b].point)
        result_.arc_region[arcs_ + b++] = region[left_of(rim_[i], rim_[(i + 1) % rim_.size()])];
  }

  const TwoBodies& bodies_;
  const CutPoints& points_;
  const FaceChords& chords_;
  FaceRegions result_;
  // Of the face that is looked at:
  std::uint32_t slot_ = 0;
  std::span<const std::uint32_t> list_;
  std::span<const BorderEnd> border_;
  Face corners_{};
  std::size_t side_ = 0, arcs_ = 0;
  std::vector<std::uint32_t> next_, border_ends_, rim_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> inner_;  // point, end
  std::vector<std::uint64_t> walls_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ways_;
};

}  // namespace

std::optional<FaceRegions> find_regions(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords,
                                        Control& control) {
  return Tracing(bodies, points, chords).run(control);
}

}  // namespace impinge
