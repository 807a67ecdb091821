// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Of shells that lie in no other, those that look inwards cancel what they share with those that look outwards. All looking
// inwards is no fault: winding numbers are -1 then, which is inside. Nor is a shell that looks inwards in one that looks
// outwards: it is a cavity.
#include "shape/mesh/shell_faults.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/solid_angle.h"
#include "shape/mesh/shells.h"

namespace impinge {

namespace {

constexpr double kMostly = 0.5;             // of the area of a shell: so much of it lies on another, or it is not its back
constexpr double kSheetShare = 2.0 / 3;     // of its area: the sum of its area vectors, where an open shell is a mere sheet
constexpr std::size_t kSamples = 24;        // faces of a shell whose middles are looked at
constexpr std::size_t kBudget = 1 << 25;    // solid angles that may be summed; then boxes must do
constexpr double kOff = 0.1, kIn = 0.9;     // winding numbers off a shell and in it; on its surface they lie between
constexpr double kBeside = 1e-3;            // of the size of a face: a point that is off its wall, both sides of it
constexpr double kThinPart = 0.01;          // of the thickness of a shell: no wall is taken for thicker
constexpr double kFloatRounding = 0x1p-22;  // of coordinates: two sides of a wall that were rounded to floats are so near

// One face among those with the same three corners.
struct Twin {
  Face corners;
  std::uint32_t face;
  bool even;  // it passes them in ascending order
};

std::vector<Twin> sorted_twins(std::span<const Face> corners) {
  std::vector<Twin> twins;
  twins.reserve(corners.size());
  for (std::uint32_t f = 0; f < corners.size(); ++f) {
    Face sorted = corners[f];
    std::sort(sorted.begin(), sorted.end());
    const auto lowest =
        static_cast<std::size_t>(std::find(corners[f].begin(), corners[f].end(), sorted[0]) - corners[f].begin());
    twins.push_back({sorted, f, corners[f][(lowest + 1) % 3] == sorted[1]});
  }
  std::sort(twins.begin(), twins.end(),
            [](const Twin& x, const Twin& y) { return std::tie(x.corners, x.face) < std::tie(y.corners, y.face); });
  return twins;
}

class ShellJudge {
 public:
  ShellJudge(std::span<const Vec3> vertices, std::span<const Face> corners)
      : vertices_(vertices),
        corners_(corners),
        shells_(find_shells(vertices, corners)),
        fate_(shells_.size(), Amend::keep) {}

  // False if no shell cancels another.
  bool judge() {
    find_backs();
    find_inside_out();
    return std::any_of(fate_.begin(), fate_.end(), [](Amend a) { return a != Amend::keep; });
  }

  void write(MeshTopology& topology) const {
    MeshReport& report = topology.report;
    topology.amends.assign(corners_.size(), Amend::keep);
    double net = 0, within_walls = 0;
    for (std::size_t s = 0; s < shells_.size(); ++s) {
      net += shells_[s].volume;
      within_walls += rounding_of(s) * shells_[s].area;
      for (const std::uint32_t f : shells_[s].faces) topology.amends[f] = fate_[s];
      if (fate_[s] == Amend::turn) {
        ++report.inside_out_shells;
        report.first_inside_out_face = std::min(report.first_inside_out_face, shells_[s].faces.front());
      } else if (fate_[s] == Amend::leave_out) {
        report.back_faces += static_cast<std::uint32_t>(shells_[s].faces.size());
        report.first_back_face = std::min(report.first_back_face, shells_[s].faces.front());
      }
    }
    report.cancelled = report.back_faces > 0 && std::abs(net) <= within_walls && !encloses();
  }

 private:
  static bool mere_sheet(const Shell& s) { return !s.closed && s.area_sum.norm() >= kSheetShare * s.area; }

  // Area that two shells share by faces with the same corners that are turned against each other.
  using SharedAreas = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

  SharedAreas shared_areas() const {
    constexpr std::uint32_t kNone = UINT32_MAX;  // faces without area belong to no shell
    std::vector<std::uint32_t> shell_of(corners_.size(), kNone);
    for (std::uint32_t i = 0; i < shells_.size(); ++i)
      for (const std::uint32_t f : shells_[i].faces) shell_of[f] = i;
    SharedAreas shared;
    const std::vector<Twin> twins = sorted_twins(corners_);
    for (auto run = twins.begin(); run != twins.end();) {
      const auto end = std::find_if(run, twins.end(), [&](const Twin& t) { return t.corners != run->corners; });
      const auto against = std::find_if(run, end, [&](const Twin& t) { return t.even != run->even; });
      if (against != end && shell_of[run->face] != kNone && shell_of[against->face] != kNone) {
        const auto [low, high] = std::minmax(shell_of[run->face], shell_of[against->face]);
        shared[{low, high}] += area_of(run->face);
      }
      run = end;
    }
    return shared;
  }

  // Of two shells that share most of their walls the larger one is kept, and looks outwards.
  void find_backs() {
    for (const auto& [pair, area] : shared_areas()) {
      const bool first_inwards = shells_[pair.first].sign() < 0;
      const std::uint32_t inwards = first_inwards ? pair.first : pair.second;
      const std::uint32_t outwards = first_inwards ? pair.second : pair.first;
      const Shell &in = shells_[inwards], &out = shells_[outwards];
      if (in.sign() >= 0 || out.sign() < 0 || mere_sheet(in)) continue;
      if (!(area > kMostly * std::min(in.area, out.area))) continue;
      const bool in_is_larger = out.area < in.area * (1 - kFloatRounding);
      fate_[inwards] = in_is_larger ? Amend::turn : Amend::leave_out;
      if (in_is_larger) fate_[outwards] = Amend::leave_out;
    }
  }

  void find_inside_out() {
    if (!has_outermost(1)) return;
    for (std::size_t i = 0; i < shells_.size(); ++i) {
      if (!shells_[i].closed || shells_[i].sign() >= 0 || fate_[i] != Amend::keep) continue;
      const Place place = place_of(i);
      if (place != Place::inside) fate_[i] = place == Place::on ? Amend::leave_out : Amend::turn;
    }
    const std::vector<Amend> found = fate_;
    for (std::size_t i = 0; i < shells_.size(); ++i)
      if (found[i] == Amend::turn) turn_cavities(i);
  }

  // True if the shells as they are hold a point beside one of them: what cancels in sum may lie in different places.
  bool encloses() const {
    std::size_t spent = 0;
    double widest = 0;  // of what counts as on a wall
    for (std::size_t i = 0; i < shells_.size(); ++i) widest = std::max(widest, rounding_of(i));
    for (const Shell& s : shells_)
      for (std::size_t i = 0; i < s.faces.size() && spent < kBudget; i += s.faces.size() / kSamples + 1) {
        const Triangle t = triangle_of(vertices_, corners_[s.faces[i]]);
        const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
        const double length = std::max(kBeside * std::sqrt(normal.norm()), std::min(2 * widest, thickness_of(s) / 8));
        const Vec3 step = normal * (length / normal.norm());
        for (const double side : {-1.0, 1.0}) {
          double sum = 0;
          for (std::size_t k = 0; k < shells_.size(); ++k) sum += winding_of_shell(k, middle_of(s.faces[i]) + side * step);
          if (std::abs(sum) > 0.5) return true;
        }
        spent += 2 * corners_.size();
      }
    return false;
  }

  // A cavity of a shell that is turned must be turned as well.
  void turn_cavities(std::size_t outer) {
    for (std::size_t i = 0; i < shells_.size(); ++i) {
      const Shell& s = shells_[i];
      if (fate_[i] != Amend::keep || !s.closed || s.sign() <= 0 || !within(shells_[outer].box, s.box)) continue;
      if (winding_of_shell(outer, middle_of(s.faces.front())) < -kIn) fate_[i] = Amend::turn;
    }
  }

  bool has_outermost(int sign) {
    for (std::size_t i = 0; i < shells_.size(); ++i)
      if (shells_[i].closed && shells_[i].sign() == sign && place_of(i) != Place::inside) return true;
    return false;
  }

  enum class Place { outside, on, inside };

  // Where a closed shell lies with respect to all others that are kept.
  Place place_of(std::size_t shell) {
    const std::vector<std::uint32_t>& faces = shells_[shell].faces;
    bool inside = false, on = false;
    for (std::size_t i = 0; i < faces.size(); i += faces.size() / kSamples + 1) {
      const double w = std::abs(winding_of_others(shell, middle_of(faces[i])));
      if (w < kOff) return Place::outside;
      (w > kIn ? inside : on) = true;
    }
    return inside ? Place::inside : on ? Place::on : Place::outside;
  }

  static bool within(const Box& outer, const Box& inner) {
    return box_contains(outer, inner.low) && box_contains(outer, inner.high);
  }

  double winding_of_others(std::size_t shell, const Vec3& point) {
    double sum = 0;
    for (std::size_t i = 0; i < shells_.size(); ++i) {
      if (i == shell || !shells_[i].closed || fate_[i] == Amend::leave_out) continue;
      if (!box_contains(grown(shells_[i].box, rounding_of(i)), point)) continue;
      spent_ += shells_[i].faces.size();
      const bool far_in = within(shells_[i].box, shells_[shell].box);
      sum += spent_ <= kBudget ? winding_of_shell(i, point) : far_in ? shells_[i].sign() : 0;
    }
    return sum;
  }

  // What is as near to a wall lies on it; but a body far from the origin, in doubles, is not all wall.
  double rounding_of(std::size_t shell) const {
    const Shell& s = shells_[shell];
    const double rounding = kFloatRounding * largest_coordinate(s.box);
    return s.closed && s.area > 0 ? std::min(rounding, kThinPart * thickness_of(s)) : rounding;
  }

  static double thickness_of(const Shell& s) { return std::abs(s.volume) / s.area; }

  double winding_of_shell(std::size_t shell, const Vec3& point) const {
    const double near = rounding_of(shell);
    double sum = 0;
    for (const std::uint32_t f : shells_[shell].faces) {
      const Triangle t = triangle_of(vertices_, corners_[f]);
      // A point on a face sees it from neither side, whatever the rounding says; beside it in its plane it sees nothing.
      if (height_over(t, point) > near) sum += winding_of(t, point);
    }
    return sum;
  }

  static double height_over(const Triangle& t, const Vec3& point) {
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    return std::abs(normal.dot(point - t.p[0])) / normal.norm();
  }

  Vec3 middle_of(std::uint32_t face) const {
    const Triangle t = triangle_of(vertices_, corners_[face]);
    return t.p[0] / 3 + t.p[1] / 3 + t.p[2] / 3;
  }

  double area_of(std::uint32_t face) const {
    const Triangle t = triangle_of(vertices_, corners_[face]);
    return cross(t.p[1] - t.p[0], t.p[2] - t.p[0]).norm() / 2;
  }

  std::span<const Vec3> vertices_;
  std::span<const Face> corners_;
  std::vector<Shell> shells_;
  std::vector<Amend> fate_;
  std::size_t spent_ = 0;
};

}  // namespace

bool may_cancel(const MeshTopology& topology, std::span<const Vec3> vertices, std::span<const Face> faces) {
  struct Sums {
    double volume = 0, area = 0;
    Box box;
  };
  std::vector<Sums> sums(topology.component_faces.size());
  for (const Face& f : faces) {
    const std::uint32_t component = topology.component_of[f[0]];
    const Vec3& origin = vertices[faces[topology.component_faces[component]][0]];
    const Triangle t = triangle_of(vertices, f);
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    Sums& s = sums[component];
    s.volume += (t.p[0] - origin).dot(normal);
    s.area += normal.cwiseAbs().sum();
    s.box.add(box_of(t));
  }
  bool outwards = true, inwards = true;  // clearly, all of them
  for (const Sums& s : sums) {
    const double nothing = 1e-6 * s.area * (s.box.high - s.box.low).norm();
    outwards = outwards && s.volume > nothing;
    inwards = inwards && s.volume < -nothing;
  }
  return !outwards && !inwards;
}

void find_shell_faults(MeshTopology& topology, std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Face> corners;
  corners.reserve(faces.size());
  for (const Face& f : faces) corners.push_back(topology.corners(f));
  ShellJudge judge(vertices, corners);
  if (judge.judge()) judge.write(topology);
}

std::vector<Face> amended_corners(const MeshTopology& topology, std::span<const Face> faces) {
  std::vector<Face> corners;
  corners.reserve(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Amend amend = topology.amends.empty() ? Amend::keep : topology.amends[f];
    if (amend == Amend::leave_out) continue;
    Face c = topology.corners(faces[f]);
    if (amend == Amend::turn) std::swap(c[1], c[2]);
    corners.push_back(c);
  }
  return corners;
}

}  // namespace impinge
