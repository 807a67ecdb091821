// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/rules/rule_report.h"
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

std::string acceptance_text(const SweptPair& pair) {
  if (!pair.ignored) return pair.first_contact || pair.enclosed ? "" : "near, no contact";
  return pair.reason.empty() ? "accepted" : "accepted: " + pair.reason;
}

// Who is within whom, when, and what that rests on.
std::string enclosed_text(const SweepReport& report, const SweptPair& pair) {
  if (!pair.enclosed) return "";
  const Enclosure& e = *pair.enclosed;
  const std::string &a = report.scene.object(pair.a).name, &b = report.scene.object(pair.b).name;
  const std::string how = e.verdict == Verdict::a_in_b     ? fmt::format("'{}' likely in '{}'", a, b)
                          : e.verdict == Verdict::b_in_a   ? fmt::format("'{}' likely in '{}'", b, a)
                          : e.verdict == Verdict::crossing ? std::string("one likely in part within the other")
                          : e.verdict == Verdict::same     ? std::string("likely the same body")
                                                           : std::string("undecided whether one is in the other");
  std::string text = fmt::format("{} from {} to {}", how, nine_digits(e.begin), nine_digits(e.end));
  if (!e.winding) return text;
  return text + fmt::format(": surrounded in {:.0f} % of all directions at time {}",
                            100 * std::min(1.0, std::abs(*e.winding)), nine_digits(e.t));
}

std::string note_text(const SweepReport& report, const SweptPair& pair) {
  std::vector<std::string> parts{acceptance_text(pair), enclosed_text(report, pair)};
  if (pair.overlap) {
    const std::string words = overlap_text(pair.overlap->answer, report.overlap, report.scene.units);
    if (!words.empty()) parts.push_back(fmt::format("at time {}: {}", nine_digits(pair.overlap->t), words));
  }
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "; "));
}

// What was found, and what was proved where nothing was.
std::string findings_text(const SweepReport& report) {
  std::uint64_t contacts = 0, near = 0, inside = 0, undecided = 0;
  for (const SweptPair& p : report.result.pairs) {
    if (!sweep_finds(p)) continue;
    const bool apart = !p.first_contact;
    ++(!apart ? contacts : !p.enclosed ? near : p.enclosed->certainty == Certainty::likely ? inside : undecided);
  }
  std::string text = contacts == 0 ? "no contact" : plural(contacts, "pair", "pairs") + " in contact";
  if (inside > 0) text += fmt::format(", {} likely one in the other", plural(inside, "pair", "pairs"));
  if (undecided > 0) text += fmt::format(", {} undecided", plural(undecided, "pair", "pairs"));
  if (!report.clearance || *report.clearance == 0) return text;
  const std::string clearance = *report.clearance < std::numeric_limits<double>::infinity()
                                    ? fmt::format("within the clearance of {:.9g} {}", *report.clearance, report.scene.units)
                                    : std::string("with a distance");
  return text + fmt::format(", {} {}",
                            near > 0                            ? plural(near, "pair", "pairs")
                            : contacts + inside + undecided > 0 ? "no other pair"
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

// What was not looked for must not hide behind a clean answer, and who is told undecided wants to know what to do.
std::string hint_text(const SweepReport& report) {
  std::vector<std::string> open;
  for (const SceneObject& o : report.scene.objects())
    if (!o.mesh.report().sound()) open.push_back(fmt::format("'{}'", o.name));
  if (open.empty()) return "";
  const std::size_t count = open.size();
  if (count > 3) open.resize(3);
  const std::string names = fmt::format("{}{} not closed, or cancel{} {}", fmt::join(open, ", "),
                                        count > 3   ? fmt::format(" and {} more are", count - 3)
                                        : count > 1 ? " are"
                                                    : " is",
                                        count > 1 ? "" : "s", count > 1 ? "themselves" : "itself");
  if (report.open == OpenBodies::surface)
    return fmt::format("hint: {}: with '--open surface' what is inside is not looked for.\n", names);
  const auto& pairs = report.result.pairs;
  if (std::none_of(pairs.begin(), pairs.end(), [](const SweptPair& p) { return p.enclosed.has_value(); })) return "";
  return fmt::format("hint: {}: what is inside is told by winding numbers; '--open surface' looks at surfaces only.\n",
                     names);
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
               intervals_text(p), p.first_contact ? nine_digits(p.worst_t) : "-",
               p.first_contact ? fmt::format("{}", p.worst_crossing_count) : "-", least_text(p), note_text(report, p)});
  std::string text = table.empty() ? "" : table.text("  ") + '\n';
  if (report.result.cull) text += cull_text(*report.result.cull);
  text += hint_text(report);
  if (!report.hint.empty()) text += fmt::format("hint: {}\n", report.hint);
  const auto accepted = static_cast<std::uint64_t>(
      std::count_if(report.result.pairs.begin(), report.result.pairs.end(), [](const SweptPair& p) { return p.ignored; }));
  text += fmt::format(
      "{} over {}, t = 0 to {}: {}{} ({:.1f} ms)\n", plural(report.scene.objects().size(), "object", "objects"),
      plural(report.result.steps, "step", "steps"), nine_digits(report.result.duration), findings_text(report),
      (accepted == 0 ? "" : fmt::format("; not counted: {} accepted", accepted)) + skipped_text(report.result.skipped),
      report.result.stats.total_ms);
  return text;
}

}  // namespace impinge::cli
