// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <span>
#include <vector>

#include "answer/contact/swept_record.h"
#include "pairs/object_pair.h"
#include "pipeline/rules/rulebook.h"
#include "pipeline/sweep/sweep_clearance.h"
#include "pipeline/sweep/sweep_moments.h"
#include "scene/motion/swept_object.h"

namespace impinge {

/// Which bodies are, at some moment before their surfaces meet, within a body that is open or dirty: they may have got in
/// through a hole. Told at moments by the winding numbers of a check; surfaces that are followed do not tell it.
class SweepEnclosed {
 public:
  /// `meshes` are those of the objects, once a step is searched.
  SweepEnclosed(const Scene& scene, const std::vector<Mesh>& meshes, const Rulebook& rules, const SweepMoments& moments,
                Broad broad)
      : scene_(scene), meshes_(meshes), rules_(rules), moments_(moments), broad_(broad) {}

  /// Looks at a step, whose first contacts are known. Returns how many pairs it looked at.
  std::uint64_t search(const SweepClearance::Step& step, std::size_t number,
                       const std::map<ObjectPair, SweptRecord>& records, Control& control);

  /// Once all steps were searched: a record for each pair of which something was found.
  void add_enclosed_pairs(std::map<ObjectPair, SweptRecord>& records) const;

 private:
  bool suspect(std::uint32_t object) const { return !meshes_[object].report().sound(); }
  std::vector<ObjectPair> pairs_in_reach(const SweepClearance::Step& step) const;
  double stride(const SweepClearance::Step& step, const ObjectPair& pair);

  const Scene& scene_;
  const std::vector<Mesh>& meshes_;
  const Rulebook& rules_;
  const SweepMoments& moments_;
  Broad broad_;
  std::map<std::uint32_t, double> strides_;  // of rigid objects
  std::map<ObjectPair, Enclosure> found_;
};

}  // namespace impinge
