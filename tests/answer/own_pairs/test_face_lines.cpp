// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Lines in a projection: what they part is apart in truth, wherever corners move within the slack; and they part what they
// are there for, the second neighbours on a sheet.

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/lattice_soup.h>

#include "answer/own_pairs/face_lines.h"
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

struct Counts {
  std::size_t parted = 0, left = 0;
};

Triangle triangle_of(std::span<const Vec3> vertices, const Face& f) {
  return {{vertices[f[0]], vertices[f[1]], vertices[f[2]]}};
}

// Every pair of faces, batch by batch.
template <typename Judge>
void for_all_pairs(std::span<const Vec3> vertices, std::span<const Face> faces, double slack, const Judge& judge) {
  const ClusterTree tree(vertices, faces);
  const auto margin = static_cast<float>(slack / tree.unit()) + 0.5f;
  FacePairBatch batch;
  const auto finish = [&] {
    const std::uint32_t bits = find_unparted(batch);
    ASSERT_EQ(bits >> batch.count, 0u);
    for (std::uint32_t k = 0; k < batch.count; ++k) judge(batch.faces[k], (bits >> k & 1) == 0);
    batch.count = 0;
  };
  for (std::size_t a = 0; a < tree.clusters().size(); ++a)
    for (std::size_t b = a; b < tree.clusters().size(); ++b) {
      const FaceCluster &first = tree.clusters()[a], &second = tree.clusters()[b];
      FaceBoxes p, q;
      p.set(first, margin);
      q.set(second, margin);
      const FaceView view(p, q);
      for (std::uint32_t i = 0; i < first.count; ++i)
        for (std::uint32_t j = a == b ? i + 1 : 0; j < second.count; ++j) {
          batch.add(view, p, i, q, j, {first.faces[i], second.faces[j]});
          if (batch.full()) finish();
        }
    }
  finish();
}

TEST(FaceLines, PartNothingThatMeetsHoweverCornersMove) {
  Dice dice(91);
  Counts counts;
  const int count = case_count(200, 20000);
  for (int round = 0; round < count; ++round) {
    Mesh mesh = round % 3 == 0   ? random_lattice_soup(dice).mesh()
                : round % 3 == 1 ? random_soup(dice, 40, 1).mesh()
                                 : make_displaced_sphere(1, 0.7, 5, 8, static_cast<std::uint64_t>(round));
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    const double far = std::array{0.0, 1.0, 1e6}[static_cast<std::size_t>(round / 3) % 3];
    const Vec3 shift = dice.point(-far, far), flat(1, dice.chance(0.3) ? 1e-6 : 1, dice.chance(0.3) ? 0 : 1);
    for (Vec3& v : vertices) v = v.cwiseProduct(flat) + shift;
    const double slack = std::array{0.0, 1e-9, 1e-3, 0.05}[static_cast<std::size_t>(round) % 4];
    std::vector<Vec3> moved = vertices;
    for (Vec3& v : moved) v += dice.point(-slack, slack);
    for_all_pairs(vertices, mesh.faces(), slack, [&](const OwnPair& pair, bool parted) {
      ++(parted ? counts.parted : counts.left);
      if (!parted) return;
      for (const std::vector<Vec3>& placed : {vertices, moved})
        ASSERT_EQ(face_pair_static(triangle_of(placed, mesh.faces()[pair[0]]), triangle_of(placed, mesh.faces()[pair[1]])),
                  Relation::disjoint)
            << "round " << round << ", faces " << pair[0] << " and " << pair[1];
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.parted, 100 * static_cast<std::size_t>(count));
  EXPECT_GT(counts.left, 10 * static_cast<std::size_t>(count));
}

TEST(FaceLines, PartAllFacesOfASheetThatShareNoCorner) {
  constexpr std::uint32_t kCells = 12;
  for (const double wave : {0.0, 0.2}) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (std::uint32_t y = 0; y <= kCells; ++y)
      for (std::uint32_t x = 0; x <= kCells; ++x) vertices.emplace_back(x, y, wave * std::sin(x + 0.5 * y));
    for (std::uint32_t y = 0; y < kCells; ++y)
      for (std::uint32_t x = 0; x < kCells; ++x) {
        const std::uint32_t here = y * (kCells + 1) + x, above = here + kCells + 1;
        faces.push_back({here, here + 1, above + 1});
        faces.push_back({here, above + 1, above});
      }
    for_all_pairs(vertices, faces, 0, [&](const OwnPair& pair, bool parted) {
      const Face &s = faces[pair[0]], &t = faces[pair[1]];
      const bool neighbours = std::find_first_of(s.begin(), s.end(), t.begin(), t.end()) != s.end();
      EXPECT_EQ(parted, !neighbours) << "faces " << pair[0] << " and " << pair[1];
    });
  }
}

}  // namespace
}  // namespace impinge::test
