// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "apps/cli/sweep/sweep_reports.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;

std::string nine_digits(double value) { return fmt::format("{:.9g}", value == 0 ? 0.0 : value); }

bool sweep_finds(const SweptPair& pair) { return !pair.ignored; }

std::string contact_text(const SweptPair& pair, double detail) {
  if (!pair.first_contact) return "-";
  const FirstContact& c = *pair.first_contact;
  std::string text = point_text(c.point, detail);
  if (c.a_face && c.b_face) text += fmt::format(" faces {}, {}", *c.a_face, *c.b_face);
  return text;
}

std::string intervals_text(const SweptPair& pair) {
  std::string text;
  for (std::size_t i = 0; i < pair.intervals.size() && i < 3; ++i)
    text += fmt::format("{}{} to {}", i > 0 ? ", " : "", nine_digits(pair.intervals[i].begin),
                        nine_digits(pair.intervals[i].end));
  if (pair.intervals.size() > 3) text += fmt::format(" and {} more", pair.intervals.size() - 3);
  return text.empty() ? "-" : text;
}

// With as many digits as its bounds prove, and the bounds where they differ.
std::string least_text(const SweptPair& pair) {
  if (!pair.least_distance) return "-";
  const LeastDistance& d = *pair.least_distance;
  if (d.high == 0) return "0";
  return fmt::format("{:.7g} ({:.7g} to {:.7g}) at time {}", d.value, d.low, d.high, nine_digits(d.t));
}

std::string note_text(const SweptPair& pair) {
  if (!pair.ignored) return pair.first_contact ? "" : "near, no contact";
  return pair.ignore_reason.empty() ? "accepted" : "accepted: " + pair.ignore_reason;
}

// What was found, and what was proved where nothing was.
std::string findings_text(const SweepReport& report) {
  const auto& pairs = report.result.pairs;
  const auto contacts = static_cast<std::uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const SweptPair& p) { return sweep_finds(p) && p.first_contact; }));
  const std::uint64_t near = count_findings(report) - contacts;
  std::string text = contacts == 0 ? "no contact" : plural(contacts, "pair", "pairs") + " in contact";
  if (!report.clearance || *report.clearance == 0) return text;
  const std::string clearance = *report.clearance < std::numeric_limits<double>::infinity()
                                    ? fmt::format("within the clearance of {:.9g} {}", *report.clearance, report.scene.units)
                                    : std::string("with a distance");
  return text + fmt::format(", {} {}",
                            near > 0       ? plural(near, "pair", "pairs")
                            : contacts > 0 ? "no other pair"
                                           : "no pair",
                            clearance);
}

std::string cull_text(const CullStats& c) {
  std::string text =
      fmt::format("velocity_backface: {} of {} faces dropped ({:.0f} %), {} of {} face pairs saved", c.faces_dropped,
                  c.faces, c.faces == 0 ? 0.0 : 100.0 * static_cast<double>(c.faces_dropped) / static_cast<double>(c.faces),
                  c.face_pairs_saved, c.face_pairs);
  if (c.refused_open > 0) text += fmt::format("; refused {} times: open surface", c.refused_open);
  if (c.refused_contact > 0) text += fmt::format("; refused {} times: in contact when the step begins", c.refused_contact);
  if (c.refused_inward > 0) text += fmt::format("; refused {} times: not proved to look outwards", c.refused_inward);
  return text + '\n';
}

// Containment is not looked for where inside is not defined; a clean answer must not hide that.
std::string hint_text(const Scene& scene) {
  std::vector<std::string> open;
  for (const SceneObject& o : scene.objects())
    if (!o.mesh.report().sound()) open.push_back(fmt::format("'{}'", o.name));
  if (open.empty()) return "";
  const bool all_open = std::none_of(scene.objects().begin(), scene.objects().end(),
                                     [](const SceneObject& o) { return o.mesh.closed() && !o.mesh.report().sound(); });
  const std::size_t count = open.size();
  if (count > 3) open.resize(3);
  return fmt::format("hint: {}{} not {}: a sweep follows the surface only, and does not find what is inside.\n",
                     fmt::join(open, ", "),
                     count > 3   ? fmt::format(" and {} more are", count - 3)
                     : count > 1 ? " are"
                                 : " is",
                     all_open ? "closed" : "closed, or all walls have two sides");
}

}  // namespace

std::uint64_t count_findings(const SweepReport& report) {
  return static_cast<std::uint64_t>(std::count_if(report.result.pairs.begin(), report.result.pairs.end(), sweep_finds));
}

std::string format_table(const SweepReport& report) {
  const std::string& unit = report.scene.units;
  TextTable table({{"a"},
                   {"b"},
                   {"time of first contact", Align::right},
                   {fmt::format("at [{}]", unit)},
                   {"times in contact"},
                   {"time of the worst overlap", Align::right},
                   {"crossing face pairs then", Align::right},
                   {fmt::format("least distance [{}]", unit), Align::right},
                   {"note"}});
  const Detail detail(report.scene);
  for (const SweptPair& p : report.result.pairs)
    table.add({report.scene.object(p.a).name, report.scene.object(p.b).name,
               p.first_contact ? nine_digits(p.first_contact->t) : "-", contact_text(p, detail.of(p.a, p.b)),
               intervals_text(p), p.first_contact ? nine_digits(p.worst_t) : "-", fmt::format("{}", p.worst_crossing_count),
               least_text(p), note_text(p)});
  std::string text = table.empty() ? "" : table.text("  ") + '\n';
  if (report.result.cull) text += cull_text(*report.result.cull);
  text += hint_text(report.scene);
  if (!report.hint.empty()) text += fmt::format("hint: {}\n", report.hint);
  const auto accepted = static_cast<std::uint64_t>(
      std::count_if(report.result.pairs.begin(), report.result.pairs.end(), [](const SweptPair& p) { return p.ignored; }));
  text +=
      fmt::format("{} over {}, t = 0 to {}: {}{} ({:.1f} ms)\n", plural(report.scene.objects().size(), "object", "objects"),
                  plural(report.result.steps, "step", "steps"), nine_digits(report.result.duration), findings_text(report),
                  accepted == 0 ? "" : fmt::format("; not counted: {} accepted", accepted), report.result.stats.total_ms);
  return text;
}

}  // namespace impinge::cli
