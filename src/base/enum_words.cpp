// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/answer.h>
#include <impinge/engine.h>

namespace impinge {

const char* to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::disjoint: return "disjoint";
    case Verdict::near: return "near";
    case Verdict::touching: return "touching";
    case Verdict::crossing: return "crossing";
    case Verdict::a_in_b: return "a_in_b";
    case Verdict::b_in_a: return "b_in_a";
    case Verdict::same: return "same";
  }
  return "unknown";
}

const char* to_string(Relation relation) noexcept {
  switch (relation) {
    case Relation::disjoint: return "disjoint";
    case Relation::touching: return "touching";
    case Relation::crossing: return "crossing";
  }
  return "unknown";
}

const char* to_string(Guarantee guarantee) noexcept {
  switch (guarantee) {
    case Guarantee::superset: return "superset";
    case Guarantee::sampled: return "sampled";
    case Guarantee::direct: return "direct";
  }
  return "unknown";
}

const char* to_string(Method method) noexcept {
  switch (method) {
    case Method::automatic: return "auto";
    case Method::face_octree: return "face_octree";
    case Method::slice_map: return "slice_map";
    case Method::cluster_tree: return "cluster_tree";
    case Method::zlist: return "zlist";
    case Method::depth_count: return "depth_count";
    case Method::moved_octree: return "moved_octree";
    case Method::polar_newton: return "polar_newton";
  }
  return "unknown";
}

const char* to_string(Backend backend) noexcept {
  switch (backend) {
    case Backend::cpu: return "cpu";
    case Backend::gl: return "gl";
    case Backend::automatic: return "auto";
  }
  return "unknown";
}

const char* to_string(Drawing drawing) noexcept {
  switch (drawing) {
    case Drawing::compute: return "compute";
    case Drawing::raster: return "raster";
  }
  return "unknown";
}

const char* to_string(Broad broad) noexcept {
  switch (broad) {
    case Broad::sweep_boxes: return "sweep_boxes";
    case Broad::brute_boxes: return "brute_boxes";
    case Broad::none: return "none";
  }
  return "unknown";
}

const char* to_string(DirectionRule rule) noexcept {
  switch (rule) {
    case DirectionRule::boxes: return "boxes";
    case DirectionRule::faces: return "faces";
    case DirectionRule::last: return "last";
    case DirectionRule::several: return "several";
  }
  return "unknown";
}

const char* to_string(ZlistForm form) noexcept {
  switch (form) {
    case ZlistForm::complete: return "complete";
    case ZlistForm::minmax: return "minmax";
  }
  return "unknown";
}

const char* to_string(MapCell cell) noexcept {
  switch (cell) {
    case MapCell::empty: return "empty";
    case MapCell::a_only: return "a_only";
    case MapCell::b_only: return "b_only";
    case MapCell::gap: return "gap";
    case MapCell::contact: return "contact";
    case MapCell::penetration: return "penetration";
    case MapCell::undecided: return "undecided";
  }
  return "unknown";
}

const char* to_string(Swept swept) noexcept { return swept == Swept::hull ? "hull" : "exact"; }

const char* to_string(Parallel parallel) noexcept {
  switch (parallel) {
    case Parallel::spmd: return "spmd";
    case Parallel::spmd_even: return "spmd_even";
    case Parallel::producer: return "producer";
  }
  return "unknown";
}

Verdict mirrored(Verdict verdict) noexcept {
  if (verdict == Verdict::a_in_b) return Verdict::b_in_a;
  if (verdict == Verdict::b_in_a) return Verdict::a_in_b;
  return verdict;
}

}  // namespace impinge
