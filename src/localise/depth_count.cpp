// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/depth_count.h"

#include <atomic>

#include "localise/layer_code.h"
#include "localise/layer_windows.h"
#include "localise/raster_lines.h"
#include "localise/raster_stripes.h"

namespace impinge {

namespace {

constexpr double kManyScoredTwo = 0.5;  // of the cells with both bodies: then the roles are the wrong way round

// What a pass over B leaves in a cell.
struct Score {
  std::uint32_t passed =
      0;  // crossings in front of A's last one (first pass), less those in front of its first (second pass)
  std::uint16_t layers = 0;  // of B
  std::uint16_t tie = 0;     // a crossing too close to the extreme
  std::int64_t length = 0;   // exits less entries of what is counted: the length of B there
  std::int32_t balance = 0;  // entries less exits of what is counted: the winding number of B there
  std::int32_t z_min = INT32_MAX;
  bool waits = false;  // for the second pass
};

class Counter {
 public:
  Counter(const DepthMaps& maps, const RasterObject& a, const RasterObject& b, const DepthCountOptions& options,
          const Control& control)
      : maps_(maps), a_(a), b_(b), options_(options), control_(control), scores_(maps.cells.size()) {
    result_.cases.assign(maps.cells.size(), DepthCase::outside);
    if (b.shape == nullptr) mesh_.emplace(maps.view, *b.mesh);
  }

  DepthCountResult run() {
    draw_b([](const DepthMaps::Cell& cell, Score& score, std::int32_t z, std::int32_t error, bool entry) {
      if (std::abs(std::int64_t{z} - cell.z_max) <= std::int64_t{error} + cell.error) score.tie = 1;
      if (score.layers < UINT16_MAX) ++score.layers;
      score.z_min = std::min(score.z_min, z);
      if (z >= cell.z_max) return;
      ++score.passed;
      score.balance += entry ? 1 : -1;
      score.length += entry ? -std::int64_t{z} : std::int64_t{z};
    });
    judge_first();
    if (stop()) return finish();
    if (result_.scored_two > 0) {
      draw_b([](const DepthMaps::Cell& cell, Score& score, std::int32_t z, std::int32_t error, bool entry) {
        if (!score.waits) return;
        if (std::abs(std::int64_t{z} - cell.z_min) <= std::int64_t{error} + cell.error) score.tie = 1;
        if (z >= cell.z_min) return;
        --score.passed;
        score.balance -= entry ? 1 : -1;
        score.length -= entry ? -std::int64_t{z} : std::int64_t{z};
      });
      judge_second();
      if (stop()) return finish();
    }
    if (options_.layer_codes) settle_layers();
    return finish();
  }

 private:
  template <typename Count>
  void draw_b(const Count& count) {
    ++result_.passes;
    const auto columns = static_cast<std::size_t>(maps_.view.columns());
    const auto put = [&](int column, int row, std::int32_t z, std::int32_t error, bool entry) {
      const std::size_t i = static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
      if (maps_.cells[i].layers > 0) count(maps_.cells[i], scores_[i], z, error, entry);
    };
    if (b_.shape != nullptr) {
      draw_lines(maps_.view, b_, control_,
                 [&](int column, int row, const Fragment& f) { put(column, row, f.z, f.error, f.entry()); });
      return;
    }
    for_each_stripe(*mesh_, 0, maps_.view.rows(), [&](int row_begin, int row_end, const auto& for_each_run) {
      control_.poll();
      for_each_run([&](std::uint32_t begin, std::uint32_t end) {
        draw(*mesh_, begin, end, row_begin, row_end,
             [&](const RasterHit& hit) { put(hit.column, hit.row, hit.z, hit.error, hit.entry); });
      });
    });
  }

  // Clear: nothing of B in front of A's end. Odd: A ends inside B. Even: B may lie inside A or in front of it.
  void judge_first() {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const DepthMaps::Cell& cell = maps_.cells[i];
      Score& score = scores_[i];
      if (cell.layers == 0 || score.layers == 0) {
        result_.settled_first += cell.layers > 0;
        continue;
      }
      ++both;
      DepthCase& verdict = result_.cases[i];
      verdict = DepthCase::open;
      if (cell.tie != 0 || score.tie != 0 || (cell.layers & 1) != 0 || (score.layers & 1) != 0) continue;
      const bool convex = cell.layers == 2 && score.layers == 2;
      if (score.passed == 0) {
        verdict = convex ? DepthCase::a : DepthCase::layers_clear;
      } else if ((score.passed & 1) != 0) {
        if (options_.form == DepthCountForm::basic && !convex) continue;
        verdict = !convex ? DepthCase::layers_collision : score.z_min < cell.z_min ? DepthCase::c : DepthCase::b;
        result_.collision = true;
      } else if (score.balance != 0) {
        continue;  // B overlaps itself where A ends, which parities do not tell
      } else {
        score.waits = true;
        ++result_.scored_two;
        continue;
      }
      ++result_.settled_first;
    }
    result_.swap_roles = static_cast<double>(result_.scored_two) > kManyScoredTwo * static_cast<double>(both);
  }

  // What is left of the count are the layers of B within the span of A.
  void judge_second() {
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const DepthMaps::Cell& cell = maps_.cells[i];
      const Score& score = scores_[i];
      if (!score.waits || score.tie != 0) continue;
      const bool a_convex = cell.layers == 2, convex = a_convex && score.layers == 2;
      if (options_.form == DepthCountForm::basic && !convex) continue;
      DepthCase& verdict = result_.cases[i];
      if ((score.passed & 1) != 0) {
        verdict = convex ? DepthCase::e : DepthCase::layers_collision;
      } else if (score.balance != 0) {
        continue;
      } else if (score.passed == 0) {
        // The three masks know parities alone: they cannot tell this from layers inside A.
        if (options_.form == DepthCountForm::simplified) continue;
        verdict = convex ? DepthCase::f : DepthCase::layers_clear;
      } else if (a_convex && options_.form != DepthCountForm::simplified) {
        // Sheets of B without thickness do not count.
        verdict = score.length <= 0 ? DepthCase::layers_clear : convex ? DepthCase::d : DepthCase::layers_collision;
      } else {
        continue;
      }
      result_.collision = result_.collision || is_collision(verdict);
      ++result_.settled_second;
    }
  }

  void settle_layers() {
    std::vector<std::uint32_t> cells;
    for (std::size_t i = 0; i < result_.cases.size(); ++i)
      if (result_.cases[i] == DepthCase::open) cells.push_back(static_cast<std::uint32_t>(i));
    const RasterObject objects[] = {a_, b_};
    result_.settled_rays =
        for_each_layer_list(maps_.view, objects, cells, control_, [&](std::uint32_t cell, std::span<const Fragment> list) {
          ZlistSweep sweep(2);
          const bool overlap = layers_overlap(list, sweep);
          result_.cases[cell] = overlap ? DepthCase::layers_collision : DepthCase::layers_clear;
          result_.collision = result_.collision || overlap;
          ++result_.settled_layers;
          return !stop();
        });
  }

  bool stop() const { return options_.mode == DepthCountMode::first && result_.collision; }

  DepthCountResult finish() {
    for (const DepthCase c : result_.cases) result_.left_open += c == DepthCase::open;
    return std::move(result_);
  }

  const DepthMaps& maps_;
  const RasterObject &a_, &b_;
  const DepthCountOptions& options_;
  const Control& control_;
  std::optional<RasterMesh> mesh_;
  KeptVector<Score> scores_;
  DepthCountResult result_;
};

}  // namespace

DepthCountResult depth_count(const DepthMaps& maps, const RasterObject& a, const RasterObject& b,
                             const DepthCountOptions& options, const Control& control) {
  return Counter(maps, a, b, options, control).run();
}

bool first_is_a(const RasterView& view, const RasterObject& first, const RasterObject& second) {
  const Box x = first.seen(view.frame()), y = second.seen(view.frame());
  return x.low.z() + x.high.z() <= y.low.z() + y.high.z();
}

}  // namespace impinge
