// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/overlap/overlap_answer.h"

#include <fmt/format.h>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;

std::string lumps_text(const OverlapAnswer& answer, const OverlapSolid& solid) {
  const std::string& unit = answer.scene.units;
  TextTable table({{"lump", Align::right},
                   {fmt::format("volume [{}^3]", unit), Align::right},
                   {fmt::format("area [{}^2]", unit), Align::right},
                   {fmt::format("centroid [{}]", unit)},
                   {fmt::format("box [{}]", unit)},
                   {"faces of a + b", Align::right}});
  const double detail = Detail(answer.scene).of({0}, {1});
  for (std::size_t i = 0; i < solid.lumps.size(); ++i) {
    const Lump& lump = solid.lumps[i];
    table.add({fmt::format("{}", i + 1), number(lump.volume), number(lump.area), point_text(lump.centroid, detail),
               fmt::format("{} to {}", point_text(lump.box_low, detail), point_text(lump.box_high, detail)),
               fmt::format("{} + {}", lump.a_faces.size(), lump.b_faces.size())});
  }
  return table.empty() ? "" : table.text("  ") + '\n';
}

// The words of the pair but for its volume, which the summary has.
std::string pair_text(const OverlapAnswer& answer) {
  if (answer.pair() == nullptr) return "";
  OverlapAsked others = answer.asked;
  others.solid = false;
  const std::string text = overlap_text(*answer.pair(), others, answer.scene.units);
  return text.empty() ? "" : text + '\n';
}

std::string name_of(const OverlapAnswer& answer, std::uint32_t object) { return answer.scene.object({object}).name; }

}  // namespace

const OverlapSolid* OverlapAnswer::solid() const {
  if (combined) return &*combined;
  return pair() != nullptr && pair()->overlap && pair()->overlap->solid ? &*pair()->overlap->solid : nullptr;
}

bool OverlapAnswer::is_finding() const {
  switch (verdict()) {
    case Verdict::crossing:
    case Verdict::a_in_b:
    case Verdict::b_in_a:
    case Verdict::same:
    case Verdict::undecided: return !pair()->ignored;
    default: return false;
  }
}

std::string format_overlap_table(const OverlapAnswer& answer) {
  const OverlapSolid* const solid = answer.solid();
  const std::string& unit = answer.scene.units;
  std::string text = solid != nullptr ? lumps_text(answer, *solid) : "";
  text += pair_text(answer);
  std::string numbers;
  if (solid != nullptr)
    numbers = fmt::format("; {} of {} {}^3 in {}", answer.combine, number(solid->volume), unit,
                          plural(solid->lumps.size(), "lump", "lumps"));
  if (solid != nullptr && !solid->embedded) numbers += ", which meet themselves within the rounding of their points";
  if (answer.pair() != nullptr && answer.pair()->ignored) numbers += " (accepted)";
  return text + fmt::format("{} and {}: {}{}\n", printable(name_of(answer, 0)), printable(name_of(answer, 1)),
                            to_string(answer.verdict()), numbers);
}

std::string format_overlap_json(const OverlapAnswer& answer) {
  const OverlapSolid* const solid = answer.solid();
  const PairAnswer* const pair = answer.pair();
  // Bodies that are apart have an overlap of nothing; no solid of a pair that meets is one that could not be told.
  const bool told = solid != nullptr || (pair == nullptr && !answer.combined);
  Json document = {{"schema", "impinge.overlap/1"}, {"units", answer.scene.units}, {"a", name_of(answer, 0)},
                   {"b", name_of(answer, 1)},       {"combine", answer.combine},   {"verdict", to_string(answer.verdict())}};
  OverlapAsked others = answer.asked;
  others.solid = false;
  if (pair != nullptr)
    add_overlap_json(document, *pair, others);
  else
    add_empty_overlap_json(document, others);
  document["lumps"] = told ? (solid != nullptr ? lumps_json(solid->lumps) : Json::array()) : Json(nullptr);
  document["volume"] = told ? Json(solid != nullptr ? solid->volume : 0) : Json(nullptr);
  document["area"] = told ? Json(solid != nullptr ? solid->area : 0) : Json(nullptr);
  document["faces"] = solid != nullptr && solid->mesh ? solid->mesh->faces().size() : 0;
  document["embedded"] = solid == nullptr || solid->embedded;
  document["ignored"] = pair != nullptr && pair->ignored;
  if (pair != nullptr && pair->ignored) document["reason"] = pair->reason;
  document["stats"] = to_json(answer.result.stats);
  // As for checks: bytes of a name that are no UTF-8 become U+FFFD.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace impinge::cli
