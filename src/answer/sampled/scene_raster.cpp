// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Cost: faces and crossings of all objects once, then for each line the pairs of objects that it meets.
#include "answer/sampled/scene_raster.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "answer/sampled/sampled_refine.h"
#include "base/stopwatch.h"
#include "raster/zlist/zlist.h"

namespace impinge {

namespace {

constexpr std::size_t kMostExtremes = std::size_t{1} << 26;  // cells times bodies by nearest and farthest: 2 GB

class SceneRaster {
 public:
  SceneRaster(const SceneRasterInput& in, Control& control, RasterDevice* device)
      : in_(in), control_(control), device_(device), frame_(ViewFrame::along(in.direction)), answers_(in.pairs.size()) {
    for (std::uint32_t p = 0; p < in.pairs.size(); ++p) add_pair(p);
    partners_.resize(objects_.size());
    for (const auto& [objects, asked] : asked_) {
      partners_[objects.first].emplace_back(objects.second, asked);
      partners_[objects.second].emplace_back(objects.first, asked);
    }
  }

  std::vector<SampledAnswer> run() {
    if (window_.empty()) return std::move(answers_);
    const RasterView view(frame_, window_, extent_, in_.resolution);
    Stopwatch watch;
    const Zlist lists = draw(view);
    SampledPhases& phases = answers_.front().phases;
    phases.add("lists", watch.lap(), view.cells(), lists.size());
    std::vector<PairFindings> rows(static_cast<std::size_t>(view.rows()));
    tbb::parallel_for(0, view.rows(), [&](int row) { look_at_row(lists, row, rows[static_cast<std::size_t>(row)]); });
    std::vector<LineFindings> all(in_.pairs.size());
    for (const PairFindings& r : rows)
      for (const auto& [p, found] : r) all[p].add(found);
    phases.add("walk", watch.lap(), view.cells(), in_.pairs.size());
    answers_.front().crossings = lists.size();
    for (std::size_t p = 0; p < in_.pairs.size(); ++p) finish(view, p, all[p]);
    phases.add("ties", watch.lap(), in_.pairs.size(), in_.pairs.size());
    return std::move(answers_);
  }

 private:
  using PairFindings = std::map<std::uint32_t, LineFindings>;  // of the pairs that a row meets

  struct Object {
    RasterObject drawn;
    Box seen;
  };

  // The number that an object has in the lists.
  std::uint32_t number_of(std::uint32_t id, const RasterObject& drawn) {
    const auto [at, is_new] = numbers_.try_emplace(id, static_cast<std::uint32_t>(objects_.size()));
    if (is_new) objects_.push_back({drawn, drawn.seen(frame_)});
    return at->second;
  }

  void add_pair(std::uint32_t p) {
    const LinePair& pair = in_.pairs[p];
    const std::uint32_t a = number_of(pair.ids.a, pair.objects[0]), b = number_of(pair.ids.b, pair.objects[1]);
    shared_.push_back(intersection(objects_[a].seen, objects_[b].seen));
    asked_[{std::min(a, b), std::max(a, b)}] = {p, a > b};
    PairAnswer& answer = answers_[p].pair;
    Box both = objects_[a].seen;
    both.add(objects_[b].seen);
    const double slack = largest_coordinate(both) * 0x1p-48;
    if (intersection(grown(objects_[a].seen, slack), grown(objects_[b].seen, slack)).empty()) return;  // a proof
    answer.certainty = Certainty::sampled;
    answer.guarantee = Guarantee::sampled;
    if (shared_.back().empty()) return;
    window_.add(shared_.back());
    extent_.add(both);
  }

  // All objects in one go; by extremes where they are closed and there is room for them.
  Zlist draw(const RasterView& view) const {
    std::vector<RasterObject> drawn;
    bool closed = true;
    for (const Object& o : objects_) {
      drawn.push_back(o.drawn);
      closed = closed && o.drawn.closed;
    }
    if (in_.form == ZlistForm::minmax && closed && view.cells() <= kMostExtremes / drawn.size())
      return Zlist::by_extremes(view, drawn, control_, device_);
    return Zlist(view, drawn, control_, device_);
  }

  void look_at_row(const Zlist& lists, int row, PairFindings& all) const {
    control_.poll();
    const RasterView& view = lists.view();
    std::vector<std::uint32_t> met;
    std::vector<Fragment> two;
    for (int column = 0; column < view.columns(); ++column) {
      const auto list = lists.list(static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns()) +
                                   static_cast<std::size_t>(column));
      met.clear();
      for (const Fragment& f : list)
        if (std::find(met.begin(), met.end(), f.object()) == met.end()) met.push_back(f.object());
      // A pair of which the line meets one shows that one outside the other.
      for (const std::uint32_t o : met)
        for (const auto& [partner, asked] : partners_[o]) {
          const bool both = std::find(met.begin(), met.end(), partner) != met.end();
          if (both && o > partner) continue;
          LineFindings& found = all[asked.pair];
          if (!both && found.outside[place_of(asked, o, partner)]) continue;
          take_two(list, asked, std::min(o, partner), std::max(o, partner), two);
          look_at_line(in_.pairs[asked.pair], two, view, column, row, found);
        }
    }
  }

  struct Asked {
    std::uint32_t pair;
    bool swapped;  // the later object in the lists is a
  };

  static int place_of(const Asked& asked, std::uint32_t o, std::uint32_t partner) {
    return (o < partner) == asked.swapped ? 1 : 0;
  }

  using Partners = std::vector<std::pair<std::uint32_t, Asked>>;

  // The crossings of one pair, a as object 0, in the order that a list of these two alone has.
  void take_two(std::span<const Fragment> list, const Asked& asked, std::uint32_t low, std::uint32_t high,
                std::vector<Fragment>& two) const {
    two.clear();
    for (const Fragment& f : list) {
      if (f.object() != low && f.object() != high) continue;
      const std::uint32_t as = (f.object() == high) != asked.swapped ? 1 : 0;
      two.push_back({f.z, f.error, as | (f.tag & Fragment::kEntry), f.face});
    }
    std::sort(two.begin(), two.end(), [](const Fragment& x, const Fragment& y) { return x.before(y); });
  }

  void finish(const RasterView& view, std::size_t p, LineFindings& found) {
    control_.poll();
    if (shared_[p].empty()) return;
    const LinePair& pair = in_.pairs[p];
    SampledAnswer& answer = answers_[p];
    if (in_.refine > 0 && !found.settled()) {
      // In the raster's own cells, where the pair is.
      const CellRange r = cells_of(view, shared_[p]);
      const RasterView part = view.part(r.row_begin, r.row_end, r.column_begin, r.column_end);
      const Zlist lists(part, pair.objects, control_, device_);
      refine_lines(lists, pair, in_.refine, control_, device_, found);
    }
    bool reaches_out[2];
    for (int k = 0; k < 2; ++k) {
      const Box& seen = objects_[numbers_.at(k == 0 ? pair.ids.a : pair.ids.b)].seen;
      reaches_out[k] =
          (seen.low.array() < shared_[p].low.array()).any() || (seen.high.array() > shared_[p].high.array()).any();
    }
    answer.pair = answer_of_lines(pair, in_.world, found, reaches_out, control_);
    answer.undecided = found.undecided;
  }

  struct CellRange {
    int column_begin, column_end, row_begin, row_end;
  };
  static CellRange cells_of(const RasterView& view, const Box& box) {
    const auto cell = [](double steps, int most) {
      return static_cast<int>(std::clamp(steps / kSubcells, 0.0, static_cast<double>(most - 1)));
    };
    return {cell(view.x_steps(box.low.x()), view.columns()), cell(view.x_steps(box.high.x()), view.columns()) + 1,
            cell(view.y_steps(box.low.y()), view.rows()), cell(view.y_steps(box.high.y()), view.rows()) + 1};
  }

  const SceneRasterInput& in_;
  Control& control_;
  RasterDevice* device_;
  ViewFrame frame_;
  std::vector<Object> objects_;
  std::map<std::uint32_t, std::uint32_t> numbers_;  // by the object's number in the scene
  std::map<std::pair<std::uint32_t, std::uint32_t>, Asked> asked_;
  std::vector<Partners> partners_;
  std::vector<Box> shared_;  // of each pair, in the frame
  Box window_, extent_;
  std::vector<SampledAnswer> answers_;
};

}  // namespace

std::vector<SampledAnswer> scene_raster_answers(const SceneRasterInput& input, Control& control, RasterDevice* device) {
  if (input.pairs.empty()) return {};
  return SceneRaster(input, control, device).run();
}

}  // namespace impinge
