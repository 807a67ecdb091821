// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Exclusive prefix sums by blocks of 16 values for each invocation. Sums stay at the largest number where they would leave
// 32 bits.

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Sums { uint sums[]; };
layout(std430, binding = 2) buffer Blocks { uint blocks[]; };
uniform uint count;

const uint kEach = 16u;

uint added(uint a, uint b) { return a + b < a ? 0xffffffffu : a + b; }

#ifdef SUM_BLOCKS

shared uint partial[GROUP];

void main() {
  uint block = gl_WorkGroupID.y * MOST_GROUPS + gl_WorkGroupID.x, lane = gl_LocalInvocationID.x;
  uint first = (block * GROUP + lane) * kEach;
  uint own = 0u;
  for (uint k = 0u; k < kEach; ++k)
    if (first + k < count) own = added(own, values[first + k]);
  partial[lane] = own;
  barrier();
  for (uint step = 1u; step < GROUP; step *= 2u) {
    uint before = lane >= step ? partial[lane - step] : 0u;
    barrier();
    partial[lane] = added(partial[lane], before);
    barrier();
  }
  if (lane == GROUP - 1u && block * GROUP * kEach < count) blocks[block] = partial[lane];
  uint sum = lane > 0u ? partial[lane - 1u] : 0u;
  for (uint k = 0u; k < kEach; ++k) {
    if (first + k >= count) break;
    uint value = values[first + k];
    sums[first + k] = sum;
    sum = added(sum, value);
  }
}

#endif
#ifdef ADD_BLOCKS

void main() {
  uint i = (gl_WorkGroupID.y * MOST_GROUPS + gl_WorkGroupID.x) * GROUP + gl_LocalInvocationID.x;
  if (i < count) sums[i] = added(sums[i], blocks[i / (GROUP * kEach)]);
}

#endif
