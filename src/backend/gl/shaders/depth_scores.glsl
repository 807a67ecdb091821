// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Depth counting by compute shaders, on integers throughout: what depth_count.cpp does on the processor. The passes over B
// are parts of zlist.glsl.

layout(local_size_x = GROUP) in;

struct MapCell {
  int before, beyond, error;
  uint layers, near_min, near_max;
};
struct Score {
  uint passed, layers, tie, waits;
  int before, balance;
  uint length_low, length_high;
};
layout(std430, binding = 10) buffer Tally { uint tally[]; };
uniform int form;  // 0 basic, 1 extended, 2 simplified
uniform int first_only;

#if defined(SCORES_FIRST) || defined(SCORES_SECOND)

layout(std430, binding = 7) buffer Cases { uint cases[]; };
layout(std430, binding = 8) readonly buffer Maps { MapCell maps[]; };
layout(std430, binding = 9) buffer Scores { Score scores[]; };
uniform ivec2 size;
shared uint here[TALLY_SIZE];

void add(uint what) { atomicAdd(here[what], 1u); }

bool collision(uint c) { return (c >= CASE_B && c <= CASE_E) || c == CASE_LAYERS_COLLISION; }

// Clear: nothing of B in front of A's end. Odd: A ends inside B. Even: B may lie inside A or in front of it.
uint judged_first(uint i) {
  MapCell a = maps[i];
  Score b = scores[i];
  if (a.layers == 0u || b.layers == 0u) return CASE_OUTSIDE;
  if (a.near_min > 1u || a.near_max > 1u || b.tie != 0u || ((a.layers | b.layers) & 1u) != 0u) return CASE_OPEN;
  bool convex = a.layers == 2u && b.layers == 2u;
  if (b.passed == 0u) return convex ? CASE_A : CASE_LAYERS_CLEAR;
  // Where B overlaps itself at A's end, parities do not tell.
  if ((b.passed & 1u) == 0u) return b.balance != 0 ? CASE_OPEN : CASE_WAITS;
  if (form == 0 && !convex) return CASE_OPEN;
  return !convex ? CASE_LAYERS_COLLISION : b.before > a.before ? CASE_C : CASE_B;
}

// What is left of the count are the layers of B within the span of A.
uint judged_second(uint i) {
  MapCell a = maps[i];
  Score b = scores[i];
  if (first_only != 0 && tally[TALLY_FIRST_HIT] != 0u) return CASE_OPEN;
  bool a_convex = a.layers == 2u, convex = a_convex && b.layers == 2u;
  if (b.tie != 0u || (form == 0 && !convex)) return CASE_OPEN;
  if ((b.passed & 1u) != 0u) return convex ? CASE_E : CASE_LAYERS_COLLISION;
  if (b.balance != 0) return CASE_OPEN;
  if (b.passed == 0u) return form == 2 ? CASE_OPEN : convex ? CASE_F : CASE_LAYERS_CLEAR;
  // Layers of B without thickness do not count.
  if (!a_convex || form == 2) return CASE_OPEN;
  bool positive = int(b.length_high) > 0 || (b.length_high == 0u && b.length_low != 0u);
  return !positive ? CASE_LAYERS_CLEAR : convex ? CASE_D : CASE_LAYERS_COLLISION;
}

void main() {
  if (gl_LocalInvocationID.x < TALLY_SIZE) here[gl_LocalInvocationID.x] = 0u;
  barrier();
  uint i = item();
  if (i < uint(size.x * size.y)) {
#ifdef SCORES_FIRST
    uint c = judged_first(i);
    cases[i] = c;
    scores[i].waits = c == CASE_WAITS ? 1u : 0u;
    if (maps[i].layers > 0u) {
      add(TALLY_COVERED);
      if (c == CASE_OUTSIDE) add(TALLY_ALONE);
      if (c != CASE_OUTSIDE) add(TALLY_BOTH);
      if (c != CASE_WAITS && c != CASE_OPEN) add(TALLY_FIRST);
    }
    if (c == CASE_WAITS) add(TALLY_WAITED);
    if (collision(c)) tally[TALLY_FIRST_HIT] = 1u;
#else
    uint c = cases[i];
    if (c == CASE_WAITS) {
      c = judged_second(i);
      cases[i] = c;
      if (c != CASE_OPEN) add(TALLY_SECOND);
    }
    if (collision(c)) add(TALLY_COLLISIONS);
    if (c == CASE_OPEN) {
      ivec2 cell = ivec2(int(i) % size.x, int(i) / size.x);
      add(TALLY_OPEN);
      atomicMax(tally[TALLY_COLUMN_END], uint(cell.x + 1));
      atomicMax(tally[TALLY_ROW_END], uint(cell.y + 1));
      atomicMax(tally[TALLY_COLUMNS_RIGHT], uint(size.x - cell.x));
      atomicMax(tally[TALLY_ROWS_ABOVE], uint(size.y - cell.y));
    }
#endif
  }
  barrier();
  if (gl_LocalInvocationID.x < TALLY_SIZE && here[gl_LocalInvocationID.x] > 0u)
    atomicAdd(tally[gl_LocalInvocationID.x], here[gl_LocalInvocationID.x]);
}

#endif
#ifdef SCORES_GROUPS

// The second pass is dispatched with no groups where nothing waits for it.
layout(std430, binding = 7) readonly buffer Large { uint large[]; };
layout(std430, binding = 4) writeonly buffer Groups { uint groups[]; };  // as large, then those of few cells
uniform uvec2 few_groups;

void main() {
  if (gl_GlobalInvocationID.x != 0u) return;
  bool draws = tally[TALLY_WAITED] > 0u && !(first_only != 0 && tally[TALLY_FIRST_HIT] != 0u);
  for (uint k = 0u; k < 8u; ++k) groups[k] = draws ? large[k] : 0u;
  groups[8] = draws ? few_groups.x : 0u;
  groups[9] = draws ? few_groups.y : 0u;
  groups[10] = draws ? 1u : 0u;
}

#endif
