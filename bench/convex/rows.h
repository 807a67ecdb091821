// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include <impinge/convex.h>

namespace impinge::bench {

/// One line of the table: a size, a distance of the centres, or a worst case.
struct ConvexRow {
  std::string kind;  ///< "size", "distance" or "worst"
  int dimension = 3;
  std::string axes;      ///< of the ellipsoid
  std::string stops_of;  ///< "all" stops or the "paper"'s
  std::size_t vertices = 0, faces = 0;
  double distance = 0;  ///< of the centres, where it is fixed
  int queries = 0;
  double hits = 0;  ///< share that meets
  double ours_ns = 0, warm_ns = 0, pair_checks = 0, bound_share = 0;
  double map_bytes_per_face = 0, bound_bytes = 0, hull_ms = 0, build_ms = 0;
  std::array<double, kConvexStops> stops{};  ///< share settled by each
  std::map<std::string, double> peer_ns;
  std::map<std::string, int> peer_disagreements;
};

std::string rows_csv(const std::vector<ConvexRow>& rows);
std::string rows_json(const std::vector<ConvexRow>& rows, const std::string& commit);
void print_head();
void print_row(const ConvexRow& row);

}  // namespace impinge::bench
