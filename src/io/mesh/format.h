// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <impinge/io.h>
#include <impinge/octree.h>

#include "io/file/bytes.h"
#include "io/mesh/mesh_arrays.h"
#include "io/mesh/units.h"

namespace impinge::io {

enum class Format : std::uint8_t { stl, obj, ply, off, gltf, threemf, df, bt, dae, step, iges, brep };

/// The name for people: "STL", "3MF" …; see format_table.h for all that belongs to a format.
const char* to_string(Format format) noexcept;

/// The format an ending stands for, whatever its case; ".glb" and ".gltf" are one.
std::optional<Format> format_of_ending(const std::filesystem::path& file);

/// The format that the content shows beyond doubt. STL and OBJ have no mark of their own, see looks_like.
std::optional<Format> format_of_content(Bytes bytes);

/// What the content looks like, for messages: "a PNG picture", "binary data" …
std::string looks_like(Bytes bytes);

/// The format to read a file as. Throws Error (file_format) if ending and content disagree or neither is known.
Format choose_format(const std::filesystem::path& file, Bytes bytes);

/// One reader per format, over the bytes of the whole file. `origin` names the file in messages.
MeshArrays read_stl(Bytes bytes, std::string_view origin);
MeshArrays read_obj(Bytes bytes, std::string_view origin);
MeshArrays read_ply(Bytes bytes, std::string_view origin);
MeshArrays read_off(Bytes bytes, std::string_view origin);
/// Part by part, or all as one part without a name. Files that a .gltf names are looked for in `folder`.
std::vector<PartArrays> read_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder,
                                  const FileUnits& units, bool in_parts);
std::vector<PartArrays> read_3mf(Bytes bytes, std::string_view origin, const FileUnits& units, bool in_parts);

/// What a reader of COLLADA is told of its file.
struct DaeFile {
  std::string origin;
  std::uint64_t bytes;
  FileUnits units;
  bool keep_axes = false;  ///< not turned so that up is z: files of robots are read so
};
std::vector<PartArrays> read_dae(std::string_view text, const DaeFile& file, bool in_parts);

/// STEP, IGES and BREP through the CAD module, tessellated.
std::vector<PartArrays> read_cad(const std::filesystem::path& file, const FileUnits& units, bool in_parts);

class OutputFile;

using Parts = std::span<const MeshPart>;

/// One writer per format that is written; `file` is for messages.
void write_stl(Parts parts, OutputFile& out, const std::filesystem::path& file);
void write_obj(Parts parts, OutputFile& out, const std::filesystem::path& file);
void write_ply(Parts parts, OutputFile& out, const std::filesystem::path& file);
void write_off(Parts parts, OutputFile& out, const std::filesystem::path& file);

/// Octrees: the DF code with its frame, and OctoMap's binary tree.
Octree read_df(Bytes bytes, std::string_view origin);
Octree read_bt(Bytes bytes, std::string_view origin);

/// True for an STL file of the binary kind: its size fits the count it states.
bool is_binary_stl(Bytes bytes) noexcept;
/// True for the beginning of one of the ASCII kind.
bool is_ascii_stl(std::string_view text);

}  // namespace impinge::io
