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

/// Reads rules for Scene::set_rules: `{"schema": "impinge.rules/1", "rules": [ … ]}`, or the array alone, written as in a
/// scene file. Throws Error (bad_scene) that names the file, the number of the rule and the key.
IMPINGE_IO_EXPORT std::vector<Rule> load_rules(const std::filesystem::path& file);
/// The same from text; `origin` names it in messages.
IMPINGE_IO_EXPORT std::vector<Rule> parse_rules(std::string_view json, std::string_view origin);

/// Throws Error (bad_argument) unless it is a unit that LoadOptions::units lists.
IMPINGE_IO_EXPORT void require_unit(std::string_view unit);

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

/// What a reviewer has decided about a pair: open and assigned ones stay findings.
enum class DecisionState : std::uint8_t { open, assigned, accepted };

/// The word for each, as it stands in the enum.
IMPINGE_IO_EXPORT const char* to_string(DecisionState state) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_IO_EXPORT bool from_string(std::string_view word, DecisionState& state) noexcept;

/// A decision about one pair, as a report page keeps it.
struct Decision {
  std::string id;                             ///< of the pair, as in the answer of a check
  std::string a{};                            ///< name of the first object, for people
  std::string b{};                            ///< and of the second
  DecisionState state = DecisionState::open;  ///< what was decided
  std::string reason{};                       ///< why it is accepted
  std::string assignee{};                     ///< who sees to it
  std::string comment{};                      ///< anything else
  /// What the pair was when it was decided about; one that has become worse is a finding again.
  std::optional<Verdict> verdict{};
  std::string origin{};  ///< where it stands, for messages: "decisions.json: decisions[2]"
};

/// Reads decisions: `{"schema": "impinge.decisions/1", "decisions": [ … ]}`. Throws Error: bad_scene, with the file, the
/// number of the decision and the key, file_missing or file_format.
IMPINGE_IO_EXPORT std::vector<Decision> load_decisions(const std::filesystem::path& file);
/// The same from text; `origin` names it in messages.
IMPINGE_IO_EXPORT std::vector<Decision> parse_decisions(std::string_view json, std::string_view origin);

/// What becomes of a pair in a review.
enum class ReviewState : std::uint8_t {
  finding,   ///< it counts
  known,     ///< a finding of before; it does not count
  accepted,  ///< by the scene, a rule or a decision
  listed,    ///< not counted: a touch that does not matter, or nothing found on the lines of a raster
};

/// The word for each, as it stands in the enum.
IMPINGE_IO_EXPORT const char* to_string(ReviewState state) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_IO_EXPORT bool from_string(std::string_view word, ReviewState& state) noexcept;

/// A number or place of a review, ready to be read: "distance", "0.125 mm".
struct ReviewFact {
  std::string name;   ///< what it is
  std::string value;  ///< with its unit
};

/// One pair as other tools are told of it.
struct ReviewItem {
  std::string id{};                          ///< stays from run to run; need not be there
  ObjectId a{};                              ///< the first object
  ObjectId b{};                              ///< the second, or the first again for an object with itself
  std::string verdict{};                     ///< the word of the Verdict, "beyond", or of a motion "contact" or "near"
  ReviewState state = ReviewState::finding;  ///< whether it counts
  Severity severity = Severity::medium;      ///< of its rule
  std::optional<std::uint32_t> rule{};       ///< which of Scene::rules() it fell under, if one
  std::string reason{};                      ///< of the rule or the decision
  std::string was{};                         ///< the verdict of before, where it got worse
  std::vector<ReviewFact> facts{};           ///< in the order in which they are read
  std::vector<Vec3> places{};                ///< the witness, both nearest points, or the first contact
  std::optional<std::size_t> pair{};         ///< which of CheckResult::pairs, of a check
  std::optional<Decision> decision{};        ///< what was decided about it, if something was
};

/// A finding of before that is no longer there, as it was.
struct GoneFinding {
  std::string id;       ///< as it was
  std::string a;        ///< name of the first object
  std::string b;        ///< and of the second
  std::string verdict;  ///< of before
};

/// An answer as other tools are told of it: all pairs that it lists, and what becomes of them.
struct Review {
  const Scene* scene = nullptr;         ///< borrowed
  const CheckResult* result = nullptr;  ///< borrowed; null for a motion
  std::string command = "check";        ///< which question it answers
  std::string scene_file{};             ///< as the user named it; empty where there is none
  std::vector<ReviewItem> items{};      ///< in the order of the answer
  std::vector<GoneFinding> gone{};      ///< where there are findings of before
  std::vector<RuleUse> rules{};         ///< of each of Scene::rules(); empty for a motion
  std::uint64_t asked = 0;              ///< pairs that were asked about
  double seconds = 0;                   ///< that the answer took
};

/// The review of an answer: every pair counts that is neither ignored nor accepted, and that something was found about.
/// Scene and result are borrowed. `ids` are those of the pairs; none need be given.
IMPINGE_IO_EXPORT Review review_of(const Scene& scene, const CheckResult& result, std::span<const std::string> ids = {});
/// The same of a motion.
IMPINGE_IO_EXPORT Review review_of(const Scene& scene, const SweepResult& result, std::span<const std::string> ids = {});

/// JUnit XML for build servers: a case for each rule, which fails if a finding falls under it, and one for each item; what
/// does not count is skipped, with the reason.
IMPINGE_IO_EXPORT std::string junit_text(const Review& review);
/// SARIF 2.1.0 for code hosts. Results stand where the first object is in the scene file, with the other object and the rule
/// as related places; `scene_text` is the content of that file. What is accepted is suppressed.
IMPINGE_IO_EXPORT std::string sarif_text(const Review& review, std::string_view scene_text = {});
/// Tables in Markdown; `pictures` are names of files for the items that write_markdown draws, in their order.
IMPINGE_IO_EXPORT std::string markdown_text(const Review& review, std::span<const std::string> pictures = {});

/// How reviews are written that show pictures.
struct ReviewOptions {
  std::size_t pictures = 16;             ///< at most so many; the findings first
  int width = 640;                       ///< pixels of each, 16 to 4096
  int height = 480;                      ///< likewise
  Backend backend = Backend::cpu;        ///< who draws, as in PictureOptions
  std::string_view bcf_version = "2.1";  ///< or "3.0"
};

/// Writes markdown_text and its pictures, the latter into a folder beside it that is named after it: report.md has
/// report.pictures. Throws Error (write_failed); then neither is there.
IMPINGE_IO_EXPORT void write_markdown(const Review& review, const std::filesystem::path& file,
                                      const ReviewOptions& options = {});
/// Writes a topic for each finding as BCF (BIM Collaboration Format), with a viewpoint that is framed on the contact, the
/// two components, by IFC GUID where the name has one, and a snapshot. Throws Error: bad_argument for another version,
/// write_failed.
IMPINGE_IO_EXPORT void write_bcf(const Review& review, const std::filesystem::path& file, const ReviewOptions& options = {});
/// Writes the scene of a check as GLB: a node for each object under `objects`, and for each item one under `findings` with
/// its lumps, contact curves and nearest points, as far as the answer has them. Throws Error: bad_argument for another
/// ending, or a review of a motion, write_failed.
IMPINGE_IO_EXPORT void write_review_scene(const Review& review, const std::filesystem::path& file);

}  // namespace impinge
