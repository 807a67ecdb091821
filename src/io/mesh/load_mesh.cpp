// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/io.h>

#include <new>

#include "io/file/input_file.h"
#include "io/mesh/format.h"

namespace impinge {
namespace {

io::MeshArrays read_as(io::Format format, io::Bytes bytes, const std::filesystem::path& file, const std::string& units) {
  const std::string origin = file.string();
  switch (format) {
    case io::Format::stl: return io::read_stl(bytes, origin);
    case io::Format::obj: return io::read_obj(bytes, origin);
    case io::Format::ply: return io::read_ply(bytes, origin);
    case io::Format::off: return io::read_off(bytes, origin);
    case io::Format::gltf: return io::read_gltf(bytes, origin, file.parent_path(), units);
    case io::Format::threemf: return io::read_3mf(bytes, origin, units);
    case io::Format::df:
    case io::Format::bt: break;  // octrees, see below
  }
  return {};
}

Octree read_octree(io::Bytes bytes, io::Format format, const std::string& origin) {
  return format == io::Format::df ? io::read_df(bytes, origin) : io::read_bt(bytes, origin);
}

// A few bytes can stand for any number of voxels, so the surface is limited by the size of the file, as for other formats.
Mesh surface_of(io::Bytes bytes, io::Format format, const std::string& origin) {
  const Octree octree = read_octree(bytes, format, origin);
  try {
    const Mesh surface = octree_surface(octree, io::max_triangles(bytes.size()));
    const auto vertices = surface.vertices();
    const auto faces = surface.faces();
    return Mesh({vertices.begin(), vertices.end()}, {faces.begin(), faces.end()}, origin);
  } catch (const Error& error) {
    throw Error(error.code(), origin + ": " + error.what());
  }
}

}  // namespace

Octree load_octree(const std::filesystem::path& file) {
  const io::InputFile input(file);
  const std::string origin = file.string();
  const io::Format format = io::choose_format(file, input.bytes());
  if (format != io::Format::df && format != io::Format::bt)
    io::fail(ErrorCode::file_format, origin,
             std::string("is ") + io::to_string(format) + ", not an octree; octrees are .df or .bt");
  return read_octree(input.bytes(), format, origin);
}

Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  require_unit(options.units);
  const std::string origin = file.string();
  try {
    io::MeshArrays arrays;
    {
      const io::InputFile input(file);
      const io::Format format = io::choose_format(file, input.bytes());
      if (format == io::Format::df || format == io::Format::bt) return surface_of(input.bytes(), format, origin);
      arrays = read_as(format, input.bytes(), file, options.units);
    }
    return Mesh(std::move(arrays.vertices), std::move(arrays.faces), origin, std::move(arrays.source_faces));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large, origin + ": there is not enough memory to load it; split the file");
  }
}

}  // namespace impinge
