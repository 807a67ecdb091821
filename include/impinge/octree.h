// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <impinge/export.h>
#include <impinge/mesh.h>
#include <impinge/scene.h>

/// Octrees of solids and surfaces, after Smith & Kitamura 1994, chapters 1 and 2: made from a mesh, moved, united, compared.
namespace impinge {

/// What is black in an octree.
enum class OctreeKind : std::uint8_t {
  volume,  ///< the solid: its surface and all that lies inside (winding number not 0)
  face,    ///< the surface alone
};

/// When a voxel is black.
enum class VoxelRule : std::uint8_t {
  contact,  ///< any part of it touches: never misses; for planning and collisions
  centre,   ///< its middle lies inside: nearest in volume, may miss what is thin
};

/// The word for each, as it stands in the enum.
/// @{
IMPINGE_EXPORT const char* to_string(OctreeKind kind) noexcept;
IMPINGE_EXPORT const char* to_string(VoxelRule rule) noexcept;
/// @}
/// Sets the value that has this word; false, and leaves it as it is, if none has.
/// @{
IMPINGE_EXPORT bool from_string(std::string_view word, OctreeKind& kind) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, VoxelRule& rule) noexcept;
/// @}

/// The root cube, and how often it is halved: it has 2^level voxels along each edge.
struct OctreeFrame {
  /// Deepest level of a frame; meshes are made into octrees and octrees moved down to level kMaxMadeLevel.
  static constexpr int kMaxLevel = 16;
  /// Deepest level of what make_octree() makes.
  static constexpr int kMaxMadeLevel = 10;

  Vec3 origin = Vec3::Zero();  ///< the root's lowest corner
  double voxel = 1;            ///< edge of a voxel
  int level = 0;               ///< 0: the root is the only voxel

  /// Voxels along an edge of the root.
  std::uint32_t voxels() const noexcept { return std::uint32_t{1} << level; }
  /// Edge of the root.
  double edge() const noexcept { return voxel * voxels(); }
  /// Equal to the last bit.
  bool operator==(const OctreeFrame& other) const noexcept {
    return origin == other.origin && voxel == other.voxel && level == other.level;
  }
};

/// A cube of whole voxels: lowest corner and edge, in voxels of its frame. Ordered by corner, then edge.
struct OctreeCube {
  std::uint32_t x = 0;     ///< of the lowest corner
  std::uint32_t y = 0;     ///< see x
  std::uint32_t z = 0;     ///< see x
  std::uint32_t edge = 1;  ///< any number; a power of two where the cube is a node
  /// By corner, then edge.
  auto operator<=>(const OctreeCube&) const = default;
};

/// An octree in linear form: its black nodes as sorted Morton codes with their heights, eight bytes each, and condensed (no
/// eight siblings are all black), so that equal sets of voxels are equal octrees. Immutable but for assignment.
class IMPINGE_EXPORT Octree {
 public:
  /// All white. Throws Error (bad_argument) for a level out of range, or an origin or voxel that is no finite, positive
  /// number.
  explicit Octree(const OctreeFrame& frame);
  /// Black where one of the cubes is; they may overlap. Throws Error (bad_argument) for one that leaves the root.
  Octree(const OctreeFrame& frame, std::span<const OctreeCube> cubes);
  /// From the DF code: preorder, two bits a node (0 white, 1 black, 2 gray), four nodes a byte from the low bits. Throws
  /// Error (file_format) for a code that ends early or late, goes deeper than the level, or holds a 3.
  static Octree from_df(const OctreeFrame& frame, std::span<const std::uint8_t> code, std::uint64_t nodes);

  /// Root and voxels.
  const OctreeFrame& frame() const noexcept { return frame_; }
  /// The black nodes: Morton code of the lowest voxel (x in the lowest bit of each three) times 16, plus the height (0 is a
  /// voxel). Ascending.
  std::span<const std::uint64_t> nodes() const noexcept { return nodes_; }
  /// The black nodes as cubes, in the same order.
  std::vector<OctreeCube> cubes() const;
  /// The DF code, see from_df(), and how many nodes it has.
  std::vector<std::uint8_t> df(std::uint64_t& nodes) const;
  /// How many voxels are black.
  std::uint64_t voxel_count() const noexcept;
  /// Volume of what is black.
  double volume() const noexcept;
  /// True if that voxel is black; false outside of the root.
  bool black(std::uint32_t x, std::uint32_t y, std::uint32_t z) const noexcept;
  /// True if the closed black cubes hold the point.
  bool holds(const Vec3& point) const noexcept;

  /// The faces that the black node of that index touches, where the octree was made with them (OctreeMaking::link_faces);
  /// ascending. Empty for nodes inside.
  std::span<const std::uint32_t> faces_of(std::size_t node) const noexcept;

  /// Same frame and same black voxels.
  bool operator==(const Octree& other) const noexcept { return frame_ == other.frame_ && nodes_ == other.nodes_; }

 private:
  friend struct Internals;
  static Octree from_nodes(const OctreeFrame& frame, std::vector<std::uint64_t> nodes);
  void set_faces(std::vector<std::uint32_t> begin, std::vector<std::uint32_t> faces);

  OctreeFrame frame_;
  std::vector<std::uint64_t> nodes_;
  std::vector<std::uint32_t> face_begin_, faces_;
};

/// How make_octree() works.
struct OctreeMaking {
  int level = 6;                          ///< 0 to OctreeFrame::kMaxMadeLevel
  OctreeKind kind = OctreeKind::volume;   ///< solid or surface
  VoxelRule rule = VoxelRule::contact;    ///< the centre rule is for solids alone
  bool link_faces = false;                ///< keep which faces a black node touches
  std::optional<OctreeFrame> frame = {};  ///< else the tightest around the mesh whose origin is a multiple of its voxel
};

/// The octree of a mesh. With the contact rule every point of the solid (or surface) lies in a black voxel. Throws Error:
/// bad_argument for options out of range or a frame that does not hold the mesh, bad_mesh for the solid of an open mesh,
/// unsupported for coordinates beyond 1e100 or a mesh too small for its distance from the origin.
IMPINGE_EXPORT Octree make_octree(const Mesh& mesh, const OctreeMaking& making = {});

/// Set operations; both octrees must have the same frame, else Error (bad_argument).
/// @{
IMPINGE_EXPORT Octree unite(const Octree& a, const Octree& b);
IMPINGE_EXPORT Octree intersect(const Octree& a, const Octree& b);
IMPINGE_EXPORT Octree subtract(const Octree& a, const Octree& b);
/// @}
/// True if some voxel is black in both; stops at the first. Same frame, else Error (bad_argument).
IMPINGE_EXPORT bool share_voxel(const Octree& a, const Octree& b);

/// How hard compacted() tries.
struct Compaction {
  int scans = 14;    ///< greedy scans, each from another size or corner on, as the report rotates its list; 1 at least
  int restarts = 8;  ///< how often each neighbourhood is covered anew in a random way; the same for any number of threads
  std::uint64_t seed = 1;  ///< of the random orders
};

/// Few cubes of any whole edge that do not overlap and cover exactly what is black: large ones first, the best of several
/// scans, bettered by restarts. About half as many as there are black nodes, never more; milliseconds up to level 7, a
/// second at level 8, ten times that two levels on, so do it once for a body. Level kMaxMadeLevel at most, else
/// Error (bad_argument).
IMPINGE_EXPORT std::vector<OctreeCube> compacted(const Octree& octree, const Compaction& compaction = {});

/// How move_octree() works.
struct OctreeMoving {
  VoxelRule rule = VoxelRule::contact;  ///< of the target's voxels
  /// Contact rule: every cube is grown by so much on all sides, in voxels of the target.
  double grow = 0;
};

/// A solid of cubes that moves: always from the same source, so that errors do not grow from step to step. The pose takes
/// the source's frame to the target's; what leaves the target's root is cut off. With the contact rule every point of the
/// moved cubes, as world_point() gives it, lies in a black voxel. Throws Error (bad_argument) for a pose that is not rigid,
/// cubes that the rule does not grow, or a place too far from the origin for voxels of this size.
/// @{
IMPINGE_EXPORT Octree move_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame, const Pose& pose,
                                  const OctreeFrame& target_frame, const OctreeMoving& moving = {});
IMPINGE_EXPORT Octree move_octree(const Octree& source, const Pose& pose, const OctreeFrame& target_frame,
                                  const OctreeMoving& moving = {});
/// @}

/// All that the source passes on its way through the poses: between two of them it turns at constant speed about one axis
/// while the position goes straight. Covers every moment, not only samples. Throws as move_octree() does.
IMPINGE_EXPORT Octree swept_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame,
                                   std::span<const Pose> path, const OctreeFrame& target_frame);

/// For each voxel, x fastest, a lower bound on the distance of its points from the black cubes, in the unit of the frame; 0
/// in black voxels and next to them, infinity where nothing is black. Level 8 at most, else Error (bad_argument).
IMPINGE_EXPORT std::vector<float> clearance_map(const Octree& octree);

/// The surface between black and white voxels, two faces for each square, closed. Throws Error: bad_mesh if nothing is
/// black, too_large for more faces than that.
IMPINGE_EXPORT Mesh octree_surface(const Octree& octree, std::uint64_t max_faces = std::uint64_t{1} << 31);

}  // namespace impinge
