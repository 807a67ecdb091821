// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/io.h>

#include <new>

#include "io/format.h"
#include "io/input_file.h"

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
  }
  return {};
}

}  // namespace

Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  require_unit(options.units);
  const std::string origin = file.string();
  try {
    io::MeshArrays arrays;
    {
      const io::InputFile input(file);
      arrays = read_as(io::choose_format(file, input.bytes()), input.bytes(), file, options.units);
    }
    return Mesh(std::move(arrays.vertices), std::move(arrays.faces), origin, std::move(arrays.source_faces));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large, origin + ": there is not enough memory to load it; split the file");
  }
}

}  // namespace impinge
