// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "io/file/xml_document.h"
#include "io/mesh/affine.h"
#include "io/mesh/mesh_arrays.h"

namespace impinge::io {

/// A geometry of a COLLADA document: points and polygons, fans of the corners as they stand.
struct DaeGeometry {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;         ///< of all polygons, one after another
  std::vector<std::uint32_t> polygon_begins;  ///< where each begins
};

/// What the elements of a COLLADA document are called by.
class DaeIndex {
 public:
  explicit DaeIndex(const XmlElement& root);

  /// The element that "#id" names; throws Error (unsupported) for one of another document, and if there is none.
  XmlElement find(const XmlElement& user, std::string_view attribute) const;

 private:
  std::unordered_map<std::string, XmlElement> by_id_;  // the first of each
  std::unordered_set<std::string> doubled_;
};

/// Reads one <geometry>. Triangles are counted against `left`, which they are taken off; throws Error (too_large) beyond.
DaeGeometry read_dae_geometry(const XmlElement& geometry, const DaeIndex& index, std::uint64_t& left);

/// What the transforms of a <node> make together.
Affine read_dae_placement(const XmlElement& node);

}  // namespace impinge::io
