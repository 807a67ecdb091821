// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/overlap_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "answer/overlap/solid_measures.h"
#include "base/box.h"
#include "base/predicates.h"

namespace impinge {

namespace {

// A shell of the surface: outwards around a lump, or inwards around a cavity of it.
struct Shell {
  std::vector<std::uint32_t> faces;  // into the list of SolidFace
  SolidMeasures measures;
  Box box;
};

class Assembly {
 public:
  Assembly(const Arrangement& arrangement, std::span<const SolidFace> faces) : arrangement_(arrangement), faces_(faces) {
    number_points();
    find_shells();
  }

  OverlapSolid run() {
    OverlapSolid solid;
    std::vector<std::vector<std::uint32_t>> lumps = gather_lumps();
    std::vector<Face> triangles;
    std::vector<Vec3> vertices;
    for (const TwofoldPoint& p : points_) vertices.push_back(p.high);
    for (const std::vector<std::uint32_t>& lump : lumps) solid.lumps.push_back(describe(lump, triangles));
    for (const Lump& lump : solid.lumps) {
      solid.volume += lump.volume;
      solid.area += lump.area;
    }
    solid.embedded = keeps_its_turn();
    if (!triangles.empty()) solid.mesh = Mesh(std::move(vertices), std::move(triangles));
    return solid;
  }

 private:
  // Vertices of the result in the order of their numbers.
  void number_points() {
    std::vector<std::uint32_t> index(arrangement_.points.count(), 0);
    for (const SolidFace& f : faces_)
      for (const std::uint32_t p : f.points) index[p] = 1;
    for (std::uint32_t p = 0; p < index.size(); ++p) {
      if (index[p] == 0) continue;
      index[p] = static_cast<std::uint32_t>(points_.size());
      points_.push_back(arrangement_.points.twofold(p));
    }
    triangles_.reserve(faces_.size());
    for (const SolidFace& f : faces_) triangles_.push_back({index[f.points[0]], index[f.points[1]], index[f.points[2]]});
  }

  void find_shells() {
    std::map<std::uint32_t, std::size_t> numbers;
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      const auto [it, fresh] = numbers.try_emplace(faces_[f].shell, shells_.size());
      if (fresh) shells_.emplace_back();
      shells_[it->second].faces.push_back(f);
    }
    for (Shell& s : shells_) {
      std::vector<Face> triangles;
      for (const std::uint32_t f : s.faces) {
        triangles.push_back(triangles_[f]);
        for (const std::uint32_t v : triangles_[f]) s.box.add(points_[v].high);
      }
      s.measures = measure_solid(points_, triangles);
    }
  }

  // Share of all directions in which a point sees the shell.
  double winding(const Shell& shell, const Vec3& p) const {
    double sum = 0;
    for (const std::uint32_t f : shell.faces) {
      const Vec3 a = points_[triangles_[f][0]].high - p, b = points_[triangles_[f][1]].high - p,
                 c = points_[triangles_[f][2]].high - p;
      const double la = a.norm(), lb = b.norm(), lc = c.norm();
      sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return sum / (2 * std::numbers::pi);
  }

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
    for (std::uint32_t s = 0; s < shells_.size(); ++s) {
      if (shells_[s].measures.volume >= 0) continue;
      const Face& f = triangles_[shells_[s].faces.front()];
      const Vec3 p = (points_[f[0]].high + points_[f[1]].high + points_[f[2]].high) / 3;
      for (std::size_t l = outer.size(); l-- > 0;)
        if (boxes_meet(shells_[outer[l]].box, shells_[s].box) && winding(shells_[outer[l]], p) > 0.5) {
          lumps[l].push_back(s);
          break;
        }
    }
    return lumps;
  }

  Lump describe(const std::vector<std::uint32_t>& shells, std::vector<Face>& triangles) const {
    Lump lump;
    lump.first_face = static_cast<std::uint32_t>(triangles.size());
    Vec3 moment = Vec3::Zero();
    const Vec3 from = shells_[shells.front()].measures.centroid;
    Box box;
    for (const std::uint32_t s : shells) {
      const SolidMeasures& m = shells_[s].measures;
      lump.volume += m.volume;
      lump.area += m.area;
      moment += m.volume * (m.centroid - from);
      box.add(shells_[s].box.low);
      box.add(shells_[s].box.high);
      for (const std::uint32_t f : shells_[s].faces) {
        triangles.push_back(triangles_[f]);
        add_sources(faces_[f], lump);
      }
    }
    lump.centroid = lump.volume > 0 ? Vec3(from + moment / lump.volume) : from;
    lump.box_low = box.low;
    lump.box_high = box.high;
    lump.face_count = static_cast<std::uint32_t>(triangles.size()) - lump.first_face;
    for (auto* list : {&lump.a_faces, &lump.b_faces}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return lump;
  }

  void add_sources(const SolidFace& f, Lump& lump) const {
    const TwoBodies& bodies = arrangement_.bodies;
    const auto add = [&](std::uint32_t face) {
      if (bodies.in_b(face))
        lump.b_faces.push_back(face - bodies.first_b_face());
      else
        lump.a_faces.push_back(face);
    };
    if (f.cut == SolidFace::kWhole) return add(f.face);
    for (const std::uint32_t face : arrangement_.faces_of(arrangement_.triangles[f.cut])) add(face);
  }

  // No face with a made point was turned over, or lost its area, by rounding.
  bool keeps_its_turn() const {
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      if (faces_[i].cut == SolidFace::kWhole) continue;
      const CutPlane& plane = arrangement_.planes[arrangement_.triangles[faces_[i].cut].plane];
      const Face& f = triangles_[i];
      const bool to_front = (plane.turn > 0) != faces_[i].turned;
      if (orient2d(points_[f[0]].high, points_[f[1]].high, points_[f[2]].high, plane.axis) != (to_front ? 1 : -1))
        return false;
    }
    return true;
  }

  const Arrangement& arrangement_;
  std::span<const SolidFace> faces_;
  std::vector<TwofoldPoint> points_;
  std::vector<Face> triangles_;
  std::vector<Shell> shells_;
};

}  // namespace

OverlapSolid overlap_solid(const Arrangement& arrangement, std::span<const SolidFace> faces) {
  return Assembly(arrangement, faces).run();
}

}  // namespace impinge
