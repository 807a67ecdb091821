// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Octrees of meshes against every face and every voxel: what a face touches, and what lies inside by solid angles.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <impinge/octree.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/soup.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/triangle_box.h"
#include "scenes/bodies.h"
#include "shape/octree/octree_faces.h"

namespace impinge::test {
namespace {

// Winding number by the solid angles of all faces (van Oosterom & Strackee 1983).
int winding(const Mesh& mesh, const Vec3& p) {
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 a = mesh.vertices()[f[0]] - p, b = mesh.vertices()[f[1]] - p, c = mesh.vertices()[f[2]] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * std::atan2(a.dot(cross(b, c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return static_cast<int>(std::lround(sum / (4 * std::numbers::pi)));
}

Triangle face_of(const Mesh& mesh, std::size_t f) {
  const Face& v = mesh.faces()[f];
  return {{mesh.vertices()[v[0]], mesh.vertices()[v[1]], mesh.vertices()[v[2]]}};
}

Box voxel_box(const OctreeFrame& frame, std::uint32_t x, std::uint32_t y, std::uint32_t z, double slack) {
  const Vec3 at(x, y, z);
  return {frame.origin + (at - Vec3::Constant(slack)) * frame.voxel,
          frame.origin + (at + Vec3::Constant(1 + slack)) * frame.voxel};
}

template <typename Visit>
void each_voxel(const OctreeFrame& frame, const Visit& visit) {
  for (std::uint32_t z = 0; z < frame.voxels(); ++z)
    for (std::uint32_t y = 0; y < frame.voxels(); ++y)
      for (std::uint32_t x = 0; x < frame.voxels(); ++x) visit(x, y, z);
}

// A point so near to a face that solid angles say nothing.
bool triangle_near(const Mesh& mesh, const Vec3& p, double distance) {
  const Box box{p - Vec3::Constant(distance), p + Vec3::Constant(distance)};
  for (std::size_t f = 0; f < mesh.faces().size(); ++f)
    if (triangle_meets_box(face_of(mesh, f), box)) return true;
  return false;
}

// Every face in every node it touches, and none in a node that it does not reach.
void expect_links(const Mesh& mesh, const Octree& octree) {
  const std::vector<OctreeCube> cubes = octree.cubes();
  for (std::size_t n = 0; n < cubes.size(); ++n) {
    const OctreeCube& c = cubes[n];
    const std::span<const std::uint32_t> faces = octree.faces_of(n);
    ASSERT_TRUE(std::is_sorted(faces.begin(), faces.end()));
    const auto around = [&](double slack) {
      return Box{voxel_box(octree.frame(), c.x, c.y, c.z, slack).low,
                 voxel_box(octree.frame(), c.x + c.edge - 1, c.y + c.edge - 1, c.z + c.edge - 1, slack).high};
    };
    for (std::uint32_t f = 0; f < mesh.faces().size(); ++f) {
      const bool linked = std::binary_search(faces.begin(), faces.end(), f);
      if (triangle_meets_box(face_of(mesh, f), around(0))) {
        ASSERT_TRUE(linked);
      }
      if (!triangle_meets_box(face_of(mesh, f), around(1e-5))) {
        ASSERT_FALSE(linked);
      }
    }
  }
}

Mesh random_body(Dice& dice) {
  switch (dice.integer(0, 4)) {
    case 0: return make_displaced_sphere(1, 0.3, dice.integer(4, 9), dice.integer(4, 9), dice.bits() % 100);
    case 1: return make_torus(1, 0.4, 8, 5);
    case 2: return make_random_mesh(1, 0.5, 5, 6, dice.bits() % 100);
    case 3: return make_box({1, 2, 0.5}, 2);
    default: return scenes::make_shuttle(2);
  }
}

// Turned somehow, or in place so that walls lie on walls.
Mesh placed(const Mesh& mesh, Dice& dice) {
  if (dice.chance(0.3)) return mesh;
  const Pose pose = Pose::from_quaternion(dice.point(-5, 5), dice.quaternion());
  Soup soup = soup_of(mesh);
  for (Vec3& v : soup.vertices) v = world_point(pose, v);
  return soup.mesh();
}

TEST(MakeOctree, EveryFaceAndEveryVoxel) {
  Dice dice(11);
  for (int i = 0; i < case_count(12, 400); ++i) {
    const Mesh mesh = placed(random_body(dice), dice);
    OctreeMaking making;
    making.level = dice.integer(0, 3);
    making.link_faces = true;
    const Octree volume = make_octree(mesh, making);
    making.kind = OctreeKind::face;
    const Octree face = make_octree(mesh, making);
    making.kind = OctreeKind::volume;
    making.rule = VoxelRule::centre;
    const Octree middle = make_octree(mesh, making);
    const OctreeFrame& frame = volume.frame();
    each_voxel(frame, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const Box box = voxel_box(frame, x, y, z, 0), near = voxel_box(frame, x, y, z, 1e-5);
      bool touches = false, nearly = false;
      for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
        touches = touches || triangle_meets_box(face_of(mesh, f), box);
        nearly = nearly || triangle_meets_box(face_of(mesh, f), near);
      }
      if (touches) {
        ASSERT_TRUE(face.black(x, y, z) && volume.black(x, y, z));
      }
      if (!nearly) {
        ASSERT_FALSE(face.black(x, y, z));
      }
      const Vec3 centre = (box.low + box.high) / 2;
      if (nearly && triangle_near(mesh, centre, 1e-9)) return;
      const bool inside = winding(mesh, centre) != 0;
      ASSERT_EQ(middle.black(x, y, z), inside) << i;
      if (!nearly) {
        ASSERT_EQ(volume.black(x, y, z), inside) << i;
      }
    });
    expect_links(mesh, face);
    expect_links(mesh, volume);
  }
}

TEST(MakeOctree, PointsOfTheSolidAreCovered) {
  Dice dice(12);
  for (int i = 0; i < case_count(20, 400); ++i) {
    const Mesh mesh = placed(random_body(dice), dice);
    OctreeMaking making;
    making.level = dice.integer(0, 7);
    const Octree octree = make_octree(mesh, making);
    making.kind = OctreeKind::face;
    const Octree surface = make_octree(mesh, making);
    for (int k = 0; k < 200; ++k) {
      const Triangle t = face_of(mesh, dice.bits() % mesh.faces().size());
      double u = dice.real(0, 1), v = dice.real(0, 1);
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const Vec3 p = t.p[0] + u * (t.p[1] - t.p[0]) + v * (t.p[2] - t.p[0]);
      ASSERT_TRUE(surface.holds(p) && octree.holds(p));
    }
    const Vec3 low = octree.frame().origin;
    for (int k = 0; k < 50; ++k)
      if (const Vec3 p = low + dice.point(0, octree.frame().edge()); winding(mesh, p) != 0) {
        ASSERT_TRUE(octree.holds(p));
      }
  }
}

TEST(MakeOctree, AlignedBoxIsExact) {
  OctreeMaking making;
  making.rule = VoxelRule::centre;
  making.frame = OctreeFrame{Vec3(-4, -4, -4), 0.5, 4};
  const Octree octree = make_octree(make_box({4, 2, 3}), making);
  EXPECT_EQ(octree.volume(), 24.0);
  const std::vector<OctreeCube> cubes = compacted(octree);
  EXPECT_LT(cubes.size(), octree.nodes().size());
}

TEST(MakeOctree, RefusesWithAReason) {
  Soup open = soup_of(make_box({1, 1, 1})).without(0);
  EXPECT_THROW(make_octree(open.mesh()), Error);
  OctreeMaking face;
  face.kind = OctreeKind::face;
  EXPECT_FALSE(make_octree(open.mesh(), face).nodes().empty());
  face.rule = VoxelRule::centre;
  EXPECT_THROW(make_octree(open.mesh(), face), Error);
  OctreeMaking deep;
  deep.level = 11;
  EXPECT_THROW(make_octree(make_box({1, 1, 1}), deep), Error);
  OctreeMaking elsewhere;
  elsewhere.frame = OctreeFrame{Vec3(9, 9, 9), 1, 3};
  EXPECT_THROW(make_octree(make_box({1, 1, 1}), elsewhere), Error);
  EXPECT_THROW(make_octree(soup_of(make_box({1, 1, 1})).scaled(1e120).mesh()), Error);
  EXPECT_THROW(make_octree(soup_of(make_box({1, 1, 1})).shifted(Vec3(1e9, 0, 0)).mesh()), Error);
}

}  // namespace
}  // namespace impinge::test
