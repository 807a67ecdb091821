// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <limits>

#include "pipeline/robot/pair_question.h"

namespace impinge {

/// How far two bodies are apart at a state, with a proof: the truth lies between the two.
struct PairGap {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
};

/// Distances of the pairs of a cell at a state, and how fast joints may change them. For one thread.
class PairGaps {
 public:
  PairGaps(const CellPlan& plan, PairQuestions& questions, const CancelCallback& is_cancelled);

  /// At the state of the questions. A lower bound alone, sooner found; 0 if the bodies may meet. It is the distance for
  /// convex bodies, but for its last digits.
  double at_least(std::uint32_t pair);
  /// Both bounds, as close as rounding allows. 0 and 0 where the bodies meet.
  PairGap measure(std::uint32_t pair);

  /// From the state of the questions, joints may go to values that differ by up to `ways`, one for each variable: the points
  /// of the two bodies come no nearer than by this. Each joint is moved after those beyond it have not moved yet, so that
  /// its lever is that of the state itself.
  double approach(std::uint32_t pair, std::span<const double> ways);

 private:
  double lever(const CellPair& pair, const CellPair::Between& joint);
  PairGap measure_meshes(const CellPair& pair);
  PairGap measure_solids(const CellPair& pair);

  const CellPlan& plan_;
  PairQuestions& questions_;
  const CancelCallback& is_cancelled_;
  double slack_;  // of lengths
};

}  // namespace impinge
