// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/pair_overlap.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <new>

#include "pipeline/check/pair_parting.h"

namespace impinge {

namespace {

Overlap overlap_of(CheckContext& run, const PairAnswer& pair) {
  const Body &a = *run.bodies[pair.a.value], &b = *run.bodies[pair.b.value];
  Overlap overlap = find_overlap(a, b, pair.face_pairs, run.options, run.control);
  if (!run.options.parting) return overlap;
  run.control.share_of_part(0.3);
  add_parting({run.scene.object(pair.a), a}, {run.scene.object(pair.b), b}, run.shapes, run.control, overlap);
  if (!run.options.overlap) overlap.solid.reset();
  return overlap;
}

}  // namespace

void require_overlap_pairs(std::uint64_t count, const std::string& a, const std::string& b) {
  if (count <= kMostOverlapPairs) return;
  throw Error(
      ErrorCode::too_large,
      fmt::format("'{}' and '{}' meet in {} face pairs; contacts, curves and solids are made of no more than {}. Ask "
                  "without them, or make the meshes coarser where they lie on each other",
                  a, b, count, kMostOverlapPairs));
}

bool add_overlap(CheckContext& run, PairAnswer& pair) {
  const bool meet = pair.verdict != Verdict::disjoint && pair.verdict != Verdict::near;
  if (pair.overlap) return true;  // two solids, told with the verdict
  if (!meet || pair.a == pair.b || run.has_no_faces(pair.a.value) || run.has_no_faces(pair.b.value)) return false;
  const std::string &a = run.scene.object(pair.a).name, &b = run.scene.object(pair.b).name;
  require_overlap_pairs(pair.face_pairs.size(), a, b);
  try {
    pair.overlap = std::make_shared<const Overlap>(overlap_of(run, pair));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large,
                fmt::format("'{}' and '{}': there is not enough memory for an overlap of {} face pairs", a, b,
                            pair.face_pairs.size()));
  }
  return true;
}

}  // namespace impinge
