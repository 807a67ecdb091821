// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace impinge::io {

struct StepEntity {
  std::size_t begin, end;  ///< in the text
  std::uint64_t line;
};

struct StepEntities {
  std::string_view text;
  std::unordered_map<std::uint32_t, StepEntity> all;

  std::string_view text_of(const StepEntity& e) const { return text.substr(e.begin, e.end - e.begin); }
};

/// Throws Error (file_format) for an assembly that is part of itself.
void require_tree(const StepEntities& entities, std::string_view origin);

/// What Open CASCADE 7.6 reads otherwise than it is meant, without a word.
std::vector<std::string> oddities_of(const StepEntities& entities);

}  // namespace impinge::io
