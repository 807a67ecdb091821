// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include <impinge/scene.h>

#include "localise/localise_input.h"

namespace impinge::bench {

/// A scene up to the localiser: what face_octree gets, culled as the pipeline does it.
class Problem {
 public:
  Problem(std::string name, Scene scene, LocaliseInput::Asked asked);

  const std::string& name() const { return name_; }
  LocaliseInput input() const { return {world_, faces_, asked_, pairs_, scene_.objects(), kMaxCandidates}; }
  std::size_t faces() const;
  const std::vector<WorldObject>& world() const { return world_; }

 private:
  std::string name_;
  Scene scene_;
  LocaliseInput::Asked asked_;
  std::vector<WorldObject> world_;
  std::vector<ObjectPair> pairs_;
  std::vector<std::vector<std::uint32_t>> faces_;
};

/// Name and maker of each problem, so that one is in memory at a time; the quick ones have few faces.
struct ProblemMaker {
  std::string name;
  Problem (*make)();
  bool quick;
};
std::vector<ProblemMaker> problem_makers();

}  // namespace impinge::bench
