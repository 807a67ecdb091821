// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/mesh.h>
#include <impinge/shapes.h>

#include <optional>

#include "apps/cli/map/map_reports.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/rule_report.h"
#include "apps/cli/text_table.h"

namespace impinge::cli {
namespace {

/// Seven digits for what is compared, four for what is only looked at; -0 would only puzzle.
std::string precise(double value) { return fmt::format("{:.7g}", value == 0 ? 0.0 : value); }
std::string rough(double value) { return fmt::format("{:.4g}", value == 0 ? 0.0 : value); }

std::string coordinates(const Vec3& v) {
  return fmt::format("({}, {}, {})", precise(v.x()), precise(v.y()), precise(v.z()));
}

std::string bodies_text(const MapReport& report) {
  TextTable table({{"body"}, {"name"}, {"faces", TextTable::Align::right}, {"closed"}, {"doctor"}});
  for (const ObjectId id : {report.a, report.b}) {
    const SceneObject& object = report.scene.object(id);
    const std::string findings = describe_findings(object.mesh.report());
    if (object.shape) {
      table.add({id == report.a ? "a" : "b", object.name, "-", closed_column(object), object.shape->name()});
      continue;
    }
    table.add({id == report.a ? "a" : "b", object.name, fmt::format("{}", object.mesh.faces().size()), closed_column(object),
               findings.empty() ? "clean" : findings});
  }
  return table.text("  ") + '\n';
}

std::string view_text(const MapReport& report) {
  const InterferenceMap& map = report.map;
  std::string text = fmt::format("  seen along {} ({}); {} x {} cells of {} {}\n", coordinates(map.direction),
                                 map.direction_rule, map.columns, map.rows, rough(map.cell), report.scene.units);
  if (map.slope.faces > 0) {
    text += fmt::format("  mean surface angle to the view {:.0f} degrees; {:.0f} % of the area is steeper than 75 degrees\n",
                        map.slope.mean_deg, 100 * map.slope.steep_share);
  }
  if (map.views.size() > 1) text += fmt::format("  the best of {} directions; volume by all of them\n", map.views.size());
  return text + '\n';
}

std::string numbers_text(const MapReport& report) {
  const InterferenceMap& map = report.map;
  const std::string& units = report.scene.units;
  constexpr auto kRight = TextTable::Align::right;
  const std::string position = fmt::format("position or direction [{}]", units);
  TextTable table({{"quantity"}, {"value", kRight}, {"low", kRight}, {"high", kRight}, {position}});
  const auto bounded = [&](const std::string& name, const Bounded& number, const std::string& note) {
    table.add({name, precise(number.value), precise(number.low), precise(number.high), note});
  };
  const auto single = [&](const std::string& name, const std::optional<double>& number) {
    table.add({name, number ? precise(*number) : "-", "", "", ""});
  };
  if (map.overlap_volume) {
    bounded(fmt::format("overlap volume [{}^3]", units), *map.overlap_volume,
            map.centroid ? "centroid " + coordinates(*map.centroid) : "");
  }
  bounded(fmt::format("projected contact area [{}^2]", units), map.projected_area, "");
  bounded(fmt::format("max depth [{}]", units), map.max_depth,
          map.deepest_point ? "at " + coordinates(*map.deepest_point) : "");
  if (map.distance) single(fmt::format("distance [{}]", units), map.distance);
  single(fmt::format("min gap on a line [{}]", units), map.min_gap);
  for (const Parting& parting : map.partings)
    bounded(fmt::format("parting [{}]", units), parting.distance, "b along " + coordinates(parting.direction));
  std::string text = table.text("  ");
  if (map.max_depth.sampled)
    text += "  low and high are those of the sample lines: a body has no faces, and the truth may lie beyond them\n";
  return text + '\n';
}

std::string cells_text(const MapReport& report) {
  const auto counts = report.count_cells();
  std::vector<std::string> parts;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] > 0) parts.push_back(fmt::format("{} {}", counts[kind], to_string(static_cast<MapCell>(kind))));
  }
  std::string text = fmt::format("  cells: {}\n", fmt::join(parts, ", "));
  parts.clear();
  for (const RefinedLevel& level : report.map.refined)
    parts.push_back(fmt::format("{} of {} {}", level.cells, rough(level.cell), report.scene.units));
  if (!parts.empty()) text += fmt::format("  refined cells: {}\n", fmt::join(parts, ", "));
  if (!report.map.statement.empty()) text += fmt::format("  note: {}\n", printable(report.map.statement));
  return text + '\n';
}

std::string overlap_text(const InterferenceMap& map, const std::string& units) {
  const char* inside = map.verdict == Verdict::a_in_b   ? "a lies inside b, "
                       : map.verdict == Verdict::b_in_a ? "b lies inside a, "
                       : map.verdict == Verdict::same   ? "a and b are the same solid, "
                                                        : "";
  if (map.verdict == Verdict::same && !map.solids) return "penetration, a and b are the same solid";
  if (map.max_depth.value > 0)
    return fmt::format("penetration, {}up to {} {} deep", inside, rough(map.max_depth.value), units);
  return fmt::format("penetration, {}less than {} {} deep: it lies between the lines", inside, rough(map.max_depth.high),
                     units);
}

std::string apart_text(const MapReport& report) {
  const InterferenceMap& map = report.map;
  const std::string& units = report.scene.units;
  if (map.distance) return fmt::format("no contact, {} {} apart", rough(*map.distance), units);
  if (map.min_gap) return fmt::format("no contact on any line, {} {} apart on the nearest", rough(*map.min_gap), units);
  if (report.count_cells()[static_cast<std::size_t>(MapCell::gap)] > 0)
    return fmt::format("no contact on any line, every gap is wider than {} {}", rough(report.options.range), units);
  return "no contact, no line meets both bodies";
}

std::string verdict_text(const MapReport& report) {
  const InterferenceMap& map = report.map;
  const std::string& units = report.scene.units;
  switch (map.verdict) {
    case Verdict::undecided: return "undecided: the lines cannot tell whether the bodies meet";
    case Verdict::disjoint:
    case Verdict::near: return apart_text(report);
    case Verdict::touching:
      if (map.max_depth.value > 0)
        return fmt::format("contact, no deeper than the tolerance of {} {}", rough(report.options.tolerance), units);
      return "contact, no penetration";
    default: return overlap_text(map, units);
  }
}

std::string summary(const MapReport& report) {
  const std::optional<std::string> accepted = report.accepted();
  std::string note;
  if (accepted) note = accepted->empty() ? " (ignored)" : fmt::format(" (ignored: {})", *accepted);
  const Stats& stats = report.map.stats;
  const Certainty certainty = report.map.certainty;
  if (certainty == Certainty::sampled || certainty == Certainty::likely)
    note = fmt::format(" ({}){}", to_string(certainty), note);
  return fmt::format("{}{}; method {}, {} {}, {:.1f} ms\n", verdict_text(report), printable(note),
                     fmt::join(stats.methods, "+"), stats.threads, stats.threads == 1 ? "thread" : "threads",
                     stats.total_ms);
}

}  // namespace

std::array<std::uint64_t, 7> MapReport::count_cells() const {
  std::array<std::uint64_t, 7> counts{};
  for (const MapCell cell : map.cells) ++counts[static_cast<std::size_t>(cell)];
  return counts;
}

std::optional<std::string> MapReport::accepted() const { return ignored_because(scene, a, b); }

bool MapReport::is_finding() const { return map.verdict != Verdict::disjoint && !accepted(); }

std::string format_map_table(const MapReport& report) {
  const std::string hint = report.hint.empty() ? "" : fmt::format("hint: {}\n", printable(report.hint));
  return bodies_text(report) + view_text(report) + numbers_text(report) + cells_text(report) + hint + summary(report);
}

}  // namespace impinge::cli
