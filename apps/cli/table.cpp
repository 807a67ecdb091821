// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/mesh.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>

#include "reports.h"
#include "text_table.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;

// Longer lists of objects hide the pairs; then only the objects that the doctor complains about are shown.
constexpr std::size_t kMaxObjectsShown = 16;

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Seven digits read well; -0 would only puzzle.
std::string number(double value) { return fmt::format("{:.7g}", value == 0 ? 0.0 : value); }

std::string point_text(const Vec3& point) {
  return fmt::format("({}, {}, {})", number(point.x()), number(point.y()), number(point.z()));
}

std::string witness_text(const PairAnswer& pair) {
  if (!pair.witness) return "-";
  const Witness& witness = *pair.witness;
  std::string text = point_text(witness.a_point);
  if (pair.verdict == Verdict::near) text += " to " + point_text(witness.b_point);
  if (witness.a_face && witness.b_face) text += fmt::format(" faces {}, {}", *witness.a_face, *witness.b_face);
  return text;
}

// Open surfaces that cross have neither volume nor depth.
bool lacks_volume(const Report& report, const PairAnswer& pair) {
  const bool open = !is_closed(report.scene.object(pair.a)) || !is_closed(report.scene.object(pair.b));
  return report.volume && open && pair.a != pair.b && pair.verdict != Verdict::touching && pair.verdict != Verdict::near;
}

std::string extent_text(const Report& report, const PairAnswer& pair) {
  std::string text = lacks_volume(report, pair) ? "volume needs closed bodies" : "";
  const std::string& unit = report.scene.units;
  if (pair.overlap_volume)
    text += fmt::format("volume {} {}^3 ({} to {})", number(pair.overlap_volume->value), unit,
                        number(pair.overlap_volume->low), number(pair.overlap_volume->high));
  if (pair.depth) text += fmt::format("{}depth {} {}", text.empty() ? "" : ", ", number(pair.depth->value), unit);
  if (pair.guarantee == Guarantee::sampled) text += text.empty() ? "sampled" : ", sampled";
  return text;
}

std::string note_text(const Report& report, const PairAnswer& pair) {
  if (pair.ignored) return pair.ignore_reason.empty() ? "ignored" : "ignored: " + pair.ignore_reason;
  const std::string extent = extent_text(report, pair);
  if (!is_finding(report, pair)) return extent.empty() ? "no finding" : "no finding, " + extent;
  return extent;
}

std::string objects_text(const Report& report) {
  const auto objects = report.scene.objects();
  TextTable table({{"object"}, {"faces", Align::right}, {"closed"}, {"doctor"}});
  for (const SceneObject& object : objects) {
    const MeshReport& doctor = object.mesh.report();
    if (objects.size() > kMaxObjectsShown && doctor.clean()) continue;
    const std::string findings = describe_findings(doctor);
    if (object.shape) {
      table.add({object.name, "-", object.shape->closed() ? "yes" : "no", object.shape->name()});
      continue;
    }
    table.add({object.name, fmt::format("{}", object.mesh.faces().size()), doctor.closed ? "yes" : "no",
               findings.empty() ? "clean" : findings});
  }
  return table.empty() ? "" : table.text("  ") + '\n';
}

std::string pairs_text(const Report& report) {
  TextTable table({{"a"},
                   {"b"},
                   {"verdict"},
                   {"face pairs", Align::right},
                   {"crossing", Align::right},
                   {"touching", Align::right},
                   {fmt::format("distance [{}]", report.scene.units), Align::right},
                   {fmt::format("witness [{}]", report.scene.units)},
                   {""}});
  const auto count = [&](std::uint64_t n) { return report.verdicts ? std::string("-") : fmt::format("{}", n); };
  for (const PairAnswer& pair : report.result.pairs) {
    table.add({report.scene.object(pair.a).name, pair.a == pair.b ? "(itself)" : report.scene.object(pair.b).name,
               to_string(pair.verdict), count(pair.face_pair_count), count(pair.crossing_count), count(pair.touching_count),
               pair.distance ? number(*pair.distance) : "-", witness_text(pair), note_text(report, pair)});
  }
  return table.empty() ? "" : table.text("  ") + '\n';
}

std::string listing_text(const CheckResult& result) {
  std::uint64_t listed = 0, found = 0;
  for (const PairAnswer& pair : result.pairs) {
    listed += pair.face_pairs.size();
    found += pair.face_pair_count;
  }
  const bool cut = std::any_of(result.pairs.begin(), result.pairs.end(), [](const PairAnswer& p) { return p.truncated; });
  return cut ? fmt::format("{} of {} listed (truncated by --max-pairs)\n", listed, plural(found, "face pair", "face pairs"))
             : "";
}

std::string summary_text(const Report& report) {
  constexpr std::array kWords = {Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a,   Verdict::same,
                                 Verdict::touching, Verdict::near,   Verdict::undecided};
  std::vector<std::string> parts;
  for (const Verdict verdict : kWords) {
    const auto count = std::count_if(report.result.pairs.begin(), report.result.pairs.end(), [&](const PairAnswer& pair) {
      return pair.verdict == verdict && is_finding(report, pair);
    });
    if (count > 0) parts.push_back(fmt::format("{} {}", count, to_string(verdict)));
  }
  const std::uint64_t findings = count_findings(report);
  const std::uint64_t others = report.result.pairs.size() - findings;
  if (others > 0) parts.push_back(fmt::format("{} ignored", others));
  const std::string details = parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
  const Stats& stats = report.result.stats;
  return fmt::format("{} in {}{}; {}, {}, {:.1f} ms\n", plural(findings, "finding", "findings"),
                     plural(count_checked(report), "pair", "pairs"), details, fmt::join(stats.methods, "+"),
                     plural(static_cast<std::uint64_t>(std::max(stats.threads, 0)), "thread", "threads"), stats.total_ms);
}

}  // namespace

std::string describe_findings(const MeshReport& report) {
  struct Kind {
    std::uint32_t count, first;
    const char *one, *many;
  };
  const std::array kinds = {
      Kind{report.degenerate_faces, report.first_degenerate_face, "degenerate face", "degenerate faces"},
      Kind{report.duplicate_faces, report.first_duplicate_face, "duplicate face", "duplicate faces"},
      Kind{report.open_edges, report.first_open_face, "open edge", "open edges"},
      Kind{report.non_manifold_edges, report.first_non_manifold_face, "non-manifold edge", "non-manifold edges"},
      Kind{report.inconsistent_edges, report.first_inconsistent_face, "inconsistent edge", "inconsistent edges"}};
  std::vector<std::string> parts;
  for (const Kind& kind : kinds) {
    if (kind.count == 0) continue;
    std::string part = plural(kind.count, kind.one, kind.many);
    if (kind.first != MeshReport::kNone) part += fmt::format(" (first at face {})", kind.first);
    parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool is_closed(const SceneObject& object) { return object.shape ? object.shape->closed() : object.mesh.closed(); }

bool is_finding(const Report& report, const PairAnswer& pair) {
  return !pair.ignored && (report.touching_is_finding || pair.verdict != Verdict::touching);
}

std::uint64_t count_findings(const Report& report) {
  return static_cast<std::uint64_t>(std::count_if(report.result.pairs.begin(), report.result.pairs.end(),
                                                  [&](const PairAnswer& pair) { return is_finding(report, pair); }));
}

std::uint64_t count_checked(const Report& report) {
  const auto objects = report.scene.objects();
  std::array<std::uint64_t, 3> in_group{};
  for (const SceneObject& object : objects) ++in_group[static_cast<std::size_t>(object.group)];
  const auto pairs_among = [](std::uint64_t n) { return n * (n - (n > 0 ? 1 : 0)) / 2; };
  const std::uint64_t within =
      pairs_among(in_group[static_cast<std::size_t>(Group::a)]) + pairs_among(in_group[static_cast<std::size_t>(Group::b)]);
  return pairs_among(objects.size()) - within + (report.self ? objects.size() : 0);
}

std::string format_table(const Report& report) {
  return objects_text(report) + pairs_text(report) + listing_text(report.result) + summary_text(report);
}

}  // namespace impinge::cli
