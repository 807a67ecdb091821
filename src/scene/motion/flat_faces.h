// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/control.h"

namespace impinge {

struct FeatureOwners;

/// Many faces that are connected in one plane and look the same way: one large face, held by a polygon of eight points.
struct FlatFaces {
  static constexpr std::size_t kFew = 8;  ///< as many faces, or fewer, are not worth a polygon

  std::vector<std::uint32_t> faces;
  Vec3 normal;                  ///< not scaled
  std::array<Vec3, 8> polygon;  ///< in the plane but for rounding; holds all corners

  static std::vector<FlatFaces> find(std::span<const Vec3> vertices, std::span<const Face> faces,
                                     const FeatureOwners& owners, const Control* control = nullptr);
};

}  // namespace impinge
