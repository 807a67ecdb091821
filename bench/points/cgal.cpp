// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <cmath>
#include <memory>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include "peer.h"

namespace impinge::bench {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

struct Points {
  Triangles triangles;
  Tree tree;

  explicit Points(const Mesh& mesh) {
    const auto corner = [&](std::uint32_t v) {
      const Vec3& p = mesh.vertices()[v];
      return Kernel::Point_3(p.x(), p.y(), p.z());
    };
    for (const Face& f : mesh.faces()) triangles.emplace_back(corner(f[0]), corner(f[1]), corner(f[2]));
    tree.insert(triangles.cbegin(), triangles.cend());
    tree.accelerate_distance_queries();
  }
};

}  // namespace

PointPeer cgal_points(const Mesh& mesh) {
  const auto points = std::make_shared<const Points>(mesh);
  return [points](const Vec3& p) { return std::sqrt(points->tree.squared_distance({p.x(), p.y(), p.z()})); };
}

}  // namespace impinge::bench
