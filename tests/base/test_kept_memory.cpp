// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>

#include "base/kept_memory.h"

namespace impinge {
namespace {

TEST(KeptMemory, IsAlignedAndLargeEnough) {
  const MemoryKeeper keeper;
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{8191}, std::size_t{8192}, std::size_t{8193}, std::size_t{1000003}})
    for (int again = 0; again < 3; ++again) {
      void* const memory = take_memory(bytes);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
      std::memset(memory, 7, bytes);
      give_memory(memory, bytes);
    }
}

// Blocks that are in use at the same time never overlap, whoever takes and gives them.
TEST(KeptMemory, IsSafeFromManyThreads) {
  const MemoryKeeper keeper;
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t, &wrong] {
      for (int i = 0; i < 300; ++i) {
        KeptVector<int> mine(static_cast<std::size_t>(2000 + 700 * (i % 9)), t);
        std::this_thread::yield();
        for (const int value : mine) wrong[static_cast<std::size_t>(t)] += value == t ? 0 : 1;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(KeptMemory, OutlivesItsKeepers) {
  KeptVector<double> numbers;
  {
    const MemoryKeeper keeper;
    numbers.assign(100000, 1.5);
    KeptVector<double> others(50000, 2.5);
  }
  EXPECT_EQ(numbers.back(), 1.5);
  numbers = KeptVector<double>(200000, 3.5);
  EXPECT_EQ(numbers.front(), 3.5);
}

}  // namespace
}  // namespace impinge
