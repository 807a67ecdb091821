// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace impinge::cli {

/// What the reports of a map are written from.
struct MapReport {
  const Scene& scene;
  ObjectId a, b;
  const InterferenceMap& map;
  const MapOptions& options;
  std::string hint{};  ///< what may be wrong with the input; empty if nothing seems so

  /// How many cells are of each kind, by MapCell.
  std::array<std::uint64_t, 7> count_cells() const;
  /// Why the scene or a rule ignores this pair; nothing if none does.
  std::optional<std::string> accepted() const;
  /// True unless the bodies are disjoint, or the scene accepts what they are; an undecided pair is a finding.
  bool is_finding() const;
};

/// A table for people, with the summary as last line.
std::string format_map_table(const MapReport& report);

/// The JSON document impinge.map/1, see docs/impinge.map.schema.json.
std::string format_map_json(const MapReport& report);

}  // namespace impinge::cli
