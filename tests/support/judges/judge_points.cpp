// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <support/judges/judge_points.h>

#include <cmath>
#include <stdexcept>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

namespace impinge::test {
namespace {

using PointKernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using PointMesh = CGAL::Surface_mesh<PointKernel::Point_3>;
using PointTree = CGAL::AABB_tree<CGAL::AABB_traits<PointKernel, CGAL::AABB_face_graph_triangle_primitive<PointMesh>>>;

PointKernel::Point_3 kernel_point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

PointMesh point_mesh(std::span<const Vec3> vertices, std::span<const Face> faces) {
  PointMesh mesh;
  std::vector<PointMesh::Vertex_index> corners;
  for (const Vec3& v : vertices) corners.push_back(mesh.add_vertex(kernel_point(v)));
  for (const Face& f : faces)
    if (mesh.add_face(corners[f[0]], corners[f[1]], corners[f[2]]) == PointMesh::null_face())
      throw std::invalid_argument("the judge of points takes manifold meshes alone");
  return mesh;
}

}  // namespace

std::vector<JudgedPoint> judge_points(std::span<const Vec3> vertices, std::span<const Face> faces,
                                      std::span<const Vec3> points) {
  const PointMesh mesh = point_mesh(vertices, faces);
  const CGAL::Side_of_triangle_mesh<PointMesh, PointKernel> side_of(mesh);
  PointTree tree(mesh.faces().begin(), mesh.faces().end(), mesh);
  tree.accelerate_distance_queries();
  std::vector<JudgedPoint> judged;
  for (const Vec3& p : points) {
    const CGAL::Bounded_side side = side_of(kernel_point(p));
    judged.push_back({side == CGAL::ON_BOUNDARY       ? PointSide::on
                      : side == CGAL::ON_BOUNDED_SIDE ? PointSide::inside
                                                      : PointSide::outside,
                      std::sqrt(tree.squared_distance(kernel_point(p)))});
  }
  return judged;
}

}  // namespace impinge::test
