// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Steps 2 and 3 of Smith & Kitamura 1994, chapter 4, with swept boxes as they must be: the report swept only its last step
// and missed what shares no voxel at one instant.
#include "localise/swept/swept_pairs.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "localise/swept/swept_descent.h"

namespace impinge {

namespace {

constexpr std::size_t kParts = 64;    // pieces of a large descent
constexpr std::size_t kLarge = 4096;  // faces of both objects

bool is_large(const SweptObject& a, const SweptObject& b) { return a.faces.size() + b.faces.size() >= kLarge; }

// Nothing below a descent with it runs another one on this thread: small ones fork no tasks.
PlacedMemory* memory_of_thread() {
  static thread_local PlacedMemory memory[2];
  return memory;
}

// Breadth first until there are enough pieces for the threads.
std::vector<FaceNodePair> pieces(SweptDescent& descent, bool self, bool large) {
  std::vector<FaceNodePair> open{{0, 0}}, next;
  while (large && !open.empty() && open.size() < kParts) {
    next.clear();
    for (const FaceNodePair& p : open) {
      const bool same = self && p.a == p.b;
      if (!same && !descent.meet(p)) continue;
      if (descent.leaves(p))
        next.push_back(p);
      else
        descent.each_below(p, self, [&](const FaceNodePair& below) { next.push_back(below); });
    }
    const bool stuck = std::all_of(next.begin(), next.end(), [&](const FaceNodePair& p) { return descent.leaves(p); });
    open.swap(next);
    if (stuck) break;
  }
  return open;
}

std::size_t descend(SweptDescent descent, bool self, bool large, std::size_t batch, Control& control,
                    const CandidateSink& sink) {
  const std::vector<FaceNodePair> roots = pieces(descent, self, large);
  const auto one = [&](std::size_t part) {
    control.poll();
    std::vector<SweptCandidate> found;
    descent.walk(roots[part], self, [&](const SweptCandidate& c) {
      found.push_back(c);
      if (found.size() == batch) sink(part, std::exchange(found, {}));
    });
    if (!found.empty()) sink(part, std::move(found));
  };
  if (roots.size() == 1)
    one(0);
  else
    tbb::parallel_for(std::size_t{0}, roots.size(), one);
  return roots.size();
}

}  // namespace

std::size_t swept_pairs(const SweptObject& a, const SweptObject& b, double from, double until, std::size_t batch,
                        Control& control, const CandidateSink& sink) {
  const bool large = is_large(a, b);
  return descend(SweptDescent(a, b, from, until, large ? nullptr : memory_of_thread()), false, large, batch, control, sink);
}

std::size_t swept_self_pairs(const SweptObject& object, std::size_t batch, Control& control, const CandidateSink& sink) {
  return descend(SweptDescent(object, object, 0, 1, nullptr), true, object.faces.size() >= kLarge, batch, control, sink);
}

}  // namespace impinge
