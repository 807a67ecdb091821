// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A part may reach in through a hole with a pin of few faces on a head of many, or as a plate all of whose edges are
// outside: samples are as many where there are few faces as where there are many. Linear in the faces of bodies that no tree
// knows.
#include "answer/verdict/surface_samples.h"

#include <array>
#include <cmath>
#include <unordered_set>

#include <Eigen/LU>

namespace impinge {

namespace {

constexpr std::size_t kFacesScanned = 2048;  // for outermost corners, which need not be the very outermost
constexpr double kCells = 8;                 // along each side of the other body's box
constexpr double kCoarse = 2;                // cells around it, in these
constexpr double kFlat = 64;  // thinner boxes have fewer layers: cells are no thinner than the longest side so
constexpr int kMostHalvings = 60;
constexpr std::uint64_t kMostSteps = 3;    // from cell to cell, in a box of which it is asked whether all are known
constexpr std::uint32_t kPoll = 1u << 16;  // faces between two looks at the clock

// Axes and diagonals of a cube: the outermost corner along each is a point to ask about.
const std::array<Vec3, 14>& looks() {
  static const std::array<Vec3, 14> kLooks = {
      Vec3(1, 0, 0),  Vec3(-1, 0, 0), Vec3(0, 1, 0),   Vec3(0, -1, 0), Vec3(0, 0, 1),   Vec3(0, 0, -1),  Vec3(1, 1, 1),
      Vec3(1, 1, -1), Vec3(1, -1, 1), Vec3(1, -1, -1), Vec3(-1, 1, 1), Vec3(-1, 1, -1), Vec3(-1, -1, 1), Vec3(-1, -1, -1)};
  return kLooks;
}

void add_outermost(const WorldObject& o, const FreeCorners& free, std::vector<SurfaceSample>& samples) {
  std::array<double, 14> farthest;
  farthest.fill(-INFINITY);
  std::array<std::uint32_t, 14> outermost{};
  for (std::size_t f = 0; f < o.faces.size(); f += o.faces.size() / kFacesScanned + 1)
    for (const std::uint32_t v : o.faces[f]) {
      if (!free.has(v)) continue;
      const Vec3 p = o.vertex(v);
      for (std::size_t i = 0; i < looks().size(); ++i)
        if (const double far = looks()[i].dot(p); far > farthest[i]) {
          farthest[i] = far;
          outermost[i] = v;
        }
    }
  for (std::size_t i = 0; i < looks().size(); ++i)
    if (farthest[i] > -INFINITY) samples.push_back({o.topology->component_of[outermost[i]], o.vertex(outermost[i])});
}

// The first point of each component in each cell.
class Cells {
 public:
  Cells(const Box& fine, const Box& suspect, std::vector<SurfaceSample>& samples)
      : fine_(fine), suspect_(suspect), samples_(samples) {
    const Vec3 size = fine.high - fine.low;
    cell_ = (size / kCells).cwiseMax(size.maxCoeff() / kFlat).cwiseMax(0x1p-1000);
  }

  /// A point is known in each cell that the box meets, or nobody can tell quickly; asked where there is one component alone.
  bool knows(const Box& box) const {
    const bool fine = boxes_meet(box, fine_), coarse = !box_contains(fine_, box.low) || !box_contains(fine_, box.high);
    return (!fine || all_taken(intersection(box, fine_), true)) &&
           (!coarse || all_taken(intersection(box, suspect_), false));
  }

  /// A triangle, or an edge with one end given twice.
  void add(const Triangle& t, std::uint32_t component, int halvings = kMostHalvings) {
    const Box box = box_of(t);
    if (!boxes_meet(box, suspect_)) return;
    const Vec3 cell = boxes_meet(box, fine_) ? cell_ : Vec3(kCoarse * cell_);
    if (((box.high - box.low).array() <= cell.array()).all() || halvings == 0)
      return add_point(t.p[0] / 3 + t.p[1] / 3 + t.p[2] / 3, component);
    std::size_t longest = 0;
    double length = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const double in_cells = (t.p[(i + 1) % 3] - t.p[i]).cwiseQuotient(cell).squaredNorm();
      if (in_cells > length) {
        length = in_cells;
        longest = i;
      }
    }
    const Vec3 &p = t.p[longest], &q = t.p[(longest + 1) % 3], &r = t.p[(longest + 2) % 3];
    const Vec3 middle = p / 2 + q / 2;
    if (r == q) {  // an edge
      add({{p, middle, middle}}, component, halvings - 1);
      return add({{middle, q, q}}, component, halvings - 1);
    }
    add({{p, middle, r}}, component, halvings - 1);
    add({{middle, q, r}}, component, halvings - 1);
  }

 private:
  using Place = Eigen::Matrix<std::uint64_t, 3, 1>;
  Place place_of(const Vec3& p, bool fine) const {
    const Vec3 place = (p - suspect_.low).cwiseQuotient(fine ? cell_ : Vec3(kCoarse * cell_));
    return place.cwiseMin(4095.0).cast<std::uint64_t>();
  }
  static std::uint64_t key_of(const Place& place, std::uint32_t component, bool fine) {
    return (((component * 2ull + (fine ? 1 : 0)) << 12 | place.x()) << 12 | place.y()) << 12 | place.z();
  }

  bool all_taken(const Box& box, bool fine) const {
    const Place low = place_of(box.low, fine), high = place_of(box.high, fine);
    if ((high - low).sum() > kMostSteps) return false;
    for (std::uint64_t x = low.x(); x <= high.x(); ++x)
      for (std::uint64_t y = low.y(); y <= high.y(); ++y)
        for (std::uint64_t z = low.z(); z <= high.z(); ++z)
          if (!taken_.contains(key_of({x, y, z}, 0, fine))) return false;
    return true;
  }

  void add_point(const Vec3& p, std::uint32_t component) {
    if (!box_contains(suspect_, p)) return;
    const std::uint64_t key = key_of(place_of(p, box_contains(fine_, p)), component, box_contains(fine_, p));
    if (key == last_ || !taken_.insert(last_ = key).second) return;
    samples_.push_back({component, p});
  }

  const Box &fine_, &suspect_;
  std::vector<SurfaceSample>& samples_;
  Vec3 cell_;
  std::unordered_set<std::uint64_t> taken_;
  std::uint64_t last_ = UINT64_MAX;
};

// Holds a box of the world in the frame of the object.
Box local_box(const WorldObject& o, const Box& world) {
  if (o.in_place) return world;
  const Eigen::Matrix3d inverse = o.pose.rotation.inverse();
  Box box;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner(k & 1 ? world.high.x() : world.low.x(), k & 2 ? world.high.y() : world.low.y(),
                      k & 4 ? world.high.z() : world.low.z());
    box.add(inverse * (corner - o.pose.position));
  }
  return grown(box, 1e-9 * largest_coordinate(box));
}

// Calls visit(face) for all faces whose boxes meet the box, maybe for others; where a tree tells, not for those in boxes
// that are known already.
template <typename Known, typename Visit>
void near_faces(const Body& body, const Box& box, const Known& known, const Visit& visit) {
  const WorldObject& o = body.object();
  if (o.clusters != nullptr) return body.walk([&](const Box& b) { return boxes_meet(b, box) && !known(b); }, visit);
  const Box local = local_box(o, box);
  const bool bounded = local.low.allFinite() && local.high.allFinite();
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (f % kPoll == 0) body.control().poll();
    const Face& face = o.faces[f];
    if (!bounded || boxes_meet(box_of({{o.local[face[0]], o.local[face[1]], o.local[face[2]]}}), local)) visit(f);
  }
}

void add_within(const Body& body, const FreeCorners& free, const Box& fine, const Box& suspect,
                std::vector<SurfaceSample>& samples) {
  const WorldObject& o = body.object();
  Cells cells(fine, suspect, samples);
  const bool alone = free.all() && o.topology->component_faces.size() == 1;
  const auto known = [&](const Box& box) { return alone && cells.knows(box); };
  near_faces(body, suspect, known, [&](std::uint32_t f) {
    const Face& face = o.faces[f];
    const std::uint32_t component = o.topology->component_of[face[0]];
    const bool ends[3] = {free.has(face[0]), free.has(face[1]), free.has(face[2])};
    if (ends[0] && ends[1] && ends[2]) return cells.add(o.triangle(f), component);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 q = o.vertex(face[(k + 1) % 3]);
      if (ends[k] && ends[(k + 1) % 3]) cells.add({{o.vertex(face[k]), q, q}}, component);
    }
  });
}

}  // namespace

FreeCorners::FreeCorners(const WorldObject& object, std::span<const FacePair> meeting, bool is_a) : object_(object) {
  if (meeting.empty()) return;
  touched_.resize(object.local.size(), false);
  for (const FacePair& pair : meeting)
    for (const std::uint32_t v : object.faces[is_a ? pair.a_face : pair.b_face]) touched_[object.topology->corner(v)] = true;
}

std::vector<SurfaceSample> untouched_samples(const Body& body, const Body& other, const FreeCorners& free) {
  const WorldObject& o = body.object();
  std::vector<SurfaceSample> samples;
  std::vector<bool> known(o.topology->component_faces.size(), false);
  const auto add = [&](std::uint32_t component, const Vec3& p) {
    samples.push_back({component, p});
    known[component] = true;
  };
  for (const Face& f : o.faces)
    for (const std::uint32_t v : f)
      if (!known[o.topology->component_of[v]] && free.has(v)) add(o.topology->component_of[v], o.vertex(v));
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    const std::uint32_t component = o.topology->component_of[o.faces[f][0]];
    if (known[component]) continue;
    const Triangle t = o.triangle(f);
    const Vec3 middle = t.p[0] / 3 + t.p[1] / 3 + t.p[2] / 3;
    if (!other.holds_on_surface(RayStart(centroid(t)))) add(component, middle);
  }
  return samples;
}

std::vector<SurfaceSample> surface_samples(const Body& body, const Body& other, const Box& suspect,
                                           std::span<const FacePair> meeting, bool is_a) {
  const WorldObject& o = body.object();
  const FreeCorners free(o, meeting, is_a);
  std::vector<SurfaceSample> samples;
  if (free.all()) {
    const std::vector<std::uint32_t>& heads = o.topology->component_faces;
    for (std::uint32_t i = 0; i < heads.size(); ++i) samples.push_back({i, o.vertex(o.faces[heads[i]][0])});
  } else {
    samples = untouched_samples(body, other, free);
  }
  add_outermost(o, free, samples);
  add_within(body, free, other.object().box, suspect, samples);
  return samples;
}

}  // namespace impinge
