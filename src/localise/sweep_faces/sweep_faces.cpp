// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: faces that share a point have boxes that share it, and boxes are compared exactly. Cost: n log n for sorting,
// and a comparison for each two boxes that overlap along the axis, n^(3/2) for surfaces; memory: 56 bytes a face.
// Based on: D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992; two lists as in the scan of A. Zomorodian,
// H. Edelsbrunner, Fast Software for Box Intersections, 2000.
#include "localise/sweep_faces/sweep_faces.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cassert>

#include "base/concatenate.h"
#include "localise/candidate_limit.h"

namespace impinge {

namespace {

constexpr std::size_t kBlock = 256;       // boxes a task
constexpr std::size_t kUncounted = 1024;  // candidates of a task that the limit has not heard of

struct FaceBox {
  Box box;
  std::uint32_t face;
};

// The boxes that reach into the region, by where they begin along the axis.
std::vector<FaceBox> sorted_boxes(const WorldObject& object, std::span<const std::uint32_t> faces, const Box& region,
                                  int axis) {
  std::vector<FaceBox> boxes;
  for (const std::uint32_t f : faces)
    if (const Box box = box_of(object.triangle(f)); boxes_meet(box, region)) boxes.push_back({box, f});
  tbb::parallel_sort(boxes.begin(), boxes.end(), [&](const FaceBox& x, const FaceBox& y) {
    return std::pair(x.box.low[axis], x.face) < std::pair(y.box.low[axis], y.face);
  });
  return boxes;
}

// One object pair. Of two boxes that meet, one begins within the other: those of a look for such boxes of b, and those of b
// for boxes of a that begin after them, so that each pair is found once.
class PairSweep {
 public:
  PairSweep(const LocaliseInput& input, const ObjectPair& pair, CandidateLimit& limit, const Control& control)
      : pair_(pair), limit_(limit), control_(control) {
    const WorldObject &a = input.world[pair.a], &b = input.world[pair.b];
    const Box region = intersection(a.box, b.box);
    if (region.empty()) return;
    (region.high - region.low).maxCoeff(&axis_);
    a_ = sorted_boxes(a, input.faces[pair.a], region, axis_);
    b_ = sorted_boxes(b, input.faces[pair.b], region, axis_);
  }

  std::vector<Candidate> run() const {
    const auto blocks = [](const std::vector<FaceBox>& boxes) { return (boxes.size() + kBlock - 1) / kBlock; };
    const std::size_t of_a = blocks(a_);
    std::vector<std::vector<Candidate>> found(of_a + blocks(b_));
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) {
      const bool is_a = i < of_a;
      const std::vector<FaceBox>& boxes = is_a ? a_ : b_;
      const std::size_t begin = (is_a ? i : i - of_a) * kBlock;
      sweep(std::span(boxes).subspan(begin, std::min(kBlock, boxes.size() - begin)), is_a, found[i]);
    });
    std::vector<Candidate> all = concatenate(found);
    tbb::parallel_sort(all.begin(), all.end());
    return all;
  }

 private:
  void sweep(std::span<const FaceBox> boxes, bool is_a, std::vector<Candidate>& found) const {
    const std::vector<FaceBox>& others = is_a ? b_ : a_;
    GrowingCount count(limit_, pair_);
    std::size_t counted = 0;
    for (const FaceBox& x : boxes) {
      const double low = x.box.low[axis_], high = x.box.high[axis_];
      auto y = std::partition_point(others.begin(), others.end(), [&](const FaceBox& other) {
        return is_a ? other.box.low[axis_] < low : other.box.low[axis_] <= low;
      });
      for (; y != others.end() && y->box.low[axis_] <= high; ++y)
        if (boxes_meet(x.box, y->box)) found.push_back(candidate(is_a ? x : *y, is_a ? *y : x));
      if (found.size() < counted + kUncounted) continue;
      control_.poll();
      count.update(counted = found.size());
    }
    control_.poll();
    count.update(found.size());
  }

  Candidate candidate(const FaceBox& a, const FaceBox& b) const { return {pair_.a, pair_.b, a.face, b.face}; }

  ObjectPair pair_;
  CandidateLimit& limit_;
  const Control& control_;
  int axis_ = 0;
  std::vector<FaceBox> a_, b_;
};

}  // namespace

std::vector<Candidate> sweep_faces(const LocaliseInput& input, Control& control) {
  assert(input.asked == LocaliseInput::Asked::listed_pairs);
  CandidateLimit limit(input);
  std::vector<std::vector<Candidate>> found(input.pairs.size());
  control.set_parts(found.size());
  tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) {
    control.poll();
    found[i] = PairSweep(input, input.pairs[i], limit, control).run();
    control.part_done();
  });
  return concatenate(found);
}

}  // namespace impinge
