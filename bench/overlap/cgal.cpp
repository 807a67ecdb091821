// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include "bench_clock.h"
#include "peer.h"

namespace impinge::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

Surface surface_of(const Mesh& mesh) {
  Surface surface;
  std::vector<Surface::Vertex_index> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(surface.add_vertex({v.x(), v.y(), v.z()}));
  for (const Face& f : mesh.faces()) surface.add_face(vertices[f[0]], vertices[f[1]], vertices[f[2]]);
  return surface;
}

}  // namespace

std::optional<PeerSolid> cgal_intersection(const Mesh& a, const Mesh& b) {
  Surface first = surface_of(a), second = surface_of(b), common;
  bool valid = false;
  PeerSolid solid;
  try {
    solid.ms = ms_of(BenchClock::processor, [&] {
      valid = CGAL::Polygon_mesh_processing::corefine_and_compute_intersection(first, second, common);
    });
  } catch (const std::exception&) {
    return std::nullopt;  // a body meets itself
  }
  if (!valid) return std::nullopt;
  solid.volume = common.is_empty() ? 0 : CGAL::to_double(CGAL::Polygon_mesh_processing::volume(common));
  return solid;
}

}  // namespace impinge::bench
