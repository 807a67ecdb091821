// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <new>
#include <utility>

#include "io/file/input_file.h"
#include "io/mesh/cut_polygons.h"
#include "io/mesh/format_table.h"
#include "io/mesh/load_arrays.h"

namespace impinge {

namespace io {

void scale_arrays(MeshArrays& arrays, const LoadOptions& options, bool has_unit) {
  const UnitScale from_file =
      has_unit || options.file_units.empty() ? UnitScale{} : unit_scale(options.file_units, options.units);
  if (from_file.times == from_file.over && options.scale == Vec3::Ones()) return;
  for (Vec3& p : arrays.vertices)
    for (int k = 0; k < 3; ++k) p[k] = from_file(p[k]) * options.scale[k];
  arrays.polygons.off_plane = from_file(arrays.polygons.off_plane) * options.scale.cwiseAbs().maxCoeff();
  if ((options.scale.array() < 0).count() % 2 == 0) return;
  for (Face& face : arrays.faces) std::swap(face[1], face[2]);
}

void require_good(const LoadOptions& options) {
  require_unit(options.units);
  if (!options.file_units.empty()) require_unit(options.file_units);
  const Vec3& s = options.scale;
  if (!s.allFinite() || (s.array() == 0).any())
    throw Error(ErrorCode::bad_argument,
                fmt::format("scale {}, {}, {}: each must be finite and not 0", s.x(), s.y(), s.z()));
}

LoadedArrays load_arrays(const std::filesystem::path& file, const LoadOptions& options, bool in_parts, bool keep_axes) {
  require_good(options);
  LoadedArrays loaded;
  {
    const InputFile input(file);
    const FormatRow& format = row_of(choose_format(file, input.bytes()));
    loaded.has_unit = format.has_unit;
    loaded.parts = format.read({input.bytes(), file, {options.units, options.file_units}, in_parts, keep_axes});
  }
  for (PartArrays& part : loaded.parts) {
    cut_polygons(part.arrays, file.string());
    scale_arrays(part.arrays, options, loaded.has_unit);
  }
  return loaded;
}

}  // namespace io

namespace {

std::vector<MeshPart> load(const std::filesystem::path& file, const LoadOptions& options, bool in_parts,
                           bool keep_axes = false) {
  const std::string origin = file.string();
  try {
    io::LoadedArrays loaded = io::load_arrays(file, options, in_parts, keep_axes);
    std::vector<MeshPart> made;
    for (auto& [name, arrays] : loaded.parts) {
      const std::string of_part = in_parts && loaded.has_unit ? fmt::format("{} ({})", origin, name) : origin;
      made.push_back({name, Mesh(std::move(arrays.vertices), std::move(arrays.faces), of_part,
                                 std::move(arrays.source_faces), arrays.polygons)});
    }
    return made;
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large, origin + ": there is not enough memory to load it; split the file");
  }
}

}  // namespace

namespace io {

// Formats with a unit of their own keep it; the others are in `file_units`.
Mesh load_link_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  LoadOptions own = options;
  if (const auto format = format_of_ending(file); format && row_of(*format).has_unit) own.file_units.clear();
  return load(file, own, false, true).front().mesh;
}

}  // namespace io

Octree load_octree(const std::filesystem::path& file) {
  const io::InputFile input(file);
  const std::string origin = file.string();
  const io::FormatRow& format = io::row_of(io::choose_format(file, input.bytes()));
  if (format.read_octree == nullptr)
    io::fail(ErrorCode::file_format, origin, std::string("is ") + format.word + ", not an octree; octrees are .df or .bt");
  return format.read_octree(input.bytes(), origin);
}

Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  return load(file, options, false).front().mesh;
}

std::vector<MeshPart> load_parts(const std::filesystem::path& file, const LoadOptions& options) {
  return load(file, options, true);
}

}  // namespace impinge
