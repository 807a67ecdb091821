// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// The blocks of vertices (VertexBoxes) that consecutive faces refer to. They outlast every deformation: where all blocks of
/// a group are far away, its faces need not be read.
class FaceGroups {
 public:
  static constexpr std::size_t kFaces = 64;  ///< consecutive faces

  explicit FaceGroups(std::span<const Face> faces);

  /// False where the numbering of the vertices is so wild that groups would save nothing; then there are none.
  bool useful() const { return !first_.empty(); }

  /// Ascending.
  std::span<const std::uint32_t> blocks(std::size_t group) const {
    return {blocks_.data() + first_[group], first_[group + 1] - first_[group]};
  }

 private:
  std::vector<std::uint32_t> first_, blocks_;
};

}  // namespace impinge
