// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <span>
#include <string>
#include <vector>

#include "scene/rules/pattern.h"

namespace impinge {

/// The patterns of one side of a rule, ready to be asked about objects.
class Selection {
 public:
  /// Throws Error (bad_scene) for no pattern, or one that Pattern refuses.
  explicit Selection(std::span<const std::string> patterns);

  bool holds(const SceneObject& object) const;

 private:
  enum class Field { name, group, layer };
  struct Part {
    Field field;
    Pattern pattern;
  };
  std::vector<Part> parts_;
};

/// Throws Error (bad_scene) that begins with the rule's origin, or its number, for what no rule can be made of.
void require_rules(std::span<const Rule> rules);

}  // namespace impinge
