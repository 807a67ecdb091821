// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: whatever meets at some moment has swept boxes that share a point, and that point lies in a node which holds
// both. Cost: the faces (voxels) near the common region, times the levels of the octree. Steps 1 to 3 of A. Smith, Y.
// Kitamura, Towards the realization of real-time collision detection, 1994, chapters 4 and 1, over swept boxes: over the
// boxes of one instant, as reported, what shares no voxel then is never tested.
#include "localise/swept/swept_octree.h"

#include <algorithm>
#include <array>

#include "localise/swept/swept_frame.h"
#include "shape/octree/shape_octree.h"

namespace impinge {

namespace {

constexpr int kMostLevels = 10;
constexpr std::size_t kCrowd = 24;  // of both sides: so few are paired as they are
constexpr double kLeafWidths = 2;   // a node is at most this many mean extents of its boxes wide before it is a voxel

// A face or a voxel over the part of the step.
struct SweptItem {
  std::uint32_t number;
  MovingBox moving;
  Box swept;
};

Box swept_over(const MovingBox& m, double h) {
  const Vec3 reach = m.extent + h * m.velocity.cwiseAbs();
  // Rounding of these two sums.
  const Vec3 slack = kSweptRounding * (m.centre.cwiseAbs() + reach);
  return {m.centre - reach - slack, m.centre + reach + slack};
}

// The items of one body that reach into a region.
class SweptBoxes {
 public:
  SweptBoxes(const SweptObject& object, double from, double until) : object_(object), frame_(object, from, until) {}

  double h() const { return frame_.h(); }
  SweptItem item(std::uint32_t number, const Box& local) const {
    const MovingBox moving = frame_.moved(local);
    return {number, moving, swept_over(moving, frame_.h())};
  }
  SweptItem face(std::uint32_t f) const { return item(f, object_.shape->face_boxes[f]); }
  Box box() const { return item(0, object_.shape->box).swept; }
  bool rigid() const { return frame_.rigid(); }
  PlacedFace placed(std::uint32_t f) const {
    PlacedFace placed{frame_.moved(object_.shape->face_boxes[f]), {}};
    if (rigid()) placed.middle = frame_.middle(object_, f);
    return placed;
  }
  std::size_t face_count() const { return object_.faces.size(); }

 private:
  const SweptObject& object_;
  SweptFrame frame_;
};

using Items = std::vector<std::uint32_t>;

// An octree over two lists of items. Nodes are split only where they hold items of both; only the parent's are passed on.
class SweptOctree {
 public:
  SweptOctree(const std::vector<SweptItem>& a, const std::vector<SweptItem>& b, double h, const Control& control)
      : a_(a), b_(b), h_(h), control_(control) {}

  // Calls visit(i, j) for the items whose moving boxes meet, each pair once.
  template <typename Visit>
  void run(const Box& root, const Visit& visit) {
    Items in_a(a_.size()), in_b(b_.size());
    for (std::uint32_t i = 0; i < a_.size(); ++i) in_a[i] = i;
    for (std::uint32_t i = 0; i < b_.size(); ++i) in_b[i] = i;
    root_ = root;
    descend(root, 0, in_a, in_b, visit);
  }

 private:
  template <typename Visit>
  void descend(const Box& node, int level, const Items& in_a, const Items& in_b, const Visit& visit) {
    if (in_a.empty() || in_b.empty()) return;
    control_.poll();
    if (is_voxel(node, level, in_a, in_b)) return pair_up(node, in_a, in_b, visit);
    const Vec3 middle = node.low / 2 + node.high / 2;
    for (int octant = 0; octant < 8; ++octant) {
      Box child = node;
      for (int k = 0; k < 3; ++k) ((octant >> k & 1) != 0 ? child.low : child.high)[k] = middle[k];
      descend(child, level + 1, within(a_, in_a, child), within(b_, in_b, child), visit);
    }
  }

  static Items within(const std::vector<SweptItem>& all, const Items& items, const Box& node) {
    Items found;
    for (const std::uint32_t i : items)
      if (boxes_meet(all[i].swept, node)) found.push_back(i);
    return found;
  }

  bool is_voxel(const Box& node, int level, const Items& in_a, const Items& in_b) const {
    if (level >= kMostLevels || in_a.size() + in_b.size() <= kCrowd) return true;
    double sum = 0;
    for (const std::uint32_t i : in_a) sum += (a_[i].swept.high - a_[i].swept.low).maxCoeff();
    for (const std::uint32_t i : in_b) sum += (b_[i].swept.high - b_[i].swept.low).maxCoeff();
    const double edge = node.high.x() - node.low.x();
    return !(edge * static_cast<double>(in_a.size() + in_b.size()) > kLeafWidths * sum);
  }

  // A pair is reported in the one voxel that holds the lowest corner of what the two swept boxes share in the root.
  template <typename Visit>
  void pair_up(const Box& node, const Items& in_a, const Items& in_b, const Visit& visit) {
    for (const std::uint32_t i : in_a)
      for (const std::uint32_t j : in_b) {
        if (!boxes_meet(a_[i].swept, b_[j].swept) || !holds_corner(node, a_[i].swept, b_[j].swept)) continue;
        if (swept_boxes_meet(a_[i].moving, b_[j].moving, h_)) visit(i, j);
      }
  }

  bool holds_corner(const Box& node, const Box& x, const Box& y) const {
    for (int k = 0; k < 3; ++k) {
      const double corner = std::max({x.low[k], y.low[k], root_.low[k]});
      if (corner < node.low[k] || (corner >= node.high[k] && node.high[k] < root_.high[k])) return false;
    }
    return true;
  }

  const std::vector<SweptItem>&a_, &b_;
  double h_;
  const Control& control_;
  Box root_;
};

// When two faces may first meet, as the descent of trees tells; nothing if never.
std::optional<double> entry_of(const SweptBoxes& a, std::uint32_t f, const SweptBoxes& b, std::uint32_t g, double from,
                               double until) {
  const PlacedFace x = a.placed(f), y = b.placed(g);
  if (!swept_boxes_meet(x.box, y.box, a.h())) return {};
  const MeetingTime time = meeting_time(x, y, a.rigid() && b.rigid(), a.h());
  return time.never() ? std::nullopt : std::optional(time.entry(from, from / 2 + until / 2));
}

void hand_over(std::vector<SweptCandidate>&& found, std::size_t batch, const CandidateSink& sink) {
  if (found.size() <= batch) {
    if (!found.empty()) sink(0, std::move(found));
    return;
  }
  for (std::size_t i = 0; i < found.size(); i += batch) {
    const auto begin = found.begin() + static_cast<std::ptrdiff_t>(i);
    sink(0, {begin, begin + static_cast<std::ptrdiff_t>(std::min(batch, found.size() - i))});
  }
}

// The box of a voxel in the frame of its shape.
Box voxel_box(const FaceVoxels& voxels, std::uint32_t v) {
  const OctreeCube cube = cube_of(node_key(voxels.codes[v], 0));
  const OctreeFrame& f = voxels.frame;
  const Vec3 low = f.origin + f.voxel * Vec3(cube.x, cube.y, cube.z);
  // Faces are kept in every voxel that rounding could put them into.
  const Vec3 room = Vec3::Constant(f.voxel * 0x1p-20) + 0x1p-50 * low.cwiseAbs();
  return {low - room, low + Vec3::Constant(f.voxel) + room};
}

// Each pair once; voxels of both bodies share many faces.
class PairUnion {
 public:
  void add(std::uint32_t f, std::uint32_t g) {
    pairs_.emplace_back(f, g);
    if (pairs_.size() < next_) return;
    unite();
    next_ = 2 * pairs_.size() + kUncounted;
  }
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& take() {
    unite();
    return pairs_;
  }

 private:
  static constexpr std::size_t kUncounted = std::size_t{1} << 20;
  void unite() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::size_t next_ = kUncounted;
};

// The region that both share, as a cube of whole nodes.
Box cube_around(const Box& region) {
  const double edge = (region.high - region.low).maxCoeff();
  return {region.low, region.low + Vec3::Constant(edge)};
}

}  // namespace

std::size_t swept_octree_pairs(const SweptObject& a, const SweptObject& b, double from, double until, std::size_t batch,
                               Control& control, const CandidateSink& sink) {
  const SweptBoxes sides[] = {{a, from, until}, {b, from, until}};
  const Box region = intersection(sides[0].box(), sides[1].box());
  if (region.empty()) return 0;
  std::array<std::vector<SweptItem>, 2> items;
  for (std::size_t k = 0; k < 2; ++k)
    for (std::uint32_t f = 0; f < sides[k].face_count(); ++f) {
      const SweptItem item = sides[k].face(f);
      if (boxes_meet(item.swept, region)) items[k].push_back(item);
    }
  std::vector<SweptCandidate> found;
  SweptOctree octree(items[0], items[1], sides[0].h(), control);
  octree.run(cube_around(region), [&](std::uint32_t i, std::uint32_t j) {
    const std::uint32_t f = items[0][i].number, g = items[1][j].number;
    if (const auto entry = entry_of(sides[0], f, sides[1], g, from, until)) found.push_back({*entry, f, g});
  });
  hand_over(std::move(found), batch, sink);
  return 1;
}

std::size_t swept_voxel_pairs(const SweptObject& a, const ShapeOctree& a_octree, const SweptObject& b,
                              const ShapeOctree& b_octree, double from, double until, std::size_t batch, Control& control,
                              const CandidateSink& sink) {
  const SweptBoxes sides[] = {{a, from, until}, {b, from, until}};
  const FaceVoxels* const voxels[] = {&a_octree.faces, &b_octree.faces};
  const Box region = intersection(sides[0].box(), sides[1].box());
  if (region.empty()) return 0;
  std::array<std::vector<SweptItem>, 2> items;
  for (std::size_t k = 0; k < 2; ++k)
    for (std::uint32_t v = 0; v < voxels[k]->codes.size(); ++v) {
      const SweptItem item = sides[k].item(v, voxel_box(*voxels[k], v));
      if (boxes_meet(item.swept, region)) items[k].push_back(item);
    }
  PairUnion pairs;
  SweptOctree octree(items[0], items[1], sides[0].h(), control);
  octree.run(cube_around(region), [&](std::uint32_t i, std::uint32_t j) {
    for (const std::uint32_t f : voxels[0]->faces_of(items[0][i].number))
      for (const std::uint32_t g : voxels[1]->faces_of(items[1][j].number)) pairs.add(f, g);
  });
  std::vector<SweptCandidate> found;
  for (const auto& [f, g] : pairs.take())
    if (const auto entry = entry_of(sides[0], f, sides[1], g, from, until)) found.push_back({*entry, f, g});
  hand_over(std::move(found), batch, sink);
  return 1;
}

}  // namespace impinge
