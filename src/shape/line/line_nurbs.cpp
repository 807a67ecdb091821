// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Spline surfaces as a shape that lists its crossings: Bézier pieces, halved beforehand until they are nearly flat, in a
// tree of boxes; one search for each line; and a rule that makes entries and exits agree where the line grazes or passes
// through a seam or a pole.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <impinge/error.h>

#include "base/fitting_unit.h"
#include "shape/line/line_tree.h"
#include "shape/line/nurbs_seams.h"
#include "shape/line/nurbs_search.h"
#include "shape/line/settled_crossings.h"

namespace impinge {
namespace {

constexpr double kFlat = 0.3;     // how much edges of a control net may differ, as a share of their mean
constexpr int kMostHalvings = 6;  // of a patch beforehand: 64 pieces
constexpr int kAttempts = 8;      // moved lines before giving up

struct Piece {
  BezierPatch patch;
  int side;
};

Vec3 place(const Eigen::Vector4d& h) { return h.head<3>() / h[3]; }

// How far the edges of the net along one parameter are from being all alike.
double unevenness(const BezierPatch& patch, bool along_u) {
  const int rows = patch.rows() - (along_u ? 1 : 0), columns = patch.columns() - (along_u ? 0 : 1);
  const auto edge = [&](int i, int j) -> Vec3 {
    return place(patch.at(i + (along_u ? 1 : 0), j + (along_u ? 0 : 1))) - place(patch.at(i, j));
  };
  Vec3 mean = Vec3::Zero();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) mean += edge(i, j) / (rows * columns);
  double most = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) most = std::max(most, (edge(i, j) - mean).norm());
  return mean.norm() > 0 ? most / mean.norm() : most > 0 ? 1 : 0;
}

void flatten(const BezierPatch& patch, int side, int halvings, std::vector<Piece>& out) {
  const double u = unevenness(patch, true), v = unevenness(patch, false);
  if (halvings == 0 || std::max(u, v) <= kFlat) {
    out.push_back({patch, side});
    return;
  }
  BezierPatch low = patch, high = patch;
  halve_net(patch.points, patch.rows(), patch.columns(), u >= v, low.points, high.points);
  flatten(low, side, halvings - 1, out);
  flatten(high, side, halvings - 1, out);
}

class Nurbs final : public LineShape {
 public:
  explicit Nurbs(std::vector<BezierPatch> patches) {
    Box all;
    for (const BezierPatch& patch : patches)
      for (const Eigen::Vector4d& h : patch.points) all.add(place(h));
    unit_ = fitting_unit(largest_coordinate(all), 100);
    for (BezierPatch& patch : patches) rescale(patch);
    size_ = (all.high - all.low).stableNorm() * unit_;
    const NurbsSeams seams = find_seams(patches, size_);
    closed_ = seams.closed;
    std::size_t points = 0;
    for (const BezierPatch& patch : patches) points += patch.points.size();
    int halvings = kMostHalvings;
    while (halvings > 0 && points << halvings > kMaxPatchPoints) --halvings;
    for (std::size_t i = 0; i < patches.size(); ++i) flatten(patches[i], seams.sides[i], halvings, pieces_);
    std::vector<Box> boxes;
    for (const Piece& piece : pieces_) {
      Box& box = boxes.emplace_back();
      for (const Eigen::Vector4d& h : piece.patch.points) box.add(place(h));
      box_.add(box);
    }
    tree_ = LineTree(boxes);
    middle_ = (box_.low + box_.high) / 2;
    size_ += largest_coordinate(box_);
  }

  std::array<Vec3, 2> bounds() const override { return {box_.low / unit_, box_.high / unit_}; }
  bool closed() const override { return closed_; }
  std::string name() const override { return "nurbs"; }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin * unit_, direction, middle_);
    PatchSearch search(line, size_);
    look(search, line);
    std::vector<Crossing> found = merged(search, 0);
    if (closed_ && (!search.unclear.empty() || !balanced(found))) found = moved(line, search.unclear, std::move(found));
    const std::size_t first = out.size();
    for (const Crossing& c : found) out.push_back({line.low(c.t_low) / unit_, line.high(c.t_high) / unit_, c.sign});
    if (closed_) settle_crossings(out, first);
  }

 private:
  // Powers of two, so nothing is rounded: places in the shape's unit, the largest weight of a patch near 1.
  void rescale(BezierPatch& patch) const {
    double weight = 0;
    for (const Eigen::Vector4d& h : patch.points) weight = std::max(weight, h[3]);
    const double even = std::ldexp(1.0, -std::ilogb(weight));
    for (Eigen::Vector4d& h : patch.points) {
      h.head<3>() *= even * unit_;
      h[3] *= even;
    }
  }

  void look(PatchSearch& search, const NearLine& line) const {
    tree_.walk(line.origin, line.direction, [&](std::uint32_t i) {
      const BezierPatch& patch = pieces_[i].patch;
      search.add(patch.points, patch.rows(), patch.columns(), pieces_[i].side);
    });
  }

  // Sorted, and each place once: pieces that share an edge both find what lies on it.
  std::vector<Crossing> merged(const PatchSearch& search, double shift) const {
    std::vector<Crossing> all;
    for (const PatchCrossing& c : search.found)
      all.push_back({c.low - c.slope * shift, c.high + c.slope * shift, -c.turn * c.side});
    std::sort(all.begin(), all.end(), [](const Crossing& x, const Crossing& y) {
      const double mx = x.t_low + x.t_high, my = y.t_low + y.t_high;
      return mx != my ? mx < my : x.sign > y.sign;
    });
    std::vector<Crossing> kept;
    for (const Crossing& c : all) {
      const auto same = [&](const Crossing& k) { return k.sign == c.sign && c.t_low <= k.t_high + kMerge * size_; };
      const auto first = std::find_if(kept.begin(), kept.end(), same);
      if (first == kept.end()) {
        kept.push_back(c);
      } else {
        first->t_low = std::min(first->t_low, c.t_low);
        first->t_high = std::max(first->t_high, c.t_high);
      }
    }
    return kept;
  }

  static bool balanced(const std::vector<Crossing>& crossings) {
    int layers = 0;
    for (const Crossing& c : crossings) {
      layers += c.sign;
      if (layers < 0) return false;
    }
    return layers == 0;
  }

  // Lines a little beside this one, until one is clear of poles and tangents. A crossing near a place that was unclear gets
  // all of that place as its bracket. If none is clear, only pairs of entry and exit are kept.
  std::vector<Crossing> moved(const NearLine& line, const std::vector<Span>& unclear, std::vector<Crossing> found) const {
    double shift = 0x1p-40 * size_;
    for (int i = 0; i < kAttempts; ++i, shift *= 3) {
      const double angle = 2 * std::numbers::pi * std::numbers::phi * (i + 1);
      PatchSearch search(line, size_);
      search.move(shift * std::cos(angle), shift * std::sin(angle));
      look(search, line);
      std::vector<Crossing> beside = merged(search, shift);
      if (!search.unclear.empty() || !balanced(beside)) continue;
      for (const Span& span : unclear) {
        for (Crossing& c : beside) {
          if (span.high < c.t_low - 2 * shift || span.low > c.t_high + 2 * shift) continue;
          c.t_low = std::min(c.t_low, span.low);
          c.t_high = std::max(c.t_high, span.high);
        }
      }
      return beside;
    }
    return paired(found);
  }

  static std::vector<Crossing> paired(const std::vector<Crossing>& found) {
    std::vector<Crossing> pairs;
    for (const Crossing& c : found) {
      const bool inside = pairs.size() % 2 == 1;
      if ((c.sign > 0) != inside) pairs.push_back(c);
    }
    if (pairs.size() % 2 == 1) pairs.pop_back();
    return pairs;
  }

  static constexpr double kMerge = 1e-10;  // of the size: nearer crossings of like sign are one

  double unit_ = 1;  // all places below are measured in it
  std::vector<Piece> pieces_;
  LineTree tree_;
  Box box_;
  Vec3 middle_;
  double size_ = 0;
  bool closed_ = false;
};

}  // namespace

LineShapePtr make_nurbs(std::vector<NurbsSurface> surfaces) {
  if (surfaces.empty()) throw Error(ErrorCode::bad_argument, "nurbs: there is no surface");
  std::vector<BezierPatch> patches;
  std::size_t points = 0;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    std::vector<BezierPatch> more = bezier_patches(surfaces[i], fmt::format("nurbs: surfaces[{}]", i));
    std::move(more.begin(), more.end(), std::back_inserter(patches));
    points += static_cast<std::size_t>(surfaces[i].degree_u + 1) * (surfaces[i].degree_v + 1) * more.size();
    if (patches.size() > kMaxPatches || points > kMaxPatchPoints)
      throw Error(ErrorCode::too_large, fmt::format("nurbs: more than {} patches or {} control points; make several shapes",
                                                    kMaxPatches, kMaxPatchPoints));
  }
  return std::make_shared<Nurbs>(std::move(patches));
}

}  // namespace impinge
