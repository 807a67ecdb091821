// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The table of methods: the one place where a method has its word. A localiser that needs no more than the faces of object
// pairs is by_faces<it>; the others stand in localisers.cpp.
#include "pipeline/check/methods.h"

#include <array>
#include <cassert>
#include <utility>

#include "broad/sweep_boxes.h"
#include "localise/face_octree/face_octree.h"
#include "localise/sweep_faces/sweep_faces.h"
#include "pipeline/check/localisers.h"

namespace impinge {

namespace {

constexpr MethodRow kMethods[] = {
    {Broad::brute_boxes, "brute_boxes", "broad", Guarantee::superset, "Smith & Kitamura 1994", brute_boxes},
    {Broad::sweep_boxes, "sweep_boxes", "broad", Guarantee::superset, "Baraff 1992", sweep_boxes},
    {SoleMethod::overlap_region, "overlap_region", "cull", Guarantee::superset, "Smith & Kitamura 1994"},
    {SoleMethod::velocity_backface, "velocity_backface", "cull", Guarantee::superset, "Vanecek 1993"},
    {Method::face_octree, "face_octree", "localise", Guarantee::superset, "Smith & Kitamura 1994", by_faces<face_octree>},
    {Method::slice_map, "slice_map", "localise", Guarantee::superset, "impinge", by_slices},
    {Method::cluster_tree, "cluster_tree", "localise", Guarantee::superset, "impinge", by_trees},
    {Method::zlist, "zlist", "localise", Guarantee::sampled, "Shinya & Forgue 1991", by_lines},
    {Method::depth_count, "depth_count", "localise", Guarantee::sampled, "Myszkowski, Okunev & Kunii 1995", by_lines},
    {Method::moved_octree, "moved_octree", "localise", Guarantee::superset, "Smith & Kitamura 1994", by_moved_octrees},
    {Method::polar_newton, "polar_newton", "localise", Guarantee::direct, "Nio, Tokumasu & Ochi", by_polar_newton},
    {Method::sweep_faces, "sweep_faces", "localise", Guarantee::superset, "Baraff 1992", by_faces<sweep_faces>},
    {SoleMethod::swept_pairs, "swept_pairs", "localise", Guarantee::superset, "Smith & Kitamura 1994"},
    {SoleMethod::face_pair_static, "face_pair_static", "exact", Guarantee::direct, "Guigue & Devillers 2003"},
    {SoleMethod::face_pair_swept, "face_pair_swept", "exact", Guarantee::superset, "Smith & Kitamura 1994"},
    {SoleMethod::solid_pair, "solid_pair", "exact", Guarantee::direct, "Gilbert, Johnson & Keerthi 1988"},
};

// Values that are not methods: a choice, or to do without.
constexpr const char *kAutomatic = "auto", *kNone = "none";

template <std::size_t... I>
constexpr std::array<MethodInfo, sizeof...(I)> infos_of(std::index_sequence<I...>) {
  constexpr auto method_of = [](const MethodRow& row) {
    const Method* const method = std::get_if<Method>(&row.value);
    return method != nullptr ? std::optional(*method) : std::nullopt;
  };
  return {{{kMethods[I].word, kMethods[I].stage, kMethods[I].guarantee, kMethods[I].source, method_of(kMethods[I])}...}};
}

constexpr auto kInfos = infos_of(std::make_index_sequence<std::size(kMethods)>());

template <typename Enum>
const MethodRow* find_row(Enum value) noexcept {
  for (const MethodRow& row : kMethods)
    if (const Enum* const v = std::get_if<Enum>(&row.value); v != nullptr && *v == value) return &row;
  return nullptr;
}

template <typename Enum>
const char* word_in_table(Enum value) noexcept {
  const MethodRow* const row = find_row(value);
  return row != nullptr ? row->word.data() : "unknown";
}

template <typename Enum>
bool read_from_table(std::string_view word, Enum& value) noexcept {
  for (const MethodRow& row : kMethods) {
    const Enum* const v = std::get_if<Enum>(&row.value);
    if (v == nullptr || row.word != word) continue;
    value = *v;
    return true;
  }
  return false;
}

}  // namespace

std::span<const MethodInfo> methods() noexcept { return kInfos; }

const char* to_string(Method method) noexcept { return method == Method::automatic ? kAutomatic : word_in_table(method); }

bool from_string(std::string_view word, Method& method) noexcept {
  if (word != kAutomatic) return read_from_table(word, method);
  method = Method::automatic;
  return true;
}

const char* to_string(Broad broad) noexcept { return broad == Broad::none ? kNone : word_in_table(broad); }

bool from_string(std::string_view word, Broad& broad) noexcept {
  if (word != kNone) return read_from_table(word, broad);
  broad = Broad::none;
  return true;
}

std::string word_of(SoleMethod method) { return word_in_table(method); }

const MethodRow& row_of(Method method) {
  const MethodRow* const row = find_row(method);
  assert(row != nullptr && std::holds_alternative<Localiser>(row->function));
  return *row;
}

bool samples_lines(Method method, bool certified) {
  return method != Method::automatic && row_of(method).guarantee == Guarantee::sampled && !certified;
}

std::vector<ObjectPair> broad_pairs(Broad broad, std::span<const Box> boxes) {
  const MethodRow* row = find_row(broad);
  if (row == nullptr) row = find_row(Broad::sweep_boxes);
  assert(row != nullptr && std::holds_alternative<BroadPhase>(row->function));
  return std::get<BroadPhase>(row->function)(boxes);
}

}  // namespace impinge
