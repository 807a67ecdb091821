// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over the shadow of the solid. Within a cell of it faces lie in layers; between two layers all lines are
// in the solid or none is, so that no stretch passes a gap that one line finds outside. A stretch ends where it begins in
// one plane and ends in another: over a cell that is longest at a corner. Cells whose bound is the greatest are quartered.
#include "answer/map/solid_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include "base/triangle.h"
#include "raster/view/raster_view.h"

namespace impinge {

namespace {

constexpr double kClose = 1e-4;         // bounds so close are good enough
constexpr int kMostCells = 4096;        // that are quartered
constexpr std::size_t kFewFaces = 256;  // in a cell: then they are put into layers and pairs
constexpr double kSlack = 1e-12;        // of the size: rounding moves points by less
constexpr double kSliver = 16;          // slacks: faces that share no more of a cell lie beside each other
constexpr std::array<std::array<double, 2>, 3> kLines = {{{0.4871, 0.5113}, {0.3217, 0.6131}, {0.7193, 0.2857}}};

// A face as it is seen: depth is z, and its plane rises by the slopes.
struct SeenFace {
  Triangle t;
  double low, high;  // of z
  double slope_x, slope_y;
  int way;  // 1: a line enters the solid here, -1: it leaves it, 0: seen edge-on
};

struct Cell {
  double x, y, width, height;
  double at_most = 0;
  std::vector<std::uint32_t> faces{};
  bool operator<(const Cell& other) const { return at_most < other.at_most; }
};

struct Range {
  double low, high;
};

struct Crossing {
  double z;
  int way;
};

struct Spot {
  double x, y;
};

// A convex polygon that is cut by lines.
class Outline {
 public:
  Outline(double x_low, double y_low, double x_high, double y_high) {
    for (const Spot& corner : {Spot{x_low, y_low}, Spot{x_high, y_low}, Spot{x_high, y_high}, Spot{x_low, y_high}})
      add(corner);
  }

  std::span<const Spot> corners() const { return {corners_.data(), count_}; }

  double area() const {
    double twice = 0;
    for (std::size_t i = 2; i < count_; ++i)
      twice += (corners_[i - 1].x - corners_[0].x) * (corners_[i].y - corners_[0].y) -
               (corners_[i].x - corners_[0].x) * (corners_[i - 1].y - corners_[0].y);
    return std::abs(twice) / 2;
  }

  // What lies to the left of the line (turn 1) or to its right (-1) stays, and a little more.
  void cut(const Vec3& from, const Vec3& to, int turn, double slack) {
    const double ex = to.x() - from.x(), ey = to.y() - from.y(), margin = slack * (std::abs(ex) + std::abs(ey));
    if (2 * count_ > corners_.size()) return;
    const Outline before = *this;
    count_ = 0;
    const auto side = [&](const Spot& p) { return turn * (ex * (p.y - from.y()) - ey * (p.x - from.x())) + margin; };
    for (std::size_t i = 0; i < before.count_; ++i) {
      const Spot &p = before.corners_[i], &q = before.corners_[(i + 1) % before.count_];
      const double at_p = side(p), at_q = side(q);
      if (at_p >= 0) add(p);
      if ((at_p < 0) != (at_q < 0)) {
        const double share = at_p / (at_p - at_q);
        add({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
      }
    }
  }

 private:
  void add(const Spot& p) { corners_[count_++] = p; }

  std::array<Spot, 32> corners_;  // a line adds one, unless rounding bent the outline
  std::size_t count_ = 0;
};

class DepthSearch {
 public:
  DepthSearch(const OverlapSolid& solid, const Vec3& direction) {
    const ViewFrame frame = ViewFrame::along(direction);
    std::vector<Vec3> seen;
    for (const Vec3& v : solid.mesh->vertices()) {
      seen.push_back(frame.seen(v));
      box_.add(seen.back());
      largest_ = std::max(largest_, v.cwiseAbs().maxCoeff());
    }
    slack_ = kSlack * (box_.high - box_.low).norm() + largest_ * 0x1p-50;
    for (const Face& f : solid.mesh->faces()) faces_.push_back(seen_face(triangle_of(seen, f)));
  }

  Bounded run(const Control& control) {
    Cell root{box_.low.x(), box_.low.y(), box_.high.x() - box_.low.x(), box_.high.y() - box_.low.y()};
    for (std::uint32_t f = 0; f < faces_.size(); ++f) root.faces.push_back(f);
    look_at(root);
    std::priority_queue<Cell> cells;
    cells.push(std::move(root));
    double at_most = cells.top().at_most;
    for (int n = 0; n < kMostCells && !cells.empty(); ++n) {
      control.poll();
      at_most = std::max(found_, cells.top().at_most);
      if (at_most <= found_ * (1 + kClose)) break;
      const Cell cell = cells.top();
      cells.pop();
      for (int quarter = 0; quarter < 4; ++quarter)
        if (Cell part = part_of(cell, quarter); part.at_most > found_) cells.push(std::move(part));
    }
    const double hair = largest_ * 0x1p-49;
    return {found_, std::max(0.0, found_ * (1 - kSlack) - hair), at_most * (1 + kSlack) + hair};
  }

 private:
  SeenFace seen_face(const Triangle& t) const {
    const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    SeenFace face{t, std::min({t.p[0].z(), t.p[1].z(), t.p[2].z()}), std::max({t.p[0].z(), t.p[1].z(), t.p[2].z()}), 0, 0,
                  0};
    if (std::abs(n.z()) <= kSlack * n.norm()) return face;
    face.way = n.z() < 0 ? 1 : -1;
    face.slope_x = -n.x() / n.z();
    face.slope_y = -n.y() / n.z();
    return face;
  }

  static double height(const SeenFace& f, double x, double y) {
    return f.t.p[0].z() + f.slope_x * (x - f.t.p[0].x()) + f.slope_y * (y - f.t.p[0].y());
  }

  Cell part_of(const Cell& cell, int quarter) {
    Cell part{cell.x + (quarter & 1) * cell.width / 2, cell.y + (quarter >> 1) * cell.height / 2, cell.width / 2,
              cell.height / 2};
    for (const std::uint32_t f : cell.faces)
      if (covers_some(faces_[f].t, part)) part.faces.push_back(f);
    if (!part.faces.empty()) look_at(part);
    return part;
  }

  // May be true of a cell beside the face.
  bool covers_some(const Triangle& t, const Cell& c) const {
    const auto beyond = [&](int axis, double low, double high) {
      const double p = t.p[0][axis], q = t.p[1][axis], r = t.p[2][axis];
      return std::max({p, q, r}) < low - slack_ || std::min({p, q, r}) > high + slack_;
    };
    return !beyond(0, c.x, c.x + c.width) && !beyond(1, c.y, c.y + c.height);
  }

  void look_at(Cell& cell) {
    Range all{HUGE_VAL, -HUGE_VAL};
    for (const std::uint32_t f : cell.faces) all = {std::min(all.low, faces_[f].low), std::max(all.high, faces_[f].high)};
    cell.at_most = all.high - all.low;
    if (cell.at_most <= found_) return;
    std::vector<Crossing> line;
    const bool clear = cross_cell(cell, line);
    if (clear) measure(line);
    if (cell.faces.size() <= kFewFaces) cell.at_most = std::min(cell.at_most, longest_run(cell, clear ? &line : nullptr));
  }

  // Crossings of a line through the cell in order; false if each of several passes too near to an edge.
  bool cross_cell(const Cell& cell, std::vector<Crossing>& line) const {
    for (const auto& at : kLines) {
      line.clear();
      const double x = cell.x + at[0] * cell.width, y = cell.y + at[1] * cell.height;
      bool clear = true;
      for (const std::uint32_t f : cell.faces) {
        const int side = side_of(faces_[f].t, x, y);
        clear = clear && side != 0;
        if (side <= 0) continue;
        if (faces_[f].way == 0) clear = false;
        line.push_back({height(faces_[f], x, y), faces_[f].way});
      }
      if (!clear) continue;
      std::sort(line.begin(), line.end(), [](const Crossing& p, const Crossing& q) { return p.z < q.z; });
      return true;
    }
    return false;
  }

  // 1: the line passes through the face, -1: beside it, 0: rounding may decide.
  int side_of(const Triangle& t, double x, double y) const {
    int left = 0, right = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3 &p = t.p[i], &q = t.p[(i + 1) % 3];
      const double ex = q.x() - p.x(), ey = q.y() - p.y();
      const double side = ex * (y - p.y()) - ey * (x - p.x()), doubt = slack_ * (std::abs(ex) + std::abs(ey));
      left += side > doubt;
      right += side < -doubt;
    }
    if (left == 3 || right == 3) return 1;
    return left > 0 && right > 0 ? -1 : 0;
  }

  void measure(const std::vector<Crossing>& line) {
    int winding = 0;
    double begin = 0;
    for (const Crossing& c : line) {
      if (winding == 0) begin = c.z;
      winding += c.way;
      if (winding == 0) found_ = std::max(found_, c.z - begin);
    }
  }

  // Of faces in the cell, by their planes where these say more.
  Range range_in(const SeenFace& f, const Cell& c) const {
    Range range{f.low - slack_, f.high + slack_};
    if (f.way == 0) return range;
    const double middle = height(f, c.x + c.width / 2, c.y + c.height / 2),
                 spread = (std::abs(f.slope_x) * c.width + std::abs(f.slope_y) * c.height) / 2 + slack_;
    return {std::max(range.low, middle - spread), std::min(range.high, middle + spread)};
  }

  // Layers from below; a gap that the line finds outside ends a run of them.
  double longest_run(const Cell& cell, const std::vector<Crossing>* line) const {
    std::vector<std::pair<Range, std::uint32_t>> order;
    for (const std::uint32_t f : cell.faces) order.emplace_back(range_in(faces_[f], cell), f);
    std::sort(order.begin(), order.end(), [](const auto& p, const auto& q) { return p.first.low < q.first.low; });
    double longest = 0;
    for (std::size_t i = 0; i < order.size();) {
      double top = order[i].first.high;
      std::size_t end = i + 1;
      for (; end < order.size(); ++end) {
        const double next = order[end].first.low;
        if (next > top && line != nullptr && is_outside(*line, (top + next) / 2)) break;
        top = std::max(top, order[end].first.high);
      }
      longest = std::max(longest, std::min(top - order[i].first.low, longest_pair({order.data() + i, end - i}, cell)));
      i = end;
    }
    return longest;
  }

  static bool is_outside(const std::vector<Crossing>& line, double z) {
    int winding = 0;
    for (const Crossing& c : line)
      if (c.z < z) winding += c.way;
    return winding == 0;
  }

  // From a face where lines enter to one where they leave, over the part of the cell that both may cover.
  double longest_pair(std::span<const std::pair<Range, std::uint32_t>> run, const Cell& cell) const {
    double longest = 0;
    for (const auto& [low, e] : run)
      for (const auto& [high, l] : run) {
        const SeenFace &enter = faces_[e], &leave = faces_[l];
        if (enter.way != 1 || leave.way != -1 || high.high - low.low <= std::max(longest, found_)) continue;
        longest = std::max(longest, std::min(high.high - low.low, widest(enter, leave, cell)));
      }
    return longest;
  }

  // At a corner of what both faces cover of the cell: there the planes are farthest apart.
  double widest(const SeenFace& enter, const SeenFace& leave, const Cell& c) const {
    Outline outline(c.x, c.y, c.x + c.width, c.y + c.height);
    for (const SeenFace* f : {&enter, &leave})
      for (int i = 0; i < 3; ++i) outline.cut(f->t.p[i], f->t.p[(i + 1) % 3], -f->way, slack_);
    if (outline.area() <= kSliver * slack_ * (c.width + c.height)) return 0;
    double most = 0;
    for (const Spot& at : outline.corners())
      most = std::max(most, height(leave, at.x, at.y) - height(enter, at.x, at.y) + slack_);
    return most;
  }

  Box box_;
  double largest_ = 0, slack_ = 0, found_ = 0;
  std::vector<SeenFace> faces_;
};

}  // namespace

Bounded solid_depth(const OverlapSolid& solid, const Vec3& direction, const Control& control) {
  if (!solid.mesh) return {};
  return DepthSearch(solid, direction).run(control);
}

}  // namespace impinge
