// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Groups of faces that are left unread: none of them has a face that meets the region, whatever the numbering of the
// vertices, with and without groups known from before, on every SIMD target.

#include <gtest/gtest.h>

#include <support/case_count.h>
#include <support/dice.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include "cull/overlap_region/near_groups.h"
#include "cull/overlap_region/overlap_region.h"
#include "scene/vertex_boxes.h"

namespace impinge::test {
namespace {

// A ribbon of quads around an axis: neighbours are numbered in a row. Shuffled, they are numbered at random.
Soup ribbon(Dice& dice, int quads, bool shuffled) {
  Soup soup;
  std::vector<std::uint32_t> number(2 * static_cast<std::size_t>(quads) + 2);
  for (std::uint32_t i = 0; i < number.size(); ++i) number[i] = i;
  for (std::size_t i = number.size(); shuffled && i > 1; --i) std::swap(number[i - 1], number[dice.bits() % i]);
  soup.vertices.resize(number.size());
  for (std::uint32_t i = 0; i < number.size(); ++i) {
    const double turn = 0.02 * (i / 2);
    soup.vertices[number[i]] = {std::cos(turn) * (1 + 0.0003 * i), std::sin(turn), 0.001 * i + 0.05 * (i % 2)};
  }
  for (std::uint32_t q = 0; q < static_cast<std::uint32_t>(quads); ++q) {
    soup.faces.push_back({number[2 * q], number[2 * q + 2], number[2 * q + 1]});
    soup.faces.push_back({number[2 * q + 1], number[2 * q + 2], number[2 * q + 3]});
  }
  // Some faces from end to end, which pass the region without a corner in it.
  for (int i = 0; i < 5; ++i) {
    Face& f = soup.faces[dice.bits() % soup.faces.size()];
    for (std::uint32_t& v : f) v = static_cast<std::uint32_t>(dice.bits() % number.size());
  }
  return soup;
}

void expect_superset(const WorldObject& object, const RegionGrid& grid, const std::string& what) {
  VertexCodes codes = encode_vertices(object, grid, true);
  ASSERT_FALSE(codes.far_blocks.empty());
  const std::vector<std::uint8_t> near = near_groups(object, grid, codes);
  for (std::uint32_t f = 0; f < object.faces.size(); ++f) {
    const Box box = box_of(object.triangle(f));
    if (near[f / FaceGroups::kFaces] == 0) {
      ASSERT_FALSE(boxes_meet(box, grid.region())) << what << ", face " << f;
      continue;
    }
    for (const std::uint32_t v : object.faces[f])
      ASSERT_EQ(codes.cells[v] & (kAliveCode - 1), grid.code(object.vertex(v)) & (kAliveCode - 1))
          << what << ", vertex " << v;
  }
}

TEST(NearGroups, LeaveOutNothingThatMeetsTheRegion) {
  Dice dice(91);
  std::size_t left_out = 0;
  for (int i = 0; i < case_count(40, 1000); ++i) {
    const bool shuffled = i % 4 == 3;
    const Mesh mesh = ribbon(dice, dice.integer(1, 6000), shuffled).mesh();
    Scene scene;
    scene.add("ribbon", mesh, i % 2 == 0 ? Pose{} : Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
    WorldObject object = place(scene).front();
    const FaceGroups groups(object.faces);
    Box region;
    region.add(dice.point(-2, 2));
    region.add(dice.point(-2, 2));
    const RegionGrid grid(region, dice.real(0.01, 0.2));
    for_each_simd_target([&](const char* target) {
      object.groups = nullptr;
      expect_superset(object, grid, target);
      if (!groups.useful()) return;
      object.groups = &groups;
      expect_superset(object, grid, target);
    });
    VertexCodes codes = encode_vertices(object, grid, true);
    for (const std::uint8_t near : near_groups(object, grid, codes)) left_out += near == 0 ? 1 : 0;
  }
  EXPECT_GT(left_out, 100u / kSlowness);
}

TEST(FaceGroups, ListTheBlocksOfTheirFaces) {
  Dice dice(92);
  for (const int quads : {1, 31, 32, 33, 5000}) {
    const Soup soup = ribbon(dice, quads, false);
    const FaceGroups groups(soup.faces);
    ASSERT_TRUE(groups.useful());
    for (std::size_t f = 0; f < soup.faces.size(); ++f)
      for (const std::uint32_t v : soup.faces[f]) {
        const auto blocks = groups.blocks(f / FaceGroups::kFaces);
        EXPECT_TRUE(std::binary_search(blocks.begin(), blocks.end(), v / VertexBoxes::kBlock));
      }
  }
  EXPECT_FALSE(FaceGroups(ribbon(dice, 20000, true).faces).useful());
}

TEST(VertexBoxes, HoldTheirVerticesTightly) {
  Dice dice(93);
  for (const int quads : {1, 63, 64, 1000}) {
    Scene scene;
    scene.add("ribbon", ribbon(dice, quads, false).mesh(), Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
    const WorldObject object = place(scene).front();
    for_each_simd_target([&](const char* target) {
      const VertexBoxes boxes = vertex_boxes(object);
      Box all;
      for (std::size_t b = 0; b < boxes.blocks.size(); ++b) {
        Box box;
        for (std::size_t v = b * VertexBoxes::kBlock; v < std::min(object.local.size(), (b + 1) * VertexBoxes::kBlock); ++v)
          box.add(object.vertex(static_cast<std::uint32_t>(v)));
        EXPECT_EQ(boxes.blocks[b].low, box.low) << target;
        EXPECT_EQ(boxes.blocks[b].high, box.high) << target;
        all.add(box);
      }
      EXPECT_EQ(boxes.all.low, all.low) << target;
      EXPECT_EQ(boxes.all.high, all.high) << target;
    });
  }
}

}  // namespace
}  // namespace impinge::test
