// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/kept_checks.h"

#include <algorithm>
#include <array>

namespace impinge {

namespace {

constexpr std::size_t kMostSlots = 4;
constexpr std::uint64_t kMostFacePairs = std::uint64_t{1} << 22;  // 48 MB

bool same_view(const ViewOptions& x, const ViewOptions& y) {
  return x.resolution == y.resolution && x.direction == y.direction && x.rule == y.rule &&
         x.direction_count == y.direction_count;
}

// But for callbacks and for how much is listed.
bool same_question(const CheckOptions& x, const CheckOptions& y) {
  const auto flags = [](const CheckOptions& o) {
    return std::array{o.certified, o.volume,  o.contacts, o.curves, o.patches,   o.overlap,
                      o.parting,   o.ignored, o.self,     o.pairs,  o.face_pairs};
  };
  return x.method == y.method && x.clearance == y.clearance && x.level == y.level && same_view(x.view, y.view) &&
         x.refine == y.refine && x.error == y.error && x.tolerance == y.tolerance && x.open == y.open &&
         x.self_objects == y.self_objects && flags(x) == flags(y);
}

bool may_keep(const CheckOptions& options) {
  const bool pair_by_pair =
      options.method == Method::automatic || options.method == Method::slice_map || options.method == Method::cluster_tree;
  return pair_by_pair && !options.level && !options.asks;
}

// Callbacks may hold on to what is the caller's.
CheckOptions question_of(const CheckOptions& options) {
  CheckOptions question = options;
  question.asks = {};
  question.on_progress = {};
  question.is_cancelled = {};
  return question;
}

}  // namespace

KeptChecks::Slot* KeptChecks::find(const Scene& scene, const CheckOptions& options) {
  const std::uint64_t origin = moment_of(scene).origin;
  const auto slot = std::find_if(slots_.begin(), slots_.end(),
                                 [&](const Slot& s) { return s.origin == origin && same_question(s.options, options); });
  if (slot == slots_.end()) return nullptr;
  std::rotate(slot, slot + 1, slots_.end());
  return &slots_.back();
}

std::unique_ptr<CheckMemory> KeptChecks::take(const Scene& scene, const CheckOptions& options, bool repeated) {
  if (!may_keep(options) || moment_of(scene).origin == 0) return nullptr;
  std::unique_ptr<CheckMemory> memory;
  {
    const std::lock_guard lock(mutex_);
    Slot* slot = find(scene, options);
    if (slot == nullptr) {
      if (slots_.size() == kMostSlots) slots_.erase(slots_.begin());
      slots_.push_back({moment_of(scene).origin, question_of(options), nullptr});
      if (!repeated) return nullptr;
    } else {
      memory = std::move(slot->memory);
    }
  }
  if (!memory) {
    memory = std::make_unique<CheckMemory>();
    memory->keeps = true;
  }
  return memory;
}

void KeptChecks::clear() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
}

void KeptChecks::give(const Scene& scene, const CheckOptions& options, std::unique_ptr<CheckMemory> memory) {
  std::uint64_t face_pairs = 0;
  for (const PairAnswer& answer : memory->answers) face_pairs += answer.face_pairs.size();
  if (face_pairs > kMostFacePairs) return;
  const std::lock_guard lock(mutex_);
  if (Slot* const slot = find(scene, options)) slot->memory = std::move(memory);
}

}  // namespace impinge
