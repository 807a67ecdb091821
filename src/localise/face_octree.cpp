// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: closed voxels cover the root, and a face is kept in every child it may touch (triangle_meets_box over-reports
// only). Cost: faces times levels for those near another object; no octree is stored, only the lists on the recursion stack.
// Based on: C. A. Smith, Y. Kitamura et al., 1994, section 3.3.5; the exact triangle/box test replaces its clipping, and a
// pair found in several voxels is made unique by sorting instead of a checklist, which keeps the order independent of
// threads.
#include "localise/face_octree.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "base/triangle_box.h"
#include "localise/candidate_pool.h"

namespace impinge {

namespace {

constexpr double kVoxelExtents =
    3.5;                           // a voxel is at most so many mean face extents wide: 2.5 on average, 2 to 3 measured best
constexpr int kDeepest = 40;       // levels where the faces choose: parts of a millimetre in a hall of a kilometre
constexpr int kProgressDepth = 3;  // nodes below are too small to report
constexpr std::size_t kTaskFaces = 2048;  // nodes with more faces become tasks of their own

// A face that takes part, ordered by object and face so that indices order pairs.
struct Item {
  Triangle triangle;
  Box box;
  double extent;  // longest edge of the box
  std::uint32_t object, face;
};

using Key = CandidatePool::Key;

// Which object pairs are asked for: a bit matrix while it is small, a search beyond.
class PairFilter {
 public:
  explicit PairFilter(const LocaliseInput& input) : input_(input), n_(input.world.size()) {
    if (input.asked != LocaliseInput::Asked::listed_pairs || n_ > 8192) return;
    bits_.assign(n_ * n_, false);
    for (const ObjectPair& p : input.pairs) bits_[p.a * n_ + p.b] = true;
  }
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (!bits_.empty()) return bits_[a * n_ + b];
    if (input_.asked == LocaliseInput::Asked::each_with_itself) return a == b;
    if (a == b) return false;
    if (input_.asked == LocaliseInput::Asked::all_pairs)
      return groups_meet(input_.objects[a].group, input_.objects[b].group);
    return std::binary_search(input_.pairs.begin(), input_.pairs.end(), ObjectPair{a, b});
  }

 private:
  const LocaliseInput& input_;
  std::size_t n_;
  std::vector<bool> bits_;
};

void make_unique(std::vector<Key>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

class Subdivision {
 public:
  Subdivision(std::vector<Item> items, const LocaliseInput& input, std::optional<int> level, Control& control)
      : items_(std::move(items)),
        allowed_(input),
        self_(input.asked == LocaliseInput::Asked::each_with_itself),
        level_(level),
        control_(control),
        pool_(input) {}

  std::vector<Candidate> run(const Box& root) {
    std::vector<std::uint32_t> all(items_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    if (splits(all)) tasks_.run_and_wait([&] { visit(root, 0, std::move(all)); });
    for (std::vector<Key>& found : found_) pool_.add(found);
    return pool_.take();
  }

 private:
  // Two or more objects present; within one object, two or more faces.
  bool splits(const std::vector<std::uint32_t>& faces) const {
    if (faces.size() < 2) return false;
    return self_ || items_[faces.front()].object != items_[faces.back()].object;
  }

  // The level that was asked for; else voxels fit the faces that are in them, so that coarse and fine parts can share a
  // scene.
  bool is_voxel(const Box& node, int depth, const std::vector<std::uint32_t>& faces) const {
    if (level_) return depth >= *level_;
    double sum = 0;
    for (const std::uint32_t i : faces) sum += items_[i].extent;
    const double edge = (node.high - node.low).maxCoeff();
    return depth >= kDeepest || !(edge * static_cast<double>(faces.size()) > kVoxelExtents * sum);
  }

  void visit(const Box& node, int depth, std::vector<std::uint32_t> faces) {
    if (is_voxel(node, depth, faces)) {
      report(faces);
      return note_done(depth);
    }
    const Vec3 middle = node.low + (node.high - node.low) / 2;
    std::vector<std::uint32_t> child_faces;
    for (int octant = 0; octant < 8; ++octant) {
      Box child = node;
      for (int axis = 0; axis < 3; ++axis) ((octant >> axis) & 1 ? child.low : child.high)[axis] = middle[axis];
      child_faces.clear();
      for (const std::uint32_t i : faces)
        if (boxes_meet(items_[i].box, child) && triangle_meets_box(items_[i].triangle, child)) child_faces.push_back(i);
      if (!splits(child_faces))
        note_done(depth + 1);
      else if (child_faces.size() < kTaskFaces)
        visit(child, depth + 1, std::move(child_faces));
      else
        run_task(child, depth + 1, std::move(child_faces));
      child_faces = {};
    }
    if (faces.size() >= kTaskFaces) control_.poll();
  }

  // A node of level d is done: 8^-d of the work, roughly; the deep ones are left to their parents' steps.
  void note_done(int depth) {
    if (depth > kProgressDepth) return;
    const int units = done_.fetch_add(1 << 3 * (kProgressDepth - depth)) + (1 << 3 * (kProgressDepth - depth));
    control_.share(static_cast<double>(units) / (1 << 3 * kProgressDepth));
  }

  // Task bodies are const, so the list moves in behind a pointer.
  void run_task(const Box& node, int depth, std::vector<std::uint32_t> faces) {
    auto list = std::make_shared<std::vector<std::uint32_t>>(std::move(faces));
    tasks_.run([this, node, depth, list] { visit(node, depth, std::move(*list)); });
  }

  // A voxel: every pair of faces in it that belongs to an allowed object pair.
  void report(const std::vector<std::uint32_t>& faces) {
    require_room(faces);
    std::vector<Key>& found = found_.local();
    for (std::size_t i = 0, next_object = 0; i < faces.size(); ++i) {
      if (i % 256 == 0) control_.poll();
      visit_partners(faces, i, next_object, [&](std::uint32_t j) { found.push_back(Key{faces[i]} << 32 | j); });
      if (found.size() < pool_.batch()) continue;
      make_unique(found);
      pool_.add(found);
    }
  }

  // Faces are ordered by object; within one, pairs are asked only for itself.
  template <typename Visit>
  void visit_partners(const std::vector<std::uint32_t>& faces, std::size_t i, std::size_t& next_object,
                      const Visit& visit_partner) const {
    const Item& a = items_[faces[i]];
    while (next_object < faces.size() && items_[faces[next_object]].object <= a.object) ++next_object;
    for (std::size_t j = self_ ? i + 1 : next_object; j < faces.size(); ++j) {
      const Item& b = items_[faces[j]];
      if (boxes_meet(a.box, b.box) && allowed_(a.object, b.object)) visit_partner(faces[j]);
    }
  }

  // The pairs of one voxel are all different: too many are counted in a second, and gathered in minutes.
  void require_room(const std::vector<std::uint32_t>& faces) const {
    const std::uint64_t n = faces.size(), most = pool_.most();
    if (n * (n - 1) / 2 <= most) return;
    std::uint64_t count = 0, looked_at = 0;
    for (std::size_t i = 0, next_object = 0; i < n && looked_at / 4 <= most; ++i) {
      control_.poll();
      Key last = 0;
      visit_partners(faces, i, next_object, [&](std::uint32_t j) { ++count, last = Key{faces[i]} << 32 | j; });
      if (count > most) pool_.refuse(last);
      looked_at += n - i;
    }
  }

  std::vector<Item> items_;
  PairFilter allowed_;
  bool self_;
  std::optional<int> level_;
  Control& control_;
  std::atomic<int> done_{0};
  tbb::task_group tasks_;
  tbb::enumerable_thread_specific<std::vector<Key>> found_;
  CandidatePool pool_;
};

std::vector<Item> gather(const LocaliseInput& input) {
  std::vector<Item> items;
  std::size_t n = 0;
  for (const auto& faces : input.faces) n += faces.size();
  items.reserve(n);
  for (std::uint32_t o = 0; o < input.world.size(); ++o)
    for (const std::uint32_t f : input.faces[o]) {
      const Triangle t = input.world[o].triangle(f);
      const Box box = box_of(t);
      items.push_back({t, box, (box.high - box.low).maxCoeff(), o, f});
    }
  return items;
}

// Only points in the boxes of two objects that are paired can be common points.
Box root_box(const LocaliseInput& input) {
  Box root;
  for (const ObjectPair& p : input.pairs) root.add(intersection(input.world[p.a].box, input.world[p.b].box));
  if (input.asked != LocaliseInput::Asked::listed_pairs)
    for (const WorldObject& o : input.world) root.add(o.box);
  if (root.empty()) return root;
  const double edge = (root.high - root.low).maxCoeff();
  if (std::isfinite(edge)) root.high = root.high.cwiseMax(root.low + Vec3::Constant(edge));
  return root;
}

}  // namespace

std::vector<Candidate> face_octree(const LocaliseInput& input, std::optional<int> level, Control& control) {
  std::vector<Item> items = gather(input);
  if (items.size() < 2) return {};
  const Box root = root_box(input);
  if (root.empty()) return {};
  return Subdivision(std::move(items), input, level, control).run(root);
}

}  // namespace impinge
