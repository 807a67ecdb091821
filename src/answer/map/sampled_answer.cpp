// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/sampled_answer.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "answer/map/map_column.h"
#include "exact/decide_pairs.h"
#include "raster/cover/spike_proxies.h"
#include "raster/depth_count/depth_count.h"
#include "raster/zlist/layer_windows.h"

namespace impinge {

namespace {

// What the lines of one row show.
struct RowFindings {
  bool overlap = false;              // proved
  bool outside[2] = {false, false};  // a body has a proved part outside the other
  bool inside[2] = {false, false};   // an open surface has a proved point inside the other body
  std::int64_t longest = 0;
  Vec3 point = Vec3::Zero();  // inside both, or of an open one inside the other
  std::vector<Candidate> ties;
  std::uint64_t undecided = 0;

  void add(const RowFindings& o) {
    if (o.longest > longest || (!overlap && o.overlap)) {
      point = o.point;
      longest = std::max(longest, o.longest);
    }
    overlap = overlap || o.overlap;
    for (int k = 0; k < 2; ++k) {
      outside[k] = outside[k] || o.outside[k];
      inside[k] = inside[k] || o.inside[k];
    }
    ties.insert(ties.end(), o.ties.begin(), o.ties.end());
    undecided += o.undecided;
  }
};

class Sampler {
 public:
  Sampler(const SampledInput& in, Control& control, RasterDevice* device)
      : in_(in), control_(control), device_(device), objects_{in.a, in.b}, frame_(ViewFrame::along(in.direction)) {
    boxes_[0] = in.a.seen(frame_);
    boxes_[1] = in.b.seen(frame_);
    window_ = intersection(boxes_[0], boxes_[1]);
    extent_ = boxes_[0];
    extent_.add(boxes_[1]);
  }

  bool apart() const { return window_.empty(); }

  // No line meets both bodies; that is a proof where their boxes are apart by more than rounding in the frame.
  SampledAnswer nothing() const {
    const double slack = largest_coordinate(extent_) * 0x1p-48;
    SampledAnswer answer;
    if (!intersection(grown(boxes_[0], slack), grown(boxes_[1], slack)).empty()) {
      answer.pair.certainty = Certainty::sampled;
      answer.pair.guarantee = Guarantee::sampled;
    }
    return answer;
  }

  RasterView view() const { return RasterView(frame_, window_, extent_, in_.resolution); }

  SampledAnswer by_zlist() {
    const RasterView whole = view();
    const bool extremes = in_.form == ZlistForm::minmax && in_.a.closed && in_.b.closed;
    const Zlist lists =
        extremes ? Zlist::by_extremes(whole, objects_, control_, device_) : Zlist(whole, objects_, control_, device_);
    answer_.crossings = lists.size();
    std::vector<RowFindings> rows(static_cast<std::size_t>(whole.rows()));
    tbb::parallel_for(0, whole.rows(), [&](int row) {
      for (int column = 0; column < whole.columns(); ++column) {
        const auto list = lists.list(static_cast<std::size_t>(row) * static_cast<std::size_t>(whole.columns()) +
                                     static_cast<std::size_t>(column));
        if (!list.empty()) look(list, whole, column, row, rows[static_cast<std::size_t>(row)]);
      }
    });
    RowFindings all;
    for (const RowFindings& r : rows) all.add(r);
    add_spikes(lists, all);
    return finish(all);
  }

  SampledAnswer by_depth_count() {
    const RasterView whole = view();
    const bool swap = !first_is_a(whole, objects_[0], objects_[1]);
    const RasterObject &a = objects_[swap], &b = objects_[!swap];
    const DepthCountResult count = depth_count_of(whole, a, b, {}, control_, device_);
    // Counts of layers do not say which body reaches out of the other; where one may lie inside, lists do.
    const auto layered = [](DepthCase c) { return c == DepthCase::layers_collision; };
    if ((in_window(0) || in_window(1)) && std::any_of(count.cases.begin(), count.cases.end(), layered)) return by_zlist();
    RowFindings all;
    all.overlap = count.collision;
    // Containment: every line through a body finds it in the other one.
    for (std::size_t i = 0; i < count.cases.size(); ++i) {
      const DepthCase c = count.cases[i];
      if (is_collision(c) && !any_case_) {
        any_case_ = true;
        deepest_cell_ = i;
      }
      if (c == DepthCase::outside) continue;
      if (c != DepthCase::c) all.outside[swap] = true;
      if (c != DepthCase::d) all.outside[!swap] = true;
    }
    if (count.alone > 0) all.outside[swap] = true;
    if (all.overlap) all.point = point_in_both(whole, static_cast<std::uint32_t>(deepest_cell_));
    answer_.crossings = count.covered;
    answer_.undecided = count.left_open;
    return finish(all);
  }

 private:
  // Parts that slipped between the lines: what their proxies hit is put to the exact test.
  void add_spikes(const Zlist& lists, RowFindings& all) {
    const std::uint32_t ids[] = {in_.objects.a, in_.objects.b};
    const RasterView& v = lists.view();
    const auto steps = [&](double z, int out) {
      return static_cast<std::int32_t>(std::clamp(std::floor(v.z_steps(z)) + out, -2.0, kDepthSteps + 2.0));
    };
    SpikeHits hits = find_spike_hits(lists, objects_, ids, steps(window_.low.z(), -2), steps(window_.high.z(), 2), control_);
    answer_.pair.proxy_faces = hits.faces;
    all.ties.insert(all.ties.end(), hits.pairs.begin(), hits.pairs.end());
  }

  // Middle of the longest overlap on one line.
  Vec3 point_in_both(const RasterView& v, std::uint32_t cell) const {
    Vec3 point = Vec3::Zero();
    const std::uint32_t cells[] = {cell};
    const auto keep = [&](std::uint32_t, std::span<const Fragment> list) {
      const auto columns = static_cast<std::uint32_t>(v.columns());
      point = v.point(static_cast<int>(cell % columns), static_cast<int>(cell / columns), longest_middle(list));
      return true;
    };
    for_each_layer_list(v, objects_, cells, control_, keep, device_);
    return point;
  }

  void look(std::span<const Fragment> list, const RasterView& v, int column, int row, RowFindings& found) {
    bool tie = false;
    for_each_tie(list, [&](std::uint32_t i, std::uint32_t j) {
      tie = true;
      const Fragment &x = list[i].object() == 0 ? list[i] : list[j], &y = list[i].object() == 0 ? list[j] : list[i];
      if (x.face != kNoFace && y.face != kNoFace) found.ties.push_back({in_.objects.a, in_.objects.b, x.face, y.face});
    });
    found.undecided += tie;
    if (in_.a.closed && in_.b.closed)
      look_at_solids(list, v, column, row, found);
    else
      look_at_surface(list, v, column, row, found);
    // What was found on this line needs each pair once.
    std::sort(found.ties.begin(), found.ties.end());
    found.ties.erase(std::unique(found.ties.begin(), found.ties.end()), found.ties.end());
  }

  void look_at_solids(std::span<const Fragment> list, const RasterView& v, int column, int row, RowFindings& found) const {
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

  // Length of a body outside the other that no error bound explains away.
  static std::int64_t outside_length(std::span<const Fragment> list, int body) {
    std::int64_t sum = 0;
    int winding[2] = {0, 0};
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      winding[list[i].object() & 1] += list[i].entry() ? 1 : -1;
      if (winding[body] == 0 || winding[1 - body] != 0) continue;
      sum += std::max<std::int64_t>(0, list[i + 1].low() - list[i].high());
    }
    return sum;
  }

  // Crossings with an open surface, told inside or outside the closed one if there is one.
  void look_at_surface(std::span<const Fragment> list, const RasterView& v, int column, int row, RowFindings& found) const {
    for (int open = 0; open < 2; ++open) {
      if (objects_[open].closed || !objects_[1 - open].closed) continue;
      int winding = 0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const Fragment& f = list[i];
        if (static_cast<int>(f.object()) != open) {
          winding += f.entry() ? 1 : -1;
          continue;
        }
        const bool clear =
            (i == 0 || list[i - 1].high() < f.low()) && (i + 1 == list.size() || f.high() < list[i + 1].low());
        if (!clear) continue;
        (winding != 0 ? found.inside : found.outside)[open] = true;
        if (winding != 0 && found.longest == 0) {
          found.longest = 1;
          found.point = v.point(column, row, f.z);
        }
      }
    }
  }

  SampledAnswer finish(RowFindings& all) {
    std::sort(all.ties.begin(), all.ties.end());
    all.ties.erase(std::unique(all.ties.begin(), all.ties.end()), all.ties.end());
    PairAnswer& pair = answer_.pair;
    std::vector<PairContacts> meeting = decide_pairs(in_.world, all.ties, control_);
    if (!meeting.empty()) pair.face_pairs = std::move(meeting.front().faces);
    for (const FacePair& f : pair.face_pairs)
      ++(f.relation == Relation::crossing ? pair.crossing_count : pair.touching_count);
    pair.face_pair_count = pair.face_pairs.size();
    pair.guarantee = Guarantee::sampled;
    pair.certainty = Certainty::sampled;
    answer_.undecided += all.undecided;
    // A body that reaches out of the window reaches out of the other one's box.
    for (int k = 0; k < 2; ++k) all.outside[k] = all.outside[k] || !in_window(k);
    pair.verdict = verdict(all);
    set_witness(all);
    return std::move(answer_);
  }

  bool in_window(int k) const {
    return (boxes_[k].low.array() >= window_.low.array()).all() && (boxes_[k].high.array() <= window_.high.array()).all();
  }

  Verdict verdict(const RowFindings& all) const {
    const PairAnswer& pair = answer_.pair;
    const bool solids = in_.a.closed && in_.b.closed;
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
    return pair.touching_count > 0 ? Verdict::touching : Verdict::disjoint;
  }

  void set_witness(const RowFindings& all) {
    PairAnswer& pair = answer_.pair;
    if (pair.verdict == Verdict::disjoint) return;
    Witness witness;
    witness.a_point = witness.b_point = all.point;
    if (!all.overlap && !all.inside[0] && !all.inside[1] && !pair.face_pairs.empty()) {
      // The common part of two small boxes stands in for the common point.
      const FacePair& f = pair.face_pairs.front();
      const Box shared = intersection(box_of(in_.a.mesh->triangle(f.a_face)), box_of(in_.b.mesh->triangle(f.b_face)));
      witness.a_point = witness.b_point = shared.low / 2 + shared.high / 2;
      witness.a_face = f.a_face;
      witness.b_face = f.b_face;
    }
    pair.witness = witness;
  }

  const SampledInput& in_;
  Control& control_;
  RasterDevice* device_;
  RasterObject objects_[2];
  ViewFrame frame_;
  Box boxes_[2], window_, extent_;
  SampledAnswer answer_;
  bool any_case_ = false;
  std::size_t deepest_cell_ = 0;
};

}  // namespace

SampledAnswer zlist_answer(const SampledInput& input, Control& control, RasterDevice* device) {
  Sampler sampler(input, control, device);
  if (sampler.apart()) return sampler.nothing();
  return sampler.by_zlist();
}

SampledAnswer depth_count_answer(const SampledInput& input, Control& control, RasterDevice* device) {
  Sampler sampler(input, control, device);
  if (sampler.apart()) return sampler.nothing();
  return input.a.closed && input.b.closed ? sampler.by_depth_count() : sampler.by_zlist();
}

void combine(SampledAnswer& all, SampledAnswer&& next) {
  PairAnswer &x = all.pair, &y = next.pair;
  // A view that shows the bodies apart is a proof; what another saw on its lines is none.
  const auto proved = [](const PairAnswer& p) { return p.verdict == Verdict::disjoint && p.certainty == Certainty::proved; };
  if (proved(x)) return;
  if (proved(y)) {
    all = std::move(next);
    return;
  }
  const auto overlaps = [](Verdict v) { return v != Verdict::disjoint && v != Verdict::near && v != Verdict::touching; };
  if (!overlaps(x.verdict) || !overlaps(y.verdict)) {
    const bool take = overlaps(y.verdict) || (!overlaps(x.verdict) && x.verdict == Verdict::disjoint);
    if (take) {
      x.verdict = y.verdict;
      x.witness = y.witness;
    }
  } else if (x.verdict == Verdict::same) {
    x.verdict = y.verdict;
  } else if (y.verdict != Verdict::same && y.verdict != x.verdict) {
    x.verdict = Verdict::crossing;  // each view shows a part outside
  }
  x.face_pairs.insert(x.face_pairs.end(), y.face_pairs.begin(), y.face_pairs.end());
  std::sort(x.face_pairs.begin(), x.face_pairs.end());
  x.face_pairs.erase(std::unique(x.face_pairs.begin(), x.face_pairs.end()), x.face_pairs.end());
  x.crossing_count = x.touching_count = 0;
  for (const FacePair& f : x.face_pairs) ++(f.relation == Relation::crossing ? x.crossing_count : x.touching_count);
  x.face_pair_count = x.face_pairs.size();
  x.proxy_faces = std::max(x.proxy_faces, y.proxy_faces);
  all.crossings += next.crossings;
  all.undecided += next.undecided;
}

}  // namespace impinge
