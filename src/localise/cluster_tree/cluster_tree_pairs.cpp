// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Simultaneous descent of two BVHs (S. Gottschalk, M. C. Lin, D. Manocha, OBBTree, 1996). Superset, then exact: boxes of
// nodes, of clusters and of faces are compared with margins that cover all rounding; what meets there is proved apart or
// crossing in floats, or handed to face_pair_static. Cost: a few hundred nanoseconds for each pair of clusters whose boxes
// meet.
#include "localise/cluster_tree/cluster_tree_pairs.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <functional>
#include <mutex>

#include "base/lent.h"
#include "localise/cluster_tree/cluster_tree_frame.h"
#include "localise/cluster_tree/cluster_tree_nodes.h"
#include "localise/cluster_tree/shared_corners.h"
#include "pairs/face_pair_lists.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/cluster_tree/cluster_tree_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "localise/cluster_tree/cluster_tree_descent-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
// Everything below the pairs on the stack.
void search_all(const ClusterPair& pair, std::vector<NodePair>& stack, ClusterPairs& found, GrowingCount& count,
                const Control& control) {
  PairDescent descent(pair, stack, found);
  for (std::uint32_t steps = 0; !stack.empty(); ++steps) {
    if (steps % 1024 == 0) {
      control.poll();
      count.update(found.meeting.size());
    }
    const NodePair nodes = stack.back();
    stack.pop_back();
    if (!stack.empty()) descent.fetch(stack.back());
    descent.expand(nodes);
  }
  descent.flush();
  count.update(found.meeting.size());
}

// One step down from each pair.
void search_step(const ClusterPair& pair, std::span<const NodePair> from, std::vector<NodePair>& to, ClusterPairs& found) {
  PairDescent descent(pair, to, found);
  for (const NodePair& nodes : from) descent.expand(nodes);
  descent.flush();
}

// The first pair that meets, or crosses, the pairs whose boxes overlap most first. False where more face pairs than `most`
// were left to face_pair_static.
bool search_any(const ClusterPair& pair, bool crossing, std::uint64_t most, ClusterPairs& found, const Control& control) {
  Lent<NodePair> lent;
  std::vector<NodePair>& stack = *lent;
  stack.push_back({NodeSide::all(0), NodeSide::all(0)});
  PairDescent descent(pair, stack, found);
  const auto is_found = [&] {
    return crossing ? std::any_of(found.meeting.begin(), found.meeting.end(),
                                  [](const FacePair& p) { return p.relation == Relation::crossing; })
                    : !found.meeting.empty();
  };
  for (std::uint32_t steps = 0; !stack.empty() && !is_found(); ++steps) {
    if (found.undecided > most) return false;
    if (steps % 1024 == 0) control.poll();
    if (found.meeting.size() > 1) found.meeting.resize(1);  // that some touch is all that matters
    const NodePair nodes = stack.back();
    stack.pop_back();
    const std::size_t before = stack.size();
    descent.expand_until(nodes, is_found);
    std::sort(stack.begin() + static_cast<std::ptrdiff_t>(before), stack.end(),
              [](const NodePair& x, const NodePair& y) { return x.depth < y.depth; });
  }
  return true;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(search_all);
HWY_EXPORT(search_step);
HWY_EXPORT(search_any);

constexpr std::uint64_t kFewPairs = 1 << 14, kPairsPerFace = 8;  // coincident walls need no more
constexpr std::size_t kTasks = 256;                              // enough pairs of nodes to keep some tens of threads busy

void append(ClusterPairs& to, const ClusterPairs& from) {
  to.meeting.insert(to.meeting.end(), from.meeting.begin(), from.meeting.end());
  to.candidates += from.candidates;
  to.undecided += from.undecided;
}

// Stable passes over 11 bits each, the b faces first: several times faster than comparing.
void sort_pairs(std::vector<FacePair>& pairs, std::size_t a_faces, std::size_t b_faces) {
  constexpr std::size_t kFew = 1024;  // fewer are compared before the tables of counts are cleared
  if (pairs.size() < kFew) return std::sort(pairs.begin(), pairs.end());
  constexpr int kBits = 11;
  constexpr std::uint32_t kMask = (1u << kBits) - 1;
  Lent<FacePair> lent;
  std::vector<FacePair>& sorted = *lent;
  sorted.resize(pairs.size());
  const auto pass = [&](int shift, std::uint32_t FacePair::*face) {
    std::array<std::uint32_t, kMask + 1> next{};
    for (const FacePair& p : pairs) ++next[p.*face >> shift & kMask];
    std::uint32_t at = 0;
    for (std::uint32_t& n : next) at += std::exchange(n, at);
    for (const FacePair& p : pairs) sorted[next[p.*face >> shift & kMask]++] = p;
    pairs.swap(sorted);
  };
  for (int shift = 0; shift < 32 && b_faces >> shift != 0; shift += kBits) pass(shift, &FacePair::b_face);
  for (int shift = 0; shift < 32 && a_faces >> shift != 0; shift += kBits) pass(shift, &FacePair::a_face);
}

}  // namespace

ClusterPairs cluster_tree_pairs(const WorldObject& a, const WorldObject& b, const ObjectPair& objects, CandidateLimit& limit,
                                Control& control) {
  ClusterPairs result;
  if (!boxes_meet(a.box, b.box)) return result;
  const ClusterPair pair(a, b);
  if (!pair.usable()) return result;
  Lent<NodePair> lent;
  Lent<FacePair> found;
  std::vector<NodePair>& stack = *lent;
  stack.push_back({NodeSide::all(0), NodeSide::all(0)});
  result.meeting.swap(*found);
  std::once_flag asked;
  std::uint64_t known = 0;
  const auto least = [&] {
    std::call_once(asked, [&] { known = least_contact_pairs(a, b); });
    return known;
  };
  if (tbb::this_task_arena::max_concurrency() > 1) {
    std::vector<NodePair> next;
    while (!stack.empty() && stack.size() < kTasks) {
      next.clear();
      HWY_DYNAMIC_DISPATCH(search_step)(pair, stack, next, result);
      stack.swap(next);
    }
    GrowingCount(limit, objects).update(result.meeting.size());
    std::vector<ClusterPairs> parts(stack.size());
    std::atomic<std::uint64_t> together{result.meeting.size()};
    tbb::parallel_for(std::size_t{0}, stack.size(), [&](std::size_t i) {
      std::vector<NodePair> mine{stack[i]};
      GrowingCount count(limit, objects, least, &together);
      HWY_DYNAMIC_DISPATCH(search_all)(pair, mine, parts[i], count, control);
    });
    for (const ClusterPairs& part : parts) append(result, part);
  } else {
    GrowingCount count(limit, objects, std::ref(least));  // a reference, which takes no memory
    HWY_DYNAMIC_DISPATCH(search_all)(pair, stack, result, count, control);
  }
  if (pair.swapped())
    for (FacePair& p : result.meeting) std::swap(p.a_face, p.b_face);
  sort_pairs(result.meeting, a.faces.size(), b.faces.size());
  result.meeting.swap(*found);
  result.meeting = take_face_pairs(*found);
  return result;
}

namespace {

FirstPair first_found(const WorldObject& a, const WorldObject& b, bool crossing, std::uint64_t most, Control& control) {
  if (!boxes_meet(a.box, b.box)) return {};
  const ClusterPair pair(a, b);
  if (!pair.usable()) return {};
  ClusterPairs found;
  Lent<FacePair> lent;
  found.meeting.swap(*lent);
  const bool finished = HWY_DYNAMIC_DISPATCH(search_any)(pair, crossing, most, found, control);
  found.meeting.swap(*lent);
  const std::vector<FacePair>& meeting = *lent;
  if (!finished) return {{}, false};
  if (meeting.empty()) return {};
  auto found_first = std::find_if(meeting.begin(), meeting.end(),
                                  [&](const FacePair& p) { return !crossing || p.relation == Relation::crossing; });
  FacePair first = found_first == meeting.end() ? meeting.front() : *found_first;
  if (pair.swapped()) std::swap(first.a_face, first.b_face);
  return {first};
}

}  // namespace

std::optional<FacePair> cluster_tree_any(const WorldObject& a, const WorldObject& b, Control& control) {
  return first_found(a, b, false, UINT64_MAX, control).pair;
}

std::optional<FacePair> cluster_tree_crossing_pair(const WorldObject& a, const WorldObject& b, Control& control) {
  return first_found(a, b, true, UINT64_MAX, control).pair;
}

FirstPair cluster_tree_crossing_pair_soon(const WorldObject& a, const WorldObject& b, Control& control) {
  return first_found(a, b, true, kFewPairs + kPairsPerFace * (a.faces.size() + b.faces.size()), control);
}

}  // namespace impinge
#endif
