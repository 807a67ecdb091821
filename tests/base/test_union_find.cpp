// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <base/union_find.h>

namespace impinge {
namespace {

TEST(UnionFind, TheLeastNumberIsTheRoot) {
  UnionFind sets(6);
  sets.unite(5, 4);
  sets.unite(4, 2);
  sets.unite(3, 0);
  EXPECT_EQ(sets.root(5), 2u);
  EXPECT_EQ(sets.root(3), 0u);
  EXPECT_TRUE(sets.is_root(1));
  EXPECT_FALSE(sets.is_root(4));
  sets.unite(5, 3);
  for (const std::uint32_t i : {0u, 2u, 3u, 4u, 5u}) EXPECT_EQ(sets.root(i), 0u);
  EXPECT_EQ(sets.root(1), 1u);
}

// Against labels that are written over one by one.
TEST(UnionFind, AgreesWithLabels) {
  constexpr std::uint32_t kCount = 200;
  UnionFind sets(kCount);
  std::vector<std::uint32_t> label(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) label[i] = i;
  std::uint32_t a = 17, b = 91;
  for (int round = 0; round < 150; ++round) {
    a = (a * 73 + 41) % kCount;
    b = (b * 57 + 23) % kCount;
    sets.unite(a, b);
    const std::uint32_t from = std::max(label[a], label[b]), to = std::min(label[a], label[b]);
    for (std::uint32_t& l : label)
      if (l == from) l = to;
    for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(sets.root(i), label[i]);
  }
}

// Against signs that are written over set by set.
TEST(ParityUnionFind, AgreesWithSigns) {
  constexpr std::uint32_t kCount = 200;
  ParityUnionFind sets(kCount);
  std::vector<std::uint32_t> label(kCount);
  std::vector<bool> sign(kCount, false);
  for (std::uint32_t i = 0; i < kCount; ++i) label[i] = i;
  std::uint32_t a = 17, b = 91;
  for (int round = 0; round < 150; ++round) {
    a = (a * 73 + 41) % kCount;
    b = (b * 57 + 23) % kCount;
    const bool against = (a * 7 + b) % 3 == 0;
    sets.unite(a, b, against);
    if (label[a] != label[b]) {
      const std::uint32_t from = std::max(label[a], label[b]), to = std::min(label[a], label[b]);
      const bool turn = (sign[a] != sign[b]) != against;
      for (std::uint32_t i = 0; i < kCount; ++i) {
        if (label[i] != from) continue;
        label[i] = to;
        sign[i] = sign[i] != turn;
      }
    }
    for (std::uint32_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(sets.find(i).root, label[i]);
      ASSERT_EQ(sets.find(i).against, sign[i]);
    }
  }
}

}  // namespace
}  // namespace impinge
