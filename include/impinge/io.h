// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <impinge/io_export.h>
#include <impinge/mesh.h>
#include <impinge/scene.h>

/// The `io` component: files in and out. The core library does not need it.
namespace impinge {

struct LoadOptions {
  /// Unit of the scene: m, cm, mm, um, in or ft. glTF (metres) and 3MF (its own unit) are converted to it; the other
  /// formats carry no unit and are taken as they are.
  std::string units = "mm";
};

/// Reads a mesh: STL, OBJ, PLY, OFF, glTF, GLB or 3MF, by its ending and its content. Everything in the file becomes one mesh;
/// polygons are fanned in file order, nothing is dropped. Throws Error that names the file and what to do.
IMPINGE_IO_EXPORT Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});

/// Reads a scene file, `impinge.scene/1`. Mesh files are relative to it. Throws Error that names the file and the key.
IMPINGE_IO_EXPORT Scene load_scene(const std::filesystem::path& file);

/// The same from text, mesh files relative to `folder`; `origin` names the text in messages.
IMPINGE_IO_EXPORT Scene parse_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin);

/// Throws Error (bad_argument) unless it is a unit that LoadOptions::units lists.
IMPINGE_IO_EXPORT void require_unit(std::string_view unit);

/// Writes a mesh by the ending of the file: .stl (binary), .obj, .ply (binary, doubles) or .off.
IMPINGE_IO_EXPORT void write_mesh(const Mesh& mesh, const std::filesystem::path& file);

}  // namespace impinge
