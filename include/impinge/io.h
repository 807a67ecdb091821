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
#include <impinge/io/review.h>
#include <impinge/io_export.h>
#include <impinge/mesh.h>
#include <impinge/octree.h>
#include <impinge/scene.h>

/// The `io` component: files in and out. The core library does not need it.
namespace impinge {

class Robot;        // in <impinge/robot.h>
struct RobotFiles;  // there too

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
  /// Unit of the scene: m, cm, mm, um, in or ft. glTF (metres), 3MF and COLLADA (their own units) are converted to it; the
  /// other formats carry no unit and are taken as they are.
  std::string units = "mm";
  /// Unit of the numbers in the file, where it is another one, or where the file states a wrong one; empty: what its format
  /// says, or `units`.
  std::string file_units{};
  /// Times each coordinate, in the file's own frame; not 0. A mesh that it mirrors has its faces turned, so that the outside
  /// stays outside.
  Vec3 scale = Vec3::Ones();
};

/// Reads a mesh: STL, OBJ, PLY, OFF, glTF, GLB, 3MF or COLLADA, by its ending and its content. Everything in the file
/// becomes one mesh, nothing is dropped; polygons are cut into triangles that cover them, see MeshReport::polygons. An
/// octree (DF, BT) becomes the surface of its black voxels. Throws Error that names the file and what to do.
IMPINGE_IO_EXPORT Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});

/// A part of a file, in place.
struct MeshPart {
  std::string name;  ///< as in the file, or "node 3", "item 3"; not unique
  Mesh mesh;         ///< its origin names file and part
};

/// The same, part by part: the nodes of glTF and COLLADA that show a mesh, the build items of 3MF. Other formats have one
/// part, named as the file.
IMPINGE_IO_EXPORT std::vector<MeshPart> load_parts(const std::filesystem::path& file, const LoadOptions& options = {});

/// Reads a scene file, `impinge.scene/1`. Mesh files are relative to it. Throws Error that names the file and the key.
IMPINGE_IO_EXPORT Scene load_scene(const std::filesystem::path& file);
/// The same from text, mesh files relative to `folder`; `origin` names the text in messages.
IMPINGE_IO_EXPORT Scene parse_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin);

/// How open_scene() goes about it.
struct OpenOptions {
  std::filesystem::path index{};   ///< where the index is kept; empty: beside the scene, with `.index` after its name
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// Opens a scene file that may be larger than memory (CheckOptions::memory): of mesh files an index knows boxes, counts,
/// reports and hashes, so that only new and changed ones are read now. What is read later must be what the index knows; else
/// Error (bad_scene). All but single mesh files is there at once. Error (write_failed) where `index` cannot be written.
IMPINGE_IO_EXPORT Scene open_scene(const std::filesystem::path& file, const OpenOptions& options = {});

/// An answer, or a part of one, as bytes for a process that has opened the same scene, and back. Throws Error (file_format)
/// for bytes that are damaged or about another scene.
/// @{
IMPINGE_IO_EXPORT std::string pack_answer(const Scene& scene, const CheckResult& result);
IMPINGE_IO_EXPORT CheckResult unpack_answer(const Scene& scene, std::string_view bytes);
/// @}

/// Reads rules for Scene::set_rules: `{"schema": "impinge.rules/1", "rules": [ … ]}`, or the array alone, written as in a
/// scene file. Throws Error (bad_scene) that names the file, the number of the rule and the key.
IMPINGE_IO_EXPORT std::vector<Rule> load_rules(const std::filesystem::path& file);
/// The same from text; `origin` names it in messages.
IMPINGE_IO_EXPORT std::vector<Rule> parse_rules(std::string_view json, std::string_view origin);

/// Reads a robot from URDF, and SRDF: see RobotFiles. Throws Error that names the file and the line.
IMPINGE_IO_EXPORT Robot load_robot(const std::filesystem::path& file, const RobotFiles& options);

IMPINGE_IO_EXPORT void require_unit(std::string_view unit);  ///< Error (bad_argument) unless LoadOptions::units lists it

/// Writes a mesh by the ending of the file: .stl (binary, floats), .obj, .ply (binary, doubles), .off, .glb or .gltf
/// (floats, in metres; `units` are those of the coordinates). A file that is there already is replaced once all is written.
/// Throws Error: bad_argument for another ending, or a coordinate too large for floats; write_failed.
IMPINGE_IO_EXPORT void write_mesh(const Mesh& mesh, const std::filesystem::path& file, std::string_view units = "mm");

/// The same for several meshes in one file: objects of an .obj, nodes of a .glb or .gltf; in the other formats they are
/// joined. Throws also too_large for more vertices or faces than a file has room for.
IMPINGE_IO_EXPORT void write_parts(std::span<const MeshPart> parts, const std::filesystem::path& file,
                                   std::string_view units = "mm");

/// Points, and the faces between them where they are the vertices of a mesh.
struct PointCloud {
  std::vector<Vec3> points;  ///< finite
  std::vector<Face> faces;   ///< may be empty
  std::string origin;        ///< for messages: the file
};

/// Reads the vertices of a file that load_mesh reads, which needs no faces here, or a text with a point in each line (.xyz,
/// .txt, .asc, .csv, .pts): three numbers, parted by blanks, commas or semicolons, the rest of the line is passed over; '#'
/// or '//' begins a comment, and a first line may name the columns or count the points. Throws Error that names the file
/// and the line: file_format where a line has fewer than three numbers, bad_mesh without points or if one is not finite.
IMPINGE_IO_EXPORT PointCloud load_points(const std::filesystem::path& file, const LoadOptions& options = {});

/// How distances of points are coloured: blue inside, at -range and deeper, over green at 0 to red at range and farther.
struct DistanceColours {
  double range = 0;          ///< where the colours end; if not positive and finite, what 19 of 20 do not exceed, rounded up
  std::string title{};       ///< over the picture
  std::string units = "mm";  ///< of every length
};

/// Where the colours end: `colours.range`, or chosen from the distances.
IMPINGE_IO_EXPORT double colour_range(std::span<const double> distances, const DistanceColours& colours);

/// Writes the points as a binary PLY: doubles x, y, z, the colour of the distance (`red`, `green`, `blue`), the double
/// `distance`, and the faces. Throws Error: bad_argument for another ending, or not a distance for each point; write_failed.
IMPINGE_IO_EXPORT void write_points(const PointCloud& cloud, std::span<const double> distances,
                                    const std::filesystem::path& file, const DistanceColours& colours = {});

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

/// Draws points, or the faces between them, in the colours of their distances as a PNG with a colour scale, a histogram and
/// numbers. PictureOptions::pair and backend do not matter. Throws Error: bad_argument for options out of range or not a
/// distance for each point, write_failed if the file cannot be written.
IMPINGE_IO_EXPORT void write_distance_picture(const PointCloud& cloud, std::span<const double> distances,
                                              const std::filesystem::path& file, const DistanceColours& colours = {},
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

/// What a report says of a pair beyond its answer.
struct ReportPair {
  std::string id{};     ///< stays the same from check to check; decisions refer to it
  bool finding = true;  ///< counts; else it is listed as accepted or ignored
  std::string state{};  ///< "new" or "known" where there was an earlier answer; else empty
  std::string was{};    ///< the verdict of before, where it got worse
};

/// How write_report makes a page.
struct ReportOptions {
  std::string title{};                  ///< over the page
  std::uint64_t max_faces = 5'000'000;  ///< scenes with more keep the bodies that findings name, and boxes for the rest
  std::vector<ReportPair> pairs{};      ///< of the answer's pairs, in their order; may be empty
  std::vector<Decision> decisions{};    ///< that the page begins with, so that what it saves has them too
};

/// Writes a page that shows an answer: one HTML file with the findings, the bodies, and what CheckOptions asked for (the
/// overlap as a solid, curves, patches). It opens from disk in a browser and asks for nothing from outside. Meshes are
/// rounded to a grid of 65,536 steps a body, for the picture alone; the numbers are those of the answer. Throws Error
/// (write_failed) if it cannot be written; no part of it is left then.
IMPINGE_IO_EXPORT void write_report(const Scene& scene, const CheckResult& result, const std::filesystem::path& file,
                                    const ReportOptions& options = {});

/// The same for a motion: with a slider over it, and the contact intervals and distances of each pair over time.
IMPINGE_IO_EXPORT void write_report(const Scene& scene, const SweepResult& result, const std::filesystem::path& file,
                                    const ReportOptions& options = {});

/// The same for a map of two objects: its colours over the bodies. Throws also Error (bad_argument) for an empty map.
IMPINGE_IO_EXPORT void write_report(const Scene& scene, ObjectId a, ObjectId b, const InterferenceMap& map,
                                    const std::filesystem::path& file, const ReportOptions& options = {});

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
