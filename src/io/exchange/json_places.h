// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Where objects and rules stand in the text of a scene file, for annotations in code hosts.

#include <impinge/scene.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::io {

/// A piece of a text. Lines and columns count from 1; columns count code points, as SARIF has them here.
struct TextRegion {
  std::size_t start_line = 1, start_column = 1, end_line = 1, end_column = 1;
};

class ScenePlaces {
 public:
  /// Of a scene file that load_scene has read; of any other text nothing is known.
  ScenePlaces(const Scene& scene, std::string_view text);

  /// The entry of an object; that of a file in parts for each of them.
  std::optional<TextRegion> of_object(ObjectId id) const;

  /// The entry of a rule of this file; none for rules from elsewhere.
  std::optional<TextRegion> of_rule(std::uint32_t rule) const;

 private:
  std::vector<std::optional<TextRegion>> objects_, rules_;
};

}  // namespace impinge::io
