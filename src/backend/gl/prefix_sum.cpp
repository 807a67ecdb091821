// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/prefix_sum.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

namespace {

constexpr std::uint64_t kEach = 16;  // values for each invocation, as in the shader

}  // namespace

PrefixSum::PrefixSum()
    : sum_blocks_(Program::compute("SUM_BLOCKS", {text::prefix_sum})),
      add_blocks_(Program::compute("ADD_BLOCKS", {text::prefix_sum})) {}

void PrefixSum::run(const Buffer& values, Buffer& sums, std::uint64_t count) { run_level(values, sums, count, 0); }

void PrefixSum::run_level(const Buffer& values, Buffer& sums, std::uint64_t count, std::size_t level) {
  const std::uint64_t blocks = (count + kGroup * kEach - 1) / (kGroup * kEach);
  while (levels_.size() <= level) levels_.emplace_back();
  Level& own = levels_[level];
  own.blocks.ensure(blocks * 4);
  own.sums.ensure(blocks * 4);
  values.bind(0);
  sums.bind(1);
  own.blocks.bind(2);
  sum_blocks_.set("count", static_cast<std::uint32_t>(count));
  sum_blocks_.run(blocks * kGroup);
  if (blocks == 1) return;
  run_level(own.blocks, own.sums, blocks, level + 1);
  sums.bind(1);
  own.sums.bind(2);
  add_blocks_.set("count", static_cast<std::uint32_t>(count));
  add_blocks_.run(count);
}

}  // namespace impinge::gl
