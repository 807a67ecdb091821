// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/answer.h>
#include <impinge/engine.h>
#include <impinge/io_export.h>
#include <impinge/mesh.h>
#include <impinge/octree.h>
#include <impinge/scene.h>

/// The `io` component: files in and out. The core library does not need it.
namespace impinge {

/// A file format as it is listed to users.
struct FormatInfo {
  std::string_view name;                  ///< for people: "STL"
  std::vector<std::string_view> endings;  ///< of its files, in lower case, with the point
  bool writes = false;                    ///< it is written too; all are read
};

/// Every format of meshes and octrees.
IMPINGE_IO_EXPORT std::vector<FormatInfo> formats();

/// How a file is read.
struct LoadOptions {
  /// Unit of the scene: m, cm, mm, um, in or ft. glTF (metres) and 3MF (its own unit) are converted to it; the other
  /// formats carry no unit and are taken as they are.
  std::string units = "mm";
  /// Unit of the numbers in the file, where it is another one, or where the file states a wrong one; empty: what its format
  /// says, or `units`.
  std::string file_units{};
  /// Times each coordinate, in the file's own frame; not 0. A mesh that it mirrors has its faces turned, so that the outside
  /// stays outside.
  Vec3 scale = Vec3::Ones();
};

/// Reads a mesh: STL, OBJ, PLY, OFF, glTF, GLB or 3MF, by its ending and its content. Everything in the file becomes one
/// mesh, nothing is dropped; polygons are cut into triangles that cover them, see MeshReport::polygons. An octree (DF, BT)
/// becomes the surface of its black voxels. Throws Error that names the file and what to do.
IMPINGE_IO_EXPORT Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});

/// A part of a file, in place.
struct MeshPart {
  std::string name;  ///< as in the file, or "node 3", "item 3"; not unique
  Mesh mesh;         ///< its origin names file and part
};

/// The same, part by part: the nodes of glTF that show a mesh, the build items of 3MF. Other formats have one part, named as
/// the file.
IMPINGE_IO_EXPORT std::vector<MeshPart> load_parts(const std::filesystem::path& file, const LoadOptions& options = {});

/// Reads a scene file, `impinge.scene/1`. Mesh files are relative to it. Throws Error that names the file and the key.
IMPINGE_IO_EXPORT Scene load_scene(const std::filesystem::path& file);

/// The same from text, mesh files relative to `folder`; `origin` names the text in messages.
IMPINGE_IO_EXPORT Scene parse_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin);

/// Throws Error (bad_argument) unless it is a unit that LoadOptions::units lists.
IMPINGE_IO_EXPORT void require_unit(std::string_view unit);

/// Writes a mesh by the ending of the file: .stl (binary, floats), .obj, .ply (binary, doubles), .off, .glb or .gltf
/// (floats, in metres; `units` are those of the coordinates). A file that is there already is replaced once all is written.
/// Throws Error: bad_argument for another ending, or a coordinate too large for floats, write_failed if it cannot be
/// written.
IMPINGE_IO_EXPORT void write_mesh(const Mesh& mesh, const std::filesystem::path& file, std::string_view units = "mm");

/// The same for several meshes in one file: objects of an .obj, nodes of a .glb or .gltf; in the other formats they are
/// joined. Throws also too_large for more vertices or faces than a file has room for.
IMPINGE_IO_EXPORT void write_parts(std::span<const MeshPart> parts, const std::filesystem::path& file,
                                   std::string_view units = "mm");

/// Reads an octree: .df (impinge's own) or .bt (OctoMap's binary tree; occupied is black), by its content. The root is the
/// smallest that holds what is black in a .bt. Throws Error (file_format) that says what is damaged.
IMPINGE_IO_EXPORT Octree load_octree(const std::filesystem::path& file);

/// Writes an octree by the ending of the file: .df, or .bt for OctoMap, where black is occupied and all else unknown. A
/// voxel of a .bt lies on multiples of its edge; other octrees are moved there and cover what they covered. Throws Error:
/// bad_argument for another ending, unsupported for more than 32768 voxels from the origin in a .bt, write_failed if it
/// cannot be written.
IMPINGE_IO_EXPORT void write_octree(const Octree& octree, const std::filesystem::path& file);

/// Writes a number for each voxel, x fastest, as an image that ITK, ParaView and 3D Slicer read (.mha, floats). Throws
/// Error: bad_argument unless there are as many numbers as voxels, write_failed if it cannot be written.
IMPINGE_IO_EXPORT void write_voxels(std::span<const float> values, const OctreeFrame& frame,
                                    const std::filesystem::path& file);

/// How write_picture looks at a scene; z points up.
struct PictureOptions {
  int width = 1280;  ///< pixels, 16 to 4096
  int height = 960;  ///< pixels, 16 to 4096
  /// Where the camera stands around z, from the x axis; -60, or where it sees clearly more of the contacts, if not given.
  std::optional<double> azimuth_deg{};
  std::optional<double> elevation_deg{};          ///< how far above the horizon, -90 to 90; 28, or likewise
  std::optional<std::array<ObjectId, 2>> pair{};  ///< draw only these two objects
  Backend backend = Backend::cpu;                 ///< who draws the faces; Error (no_device) as in an engine
};

/// Draws a scene as a PNG with a legend: each object in its own colour; red curves where faces cross, orange points, curves
/// and regions where they touch, violet lines between the nearest points of `near` pairs, all of them grey for accepted
/// pairs and faint where a body hides them. Containers, and the boxes that stand for shapes without faces, are transparent.
/// Where the answer has overlaps as solids (CheckOptions::overlap), their lumps are opaque and all bodies transparent, and
/// the picture is framed on the contacts of these pairs; the contact curves are those of the answer, if it has them.
/// Marks only the face pairs that the result lists. Throws Error: bad_argument for options out of range, write_failed if the
/// file cannot be written.
IMPINGE_IO_EXPORT void write_picture(const Scene& scene, const CheckResult& result, const std::filesystem::path& file,
                                     const PictureOptions& options = {});

/// How write_map_picture labels a map.
struct MapPictureOptions {
  std::string title{};       ///< over the picture; "a / b" with the names below if empty
  std::string a = "a";       ///< name of the first body
  std::string b = "b";       ///< name of the second body
  std::string units = "mm";  ///< of every length
  double range = 0;          ///< the gap at which the colours end; chosen from the map if not positive and finite
  int size = 1024;           ///< pixels along the longer side of the map itself at most, 64 to 4096
};

/// Draws a map as a PNG with legend, scale bar and numbers: pale where a line meets one body alone, green to blue by the
/// width of a gap, yellow in contact, orange to dark red by the depth of a penetration, violet where undecided. A dark line
/// is the contact border, a ring marks the deepest place. `map.up` points up. Throws Error: bad_argument for options out of
/// range or an empty map, write_failed if the file cannot be written.
IMPINGE_IO_EXPORT void write_map_picture(const InterferenceMap& map, const std::filesystem::path& file,
                                         const MapPictureOptions& options = {});

/// Which numbers of a map to write.
enum class MapLayer : std::uint8_t {
  gap,           ///< InterferenceMap::gap
  distance_low,  ///< InterferenceMap::distance_low
};

/// The word for each, as it stands in the enum.
IMPINGE_IO_EXPORT const char* to_string(MapLayer layer) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_IO_EXPORT bool from_string(std::string_view word, MapLayer& layer) noexcept;

/// Writes the numbers of a map, one 32-bit float a cell, by the ending of the file: .pfm (little endian, from row 0 up) or
/// .tif, .tiff (not compressed, from the highest row down; frame and units are in the description). Gaps are positive,
/// penetrations negative, NaN stands where not both bodies are met. Both files show `map.up` upwards.
/// Throws Error: bad_argument for another ending or an empty map, write_failed if the file cannot be written.
IMPINGE_IO_EXPORT void write_map_raw(const InterferenceMap& map, const std::filesystem::path& file,
                                     MapLayer layer = MapLayer::gap, std::string_view units = "mm");

/// Writes both bodies as one binary PLY in world coordinates. Each vertex has the colour of write_map_picture (`red`,
/// `green`, `blue`), the floats `distance` and `distance_low` of the lines beside it (NaN where it does not bound a gap or
/// overlap) and the `body` it belongs to, 0 or 1. Throws Error as write_map_raw.
IMPINGE_IO_EXPORT void write_map_mesh(const Scene& scene, ObjectId a, ObjectId b, const InterferenceMap& map,
                                      const std::filesystem::path& file, double range = 0);

}  // namespace impinge
