// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <memory>
#include <mutex>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// How far apart pairs of rigid objects were when that was last measured: while both together have moved less since, they
/// are still apart, and nothing has to be searched. Holds a few hundred pairs; may be used from many threads.
class PartedPairs {
 public:
  PartedPairs();
  ~PartedPairs();

  /// Two objects as they are now, and their trees; the trees know how far their shapes reach.
  struct Question {
    const SceneObject &a, &b;
    const ClusterTree &a_tree, &b_tree;
  };

  /// True if they are proved to be apart.
  bool apart(const Question& q);
  /// To be called when a search has found them apart. True if it pays to measure how far: they are asked about often, and
  /// what was measured before answered many questions.
  bool wants_distance(const Question& q);
  /// They are at least this far apart, apart from rounding.
  void keep(const Question& q, double distance);

 private:
  struct Entry;

  Entry& entry_of(const Question& q);

  std::once_flag made_;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace impinge
