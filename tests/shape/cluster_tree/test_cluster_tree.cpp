// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// What a cluster tree promises, face by face: every face once, corners within the stated bound, boxes that hold what is
// below them; the same tree for any number of threads and every SIMD target; a refit that keeps all of it.

#include <gtest/gtest.h>

#include <tbb/task_arena.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include <array>
#include <cmath>
#include <cstring>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge::test {
namespace {

using Wide = long double;

// Tree coordinate of a vertex with more digits than a double has.
Wide coordinate(const ClusterTree& tree, const Vec3& p, int axis) {
  return (static_cast<Wide>(p[axis]) - tree.origin()[axis]) / tree.unit();
}

// Children [first, first + count) of all nodes are one node or cluster each, and the boxes hold their corners.
class Examiner {
 public:
  Examiner(const ClusterTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces)
      : tree_(tree), vertices_(vertices), faces_(faces), seen_(faces.size()) {}

  void run() {
    visit(0);
    EXPECT_EQ(nodes_, tree_.nodes().size());
    EXPECT_EQ(clusters_, tree_.clusters().size());
    for (std::size_t f = 0; f < seen_.size(); ++f) ASSERT_EQ(seen_[f], 1) << "face " << f;
    for (const Face& f : faces_)
      for (const std::uint32_t v : f) ASSERT_TRUE(box_contains(tree_.box(), vertices_[v]));
  }

 private:
  using Points = std::vector<std::array<Wide, 3>>;

  // All corners below a node.
  Points visit(std::uint32_t n) {
    ++nodes_;
    const ClusterNode& node = tree_.nodes()[n];
    EXPECT_GE(node.count, 1);
    EXPECT_LE(node.count, ClusterNode::kWidth);
    Points all;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Points below = node.leaf ? look_at(tree_.clusters()[node.first + i]) : visit(node.first + i);
      expect_inside(node, i, below);
      all.insert(all.end(), below.begin(), below.end());
    }
    return all;
  }

  void expect_inside(const ClusterNode& node, std::uint32_t i, const Points& points) {
    Wide box = -INFINITY, slab = -INFINITY;  // the farthest outside
    for (const auto& p : points) {
      Wide height = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        const Wide off = p[x] - node.centre[x][i];
        height += node.normal[x][i] * off;
        box = std::max(box, std::fabs(off) - node.half[x][i]);
      }
      slab = std::max(slab, std::fabs(height - node.mid[i]) - node.thick[i]);
    }
    EXPECT_LE(box, 0);
    EXPECT_LE(slab, 0);
  }

  Points look_at(const FaceCluster& cluster) {
    ++clusters_;
    EXPECT_GE(cluster.count, 1u);
    EXPECT_LE(cluster.count, FaceCluster::kFaces);
    Points points;
    for (std::uint32_t i = 0; i < FaceCluster::kFaces; ++i) {
      EXPECT_EQ(i < cluster.count, seen_[cluster.faces[i]] == 0) << "a face comes twice";
      if (i < cluster.count) ++seen_[cluster.faces[i]];
      for (std::size_t k = 0; k < 3; ++k) points.push_back(look_at(cluster, i, k));
    }
    return points;
  }

  std::array<Wide, 3> look_at(const FaceCluster& cluster, std::uint32_t i, std::size_t k) {
    std::array<Wide, 3> point;
    for (std::size_t x = 0; x < 3; ++x) {
      point[x] = coordinate(tree_, vertices_[faces_[cluster.faces[i]][k]], static_cast<int>(x));
      const Wide kept =
          static_cast<Wide>(cluster.centre[x]) + static_cast<Wide>(cluster.scale) * cluster.corners[3 * k + x][i];
      EXPECT_LE(std::fabs(point[x] - kept), FaceCluster::kOff * static_cast<Wide>(cluster.scale) + ClusterTree::kRounding);
      EXPECT_LT(std::fabs(point[x]), 0x1p21L);
    }
    return point;
  }

  const ClusterTree& tree_;
  std::span<const Vec3> vertices_;
  std::span<const Face> faces_;
  std::vector<int> seen_;
  std::size_t nodes_ = 0, clusters_ = 0;
};

void examine_tree(const Soup& soup) {
  const ClusterTree tree(soup.vertices, soup.faces);
  Examiner(tree, soup.vertices, soup.faces).run();
}

bool same(const ClusterTree& a, const ClusterTree& b) {
  const auto equal = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
  };
  if (!equal(a.clusters(), b.clusters()) || a.nodes().size() != b.nodes().size()) return false;
  for (std::size_t n = 0; n < a.nodes().size(); ++n) {
    const ClusterNode &x = a.nodes()[n], &y = b.nodes()[n];
    if (std::memcmp(x.centre, y.centre, sizeof x.centre) != 0 || std::memcmp(x.half, y.half, sizeof x.half) != 0)
      return false;
    if (x.first != y.first || x.count != y.count || x.leaf != y.leaf) return false;
  }
  return a.origin() == b.origin() && a.unit() == b.unit() && a.spread() == b.spread();
}

Soup random_soup(Dice& dice, int faces) {
  Soup soup;
  for (int i = 0; i < faces; ++i) {
    const Vec3 centre = dice.point(-1, 1);
    const double size = dice.chance(0.02) ? 1 : 0.02;
    const Vec3 p = centre + dice.point(-size, size), q = centre + dice.point(-size, size);
    soup.add_triangle(p, q, dice.chance(0.05) ? p : Vec3(centre + dice.point(-size, size)));
  }
  return soup;
}

TEST(ClusterTree, HoldsFewAndManyFaces) {
  Dice dice(1);
  for (const int n : {1, 2, 15, 16, 17, 127, 128, 129, 1024, 1025, 5000}) {
    SCOPED_TRACE(n);
    examine_tree(random_soup(dice, n));
  }
  for (int i = 0; i < case_count(20, 400); ++i) examine_tree(random_soup(dice, dice.integer(1, 3000)));
}

// Beyond 65536 faces a grid parts them first.
TEST(ClusterTree, HoldsMoreFacesThanAPart) { examine_tree(soup_of(make_displaced_sphere(1, 0.2, 200, 400))); }

TEST(ClusterTree, HoldsAnyScale) {
  const Soup ball = soup_of(make_displaced_sphere(1, 0.2, 20, 40));
  for (const double scale : {0x1p-1074, 1e-320, 1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300, 1.4e308}) {
    SCOPED_TRACE(scale);
    examine_tree(ball.scaled(scale));
  }
  for (const double far : {1e3, 1e9, 1e12, 1e15}) {
    SCOPED_TRACE(far);
    examine_tree(ball.shifted({far, -far, far / 3}));
  }
}

// One vertex far out, all else in a point of the grid: parts of one cell are parted again.
TEST(ClusterTree, HoldsFacesThatCrowdInOneCell) {
  Soup soup = soup_of(make_displaced_sphere(1, 0.2, 200, 400));
  soup.add_triangle({1e7, 0, 0}, {1e7, 1, 0}, {1e7, 0, 1});
  examine_tree(soup);
  Soup equal;
  for (int i = 0; i < 150'000; ++i) equal.faces.push_back({0, 1, 2});
  equal.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  examine_tree(equal);
  Soup star;  // large faces around one middle
  Dice dice(3);
  for (int i = 0; i < 70'000; ++i) {
    const Vec3 p = dice.point(-1, 1), q = dice.point(-1, 1);
    star.add_triangle(p, q, Vec3(-p - q));
  }
  examine_tree(star);
}

TEST(ClusterTree, LeavesOutVerticesWithoutFaces) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.vertices.insert(soup.vertices.begin(), Vec3(1e30, 0, 0));
  for (Face& f : soup.faces)
    for (std::uint32_t& v : f) ++v;
  const ClusterTree tree(soup.vertices, soup.faces);
  EXPECT_EQ(tree.box().low, Vec3(0, 0, 0));
  EXPECT_EQ(tree.box().high, Vec3(1, 1, 1));
  EXPECT_LT(tree.unit(), 1e-4);
  examine_tree(soup);
}

TEST(ClusterTree, IsTheSameForAnyThreadsAndTargets) {
  const Mesh mesh = make_displaced_sphere(1, 0.2, 200, 400);
  tbb::task_arena one(1), two(2);
  const ClusterTree first = one.execute([&] { return ClusterTree(mesh.vertices(), mesh.faces()); });
  EXPECT_TRUE(same(first, two.execute([&] { return ClusterTree(mesh.vertices(), mesh.faces()); })));
  for_each_simd_target(
      [&](const char* target) { EXPECT_TRUE(same(first, ClusterTree(mesh.vertices(), mesh.faces()))) << target; });
}

// By the vertices of each cluster, or by the faces where those are too many, as with faces that share none.
TEST(ClusterTree, IsTheSameAfterARefitToTheSameVertices) {
  Soup shared = soup_of(make_displaced_sphere(1, 0.2, 100, 200)), apart;
  for (const Face& f : shared.faces) {
    const auto n = static_cast<std::uint32_t>(apart.vertices.size());
    for (const std::uint32_t v : f) apart.vertices.push_back(shared.vertices[v]);
    apart.faces.push_back({n, n + 1, n + 2});
  }
  for (const Soup* soup : {&shared, &apart}) {
    const ClusterTree built(soup->vertices, soup->faces);
    for_each_simd_target([&](const char* target) {
      ClusterTree tree = built;
      tree.refit(soup->vertices, soup->faces);
      EXPECT_TRUE(same(built, tree)) << target;
      EXPECT_EQ(tree.bytes() > built.bytes(), soup == &shared);
    });
  }
}

TEST(ClusterTree, HoldsMovedVerticesAfterARefit) {
  Dice dice(7);
  for (const int stacks : {10, 200}) {
    Soup soup = soup_of(make_displaced_sphere(1, 0.2, stacks, 2 * stacks));
    ClusterTree tree(soup.vertices, soup.faces);
    const double spread = tree.spread();
    for (Vec3& v : soup.vertices) v = v * 3 + Vec3(100, 0, 0) + dice.point(-0.01, 0.01);
    tree.refit(soup.vertices, soup.faces);
    Examiner(tree, soup.vertices, soup.faces).run();
    EXPECT_NEAR(tree.spread(), spread, spread * 0.2);
    for (Vec3& v : soup.vertices) v = dice.point(-1, 1);
    tree.refit(soup.vertices, soup.faces);
    Examiner(tree, soup.vertices, soup.faces).run();
    EXPECT_GT(tree.spread(), 2 * spread);
  }
}

}  // namespace
}  // namespace impinge::test
