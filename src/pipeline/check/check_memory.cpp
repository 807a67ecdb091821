// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/check_memory.h"

#include <impinge/shapes.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "pairs/face_pair_lists.h"

namespace impinge {

namespace {

std::pair<std::uint32_t, std::uint32_t> key_of(const PairAnswer& answer) { return {answer.a.value, answer.b.value}; }

bool in_order(const PairAnswer& x, const PairAnswer& y) { return key_of(x) < key_of(y); }

}  // namespace

void CheckMemory::begin(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options) {
  find_changes(scene, shapes.version());
  // How many pairs there are decides whether shapes that are not prepared are mapped, and that shows in the witnesses.
  const auto unknown = [&](std::uint32_t i) { return !shapes.knows(scene.objects()[i].mesh); };
  if (!all && !options.face_pairs && (has_unprepared || std::any_of(changed.begin(), changed.end(), unknown))) look_at_all();
  if (all)
    rulebook.emplace(scene, options.clearance, options.ignored);
  else
    rulebook->use(scene);
}

void CheckMemory::find_changes(const Scene& scene, std::uint64_t version) {
  const std::span<const SceneObject> objects = scene.objects();
  const SceneMoment now = moment_of(scene);
  const bool same_rules =
      rulebook && (rulebook->plain() ? scene.rules().empty() && scene.ignored().empty() : now.asking == moment.asking);
  all = !has_answer || now.origin != moment.origin || !same_rules || version != shapes_version ||
        changes.size() > objects.size() || scene.units != units;
  changed.clear();
  if (all) return;
  if (!changes_since(scene, moment, changed))
    for (std::uint32_t i = 0; i < changes.size(); ++i)
      if (changes[i] != objects[i].change) changed.push_back(i);
  for (auto i = static_cast<std::uint32_t>(changes.size()); i < objects.size(); ++i) changed.push_back(i);
  changed.insert(changed.end(), unsteady.begin(), unsteady.end());
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  is_changed.resize(objects.size(), 0);
  for (const std::uint32_t i : changed) is_changed[i] = 1;
}

void CheckMemory::look_at_all() {
  for (const std::uint32_t i : changed) is_changed[i] = 0;
  changed.clear();
  all = true;
}

void CheckMemory::drop_bodies() {
  for (const std::uint32_t i : with_body) bodies[i].reset();
  with_body.clear();
}

void CheckMemory::keep_methods(std::vector<std::string>& words) {
  if (all) methods.clear();
  for (const std::string& word : words)
    if ((all || near_pairs > 0) && std::find(methods.begin(), methods.end(), word) == methods.end()) methods.push_back(word);
  words = methods;
}

void CheckMemory::keep_answers(const Scene& scene, std::uint64_t version, std::vector<PairAnswer>& found) {
  const std::span<const SceneObject> objects = scene.objects();
  std::sort(found.begin(), found.end(), in_order);
  if (all) {
    for (PairAnswer& old : answers) give_face_pairs(old.face_pairs);
    answers.swap(found);
    unsteady.clear();
    changed.resize(objects.size());
    std::iota(changed.begin(), changed.end(), 0u);
  } else {
    merged.clear();
    auto next = found.begin();
    for (PairAnswer& old : answers) {
      if (looks_at({old.a.value, old.b.value})) {
        give_face_pairs(old.face_pairs);
        continue;
      }
      for (; next != found.end() && in_order(*next, old); ++next) merged.push_back(std::move(*next));
      merged.push_back(std::move(old));
    }
    std::move(next, found.end(), std::back_inserter(merged));
    answers.swap(merged);
  }
  changes.resize(objects.size());
  for (const std::uint32_t i : changed) {
    changes[i] = objects[i].change;
    if (objects[i].shape && !objects[i].shape->solid() && !std::binary_search(unsteady.begin(), unsteady.end(), i))
      unsteady.insert(std::lower_bound(unsteady.begin(), unsteady.end(), i), i);
    if (!all) is_changed[i] = 0;
  }
  moment = moment_of(scene);
  units = scene.units;
  shapes_version = version;
  has_answer = true;
}

void cut_face_pairs(std::uint64_t max_pairs, std::vector<PairAnswer>& answers) {
  std::uint64_t room = max_pairs;
  for (PairAnswer& answer : answers) {
    answer.truncated = answer.face_pairs.size() > room;
    if (answer.truncated) answer.face_pairs.resize(room);
    room -= answer.face_pairs.size();
  }
}

void write_answers(const std::vector<PairAnswer>& answers, std::uint64_t max_pairs, std::vector<PairAnswer>& spare,
                   std::vector<PairAnswer>& out) {
  // Lists of face pairs stay with their pair, those of pairs that are gone go to new ones.
  spare.swap(out);
  out.resize(answers.size());
  auto old = spare.begin();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    while (old != spare.end() && in_order(*old, answers[i])) ++old;
    if (old != spare.end() && key_of(*old) == key_of(answers[i])) out[i].face_pairs.swap((old++)->face_pairs);
  }
  for (PairAnswer& gone : spare) give_face_pairs(gone.face_pairs);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    std::vector<FacePair>& list = out[i].face_pairs;
    if (list.capacity() >= answers[i].face_pairs.size()) continue;
    give_face_pairs(list);
    list = take_face_pairs(answers[i].face_pairs);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) out[i] = answers[i];
  cut_face_pairs(max_pairs, out);
}

}  // namespace impinge
