// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <impinge/answer.h>
#include <impinge/export.h>
#include <impinge/scene.h>

namespace impinge {

/// How the direction of the lines is found where none is given.
enum class DirectionRule : std::uint8_t {
  boxes,  ///< the axis along which the boxes of the two bodies share least
  faces,  ///< the mean normal of the faces where the boxes overlap, free of their signs
};

/// The word for each, as on the command line.
IMPINGE_EXPORT const char* to_string(DirectionRule rule) noexcept;

/// What to look at, and how finely.
struct MapOptions {
  /// Cells along the longer side of the window, 1 to 8192.
  int resolution = 512;
  /// Along which the lines run; any length but zero. Chosen by `rule` if not given.
  std::optional<Vec3> direction{};
  /// How to choose the direction.
  DirectionRule rule = DirectionRule::boxes;
  /// Gaps up to this wide belong to the map, in the scene's unit; wider ones are left out. >= 0.
  double range = std::numeric_limits<double>::infinity();
  /// An overlap no deeper than this is contact, not penetration. >= 0.
  double tolerance = 0;
  /// More directions along which to ask for the translation that parts the bodies.
  std::vector<Vec3> directions{};
};

/// What a line through the middle of a cell meets.
enum class MapCell : std::uint8_t {
  empty,        ///< neither body
  a_only,       ///< body a alone
  b_only,       ///< body b alone
  gap,          ///< both, apart
  contact,      ///< both, closer or deeper by no more than tolerance and error bound
  penetration,  ///< both, overlapping
  undecided,    ///< crossings that do not pair up: an open surface, or a shape that lost one
};

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(MapCell cell) noexcept;

/// How far one body must be moved along a direction to part it from the other.
struct Parting {
  Vec3 direction = Vec3::Zero();  ///< unit length; b moves along it
  double distance = 0;            ///< how far, at the sample lines
};

/// How steep the faces in the window are against the direction of view; 0 is best.
struct SlopeStats {
  double mean_deg = 0;      ///< mean angle between face normals and the direction, weighted by area
  double steep_share = 0;   ///< share of the area steeper than 75 degrees
  std::uint64_t faces = 0;  ///< how many faces were looked at
};

/// Two bodies seen along a direction: what every line through a cell's middle meets, and the numbers summed over all cells.
/// Row 0 is the lowest; cell (column, row) is centred at origin + (column + 1/2) cell right + (row + 1/2) cell up.
struct InterferenceMap {
  Vec3 origin = Vec3::Zero();       ///< lower left corner of the window, at depth 0
  Vec3 right = Vec3::UnitX();       ///< unit vector along a row
  Vec3 up = Vec3::UnitY();          ///< unit vector from row to row
  Vec3 direction = Vec3::UnitZ();   ///< unit vector along which the lines run
  std::string direction_rule;       ///< "given", "boxes" or "faces"
  SlopeStats slope;                 ///< how well the direction suits the faces
  double cell = 0;                  ///< edge of a cell
  int columns = 0;                  ///< cells in a row
  int rows = 0;                     ///< rows
  std::vector<MapCell> cells;       ///< what each cell holds, row by row
  std::vector<float> gap;           ///< along the line: gap > 0, penetration < 0; NaN where not both bodies are met
  std::vector<float> distance_low;  ///< the same, corrected by the slope of the flatter surface: not above the true distance
  std::vector<std::uint32_t> a_face;  ///< face of a that bounds the gap or overlap, UINT32_MAX where there is none
  std::vector<std::uint32_t> b_face;  ///< face of b, likewise

  Bounded overlap_volume;             ///< of the two solids
  Bounded contact_area;               ///< area of the window in which they overlap or are in contact
  Bounded max_depth;                  ///< longest overlap along a line
  Vec3 centroid = Vec3::Zero();       ///< of the overlap; zero where there is none
  Vec3 deepest_point = Vec3::Zero();  ///< middle of the longest overlap; zero where there is none
  std::optional<double> min_gap;      ///< least gap along a line, where bodies are met without overlap
  std::vector<Parting> partings;      ///< along the direction of view first, then those asked for
  bool solids = true;                 ///< both bodies are closed, so that volume and containment are defined
  std::string statement;              ///< what is not defined and why, for people; empty if all is well
  std::uint64_t undecided_cells = 0;  ///< how many cells are undecided
  double depth_error = 0;             ///< largest error bound of a crossing along its line
  Stats stats;                        ///< how it was found
};

}  // namespace impinge
