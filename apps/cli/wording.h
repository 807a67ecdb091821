// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Counts, numbers, points and lists as tables and help write them.

#include <impinge/scene.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// "1 pair", "2 pairs".
std::string plural(std::uint64_t count, std::string_view one, std::string_view many);

/// The formats of meshes that are read, "STL, OBJ, PLY, OFF, glTF, GLB or 3MF", or those that are written.
/// @{
std::string mesh_formats();
std::string written_mesh_formats();
/// @}

/// Endings of files that meshes are written to, ".stl" first.
std::vector<std::string_view> written_mesh_endings();

/// ".stl, .obj or .ply".
std::string one_of(std::span<const std::string_view> words);

/// Seven digits read well.
std::string number(double value, int digits = 7);

/// For text and attributes of XML; control characters are left as they are.
std::string xml_escaped(std::string_view text);

/// Tells how fine a coordinate must be to say where on two objects it is: a millionth of the smaller one.
class Detail {
 public:
  explicit Detail(const Scene& scene);
  double of(ObjectId a, ObjectId b) const { return 1e-6 * std::min(sizes_[a.value], sizes_[b.value]); }

 private:
  std::vector<double> sizes_;  // by object
};

/// "(x, y, z)" with seven digits, and far from the origin as many as show the detail.
std::string point_text(const Vec3& point, double detail);

}  // namespace impinge::cli
