// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/judges/judge_overlap.h>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/intersection.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/intersections.h>

#include <cmath>
#include <iterator>
#include <vector>

namespace impinge::test {
namespace {

namespace pmp = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Point = Kernel::Point_3;
using Vector = Kernel::Vector_3;
using Surface = CGAL::Surface_mesh<Point>;
using Nef = CGAL::Nef_polyhedron_3<Kernel>;

Point point_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Surface surface_of(const Mesh& mesh) {
  Surface surface;
  std::vector<Surface::Vertex_index> corners;
  for (const Vec3& v : mesh.vertices()) corners.push_back(surface.add_vertex(point_of(v)));
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

double area_of(const std::vector<Point>& polygon) {
  Kernel::Vector_3 twice(0, 0, 0);
  for (std::size_t i = 2; i < polygon.size(); ++i)
    twice = twice + CGAL::cross_product(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  return std::sqrt(CGAL::to_double(twice.squared_length())) / 2;
}

Kernel::Triangle_3 triangle_of(const Mesh& mesh, const Face& f) {
  const auto corner = [&](int i) { return point_of(mesh.vertices()[f[static_cast<std::size_t>(i)]]); };
  return {corner(0), corner(1), corner(2)};
}

// Twice the area of a facet, holes taken off, along its normal.
Vector area_of(Nef::Halffacet_const_handle facet, Vector& somewhere) {
  Vector area(0, 0, 0);
  for (auto cycle = facet->facet_cycles_begin(); cycle != facet->facet_cycles_end(); ++cycle) {
    if (!cycle.is_shalfedge()) continue;
    Nef::SHalfedge_around_facet_const_circulator at{Nef::SHalfedge_const_handle(cycle)}, end(at);
    do {
      const auto corner = at;
      const Vector from = corner->source()->source()->point() - CGAL::ORIGIN;
      ++at;
      area = area + CGAL::cross_product(from, at->source()->source()->point() - CGAL::ORIGIN);
      somewhere = from;
    } while (at != end);
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

JudgedSolid judge_nef(const Mesh& a, const Mesh& b) {
  Surface a_surface = surface_of(a), b_surface = surface_of(b);
  const Nef common = Nef(a_surface) * Nef(b_surface);
  JudgedSolid judged;
  for (auto volume = common.volumes_begin(); volume != common.volumes_end(); ++volume)
    judged.lumps += volume->mark() ? 1 : 0;
  Kernel::FT six_volumes(0);
  for (auto facet = common.halffacets_begin(); facet != common.halffacets_end(); ++facet) {
    if (!facet->incident_volume()->mark()) continue;
    Vector corner(0, 0, 0);
    const Vector area = area_of(facet, corner);
    six_volumes += corner * area;
    judged.area += std::sqrt(CGAL::to_double(area.squared_length())) / 2;
  }
  judged.volume = std::abs(CGAL::to_double(six_volumes)) / 6;
  return judged;
}

JudgedCurves judge_curves(const Mesh& a, const Mesh& b) {
  Surface first = surface_of(a), second = surface_of(b);
  std::vector<std::vector<Point>> polylines;
  pmp::surface_intersection(first, second, std::back_inserter(polylines));
  JudgedCurves judged;
  for (const std::vector<Point>& line : polylines) {
    ++(line.front() == line.back() && line.size() > 1 ? judged.closed : judged.open);
    for (std::size_t i = 1; i < line.size(); ++i)
      judged.length += std::sqrt(CGAL::to_double(CGAL::squared_distance(line[i - 1], line[i])));
  }
  return judged;
}

double judge_patch_area(const Mesh& a, const Mesh& b) {
  double area = 0;
  for (const Face& f : a.faces())
    for (const Face& g : b.faces()) {
      const auto common = CGAL::intersection(triangle_of(a, f), triangle_of(b, g));
      if (!common) continue;
      if (const auto* triangle = boost::get<Kernel::Triangle_3>(&*common))
        area += area_of({triangle->vertex(0), triangle->vertex(1), triangle->vertex(2)});
      else if (const auto* polygon = boost::get<std::vector<Point>>(&*common))
        area += area_of(*polygon);
    }
  return area;
}

}  // namespace impinge::test
