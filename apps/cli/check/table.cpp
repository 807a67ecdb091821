// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/io/cad.h>
#include <impinge/mesh.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/baseline.h"
#include "apps/cli/rules/decided.h"
#include "apps/cli/rules/rule_report.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;

// Longer lists of objects hide the pairs; then only the objects that the doctor complains about are shown.
constexpr std::size_t kMaxObjectsShown = 16;

std::string witness_text(const PairAnswer& pair, double detail) {
  if (!pair.witness) return "-";
  const Witness& witness = *pair.witness;
  std::string text = point_text(witness.a_point, detail);
  if (pair.verdict == Verdict::near || pair.beyond) text += " to " + point_text(witness.b_point, detail);
  if (witness.a_face && witness.b_face) text += fmt::format(" faces {}, {}", *witness.a_face, *witness.b_face);
  return text;
}

bool is_sound(const SceneObject& object) { return object.shape ? is_closed(object) : object.mesh.report().sound(); }

// Open surfaces that cross have neither volume nor depth.
bool lacks_volume(const Report& report, const PairAnswer& pair) {
  const bool open = !is_sound(report.scene.object(pair.a)) || !is_sound(report.scene.object(pair.b));
  const bool overlap = pair.verdict == Verdict::crossing || pair.verdict == Verdict::a_in_b ||
                       pair.verdict == Verdict::b_in_a || pair.verdict == Verdict::same;
  return report.volume && open && overlap && pair.a != pair.b;
}

// Bounds, or what lines alone make of them.
std::string interval(const Bounded& x) {
  const std::string value = number(x.value), low = number(x.low), high = number(x.high);
  if (low == value && high == value && !x.sampled) return "";
  return fmt::format(" ({} to {}{})", low, high, x.sampled ? " by sample lines: not proved" : "");
}

std::string depth_text(const Bounded& depth, const std::optional<Vec3>& direction, const std::string& unit) {
  const auto component = [](double x) { return fmt::format("{:.3g}", std::abs(x) < 5e-4 ? 0.0 : x); };
  std::string text = fmt::format("depth {} {}{}", number(depth.value), unit, interval(depth));
  if (direction)
    text +=
        fmt::format(" along ({}, {}, {})", component(direction->x()), component(direction->y()), component(direction->z()));
  return text;
}

std::string extent_text(const Report& report, const PairAnswer& pair) {
  std::string text = lacks_volume(report, pair) ? "volume needs closed bodies" : "";
  const std::string& unit = report.scene.units;
  // The exact volume is said with its lumps where they were asked for.
  const bool said = report.overlap.solid && pair.overlap && pair.overlap->solid;
  if (const auto volume = volume_of(pair); pair.overlap_volume && !said)
    text += fmt::format("volume {} {}^3{}", number(volume->value), unit, interval(*volume));
  if (pair.depth) text += (text.empty() ? "" : ", ") + depth_text(*pair.depth, pair.depth_direction, unit);
  return text;
}

// What the verdict rests on where no exact inside is defined.
std::string winding_text(const Report& report, const PairAnswer& pair) {
  if (!pair.winding) return "";
  const SceneObject &a = report.scene.object(pair.a), &b = report.scene.object(pair.b);
  const double share = 100 * std::min(1.0, std::abs(*pair.winding));
  const auto said = [&](const std::string& who, const char* is, const char* other) {
    return fmt::format("{} {} and {} the other in {:.0f} % of all directions", who, is, other, share);
  };
  if (!is_sound(a) && !is_sound(b)) return said("both", "are not sound solids", "the one surrounds");
  const SceneObject& doubtful = is_sound(a) ? b : a;
  return said(fmt::format("'{}'", doubtful.name), is_closed(doubtful) ? "cancels itself" : "is not closed", "surrounds");
}

// What an object without faces leaves open.
std::string faceless_text(const Report& report, const PairAnswer& pair) {
  if (pair.certainty == Certainty::within_bound && report.cad != nullptr && pair.gap)
    return fmt::format("true surfaces within {} {}", number(std::max(0.0, pair.gap->high)), report.scene.units);
  if (pair.certainty == Certainty::within_bound) return "within the error bound of the solid";
  if (pair.verdict == Verdict::disjoint && !pair.beyond) return "nothing found on the sampled lines: not proved";
  if (pair.verdict != Verdict::undecided || pair.winding) return "";
  const SceneObject &a = report.scene.object(pair.a), &b = report.scene.object(pair.b);
  if (!a.shape && !b.shape) return "";
  const std::string& name = a.shape ? a.name : b.name;
  if (pair.a == pair.b) return fmt::format("'{}' has no faces to check with each other", name);
  return fmt::format("not measured: '{}' has no faces", name);
}

std::string note_text(const Report& report, const PairAnswer& pair) {
  std::vector<std::string> parts;
  for (std::string text :
       {state_text(report, pair), rule_note(report, pair), faceless_text(report, pair), winding_text(report, pair),
        extent_text(report, pair), overlap_text(pair, report.overlap, report.scene.units)})
    if (!text.empty()) parts.push_back(std::move(text));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string verdict_text(const PairAnswer& pair) {
  const bool plain = pair.certainty == Certainty::proved || pair.certainty == Certainty::undecided;
  return plain ? to_string(pair.verdict) : fmt::format("{} ({})", to_string(pair.verdict), to_string(pair.certainty));
}

std::string face_pairs_text(const Report& report, const PairAnswer& pair) {
  if (report.verdicts) return "-";
  if (pair.face_pair_count == 0) return "0";
  return fmt::format("{} ({} + {})", pair.face_pair_count, pair.crossing_count, pair.touching_count);
}

std::string objects_text(const Report& report) {
  const auto objects = report.scene.objects();
  TextTable table({{"object"}, {"faces", Align::right}, {"closed"}, {"doctor"}});
  for (const SceneObject& object : objects) {
    const MeshReport& doctor = object.mesh.report();
    const std::string findings = describe_findings(doctor);
    if (objects.size() > kMaxObjectsShown && findings.empty()) continue;
    if (object.shape) {
      table.add({object.name, "-", closed_column(object), object.shape->name()});
      continue;
    }
    table.add({object.name, fmt::format("{}", object.mesh.face_count()), closed_column(object),
               findings.empty() ? "clean" : findings});
  }
  return table.empty() ? "" : table.text("  ") + '\n';
}

std::string pairs_text(const Report& report) {
  TextTable table({{"a"},
                   {"b"},
                   {"verdict"},
                   {"face pairs (cross + touch)", Align::right},
                   {fmt::format("distance [{}]", report.scene.units), Align::right},
                   {fmt::format("witness [{}]", report.scene.units)},
                   {"note"}});
  const Detail detail(report.scene);
  for (const PairAnswer& pair : report.result.pairs) {
    table.add({report.scene.object(pair.a).name, pair.a == pair.b ? "(itself)" : report.scene.object(pair.b).name,
               verdict_text(pair), face_pairs_text(report, pair), pair.distance ? number(*pair.distance) : "-",
               witness_text(pair, detail.of(pair.a, pair.b)), note_text(report, pair)});
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

// "8 crossing, 16 near": the pairs for which `counts` is true, by their verdict.
template <typename Counts>
std::vector<std::string> count_verdicts(const Report& report, const Counts& counts) {
  constexpr std::array kWords = {Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a,   Verdict::same,
                                 Verdict::touching, Verdict::near,   Verdict::undecided};
  std::vector<std::string> parts;
  for (const Verdict verdict : kWords) {
    std::uint64_t count = 0, likely = 0;
    for (const PairAnswer& pair : report.result.pairs) {
      if (pair.verdict != verdict || !counts(pair)) continue;
      ++count;
      likely += pair.certainty == Certainty::likely ? 1 : 0;
    }
    if (count == 0) continue;
    const std::string doubt = likely == 0 ? "" : likely == count ? " (likely)" : fmt::format(" ({} of them likely)", likely);
    parts.push_back(fmt::format("{} {}{}", count, to_string(verdict), doubt));
  }
  return parts;
}

// "24 findings in 40 pairs: 8 crossing, 16 near; not counted: 8 accepted, 8 touching; not proved: 3 sampled (…)".
std::string summary_text(const Report& report) {
  const std::vector<PairAnswer>& pairs = report.result.pairs;
  const auto count = [&](const auto& is) { return std::count_if(pairs.begin(), pairs.end(), is); };
  std::string text = fmt::format("{} in {}", plural(count_findings(report), "finding", "findings"),
                                 plural(report.result.asked, "pair", "pairs"));
  const auto settled = [](const PairAnswer& p) { return p.ignored || p.accepted; };
  const auto unproved =
      count([&](const PairAnswer& p) { return !settled(p) && !p.beyond && p.verdict == Verdict::disjoint; });
  auto found = count_verdicts(report, [&](const PairAnswer& p) { return is_finding(report, p); });
  auto left = count_verdicts(report, [&](const PairAnswer& p) { return !settled(p) && !is_finding(report, p); });
  if (const auto n = count([](const PairAnswer& p) { return p.beyond; }); n > 0)
    found.push_back(fmt::format("{} too far apart", n));
  if (const auto n = count(settled); n > 0) left.insert(left.begin(), fmt::format("{} accepted", n));
  if (unproved > 0 && report.sampled_is_finding) found.push_back(fmt::format("{} not proved", unproved));
  if (!found.empty()) text += fmt::format(": {}", fmt::join(found, ", "));
  if (!left.empty()) text += fmt::format("; not counted: {}", fmt::join(left, ", "));
  if (unproved > 0) text += fmt::format("; not proved: {} sampled, where nothing was found", unproved);
  if (report.baseline != nullptr) text += "; " + comparison_text(*report.baseline);
  text += skipped_text(report.result.skipped);
  if (report.cad != nullptr && report.cad->stats().unread > 0)
    text += fmt::format("; not clean: {} not read as meant, see the notes",
                        plural(report.cad->stats().unread, "kind of body or place was", "kinds of bodies or places were"));
  const Stats& stats = report.result.stats;
  return fmt::format("{} (method {}, {}, {:.1f} ms)\n", text, fmt::join(stats.methods, "+"),
                     plural(static_cast<std::uint64_t>(std::max(stats.threads, 0)), "thread", "threads"), stats.total_ms);
}

// What to do about open and dirty bodies.
std::string hints_text(const Report& report) {
  const auto objects = report.scene.objects();
  const auto dirty = [](const SceneObject& o) { return !o.shape && !o.mesh.report().clean(); };
  const auto first = std::find_if(objects.begin(), objects.end(), dirty);
  std::string text;
  if (first != objects.end() && !first->mesh.origin().empty())
    text += fmt::format("hint: 'impinge mend {} OUT' does the safe part of a repair and says what it did.\n",
                        first->mesh.origin());
  const auto& pairs = report.result.pairs;
  if (std::any_of(pairs.begin(), pairs.end(),
                  [](const PairAnswer& p) { return p.verdict == Verdict::undecided && p.winding; }))
    text += "hint: an open body may have enclosed what is undecided; '--open surface' looks at surfaces only.\n";
  return text;
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
      Kind{report.inconsistent_edges, report.first_inconsistent_face, "inconsistent edge", "inconsistent edges"},
      Kind{report.back_faces, report.first_back_face, "face that is the back of another", "faces that are backs of others"},
      Kind{report.inside_out_shells, report.first_inside_out_face, "shell inside out", "shells inside out"}};
  std::vector<std::string> parts;
  for (const Kind& kind : kinds) {
    if (kind.count == 0) continue;
    std::string part = plural(kind.count, kind.one, kind.many);
    if (kind.first != MeshReport::kNone) part += fmt::format(" (first at face {})", kind.first);
    parts.push_back(std::move(part));
  }
  const PolygonReport& polygons = report.polygons;
  if (polygons.crossing > 0)
    parts.push_back(fmt::format("{} (first is {})",
                                plural(polygons.crossing, "self-crossing polygon", "self-crossing polygons"),
                                polygons.first_crossing));
  if (polygons.bent > 0)
    parts.push_back(fmt::format("{} (first is {}, up to {} off)",
                                plural(polygons.bent, "non-planar polygon", "non-planar polygons"), polygons.first_bent,
                                number(polygons.off_plane)));
  const std::string all = fmt::format("{}", fmt::join(parts, ", "));
  return report.mixed_orientation() ? "watertight, but faces look both ways: " + all : all;
}

const char* closed_column(const SceneObject& object) {
  if (object.shape) return is_closed(object) ? "yes" : "no";
  const MeshReport& report = object.mesh.report();
  if (report.closed && report.back_faces + report.inside_out_shells > 0)
    return report.cancelled ? "two-sided" : report.back_faces > 0 ? "partly two-sided" : "partly inside out";
  return report.closed ? "yes" : report.mixed_orientation() ? "mixed" : "no";
}

const char* closed_word(const MeshReport& report) {
  if (report.closed && report.back_faces + report.inside_out_shells > 0)
    return report.cancelled ? "two-sided" : report.back_faces > 0 ? "partly two-sided" : "partly inside out";
  return report.closed ? "closed" : report.mixed_orientation() ? "mixed orientation" : "open";
}

bool is_closed(const SceneObject& object) {
  if (!object.shape) return object.mesh.closed();
  return object.shape->closed() || object.shape->solid() != nullptr;
}

bool is_finding(const Report& report, const PairAnswer& pair) {
  if (pair.ignored || pair.accepted) return false;
  if (pair.beyond) return true;
  if (pair.verdict == Verdict::disjoint) return report.sampled_is_finding;
  return report.touching_is_finding || pair.verdict != Verdict::touching;
}

std::uint64_t count_findings(const Report& report) {
  return static_cast<std::uint64_t>(std::count_if(report.result.pairs.begin(), report.result.pairs.end(),
                                                  [&](const PairAnswer& pair) { return is_finding(report, pair); }));
}

std::string format_table(const Report& report) {
  const std::string hint = report.hint.empty() ? "" : fmt::format("hint: {}\n", report.hint);
  return objects_text(report) + pairs_text(report) + listing_text(report.result) + findings_text(report) +
         unused_rules_text(report) + unused_decisions_text(report) + hint + hints_text(report) + summary_text(report);
}

}  // namespace impinge::cli
