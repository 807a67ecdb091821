// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <new>
#include <utility>

#include "io/file/input_file.h"
#include "io/mesh/cut_polygons.h"
#include "io/mesh/format.h"

namespace impinge {
namespace {

bool is_octree(io::Format format) { return format == io::Format::df || format == io::Format::bt; }

/// Of the formats that carry no unit.
io::MeshArrays read_plain(io::Format format, io::Bytes bytes, const std::string& origin) {
  switch (format) {
    case io::Format::stl: return io::read_stl(bytes, origin);
    case io::Format::obj: return io::read_obj(bytes, origin);
    case io::Format::ply: return io::read_ply(bytes, origin);
    default: return io::read_off(bytes, origin);
  }
}

void scale(io::MeshArrays& arrays, const LoadOptions& options, bool has_unit) {
  const io::UnitScale from_file =
      has_unit || options.file_units.empty() ? io::UnitScale{} : io::unit_scale(options.file_units, options.units);
  if (from_file.times == from_file.over && options.scale == Vec3::Ones()) return;
  for (Vec3& p : arrays.vertices)
    for (int k = 0; k < 3; ++k) p[k] = from_file(p[k]) * options.scale[k];
  arrays.polygons.off_plane = from_file(arrays.polygons.off_plane) * options.scale.cwiseAbs().maxCoeff();
  if ((options.scale.array() < 0).count() % 2 == 0) return;
  for (Face& face : arrays.faces) std::swap(face[1], face[2]);
}

std::vector<io::PartArrays> read_as(io::Format format, io::Bytes bytes, const std::filesystem::path& file,
                                    const LoadOptions& options, bool in_parts) {
  const std::string origin = file.string();
  const io::FileUnits units{options.units, options.file_units};
  if (format == io::Format::gltf) return io::read_gltf(bytes, origin, file.parent_path(), units, in_parts);
  if (format == io::Format::threemf) return io::read_3mf(bytes, origin, units, in_parts);
  std::vector<io::PartArrays> parts(1);
  parts[0].name = file.stem().string();
  parts[0].arrays = read_plain(format, bytes, origin);
  return parts;
}

void require_good(const LoadOptions& options) {
  require_unit(options.units);
  if (!options.file_units.empty()) require_unit(options.file_units);
  const Vec3& s = options.scale;
  if (!s.allFinite() || (s.array() == 0).any())
    throw Error(ErrorCode::bad_argument,
                fmt::format("scale {}, {}, {}: each must be finite and not 0", s.x(), s.y(), s.z()));
}

Octree read_octree(io::Bytes bytes, io::Format format, const std::string& origin) {
  return format == io::Format::df ? io::read_df(bytes, origin) : io::read_bt(bytes, origin);
}

// A few bytes can stand for any number of voxels, so the surface is limited by the size of the file, as for other formats.
io::MeshArrays surface_of(io::Bytes bytes, io::Format format, const std::string& origin) {
  const Octree octree = read_octree(bytes, format, origin);
  try {
    const Mesh surface = octree_surface(octree, io::max_triangles(bytes.size()));
    const auto vertices = surface.vertices();
    const auto faces = surface.faces();
    return {{vertices.begin(), vertices.end()}, {faces.begin(), faces.end()}, {}, {}};
  } catch (const Error& error) {
    throw Error(error.code(), origin + ": " + error.what());
  }
}

std::vector<MeshPart> load(const std::filesystem::path& file, const LoadOptions& options, bool in_parts) {
  require_good(options);
  const std::string origin = file.string();
  try {
    std::vector<io::PartArrays> parts;
    bool has_unit = false;
    {
      const io::InputFile input(file);
      const io::Format format = io::choose_format(file, input.bytes());
      has_unit = format == io::Format::gltf || format == io::Format::threemf;
      if (is_octree(format))
        parts.push_back({file.stem().string(), surface_of(input.bytes(), format, origin)});
      else
        parts = read_as(format, input.bytes(), file, options, in_parts);
    }
    std::vector<MeshPart> made;
    for (auto& [name, arrays] : parts) {
      io::cut_polygons(arrays, origin);
      scale(arrays, options, has_unit);
      const std::string of_part = in_parts && has_unit ? fmt::format("{} ({})", origin, name) : origin;
      made.push_back({name, Mesh(std::move(arrays.vertices), std::move(arrays.faces), of_part,
                                 std::move(arrays.source_faces), arrays.polygons)});
    }
    return made;
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large, origin + ": there is not enough memory to load it; split the file");
  }
}

}  // namespace

Octree load_octree(const std::filesystem::path& file) {
  const io::InputFile input(file);
  const std::string origin = file.string();
  const io::Format format = io::choose_format(file, input.bytes());
  if (!is_octree(format))
    io::fail(ErrorCode::file_format, origin,
             std::string("is ") + io::to_string(format) + ", not an octree; octrees are .df or .bt");
  return read_octree(input.bytes(), format, origin);
}

Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  return load(file, options, false).front().mesh;
}

std::vector<MeshPart> load_parts(const std::filesystem::path& file, const LoadOptions& options) {
  return load(file, options, true);
}

}  // namespace impinge
