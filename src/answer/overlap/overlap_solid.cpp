// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/overlap_solid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "answer/overlap/point_ranks.h"
#include "answer/overlap/shell_nesting.h"
#include "answer/overlap/solid_measures.h"
#include "base/box.h"
#include "base/predicates.h"
#include "shape/mesh/shell_mesh.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// A shell of the surface: outwards around a lump, or inwards around a cavity of it.
struct Shell {
  std::uint32_t first = 0, count = 0;  // into the faces
  SolidMeasures measures;
};

class Assembly {
 public:
  Assembly(const Arrangement& arrangement, SolidFaces faces)
      : arrangement_(arrangement),
        frame_(arrangement.bodies.frame),
        faces_(std::move(faces)),
        ranks_(arrangement.points.count() + 1) {
    sort_by_shell();
    number_points();
    measure_shells();
  }

  OverlapSolid run(bool plain) {
    OverlapSolid solid;
    const std::vector<std::vector<std::uint32_t>> lumps = gather_lumps();
    std::vector<std::uint32_t> order;
    for (const auto& lump : lumps) {
      solid.lumps.push_back(describe(lump));
      order.insert(order.end(), lump.begin(), lump.end());
    }
    std::uint32_t at = 0;
    for (Lump& lump : solid.lumps) {
      lump.first_face = at;
      at += lump.face_count;
      solid.volume += lump.volume;
      solid.area += lump.area;
    }
    solid.embedded = keeps_its_turn();
    if (triangles_.empty()) return solid;
    ShellMesh mesh = shell_mesh(order);
    solid.mesh =
        plain && all_outwards() ? mesh_of_shells(std::move(mesh)) : Mesh(std::move(mesh.vertices), std::move(mesh.faces));
    return solid;
  }

 private:
  // Faces of a shell lie together, shells in the order of their first faces.
  void sort_by_shell() {
    std::uint32_t most = 0;
    for (const SolidFace& f : faces_) most = std::max(most, f.shell);
    std::vector<std::uint32_t> numbers(faces_.empty() ? 0 : most + 1, kNone);
    for (SolidFace& f : faces_) {
      std::uint32_t& number = numbers[f.shell];
      if (number == kNone) {
        number = static_cast<std::uint32_t>(shells_.size());
        shells_.emplace_back();
      }
      ++shells_[number].count;
      f.shell = number;
    }
    for (std::size_t s = 1; s < shells_.size(); ++s) shells_[s].first = shells_[s - 1].first + shells_[s - 1].count;
    if (shells_.size() < 2) return;
    std::vector<std::uint32_t> next;
    for (const Shell& s : shells_) next.push_back(s.first);
    SolidFaces sorted(faces_.size());
    for (const SolidFace& f : faces_) sorted[next[f.shell]++] = f;
    faces_.swap(sorted);
  }

  // Vertices of the result in the order of their numbers.
  void number_points() {
    for (const SolidFace& f : faces_)
      for (const std::uint32_t p : f.points) ranks_.add(p);
    ranks_.count();
    points_.reserve(ranks_.total());
    ranks_.for_each([&](std::uint32_t p) { points_.push_back(arrangement_.points.twofold(p)); });
    triangles_.reserve(faces_.size());
    for (const SolidFace& f : faces_)
      triangles_.push_back({ranks_.rank(f.points[0]), ranks_.rank(f.points[1]), ranks_.rank(f.points[2])});
  }

  // In units in which areas and volumes are ordinary numbers, wherever the points are.
  void measure_shells() {
    double largest = 0;
    for (const TwofoldPoint& p : points_) largest = std::max(largest, p.high.cwiseAbs().maxCoeff());
    if (!(largest > 0x1p-150 && largest < 0x1p150) && largest > 0) std::frexp(largest, &exponent_);
    std::vector<std::uint32_t> numbers;
    const PointDigits digits = [&](std::uint32_t point, int doubles) {
      if (numbers.empty()) ranks_.for_each([&](std::uint32_t p) { numbers.push_back(p); });
      return digits_of(arrangement_.points.exact(numbers[point]), doubles);
    };
    if (exponent_ == 0) {
      for (Shell& s : shells_) s.measures = measure_solid(points_, triangles_of(s), digits);
      return;
    }
    std::vector<TwofoldPoint> scaled(points_.begin(), points_.end());
    for (TwofoldPoint& p : scaled)
      for (Vec3* part : {&p.high, &p.low})
        for (double& x : *part) x = std::ldexp(x, -exponent_);
    for (Shell& s : shells_) s.measures = measure_solid(scaled, triangles_of(s), digits);
  }

  ExactVec digits_of(const ExactPoint& p, int doubles) const {
    const int half = exponent_ / 2;  // whose power of two is a double
    const Exact w = p.w * Exact(std::ldexp(1, half)) * Exact(std::ldexp(1, exponent_ - half));
    const auto along = [&](Exact rest) {
      Exact sum;
      for (int i = 0; i < doubles && rest.sign() != 0; ++i) {
        const Exact digits(rough_quotient(rest, w));
        sum = sum + digits;
        rest = rest - digits * w;
      }
      return sum;
    };
    return {along(p.x), along(p.y), along(p.z)};
  }

  double unscaled(double x, int power = 1) const { return std::ldexp(x, power * exponent_); }
  Vec3 unscaled(const Vec3& v) const { return {unscaled(v.x()), unscaled(v.y()), unscaled(v.z())}; }

  std::span<const SolidFace> faces_of(const Shell& s) const { return std::span(faces_).subspan(s.first, s.count); }
  std::span<const Face> triangles_of(const Shell& s) const { return std::span(triangles_).subspan(s.first, s.count); }

  // Each outward shell with the cavities in it: those of the smallest shell around them.
  std::vector<std::vector<std::uint32_t>> gather_lumps() const {
    std::vector<std::uint32_t> outer;
    for (std::uint32_t s = 0; s < shells_.size(); ++s)
      if (shells_[s].measures.volume >= 0) outer.push_back(s);
    std::stable_sort(outer.begin(), outer.end(), [&](std::uint32_t x, std::uint32_t y) {
      return shells_[x].measures.volume > shells_[y].measures.volume;
    });
    std::vector<std::vector<std::uint32_t>> lumps;
    for (const std::uint32_t s : outer) lumps.push_back({s});
    for (std::uint32_t s = 0; s < shells_.size(); ++s)
      if (shells_[s].measures.volume < 0 && !outer.empty()) lumps[lump_around(s, outer)].push_back(s);
    const auto volume = [&](const std::vector<std::uint32_t>& lump) {
      double sum = 0;
      for (const std::uint32_t s : lump) sum += shells_[s].measures.volume;
      return sum;
    };
    std::stable_sort(lumps.begin(), lumps.end(), [&](const auto& x, const auto& y) { return volume(x) > volume(y); });
    return lumps;
  }

  std::size_t lump_around(std::uint32_t cavity, std::span<const std::uint32_t> outer) const {
    for (std::size_t l = outer.size(); l-- > 1;) {
      const Shell& shell = shells_[outer[l]];
      if (boxes_meet(shell.measures.box, shells_[cavity].measures.box) &&
          lies_around(arrangement_.bodies, arrangement_.points, faces_of(shell), faces_of(shells_[cavity])))
        return l;
    }
    return 0;  // it lies in some
  }

  Lump describe(const std::vector<std::uint32_t>& shells) {
    Lump lump;
    Vec3 moment = Vec3::Zero();
    const Vec3 from = shells_[shells.front()].measures.centroid;
    Box box;
    for (const std::uint32_t s : shells) {
      const SolidMeasures& m = shells_[s].measures;
      lump.volume += m.volume;
      lump.area += m.area;
      moment += m.volume * (m.centroid - from);
      box.add(m.box);
      lump.face_count += shells_[s].count;
    }
    const Vec3 centroid = lump.volume > 0 ? Vec3(from + moment / lump.volume) : from;
    lump.centroid = frame_.to_world(exponent_ == 0 ? centroid : unscaled(centroid));
    if (exponent_ != 0) {
      lump.volume = unscaled(lump.volume, 3);
      lump.area = unscaled(lump.area, 2);
      box = {unscaled(box.low), unscaled(box.high)};
    }
    box = frame_.to_world(box);
    lump.box_low = box.low;
    lump.box_high = box.high;
    list_sources(shells, lump);
    return lump;
  }

  // Faces of a and b, ascending: by bits where they are many.
  void list_sources(const std::vector<std::uint32_t>& shells, Lump& lump) const {
    const TwoBodies& bodies = arrangement_.bodies;
    std::vector<std::uint32_t> sources;
    sources.reserve(lump.face_count);
    for (const std::uint32_t s : shells)
      for (const SolidFace& f : faces_of(shells_[s])) {
        if (f.cut >= SolidFace::kPart) {
          if (sources.empty() || sources.back() != f.face) sources.push_back(f.face);
          continue;
        }
        const auto covers = arrangement_.faces_of(arrangement_.triangles[f.cut]);
        sources.insert(sources.end(), covers.begin(), covers.end());
      }
    const auto add = [&](std::uint32_t face) {
      if (bodies.in_b(face))
        lump.b_faces.push_back(face - bodies.first_b_face());
      else
        lump.a_faces.push_back(face);
    };
    if (sources.size() > bodies.face_count() / 64) {
      PointRanks marks(bodies.face_count());
      for (const std::uint32_t f : sources) marks.add(f);
      marks.for_each(add);
      return;
    }
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    for (const std::uint32_t f : sources) add(f);
  }

  // No face with a made point was turned over, or lost its area, by rounding.
  bool keeps_its_turn() const {
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const SolidFace& s = faces_[i];
      if (s.cut == SolidFace::kWhole) continue;
      const Face& f = triangles_[i];
      if (orient2d(points_[f[0]].high, points_[f[1]].high, points_[f[2]].high, s.axis) != s.turn) return false;
    }
    return true;
  }

  // All shells clearly look outwards; then none cancels another.
  bool all_outwards() const {
    return std::all_of(shells_.begin(), shells_.end(), [](const Shell& s) {
      return s.measures.volume > 1e-6 * s.measures.area * (s.measures.box.high - s.measures.box.low).norm();
    });
  }

  // How many vertices differ because they do in the input: those of bodies that were not placed, in general position.
  std::size_t distinct_points() const {
    const TwoBodies& bodies = arrangement_.bodies;
    for (const WorldObject* object : {bodies.a, bodies.b})
      if (!object->in_place || !object->topology->corner_of.empty()) return 0;
    return ranks_.rank(bodies.point_count());
  }

  ShellMesh shell_mesh(const std::vector<std::uint32_t>& order) {
    ShellMesh mesh;
    mesh.distinct = distinct_points();
    mesh.vertices.reserve(points_.size());
    for (const TwofoldPoint& p : points_) mesh.vertices.push_back(frame_.to_world(p.high));
    if (arrangement_.bodies.mirrored)
      for (Face& f : triangles_) std::swap(f[1], f[2]);
    std::uint32_t at = 0;
    for (const std::uint32_t s : order) {
      mesh.shell_faces.push_back(at);
      at += shells_[s].count;
    }
    if (std::is_sorted(order.begin(), order.end())) {
      mesh.faces = std::move(triangles_);
      return mesh;
    }
    mesh.faces.reserve(triangles_.size());
    for (const std::uint32_t s : order) {
      const auto triangles = triangles_of(shells_[s]);
      mesh.faces.insert(mesh.faces.end(), triangles.begin(), triangles.end());
    }
    return mesh;
  }

  const Arrangement& arrangement_;
  const AxisFrame& frame_;
  SolidFaces faces_;
  PointRanks ranks_;
  KeptVector<TwofoldPoint> points_;
  std::vector<Face> triangles_;  // as faces_, by vertices of the result
  std::vector<Shell> shells_;
  int exponent_ = 0;  // measures of shells are in units of this power of two
};

}  // namespace

OverlapSolid overlap_solid(const Arrangement& arrangement, SolidFaces faces, bool plain) {
  return Assembly(arrangement, std::move(faces)).run(plain);
}

}  // namespace impinge
