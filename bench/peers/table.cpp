// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <tuple>

#include "reports.h"

namespace impinge::bench {
namespace {

// Three figures that matter, from microseconds to minutes.
std::string figure(double value) {
  const int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, digits);
}

std::string figure(const std::optional<double>& value) { return value ? figure(*value) : "-"; }

// Pairs are printed for every peer; here only where they differ from ours.
std::string peer_cell(const Row& row, const std::string& name, const Environment& environment) {
  if (environment.versions.at(name) == "absent") return "absent";
  const auto timing = row.peers.find(name);
  if (timing == row.peers.end()) return "-";
  const auto pairs = row.peer_pairs.find(name);
  const bool other = row.pairs && pairs != row.peer_pairs.end() && pairs->second != *row.pairs;
  return figure(timing->second.median) + (other ? fmt::format(" ({})", pairs->second) : "");
}

std::string spread(const Row& row) {
  if (!row.ours) return "-";
  return fmt::format("{:.0f}%", 100 * (row.ours->most - row.ours->least) / row.ours->median);
}

constexpr const char* kLine = "{:<9} {:<8} {:<7} {:>9} {:>3} {:>9} {:>7}";
constexpr int kPeerWidth = 16;

}  // namespace

std::string table_header() {
  std::string line = fmt::format(kLine, "work", "query", "contact", "triangles", "thr", "ours_ms", "spread");
  for (const std::string& name : peer_names()) line += fmt::format(" {:>{}}", name, kPeerWidth);
  return line + fmt::format(" {:>8} {:>8} {:>8} {:>11}\n", "ratio", "stream_r", "pairs", "peak_bytes");
}

std::string table_line(const Row& row, const Environment& environment) {
  std::string line = fmt::format(kLine, to_string(row.work), to_string(row.query), to_string(row.contact), row.triangles,
                                 row.threads, row.ours ? figure(row.ours->median) : "-", spread(row));
  for (const std::string& name : peer_names()) line += fmt::format(" {:>{}}", peer_cell(row, name, environment), kPeerWidth);
  line += fmt::format(" {:>8} {:>8} {:>8} {:>11}\n", figure(row.ratio()), figure(row.stream_ratio()),
                      row.pairs ? fmt::format("{}", *row.pairs) : "-", row.peak_bytes);
  for (const std::string& name : row.differences) line += fmt::format("  DIFFERENT: {} found something else\n", name);
  return line;
}

std::string thread_table(std::span<const Row> rows) {
  const auto key = [](const Row& r) { return std::tuple(r.work, r.query, r.contact, r.triangles); };
  std::string text;
  for (const Row& one : rows) {
    if (one.threads != 1 || !one.ours) continue;
    for (const Row& many : rows) {
      if (many.threads == 1 || !many.ours || key(one) != key(many)) continue;
      text +=
          fmt::format("{:<9} {:<8} {:<7} {:>9}  {} threads against one: {:.2f}\n", to_string(one.work), to_string(one.query),
                      to_string(one.contact), one.triangles, many.threads, one.ours->median / many.ours->median);
    }
  }
  return text;
}

}  // namespace impinge::bench
