// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The table of formats: the one place where a format has its name, its endings, its reader and its writer.
#include "io/mesh/format_table.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <cassert>

#include "io/file/text_cursor.h"
#include "io/mesh/write_gltf.h"

namespace impinge::io {
namespace {

std::vector<PartArrays> one_part(const MeshFile& file, MeshArrays arrays) {
  std::vector<PartArrays> parts(1);
  parts[0] = {file.path.stem().string(), std::move(arrays)};
  return parts;
}

template <MeshArrays (*read)(Bytes bytes, std::string_view origin)>
std::vector<PartArrays> by_bytes(const MeshFile& file) {
  return one_part(file, read(file.bytes, file.path.string()));
}

std::vector<PartArrays> by_gltf(const MeshFile& file) {
  return read_gltf(file.bytes, file.path.string(), file.path.parent_path(), file.units, file.in_parts);
}

std::vector<PartArrays> by_3mf(const MeshFile& file) {
  return read_3mf(file.bytes, file.path.string(), file.units, file.in_parts);
}

std::vector<PartArrays> by_dae(const MeshFile& file) {
  return read_dae(as_text(file.bytes), {file.path.string(), file.bytes.size(), file.units, file.keep_axes}, file.in_parts);
}

// A few bytes can stand for any number of voxels, so the surface is limited by the size of the file, as for other formats.
template <OctreeReader read>
std::vector<PartArrays> by_surface(const MeshFile& file) {
  const std::string origin = file.path.string();
  const Octree octree = read(file.bytes, origin);
  try {
    const Mesh surface = octree_surface(octree, max_triangles(file.bytes.size()));
    const auto vertices = surface.vertices();
    const auto faces = surface.faces();
    return one_part(file, {{vertices.begin(), vertices.end()}, {faces.begin(), faces.end()}, {}, {}});
  } catch (const Error& error) {
    throw Error(error.code(), origin + ": " + error.what());
  }
}

std::vector<PartArrays> by_cad(const MeshFile& file) { return read_cad(file.path, file.units, file.in_parts); }

template <void (*write)(Parts parts, OutputFile& out, const std::filesystem::path& file)>
void to_file(Parts parts, const std::filesystem::path& file, std::string_view) {
  OutputFile out(file);
  write(parts, out, file);
  out.close();
}

// In the order of the enumerators.
constexpr FormatRow kFormats[] = {
    {Format::stl, "STL", {".stl"}, by_bytes<read_stl>, to_file<write_stl>},
    {Format::obj, "OBJ", {".obj"}, by_bytes<read_obj>, to_file<write_obj>},
    {Format::ply, "PLY", {".ply"}, by_bytes<read_ply>, to_file<write_ply>},
    {Format::off, "OFF", {".off"}, by_bytes<read_off>, to_file<write_off>},
    {.format = Format::gltf,
     .word = "glTF",
     .endings = {".gltf", ".glb"},
     .read = by_gltf,
     .write = write_gltf,
     .has_unit = true},
    {.format = Format::threemf, .word = "3MF", .endings = {".3mf"}, .read = by_3mf, .has_unit = true},
    {Format::df, "DF octree", {".df"}, by_surface<read_df>, nullptr, read_df},
    {Format::bt, "OctoMap binary tree", {".bt"}, by_surface<read_bt>, nullptr, read_bt},
    {.format = Format::dae, .word = "COLLADA", .endings = {".dae"}, .read = by_dae, .has_unit = true},
    {.format = Format::step, .word = "STEP", .endings = {".step", ".stp"}, .read = by_cad, .has_unit = true},
    {.format = Format::iges, .word = "IGES", .endings = {".iges", ".igs"}, .read = by_cad, .has_unit = true},
    {.format = Format::brep, .word = "BREP", .endings = {".brep"}, .read = by_cad, .has_unit = true},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kFormats); ++i)
    if (static_cast<std::size_t>(kFormats[i].format) != i) return false;
  return true;
}
static_assert(in_order());

// ".glb" as "GLB".
std::string as_word(std::string_view ending) {
  std::string word(ending.substr(1));
  for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return word;
}

}  // namespace

std::span<const FormatRow> format_table() noexcept { return kFormats; }

const FormatRow& row_of(Format format) noexcept {
  assert(static_cast<std::size_t>(format) < std::size(kFormats));
  return kFormats[static_cast<std::size_t>(format)];
}

const char* to_string(Format format) noexcept { return row_of(format).word; }

std::optional<Format> format_of_ending(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  for (const FormatRow& row : kFormats)
    for (const std::string_view known : row.endings)
      if (!known.empty() && equal_ignoring_case(ending, known)) return row.format;
  return std::nullopt;
}

std::string readable_formats() {
  std::string meshes, octrees;
  for (const FormatRow& row : kFormats) {
    std::string& list = row.read_octree != nullptr ? octrees : meshes;
    const std::string word = row.read_octree != nullptr ? as_word(row.endings[0]) : row.word;
    list += (list.empty() ? "" : ", ") + word;
    if (!row.endings[1].empty()) list += ", " + as_word(row.endings[1]);
  }
  return fmt::format("{} and octrees ({})", meshes, octrees);
}

std::string written_endings() {
  std::vector<std::string_view> endings;
  for (const FormatRow& row : kFormats)
    for (const std::string_view ending : row.endings)
      if (row.write != nullptr && !ending.empty()) endings.push_back(ending);
  const auto last = endings.end() - 1;
  return fmt::format("{} or {}", fmt::join(endings.begin(), last, ", "), *last);
}

}  // namespace impinge::io

namespace impinge {

std::vector<FormatInfo> formats() {
  std::vector<FormatInfo> all;
  for (const io::FormatRow& row : io::format_table()) {
    const bool octree = row.read_octree != nullptr;
    const std::string_view name = octree ? "octree" : row.word;  // both kinds of octrees are one to users
    if (all.empty() || all.back().name != name) all.push_back({name, {}, octree || row.write != nullptr});
    for (const std::string_view ending : row.endings)
      if (!ending.empty()) all.back().endings.push_back(ending);
  }
  return all;
}

}  // namespace impinge
