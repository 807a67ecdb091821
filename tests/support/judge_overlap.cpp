// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/judge_overlap.h>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include <cmath>
#include <vector>

namespace impinge::test {
namespace {

namespace pmp = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

Surface surface_of(const Mesh& mesh) {
  Surface surface;
  std::vector<Surface::Vertex_index> corners;
  for (const Vec3& v : mesh.vertices()) corners.push_back(surface.add_vertex(Kernel::Point_3(v.x(), v.y(), v.z())));
  for (const Face& f : mesh.faces()) surface.add_face(corners[f[0]], corners[f[1]], corners[f[2]]);
  return surface;
}

bool combined(Surface& a, Surface& b, Combination how, Surface& result) {
  const auto strict = CGAL::parameters::throw_on_self_intersection(true);
  switch (how) {
    case Combination::intersection: return pmp::corefine_and_compute_intersection(a, b, result, strict);
    case Combination::unite: return pmp::corefine_and_compute_union(a, b, result, strict);
    case Combination::difference: return pmp::corefine_and_compute_difference(a, b, result, strict);
  }
  return false;
}

double area_of(const Surface& surface) {
  double area = 0;
  for (const Surface::Face_index f : surface.faces()) {
    const auto h = surface.halfedge(f);
    const auto point = [&](Surface::Halfedge_index at) { return surface.point(surface.target(at)); };
    area += std::sqrt(
        CGAL::to_double(CGAL::squared_area(point(h), point(surface.next(h)), point(surface.next(surface.next(h))))));
  }
  return area;
}

}  // namespace

std::optional<JudgedSolid> judge_combination(const Mesh& a, const Mesh& b, Combination how) {
  Surface a_surface = surface_of(a), b_surface = surface_of(b), result;
  try {
    if (!combined(a_surface, b_surface, how, result)) return std::nullopt;
  } catch (const pmp::Corefinement::Self_intersection_exception&) {
    return std::nullopt;
  }
  JudgedSolid judged;
  judged.volume = CGAL::to_double(pmp::volume(result));
  judged.area = area_of(result);
  std::vector<Surface> parts;
  pmp::split_connected_components(result, parts);
  for (const Surface& part : parts) judged.lumps += pmp::volume(part) > 0 ? 1 : 0;
  return judged;
}

}  // namespace impinge::test
