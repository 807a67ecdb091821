// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <impinge/convex.h>
#include <impinge/export.h>
#include <impinge/octree.h>

/// Baselines of the papers and other ways to the same answers, for those who compare them; <impinge/impinge.h> does without.
/// Whatever is chosen here, an answer stays the same but for its statistics. Exceptions: Swept::hull reports more,
/// DepthPasses that stop early tell less, and RasterScope::scene has other lines than those of each pair.
namespace impinge {

/// The stage that turns object boxes into object pairs.
enum class Broad : std::uint8_t {
  sweep_boxes,  ///< sort and sweep
  brute_boxes,  ///< every pair of boxes
  none,         ///< all objects go into one octree; checks alone
};

/// Which crossings of a line are kept.
enum class ZlistForm : std::uint8_t {
  complete,  ///< all of them
  minmax,    ///< nearest and farthest of each body; all of them only where these do not settle a line
};

/// What shares a raster in checks by Method::zlist.
enum class RasterScope : std::uint8_t {
  pairs,  ///< each pair has a view of its own
  scene,  ///< Shinya & Forgue 1991: one view, in which all objects are drawn once
};

/// The algorithms of Myszkowski, Okunev & Kunii 1995 by name.
enum class DepthCountForm : std::uint8_t {
  basic,       ///< section 4: two passes, for bodies that every line meets once; what is not so is left undecided
  extended,    ///< section 5: layers are counted, and lines that meet A once settle any B
  simplified,  ///< section 5, three masks: parities instead of counts
};

/// How far Method::depth_count goes. Where lines are left open, a pair without an overlap is `undecided`, and one with an
/// overlap `crossing`, though one body may hold the other.
enum class DepthPasses : std::uint8_t {
  all,    ///< both passes, then layer codes for what they leave open
  early,  ///< the same, but stops behind the pass that shows an overlap
  one,    ///< the first pass alone
  two,    ///< both passes, no layer codes
};

/// How a graphics card draws what both ways can: conservative lists and depth counts.
enum class Drawing : std::uint8_t {
  compute,  ///< by compute shaders
  raster,   ///< by its rasteriser: depth and stencil tests as in the paper, conservative raster where the card has it
};

/// The test behind the swept boxes.
enum class Swept : std::uint8_t {
  exact,  ///< continuous: first contact of moving vertices, edges and faces, with its time
  hull,   ///< Smith & Kitamura 1994, chapter 4: convex hulls of the faces' swept volumes; over-reports, times are
          ///< those of the (part of the) step
};

/// What finds the face pairs of moving objects that may come into contact.
enum class SweptPairs : std::uint8_t {
  trees,         ///< trees of both bodies, descended together with boxes that move
  face_octree,   ///< Smith & Kitamura 1994, chapter 4: an octree over the swept boxes of the faces in the overlap regions
  moved_octree,  ///< chapter 1: voxels of the shapes' octrees, swept; face_octree for what deforms
};

/// How the face pairs of a step are shared among the threads.
enum class Parallel : std::uint8_t {
  spmd,       ///< all candidates first, then the tests, in shares that threads take as they are free
  spmd_even,  ///< the same in even shares, one for each thread
  producer,   ///< tests begin while candidates are still being found
};

/// Which way an octree is moved; the result is the same wherever the rule is.
enum class OctreeMotion : std::uint8_t {
  reference,   ///< Weng & Ahuja 1987: each cube by itself from the root, bounding boxes of spheres; centre rule alone
  exact_test,  ///< the same with the exact cube/cube test; centre rule alone
  descent,     ///< one descent with the cubes that meet the parent, as in the report
  efficient,   ///< the same down to bricks of 64^3 voxels, where rows of bits are filled
  translation_reference,  ///< upright cubes, each by itself from the root, six planes a test; contact rule alone
  translation,            ///< upright cubes, cell ranges looked up in tables of each axis
};

/// The word for each as on the command line, or in the enum.
/// @{
IMPINGE_EXPORT const char* to_string(Broad broad) noexcept;
IMPINGE_EXPORT const char* to_string(ZlistForm form) noexcept;
IMPINGE_EXPORT const char* to_string(RasterScope scope) noexcept;
IMPINGE_EXPORT const char* to_string(DepthCountForm form) noexcept;
IMPINGE_EXPORT const char* to_string(DepthPasses passes) noexcept;
IMPINGE_EXPORT const char* to_string(Drawing drawing) noexcept;
IMPINGE_EXPORT const char* to_string(Swept swept) noexcept;
IMPINGE_EXPORT const char* to_string(SweptPairs pairs) noexcept;
IMPINGE_EXPORT const char* to_string(Parallel parallel) noexcept;
IMPINGE_EXPORT const char* to_string(OctreeMotion motion) noexcept;
/// @}
/// Sets the value that has this word; false, and leaves it as it is, if none has.
/// @{
IMPINGE_EXPORT bool from_string(std::string_view word, Broad& broad) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, ZlistForm& form) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, RasterScope& scope) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, DepthCountForm& form) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, DepthPasses& passes) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Drawing& drawing) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Swept& swept) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, SweptPairs& pairs) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Parallel& parallel) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, OctreeMotion& motion) noexcept;
/// @}

/// How an engine works where there is another way; see its second constructor.
struct Experiments {
  Broad broad = Broad::sweep_boxes;                      ///< checks and sweeps: the broad phase
  ZlistForm zlist = ZlistForm::complete;                 ///< maps, and checks by Method::zlist: which crossings are kept
  RasterScope raster = RasterScope::pairs;               ///< checks by Method::zlist: what shares a view
  DepthCountForm depth_form = DepthCountForm::extended;  ///< checks by Method::depth_count: which algorithm
  DepthPasses depth_passes = DepthPasses::all;           ///< the same: how far it goes
  Drawing drawing = Drawing::compute;                    ///< how a card draws
  Swept swept = Swept::exact;                            ///< sweeps: the test of a face pair
  SweptPairs swept_pairs = SweptPairs::trees;            ///< sweeps: what finds the face pairs
  Parallel parallel = Parallel::spmd;                    ///< sweeps: how threads share the tests
};

/// How move_octree() works where there is another way.
struct OctreeExperiments {
  /// Where the pose turns by quarters alone, `descent` and `efficient` work as `translation`.
  OctreeMotion motion = OctreeMotion::efficient;
  /// The cubes are split into this many parts, each part's target made on its own, and the targets united; 0: as many as
  /// threads.
  int parts = 1;
};

/// What a motion did.
struct MotionCounts {
  std::uint64_t cubes = 0;  ///< of the source
  std::uint64_t tests = 0;  ///< cube/cube tests; `efficient` counts rows of voxels too
};

/// As in octree.h. Throws Error (bad_argument) also for a motion that the rule or the pose does not allow.
IMPINGE_EXPORT Octree move_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame, const Pose& pose,
                                  const OctreeFrame& target_frame, const OctreeMoving& moving,
                                  const OctreeExperiments& experiments, MotionCounts* counts = nullptr);

/// Which stops a query may use; all of them unless the paper's own are to be shown.
struct ConvexQuery {
  bool support_stops = true;  ///< false: only the paper's stops, and GJK for what they leave
  bool bound_tables = true;   ///< false: the maps of all faces from the start
  int max_iterations = 6;     ///< of Newton's method, before the start is selected anew, 1 to 64
  int reselections = 1;       ///< of its start, 0 to 8
};

/// As in convex.h.
IMPINGE_EXPORT ConvexAnswer polar_newton(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                                         ConvexWarmStart* warm, const ConvexQuery& query);

}  // namespace impinge
