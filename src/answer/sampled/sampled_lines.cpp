// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/sampled/sampled_lines.h"

#include <algorithm>

#include "answer/columns/map_column.h"
#include "exact/decide_pairs.h"
#include "raster/zlist/zlist_walk.h"

namespace impinge {

namespace {

// Length of a body outside the other that no error bound explains away.
std::int64_t outside_length(std::span<const Fragment> list, int body) {
  std::int64_t sum = 0;
  int winding[2] = {0, 0};
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    winding[list[i].object() & 1] += list[i].entry() ? 1 : -1;
    if (winding[body] == 0 || winding[1 - body] != 0) continue;
    sum += std::max<std::int64_t>(0, list[i + 1].low() - list[i].high());
  }
  return sum;
}

void look_at_solids(std::span<const Fragment> list, const RasterView& v, int column, int row, LineFindings& found) {
  const MapColumn c = solid_column(list);
  if (!c.balanced) return;
  if (c.longest > c.error) {
    found.overlap = true;
    if (c.longest > found.longest) {
      found.longest = c.longest;
      found.point = v.point(column, row, longest_middle(list));
    }
  }
  for (int body = 0; body < 2; ++body) found.outside[body] = found.outside[body] || outside_length(list, body) > 0;
}

// Crossings with an open surface, told inside or outside the closed one if there is one.
void look_at_surface(const RasterObject (&objects)[2], std::span<const Fragment> list, const RasterView& v, int column,
                     int row, LineFindings& found) {
  for (int open = 0; open < 2; ++open) {
    if (objects[open].closed || !objects[1 - open].closed) continue;
    int winding = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Fragment& f = list[i];
      if (static_cast<int>(f.object()) != open) {
        winding += f.entry() ? 1 : -1;
        continue;
      }
      const bool clear = (i == 0 || list[i - 1].high() < f.low()) && (i + 1 == list.size() || f.high() < list[i + 1].low());
      if (!clear) continue;
      (winding != 0 ? found.inside : found.outside)[open] = true;
      if (winding != 0 && found.longest == 0) {
        found.longest = 1;
        found.point = v.point(column, row, f.z);
      }
    }
  }
}

Verdict verdict_of(const PairAnswer& pair, bool solids, const LineFindings& all) {
  if (!solids) {
    for (int open = 0; open < 2; ++open)
      if (all.inside[open] && !all.outside[open] && pair.crossing_count == 0)
        return open == 0 ? Verdict::a_in_b : Verdict::b_in_a;
    if (all.inside[0] || all.inside[1] || pair.crossing_count > 0) return Verdict::crossing;
    return pair.touching_count > 0 ? Verdict::touching : Verdict::disjoint;
  }
  if (all.overlap) {
    if (!all.outside[0] && !all.outside[1]) return Verdict::same;
    if (!all.outside[0]) return Verdict::a_in_b;
    return all.outside[1] ? Verdict::crossing : Verdict::b_in_a;
  }
  if (pair.crossing_count > 0) return Verdict::crossing;
  if (all.open) return Verdict::undecided;
  return pair.touching_count > 0 ? Verdict::touching : Verdict::disjoint;
}

void set_witness(const LinePair& bodies, const LineFindings& all, PairAnswer& pair) {
  if (pair.verdict == Verdict::disjoint || pair.verdict == Verdict::undecided) return;
  Witness witness;
  witness.a_point = witness.b_point = all.point;
  if (!all.overlap && !all.inside[0] && !all.inside[1] && !pair.face_pairs.empty()) {
    // The common part of two small boxes stands in for the common point.
    const FacePair& f = pair.face_pairs.front();
    const Box shared =
        intersection(box_of(bodies.objects[0].mesh->triangle(f.a_face)), box_of(bodies.objects[1].mesh->triangle(f.b_face)));
    witness.a_point = witness.b_point = shared.low / 2 + shared.high / 2;
    witness.a_face = f.a_face;
    witness.b_face = f.b_face;
  }
  pair.witness = witness;
}

}  // namespace

void LineFindings::add(const LineFindings& o) {
  if (o.longest > longest || (!overlap && o.overlap)) {
    point = o.point;
    longest = std::max(longest, o.longest);
  }
  overlap = overlap || o.overlap;
  open = open || o.open;
  for (int k = 0; k < 2; ++k) {
    outside[k] = outside[k] || o.outside[k];
    inside[k] = inside[k] || o.inside[k];
  }
  ties.insert(ties.end(), o.ties.begin(), o.ties.end());
  undecided += o.undecided;
}

void look_at_line(const LinePair& pair, std::span<const Fragment> list, const RasterView& view, int column, int row,
                  LineFindings& found) {
  bool tie = false;
  for_each_tie(list, [&](std::uint32_t i, std::uint32_t j) {
    tie = true;
    const Fragment &x = list[i].object() == 0 ? list[i] : list[j], &y = list[i].object() == 0 ? list[j] : list[i];
    if (x.face != kNoFace && y.face != kNoFace) found.ties.push_back({pair.ids.a, pair.ids.b, x.face, y.face});
  });
  found.undecided += tie;
  if (pair.solids())
    look_at_solids(list, view, column, row, found);
  else
    look_at_surface(pair.objects, list, view, column, row, found);
  // What was found on this line needs each pair once.
  if (!tie) return;
  std::sort(found.ties.begin(), found.ties.end());
  found.ties.erase(std::unique(found.ties.begin(), found.ties.end()), found.ties.end());
}

PairAnswer answer_of_lines(const LinePair& bodies, std::span<const WorldObject> world, LineFindings& found,
                           const bool (&reaches_out)[2], Control& control) {
  std::sort(found.ties.begin(), found.ties.end());
  found.ties.erase(std::unique(found.ties.begin(), found.ties.end()), found.ties.end());
  PairAnswer pair;
  std::vector<PairContacts> meeting = decide_pairs(world, found.ties, control);
  if (!meeting.empty()) pair.face_pairs = std::move(meeting.front().faces);
  for (const FacePair& f : pair.face_pairs) ++(f.relation == Relation::crossing ? pair.crossing_count : pair.touching_count);
  pair.face_pair_count = pair.face_pairs.size();
  pair.guarantee = Guarantee::sampled;
  for (int k = 0; k < 2; ++k) found.outside[k] = found.outside[k] || reaches_out[k];
  pair.verdict = verdict_of(pair, bodies.solids(), found);
  pair.certainty = pair.verdict == Verdict::undecided ? Certainty::undecided : Certainty::sampled;
  set_witness(bodies, found, pair);
  return pair;
}

}  // namespace impinge
