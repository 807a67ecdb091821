// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/sampled/sampled_answer.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "answer/columns/map_column.h"
#include "answer/sampled/sampled_refine.h"
#include "base/stopwatch.h"
#include "raster/cover/spike_proxies.h"
#include "raster/depth_count/depth_count.h"
#include "raster/depth_count/kept_depth_maps.h"
#include "raster/zlist/layer_windows.h"

namespace impinge {

namespace {

DepthCountOptions count_options(const SampledInput& in) {
  DepthCountOptions options;
  options.form = in.depth_form;
  options.mode = in.depth_passes == DepthPasses::early ? DepthCountMode::first : DepthCountMode::full;
  options.second_pass = in.depth_passes != DepthPasses::one;
  options.layer_codes = in.depth_passes == DepthPasses::all || in.depth_passes == DepthPasses::early;
  return options;
}

class Sampler {
 public:
  Sampler(const SampledInput& in, Control& control, RasterDevice* device)
      : in_(in), objects_(in.pair.objects), control_(control), device_(device), frame_(ViewFrame::along(in.direction)) {
    boxes_[0] = objects_[0].seen(frame_);
    boxes_[1] = objects_[1].seen(frame_);
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
    const bool extremes = in_.form == ZlistForm::minmax && in_.pair.solids();
    Stopwatch watch;
    const Zlist lists =
        extremes ? Zlist::by_extremes(whole, objects_, control_, device_) : Zlist(whole, objects_, control_, device_);
    answer_.crossings = lists.size();
    answer_.phases.add("lists", watch.lap(), whole.cells(), lists.size());
    std::vector<LineFindings> rows(static_cast<std::size_t>(whole.rows()));
    tbb::parallel_for(0, whole.rows(), [&](int row) {
      for (int column = 0; column < whole.columns(); ++column) {
        const auto list = lists.list(static_cast<std::size_t>(row) * static_cast<std::size_t>(whole.columns()) +
                                     static_cast<std::size_t>(column));
        if (!list.empty()) look_at_line(in_.pair, list, whole, column, row, rows[static_cast<std::size_t>(row)]);
      }
    });
    LineFindings all;
    for (const LineFindings& r : rows) all.add(r);
    answer_.phases.add("walk", watch.lap(), whole.cells(), all.undecided);
    if (in_.refine > 0) {
      const std::uint64_t lines = refine_lines(lists, in_.pair, in_.refine, control_, device_, all);
      answer_.phases.add("refine", watch.lap(), whole.cells(), lines);
    }
    add_spikes(lists, all);
    answer_.phases.add("spikes", watch.lap(), whole.cells(), all.ties.size());
    return finish(all);
  }

  SampledAnswer by_depth_count() {
    const RasterView whole = view();
    Stopwatch watch;
    const bool swap = !a_is_first(whole);
    answer_.phases.add("roles", watch.lap());
    const RasterObject &a = objects_[swap], &b = objects_[!swap];
    const DepthCountResult count =
        depth_count_of(whole, a, b, count_options(in_), control_, device_, keeps_roles() ? in_.kept : nullptr);
    add_phases(count);
    watch.lap();
    // Counts of layers do not say which body reaches out of the other; where one may lie inside, lists do.
    const auto layered = [](DepthCase c) { return c == DepthCase::layers_collision; };
    if (in_.depth_passes == DepthPasses::all && (in_window(0) || in_window(1)) &&
        std::any_of(count.cases.begin(), count.cases.end(), layered))
      return by_zlist();
    LineFindings all;
    all.overlap = count.collision;
    all.open = count.left_open > 0;
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
    answer_.phases.add("witness", watch.lap());
    return finish(all);
  }

 private:
  // With less than all passes roles decide what is left open, so that they must not depend on what was asked before.
  bool keeps_roles() const { return in_.kept != nullptr && in_.depth_passes == DepthPasses::all; }

  bool a_is_first(const RasterView& whole) const {
    if (keeps_roles())
      if (const std::optional<bool> kept = in_.kept->first_is_a(objects_[0], objects_[1])) return *kept;
    return first_is_a(whole, objects_[0], objects_[1]);
  }

  void add_phases(const DepthCountResult& count) {
    const DepthCountResult::Times& t = count.times;
    SampledPhases& phases = answer_.phases;
    if (t.device_ms > 0) phases.add("device", t.device_ms, count.covered, count.covered - count.left_open);
    if (t.maps_ms > 0) phases.add(t.maps_kept ? "kept maps" : "maps", t.maps_ms, count.cases.size(), count.covered);
    if (t.first_ms > 0) phases.add("first pass", t.first_ms, count.covered, count.settled_first);
    if (t.second_ms > 0) phases.add("second pass", t.second_ms, count.scored_two, count.settled_second);
    if (t.layers_ms > 0)
      phases.add("layer codes", t.layers_ms, count.settled_layers + count.left_open, count.settled_layers);
  }

  // Parts that slipped between the lines: what their proxies hit is put to the exact test.
  void add_spikes(const Zlist& lists, LineFindings& all) {
    const std::uint32_t ids[] = {in_.pair.ids.a, in_.pair.ids.b};
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

  SampledAnswer finish(LineFindings& all) {
    const Stopwatch watch;
    const std::uint64_t ties = all.ties.size();
    // A body that reaches out of the window reaches out of the other one's box.
    const bool reaches_out[] = {!in_window(0), !in_window(1)};
    const std::uint64_t proxies = answer_.pair.proxy_faces;
    answer_.pair = answer_of_lines(in_.pair, in_.world, all, reaches_out, control_);
    answer_.pair.proxy_faces = proxies;
    answer_.undecided += all.undecided;
    answer_.phases.add("ties", watch.ms(), ties, answer_.pair.face_pair_count);
    return std::move(answer_);
  }

  bool in_window(int k) const {
    return (boxes_[k].low.array() >= window_.low.array()).all() && (boxes_[k].high.array() <= window_.high.array()).all();
  }

  const SampledInput& in_;
  const RasterObject (&objects_)[2];
  Control& control_;
  RasterDevice* device_;
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
  return input.pair.solids() ? sampler.by_depth_count() : sampler.by_zlist();
}

void combine(SampledAnswer& all, SampledAnswer&& next) {
  all.phases.add(next.phases);
  PairAnswer &x = all.pair, &y = next.pair;
  // A view that shows the bodies apart is a proof; what another saw on its lines is none.
  const auto proved = [](const PairAnswer& p) { return p.verdict == Verdict::disjoint && p.certainty == Certainty::proved; };
  if (proved(x)) return;
  if (proved(y)) {
    x = std::move(y);
    return;
  }
  // Undecided: lines were left open, which another view may have settled.
  const auto overlaps = [](Verdict v) {
    return v != Verdict::disjoint && v != Verdict::near && v != Verdict::touching && v != Verdict::undecided;
  };
  const auto says_little = [](Verdict v) { return v == Verdict::disjoint || v == Verdict::undecided; };
  if (!overlaps(x.verdict) || !overlaps(y.verdict)) {
    const bool take =
        overlaps(y.verdict) || (!overlaps(x.verdict) && says_little(x.verdict) && y.verdict != Verdict::undecided);
    if (take) {
      x.verdict = y.verdict;
      x.certainty = y.certainty;
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
