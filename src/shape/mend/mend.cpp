// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/internals.h"
#include "base/predicates.h"
#include "shape/mend/oriented_faces.h"
#include "shape/mend/planar_fill.h"
#include "shape/mend/rims.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

class Mender {
 public:
  explicit Mender(const Mesh& mesh) : mesh_(mesh), vertices_(mesh.vertices()) {}

  Mended run() {
    weld();
    drop_degenerate();
    fill_holes();
    turn_outwards();
    if (faces_.empty())
      throw Error(ErrorCode::bad_mesh,
                  fmt::format("{}: no face is left once doubled faces and faces without area are gone; there is nothing to "
                              "mend",
                              mesh_.origin().empty() ? "mesh" : mesh_.origin()));
    std::vector<Vec3> vertices = used_vertices();
    return {Mesh(std::move(vertices), std::move(faces_), mesh_.origin()), steps_};
  }

 private:
  void weld() {
    const MeshTopology& topology = Internals::data(mesh_).topology;
    const std::vector<Face> corners = amended_corners(topology, mesh_.faces());
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) steps_.welded_vertices += topology.corner(v) != v ? 1 : 0;
    OrientedFaces oriented = oriented_faces(vertices_, corners);
    faces_ = std::move(oriented.faces);
    steps_.degenerate_faces = oriented.flat;
    steps_.duplicate_faces = oriented.doubled + topology.report.back_faces;
    const auto turned = std::count(topology.amends.begin(), topology.amends.end(), Amend::turn);
    steps_.turned_faces = oriented.turned + static_cast<std::uint32_t>(turned);
  }

  // A face without area goes where the border is no longer without it.
  void drop_degenerate() {
    std::map<DirectedEdge, int> passes;  // forward less backward
    const auto pass = [&](const Face& f, std::size_t i) -> std::pair<int&, int> {
      const std::uint32_t a = f[i], b = f[(i + 1) % 3];
      return a < b ? std::pair<int&, int>(passes[{a, b}], 1) : std::pair<int&, int>(passes[{b, a}], -1);
    };
    std::vector<bool> flat(faces_.size());
    for (std::size_t f = 0; f < faces_.size(); ++f) flat[f] = degenerate(triangle_of(vertices_, faces_[f]));
    if (std::find(flat.begin(), flat.end(), true) == flat.end()) return;
    for (const Face& f : faces_)
      for (std::size_t i = 0; i < 3; ++i) {
        const auto [count, way] = pass(f, i);
        count += way;
      }
    std::vector<Face> kept;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      int longer = 0;
      for (std::size_t i = 0; flat[f] && i < 3; ++i) {
        const auto [count, way] = pass(faces_[f], i);
        longer += std::abs(count - way) - std::abs(count);
      }
      if (!flat[f] || longer > 0) {
        kept.push_back(faces_[f]);
        steps_.kept_degenerate_faces += flat[f] ? 1 : 0;
        continue;
      }
      ++steps_.degenerate_faces;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto [count, way] = pass(faces_[f], i);
        count -= way;
      }
    }
    faces_ = std::move(kept);
  }

  // A body of one component encloses more than it leaves out where it looks outwards.
  void turn_outwards() {
    if (mesh_.report().components != 1 || faces_.empty()) return;
    const Vec3 origin = vertices_[faces_.front()[0]];
    double volume = 0;
    for (const Face& f : faces_) {
      const Triangle t = triangle_of(vertices_, f);
      volume += (t.p[0] - origin).dot(cross(t.p[1] - origin, t.p[2] - origin));
    }
    if (!(volume < 0) || !find_rims(vertices_, faces_).empty()) return;
    for (Face& f : faces_) std::swap(f[1], f[2]);
    steps_.turned_faces = static_cast<std::uint32_t>(faces_.size()) - steps_.new_faces - steps_.turned_faces;
  }

  void fill_holes() {
    const std::vector<std::vector<std::uint32_t>> rims = find_rims(vertices_, faces_);
    if (rims.empty()) return;
    std::map<DirectedEdge, std::uint32_t> third;  // corner of the face at an edge
    for (const Face& f : faces_)
      for (std::size_t i = 0; i < 3; ++i) third[{f[i], f[(i + 1) % 3]}] = f[(i + 2) % 3];
    for (const std::vector<Face>& fill : planar_fills(vertices_, rims)) {
      const bool fits =
          !fill.empty() && std::none_of(fill.begin(), fill.end(), [&](const Face& f) { return folds(f, third); });
      ++(fits ? steps_.filled_holes : steps_.holes_left);
      if (!fits) continue;
      steps_.new_faces += static_cast<std::uint32_t>(fill.size());
      faces_.insert(faces_.end(), fill.begin(), fill.end());
    }
  }

  // The new face would lie on its neighbour: the rim is the outline of a flat patch, and what fills it is its back.
  bool folds(const Face& face, const std::map<DirectedEdge, std::uint32_t>& third) const {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3], c = face[(i + 2) % 3];
      const auto it = third.find({b, a});
      if (it == third.end()) continue;
      const Vec3 &p = vertices_[a], &q = vertices_[b], &r = vertices_[c], &other = vertices_[it->second];
      if (orient3d(p, q, r, other) == 0 && cross(q - p, r - p).dot(cross(q - p, other - p)) > 0) return true;
    }
    return false;
  }

  // Vertices in their old order, and the faces by their new numbers.
  std::vector<Vec3> used_vertices() {
    std::vector<bool> used(vertices_.size(), false);
    for (const Face& f : faces_)
      for (const std::uint32_t v : f) used[v] = true;
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> number(vertices_.size(), 0);
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      number[v] = static_cast<std::uint32_t>(vertices.size());
      if (used[v]) vertices.push_back(vertices_[v]);
    }
    for (Face& f : faces_)
      for (std::uint32_t& v : f) v = number[v];
    steps_.unused_vertices = static_cast<std::uint32_t>(vertices_.size() - vertices.size()) - steps_.welded_vertices;
    return vertices;
  }

  const Mesh& mesh_;
  std::span<const Vec3> vertices_;
  std::vector<Face> faces_;  // by corner, later by new vertex
  MendSteps steps_;
};

}  // namespace

Mended mend(const Mesh& mesh) { return Mender(mesh).run(); }

}  // namespace impinge
