// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "io/file/output_file.h"
#include "io/mesh/format.h"

namespace impinge::io {

/// A file to be read. `units` matter to formats that carry some, `in_parts` to those that have parts.
struct MeshFile {
  Bytes bytes;
  const std::filesystem::path& path;
  FileUnits units;
  bool in_parts;
  bool keep_axes = false;  ///< where the file says which axis is up, do not turn it
};

/// What is in a file, part by part, or all as one part.
using PartReader = std::vector<PartArrays> (*)(const MeshFile& file);
/// Writes a whole file; `units` are those of the coordinates.
using PartWriter = void (*)(Parts parts, const std::filesystem::path& file, std::string_view units);
using OctreeReader = Octree (*)(Bytes bytes, std::string_view origin);

/// A row of the table of formats, which reading, writing, messages and `impinge info` go by.
struct FormatRow {
  Format format;
  const char* word;                         ///< the name for people: "STL", "3MF" …
  std::array<std::string_view, 2> endings;  ///< in lower case, with the point; the second may be empty
  PartReader read;
  PartWriter write = nullptr;          ///< none for a format that is only read, or that is an octree's
  OctreeReader read_octree = nullptr;  ///< for a format of octrees, which write_octree writes
  bool has_unit = false;               ///< its files say what their numbers are in
};

std::span<const FormatRow> format_table() noexcept;
const FormatRow& row_of(Format format) noexcept;

/// "STL, OBJ … and octrees (DF, BT)": what is read, for messages.
std::string readable_formats();
/// ".stl, .obj … or .glb": the endings that write_mesh takes, for messages.
std::string written_endings();

}  // namespace impinge::io
