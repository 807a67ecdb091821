// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <impinge/answer.h>

#include "answer/arrangement/cut_points.h"
#include "base/control.h"

namespace impinge {

/// The segment in which a face of a and a face of b cross. In the face of a, seen from its front, what lies behind the face
/// of b is on the left of the way from the first end to the second; in the face of b, what lies behind the face of a is on
/// its right.
struct Chord {
  std::array<std::uint32_t, 2> ends;
  std::array<std::uint32_t, 2> slots;  ///< of the face of a and that of b, see FaceChords::faces
};

/// An end of a chord on the border of a face.
struct BorderEnd {
  std::uint32_t point, chord;
  std::uint8_t edge;  ///< of the face
};

/// An axis along which a face has a shadow with area, and how it turns there: 1 counter-clockwise, else -1; 0 where nobody
/// asked.
struct FaceShadow {
  std::int8_t axis, turn;
};

/// Two surfaces in general position: faces cross in segments whose ends are edges through the inside of faces, no more. All
/// faces that are cut, and how.
struct FaceChords {
  std::vector<std::uint32_t> faces;  ///< by slot: numbered through as in TwoBodies, those of a first
  std::uint32_t first_b_slot = 0;
  std::vector<FaceShadow> shadows;                     ///< by slot
  std::vector<Chord> chords;                           ///< as the face pairs
  std::vector<std::uint32_t> first_chord, chord_list;  ///< by slot: its chords are chord_list[first_chord[slot] ...)
  std::vector<std::uint32_t> first_border;             ///< by slot
  std::vector<BorderEnd> border;                       ///< of each slot counter-clockwise from corner 0

  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(faces.size()); }
  bool in_b(std::uint32_t slot) const { return slot >= first_b_slot; }
  std::span<const std::uint32_t> chords_of(std::uint32_t slot) const {
    return std::span(chord_list).subspan(first_chord[slot], first_chord[slot + 1] - first_chord[slot]);
  }
  std::span<const BorderEnd> border_of(std::uint32_t slot) const {
    return std::span(border).subspan(first_border[slot], first_border[slot + 1] - first_border[slot]);
  }
  /// The slot of a face that is cut; where regions were asked for.
  std::uint32_t slot_of(std::uint32_t face) const { return hashed[place_of(face)]; }

  std::vector<std::uint32_t> hashed;  ///< slots by their faces
  std::size_t place_of(std::uint32_t face) const {
    std::size_t at = std::size_t{face} * 0x9E3779B97F4A7C15u >> 32 & (hashed.size() - 1);
    while (hashed[at] != UINT32_MAX && faces[hashed[at]] != face) at = (at + 1) & (hashed.size() - 1);
    return at;
  }
};

/// Nothing if the surfaces are not in general position. The pairs are ordered; new points are added. Borders, and how
/// shadows turn, are for regions alone.
std::optional<FaceChords> find_chords(const TwoBodies& bodies, std::span<const FacePair> pairs, CutPoints& points,
                                      Control& control, bool for_regions = true);

}  // namespace impinge
