// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <optional>
#include <vector>

#include "answer/body/body.h"
#include "base/kept_memory.h"
#include "broad/box_tree.h"
#include "exact/decide_pairs.h"
#include "pairs/object_pair.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "pipeline/rules/rulebook.h"
#include "scene/scene_changes.h"
#include "scene/world.h"

namespace impinge {

/// What a check works in: the objects in the world, and all else that is as long as the scene. An engine keeps it for the
/// next check of the same scene with the same question, together with what was found: that holds wherever neither object of
/// a pair has changed since.
struct CheckMemory {
  /// By object. Of hidden ones there is nothing.
  /// @{
  std::vector<PreparedShapes::Tree> trees{};  ///< keeps what `world` points to
  std::vector<PreparedShapes::Groups> groups{};
  KeptVector<WorldObject> world{};
  KeptVector<std::optional<Body>> bodies{};  ///< of objects that are in a pair, while a check runs
  KeptVector<Box> boxes{};                   ///< of the broad phase: as far as an object matters; empty if it is hidden
  /// @}
  std::vector<std::uint32_t> with_body{};  ///< who has one
  std::optional<Rulebook> rulebook{};

  bool keeps = false;           ///< answers are kept for the next check
  bool has_answer = false;      ///< there is one, of `moment`
  bool has_unprepared = false;  ///< some object has no tree of the engine's
  std::string units{};          ///< of the scene then
  SceneMoment moment{};
  std::uint64_t shapes_version = 0;       ///< of what the engine had prepared
  std::vector<std::uint64_t> changes{};   ///< SceneObject::change, by object
  std::vector<PairAnswer> answers{};      ///< ordered, not yet cut
  std::vector<std::string> methods{};     ///< that found them
  std::size_t near_pairs = 0;             ///< that the last check looked at
  std::vector<std::uint32_t> unsteady{};  ///< a user's shapes, which may answer otherwise each time
  CheckResult counts{};                   ///< of pairs that were asked about or not
  std::optional<BoxTree> tree{};          ///< over `boxes`, once few of many objects have moved

  /// Of the check that runs: which objects are looked at. All that are not hidden if `all`.
  /// @{
  bool all = true;
  std::vector<std::uint32_t> changed{};  ///< ordered; hidden ones too
  std::vector<std::uint8_t> is_changed{};
  /// @}

  std::vector<PairContacts> meeting{};  ///< face pairs that were found
  /// Room for lists that are made anew.
  std::vector<PairAnswer> merged{}, written{};

  /// Whether a pair is to be looked at: what is known of it may not hold.
  bool looks_at(const ObjectPair& pair) const { return all || is_changed[pair.a] != 0 || is_changed[pair.b] != 0; }

  /// Finds out which objects have changed since the last answer, if there is one that the scene has to do with.
  void begin(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options);
  /// Adds the methods of this check to those of earlier ones, whose answers still hold.
  void keep_methods(std::vector<std::string>& words);
  /// Bodies are gone, the answers of this check are joined with those that still hold.
  void keep_answers(const Scene& scene, std::uint64_t version, std::vector<PairAnswer>& found);
  void drop_bodies();

 private:
  void find_changes(const Scene& scene, std::uint64_t version);
  void look_at_all();
};

/// Makes `out` a copy of the answers, cut to so many face pairs; reuses what it holds.
void write_answers(const std::vector<PairAnswer>& answers, std::uint64_t max_pairs, std::vector<PairAnswer>& spare,
                   std::vector<PairAnswer>& out);

/// Cuts the face pairs that are listed to so many in all.
void cut_face_pairs(std::uint64_t max_pairs, std::vector<PairAnswer>& answers);

}  // namespace impinge
