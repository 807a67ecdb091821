// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/depth_count/depth_count.h"

#include <atomic>

#include "base/stopwatch.h"
#include "raster/draw/raster_lines.h"
#include "raster/draw/raster_stripes.h"
#include "raster/zlist/layer_windows.h"

namespace impinge {

namespace {

constexpr double kManyScoredTwo = 0.5;  // of the cells with both bodies: then the roles are the wrong way round

constexpr double kLayered = 2.5;      // times that lines meet a body: more is not convex along the lines
constexpr double kMostlyLayered = 5;  // on average: then hardly a line is left that counting could settle
constexpr std::size_t kSampledFaces = 4096;

// What a pass over B leaves in a cell.
struct Score {
  // Crossings in front of A's last one (first pass), less those in front of its first (second pass).
  std::uint32_t passed = 0;
  std::uint16_t layers = 0;  // of B
  std::uint8_t flags = 0;
  std::uint8_t waits = 0;    // for the second pass
  std::int32_t balance = 0;  // entries less exits of what is counted: the winding number of B there

  enum : std::uint8_t {
    tie = 1,     // a crossing too close to the extreme
    before = 2,  // a crossing in front of A
  };
};

// Too close to an extreme of A to be ordered.
bool is_tie(std::int32_t z, std::int32_t error, std::int32_t extreme, const DepthMaps::Cell& cell) {
  return std::abs(std::int64_t{z} - extreme) <= std::int64_t{error} + cell.error;
}

DepthCase case_of(LayerVerdict verdict) {
  if (verdict == LayerVerdict::overlap) return DepthCase::layers_collision;
  return verdict == LayerVerdict::clear ? DepthCase::layers_clear : DepthCase::outside;
}

class Counter {
 public:
  Counter(const DepthMaps& maps, const RasterObject& a, const RasterObject& b, const DepthCountOptions& options,
          const Control& control)
      : maps_(maps), a_(a), b_(b), options_(options), control_(control), scores_(maps.cells.size()) {
    result_.cases.assign(maps.cells.size(), DepthCase::outside);
    if (b.shape == nullptr) mesh_.emplace(maps.view, *b.mesh);
  }

  DepthCountResult run() {
    if (codes_at_once()) {
      for (std::size_t i = 0; i < scores_.size(); ++i)
        if (maps_.cells[i].layers > 0) result_.cases[i] = DepthCase::open;
      settle_layers();
      return finish();
    }
    Stopwatch watch;
    // Without branches: which crossings lie in front changes from face to face.
    draw_b([](const DepthMaps::Cell& cell, Score& score, std::size_t, std::int32_t z, std::int32_t error, bool entry) {
      score.flags |= static_cast<std::uint8_t>(Score::tie * is_tie(z, error, cell.z_max, cell));
      score.flags |= static_cast<std::uint8_t>(Score::before * (z < cell.z_min));
      score.layers = static_cast<std::uint16_t>(score.layers + (score.layers < UINT16_MAX));
      score.passed += z < cell.z_max;
      score.balance += (z < cell.z_max) * (entry ? 1 : -1);
    });
    judge_first();
    result_.times.first_ms = watch.lap();
    if (stop() || !options_.second_pass) return finish();
    if (second_pass_pays()) {
      lengths_.assign(scores_.size(), 0);
      draw_b([&](const DepthMaps::Cell& cell, Score& score, std::size_t i, std::int32_t z, std::int32_t error, bool entry) {
        if (score.waits == 0) return;
        score.flags |= static_cast<std::uint8_t>(Score::tie * is_tie(z, error, cell.z_min, cell));
        score.passed -= z < cell.z_min;
        score.balance -= (z < cell.z_min) * (entry ? 1 : -1);
        const std::int64_t within = std::int64_t{z >= cell.z_min} & std::int64_t{z < cell.z_max};
        lengths_[i] += within * (entry ? -std::int64_t{z} : std::int64_t{z});
      });
      judge_second();
      result_.times.second_ms = watch.lap();
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
      if (maps_.cells[i].layers > 0) count(maps_.cells[i], scores_[i], i, z, error, entry);
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
      if (cell.tie != 0 || (score.flags & Score::tie) != 0 || (cell.layers & 1) != 0 || (score.layers & 1) != 0) continue;
      const bool convex = cell.layers == 2 && score.layers == 2;
      if (score.passed == 0) {
        verdict = convex ? DepthCase::a : DepthCase::layers_clear;
      } else if ((score.passed & 1) != 0) {
        if (options_.form == DepthCountForm::basic && !convex) continue;
        verdict = !convex ? DepthCase::layers_collision : (score.flags & Score::before) != 0 ? DepthCase::c : DepthCase::b;
        result_.collision = true;
      } else if (score.balance != 0) {
        continue;  // B overlaps itself where A ends, which parities do not tell
      } else {
        score.waits = 1;
        ++result_.scored_two;
        continue;
      }
      ++result_.settled_first;
    }
    result_.swap_roles = static_cast<double>(result_.scored_two) > kManyScoredTwo * static_cast<double>(both);
  }

  // Most lines meet A several times: counting would settle few of them, and all the rest be drawn again.
  bool codes_at_once() const {
    return options_.layer_codes && options_.form == DepthCountForm::extended && options_.mode == DepthCountMode::full &&
           10 * maps_.many_layers > 9 * maps_.covered;
  }

  // Where A has many layers the second pass settles little, and the layer codes settle all of it.
  bool second_pass_pays() const {
    if (result_.scored_two == 0 || !options_.layer_codes || options_.form == DepthCountForm::simplified)
      return result_.scored_two > 0;
    std::uint64_t once = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) once += scores_[i].waits != 0 && maps_.cells[i].layers == 2;
    return 4 * once > result_.scored_two;
  }

  // What is left of the count are the layers of B within the span of A.
  void judge_second() {
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const DepthMaps::Cell& cell = maps_.cells[i];
      const Score& score = scores_[i];
      if (score.waits == 0 || (score.flags & Score::tie) != 0) continue;
      const bool a_convex = cell.layers == 2, convex = a_convex && score.layers == 2;
      if (options_.form == DepthCountForm::basic && !convex) continue;
      DepthCase& verdict = result_.cases[i];
      if ((score.passed & 1) != 0) {
        verdict = convex ? DepthCase::e : DepthCase::layers_collision;
      } else if (score.balance != 0) {
        continue;
      } else if (score.passed == 0) {
        // The three masks know only parities: they cannot tell this from layers inside A.
        if (options_.form == DepthCountForm::simplified) continue;
        verdict = convex ? DepthCase::f : DepthCase::layers_clear;
      } else if (a_convex && options_.form != DepthCountForm::simplified) {
        // Layers of B without thickness do not count.
        verdict = lengths_[i] <= 0 ? DepthCase::layers_clear : convex ? DepthCase::d : DepthCase::layers_collision;
      } else {
        continue;
      }
      result_.collision = result_.collision || is_collision(verdict);
      ++result_.settled_second;
    }
  }

  void settle_layers() {
    const Stopwatch watch;
    std::vector<std::uint32_t> cells;
    for (std::size_t i = 0; i < result_.cases.size(); ++i)
      if (result_.cases[i] == DepthCase::open) cells.push_back(static_cast<std::uint32_t>(i));
    if (cells.empty()) return;
    const RasterObject objects[] = {a_, b_};
    result_.settled_rays =
        for_each_layer_overlap(maps_.view, objects, cells, control_, [&](std::uint32_t cell, LayerVerdict verdict) {
          result_.cases[cell] = case_of(verdict);
          result_.collision = result_.collision || verdict == LayerVerdict::overlap;
          ++result_.settled_layers;
          return !stop();
        });
    result_.times.layers_ms = watch.ms();
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
  KeptVector<std::int64_t> lengths_;  // exits less entries of B within the span of A
  DepthCountResult result_;
};

// How often lines meet a body, roughly: the shadows of some of its faces over that of its box, in the window.
double rough_layers(const RasterView& view, const RasterObject& object, const Box& seen) {
  if (object.mesh == nullptr) return 2;
  const auto clamped = [&](const Vec3& p) {
    return Eigen::Vector2d(std::clamp(view.x_steps(p.x()) / kSubcells, 0.0, double(view.columns())),
                           std::clamp(view.y_steps(p.y()) / kSubcells, 0.0, double(view.rows())));
  };
  const Eigen::Vector2d box = clamped(seen.high) - clamped(seen.low);
  const std::size_t count = object.mesh->faces.size(), step = count / kSampledFaces + 1;
  double area = 0;
  for (std::size_t f = 0; f < count; f += step) {
    const Triangle t = object.mesh->triangle(static_cast<std::uint32_t>(f));
    const Eigen::Vector2d a = clamped(view.frame().seen(t.p[0])), b = clamped(view.frame().seen(t.p[1])) - a,
                          c = clamped(view.frame().seen(t.p[2])) - a;
    area += std::abs(b.x() * c.y() - b.y() * c.x()) / 2;
  }
  const double shadow = box.x() * box.y();
  return shadow > 0 ? area * static_cast<double>(step) / shadow : 2;
}

}  // namespace

DepthCountResult depth_count(const DepthMaps& maps, const RasterObject& a, const RasterObject& b,
                             const DepthCountOptions& options, const Control& control) {
  return Counter(maps, a, b, options, control).run();
}

std::optional<DepthCountResult> count_layers_alone(const RasterView& view, const RasterObject& a, const RasterObject& b,
                                                   const DepthCountOptions& options, const Control& control) {
  if (!options.layer_codes || options.form != DepthCountForm::extended || options.mode != DepthCountMode::full ||
      a.mesh == nullptr || rough_layers(view, a, seen_box(view.frame(), a.mesh->box)) < kMostlyLayered)
    return {};
  DepthCountResult result;
  const RasterObject objects[] = {a, b};
  const std::vector<LayerVerdict> verdicts = layer_overlaps(view, objects, control);
  result.cases.reserve(verdicts.size());
  for (const LayerVerdict v : verdicts) {
    result.cases.push_back(case_of(v));
    result.collision = result.collision || v == LayerVerdict::overlap;
    result.covered += v != LayerVerdict::none;
    result.alone += v == LayerVerdict::alone;
  }
  result.settled_layers = result.covered;
  return result;
}

bool first_is_a(const RasterView& view, const RasterObject& first, const RasterObject& second) {
  const Box x = first.seen(view.frame()), y = second.seen(view.frame());
  const double x_layers = rough_layers(view, first, x), y_layers = rough_layers(view, second, y);
  if ((x_layers < kLayered) != (y_layers < kLayered)) return x_layers < kLayered;
  if (x_layers >= kLayered && x_layers != y_layers) return x_layers > y_layers;
  return x.low.z() + x.high.z() <= y.low.z() + y.high.z();
}

}  // namespace impinge
