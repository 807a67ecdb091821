// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/meet/parted_pairs.h"
#include "pipeline/robot/cell_plan.h"

namespace impinge {

/// One state after another of a cell, asked by one thread: which pairs meet? Remembers, pair by pair, directions that parted
/// covers by where b stood from a, and how far they were apart at a state, so that states near it need no geometry.
class PairQuestions {
 public:
  PairQuestions(const CellPlan& plan, const CancelCallback& is_cancelled);

  /// The state that is asked about from here on.
  void set_state(std::span<const double> state);

  /// The first pair that meets, by its place among the pairs, or none.
  std::optional<std::uint32_t> first_hit();
  /// Any pair that meets, that of the last state first, or none.
  std::optional<std::uint32_t> any_hit();
  bool meets(std::uint32_t pair);

  std::span<const Pose> links() {
    place();
    return links_;
  }
  /// An object where it stands at this state.
  const SceneObject& object(std::uint32_t body);
  const Pose& pose(std::uint32_t body) {
    place();
    return poses_[body];
  }

 private:
  static constexpr int kCells = 4;  // along each side of a cube of directions

  struct Direction {
    Vec3 parting = Vec3::Zero();  // in the frame of a
    double a_end = 0;             // the most of a along it; its radius is in there
    bool known = false;
  };
  struct Memory {
    std::array<Direction, 6 * kCells * kCells> directions;
    std::vector<double> values;  // of the joints between, when it was parted
    double parted = 0;           // how far
    bool known = false;
  };

  void place();
  bool still_parted(const CellPair& pair, const Memory& memory) const;
  void note_parted(const CellPair& pair, Memory& memory, double parted);
  bool parted_by_memory(const CellPair& pair, Memory& memory, const Vec3& towards, Direction*& direction);
  bool meets_exactly(const CellPair& pair);

  const CellPlan& plan_;
  const CancelCallback& is_cancelled_;
  double margin_;
  std::span<const double> state_;
  std::vector<Pose> links_, poses_;
  std::vector<Vec3> centres_;  // of the covers, in the world
  std::vector<SceneObject> objects_;
  std::vector<Memory> memory_;
  PartedPairs parted_pairs_;
  std::uint32_t last_hit_ = UINT32_MAX;
  bool placed_ = false;  // the bodies stand where the state puts them: not before somebody needs to know
};

}  // namespace impinge
