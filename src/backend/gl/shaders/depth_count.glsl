// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Depth counting with the card's own depth test, wrapping stencil counters and blending. Depths are floats here: two of them
// closer than their error bounds and kBand steps are a tie, which goes to the layer codes.

const float kBand = 64.0;  // steps; a float rounds depths by 16 at most
const uint kTie = 0x80000000u;

#ifndef FACES_VERTEX

// The maps of A, as zlist.glsl has them.
struct MapCell {
  int before, beyond, error;
  uint layers, near_min, near_max;
};
layout(std430, binding = 8) readonly buffer Maps { MapCell maps[]; };
#ifndef FACES_FRAGMENT
uniform ivec2 size;
#endif

MapCell map_at(ivec2 cell) { return maps[cell.y * size.x + cell.x]; }
float first_of(MapCell a) { return float((1 << 30) - a.before); }
float last_of(MapCell a) { return float(a.beyond - 1); }

// Whether a crossing of B is too close to one of A to be ordered.
bool ties(float z, float error, float a_z, MapCell a) { return abs(z - a_z) <= error + float(a.error) * 1.0000005 + kBand; }

#endif
#ifdef FIRST_FRAGMENT

// Crossings behind A's end fail the depth test; layers and ties are noted all the same.
layout(binding = 0, r32ui) uniform uimage2D b_layers;
layout(location = 0) out float out_b_least;  // the greatest: -depth
layout(location = 1) out vec2 out_b_sums;    // the sum: length in front of A's end, entries less exits there

void main() {
  Hit h = hit_here();
  ivec2 cell = ivec2(gl_FragCoord.xy);
  MapCell a = map_at(cell);
  if (a.layers == 0u) discard;
  imageAtomicAdd(b_layers, cell, 1u);
  if (ties(h.z, h.error, last_of(a), a)) imageAtomicOr(b_layers, cell, kTie);
  out_b_least = -h.z;
  float sign = h.entry ? 1.0 : -1.0;
  out_b_sums = sign * vec2(last_of(a) - h.z, 1.0);
  gl_FragDepth = stored(h.z);
}

#endif
#ifdef SECOND_FRAGMENT

layout(binding = 4) uniform usampler2D cases;
layout(binding = 0, r32ui) uniform uimage2D b_layers;
layout(location = 0) out float out_b_least;
layout(location = 1) out vec2 out_b_sums;

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy);
  if (texelFetch(cases, cell, 0).x != CASE_WAITS) discard;
  Hit h = hit_here();
  MapCell a = map_at(cell);
  if (ties(h.z, h.error, first_of(a), a)) imageAtomicOr(b_layers, cell, kTie);
  out_b_least = -h.z;
  float sign = h.entry ? 1.0 : -1.0;
  out_b_sums = -sign * vec2(last_of(a) - h.z, 1.0);
  gl_FragDepth = stored(h.z);
}

#endif
#ifdef LOAD_FRAGMENT

// A's last crossing, or its first, into the depth buffer.
uniform int last;

void main() {
  MapCell a = map_at(ivec2(gl_FragCoord.xy));
  gl_FragDepth = a.layers == 0u ? 0.0 : stored(last != 0 ? last_of(a) : first_of(a));
}

#endif
#if defined(JUDGE_FRAGMENT) || defined(JUDGE_SECOND)

layout(binding = 3) uniform usampler2D passed;
layout(binding = 5) uniform sampler2D b_least;
layout(binding = 6) uniform sampler2D b_sums;
layout(binding = 7) uniform usampler2D b_layers;
uniform int form;  // 0 basic, 1 extended, 2 simplified

#endif
#ifdef JUDGE_FRAGMENT

// Clear: nothing of B in front of A's end. Odd: A ends inside B. Even: B may lie inside A or in front of it.
layout(location = 0) out uint out_case;

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy);
  MapCell a = map_at(cell);
  uint b = texelFetch(b_layers, cell, 0).x;
  out_case = CASE_OUTSIDE;
  if (a.layers == 0u || b == 0u) return;
  out_case = CASE_OPEN;
  if (a.near_min > 1u || a.near_max > 1u || b >= kTie || ((a.layers | b) & 1u) != 0u) return;
  bool convex = a.layers == 2u && b == 2u;
  uint count = texelFetch(passed, cell, 0).x;
  if (count == 0u) {
    // The counter may have gone round.
    if (b < 256u) out_case = convex ? CASE_A : CASE_LAYERS_CLEAR;
  } else if ((count & 1u) != 0u) {
    if (form == 0 && !convex) return;
    out_case = !convex ? CASE_LAYERS_COLLISION : -texelFetch(b_least, cell, 0).x < first_of(a) ? CASE_C : CASE_B;
  } else if (texelFetch(b_sums, cell, 0).y == 0.0) {
    // Where B overlaps itself at A's end, parities do not tell.
    out_case = CASE_WAITS;
  }
}

#endif
#if defined(ANY_COLLISION_FRAGMENT) || defined(ANY_WAITS_FRAGMENT)

// Passes a sample, for the query, where there is such a cell.
layout(binding = 4) uniform usampler2D cases;
layout(std430, binding = 10) buffer Tally { uint tally[]; };

bool collision(uint c) { return (c >= CASE_B && c <= CASE_E) || c == CASE_LAYERS_COLLISION; }

void main() {
  uint c = texelFetch(cases, ivec2(gl_FragCoord.xy), 0).x;
#ifdef ANY_COLLISION_FRAGMENT
  if (!collision(c)) discard;
  tally[TALLY_FIRST_HIT] = 1u;
#else
  if (c != CASE_WAITS) discard;
#endif
}

#endif
#ifdef JUDGE_SECOND

// What is left of the count are the layers of B within the span of A.
layout(local_size_x = GROUP) in;
layout(binding = 4) uniform usampler2D cases;
layout(std430, binding = 7) writeonly buffer Cases { uint final_cases[]; };
layout(std430, binding = 10) buffer Tally { uint tally[]; };
uniform int first_only;

shared uint here[TALLY_SIZE];

void add(uint what) { atomicAdd(here[what], 1u); }

bool collision(uint c) { return (c >= CASE_B && c <= CASE_E) || c == CASE_LAYERS_COLLISION; }

uint judged_second(ivec2 cell, uint a_layers) {
  if (first_only != 0 && tally[TALLY_FIRST_HIT] != 0u) return CASE_OPEN;
  uint b = texelFetch(b_layers, cell, 0).x;
  if (b >= kTie) return CASE_OPEN;
  bool a_convex = a_layers == 2u, convex = a_convex && b == 2u;
  if (form == 0 && !convex) return CASE_OPEN;
  uint count = texelFetch(passed, cell, 0).x;
  if ((count & 1u) != 0u) return convex ? CASE_E : CASE_LAYERS_COLLISION;
  vec2 sums = texelFetch(b_sums, cell, 0).xy;
  if (sums.y != 0.0) return CASE_OPEN;
  if (count == 0u) {
    if (form == 2 || b >= 256u) return CASE_OPEN;
    return convex ? CASE_F : CASE_LAYERS_CLEAR;
  }
  // Layers of B without thickness do not count.
  if (!a_convex || form == 2 || abs(sums.x) <= kBand * float(b)) return CASE_OPEN;
  return sums.x < 0.0 ? CASE_LAYERS_CLEAR : convex ? CASE_D : CASE_LAYERS_COLLISION;
}

void main() {
  if (gl_LocalInvocationID.x < TALLY_SIZE) here[gl_LocalInvocationID.x] = 0u;
  barrier();
  uint i = item();
  if (i < uint(size.x * size.y)) {
    ivec2 cell = ivec2(int(i) % size.x, int(i) / size.x);
    uint c = texelFetch(cases, cell, 0).x;
    uint a_layers = map_at(cell).layers;
    if (a_layers > 0u) add(TALLY_COVERED);
    if (c == CASE_OUTSIDE) {
      if (a_layers > 0u) {
        add(TALLY_ALONE);
        add(TALLY_FIRST);
      }
    } else {
      add(TALLY_BOTH);
      if (c == CASE_WAITS) {
        add(TALLY_WAITED);
        c = judged_second(cell, a_layers);
        if (c != CASE_OPEN) add(TALLY_SECOND);
      } else if (c != CASE_OPEN) {
        add(TALLY_FIRST);
      }
    }
    if (collision(c)) add(TALLY_COLLISIONS);
    if (c == CASE_OPEN) {
      add(TALLY_OPEN);
      atomicMax(tally[TALLY_COLUMN_END], uint(cell.x + 1));
      atomicMax(tally[TALLY_ROW_END], uint(cell.y + 1));
      atomicMax(tally[TALLY_COLUMNS_RIGHT], uint(size.x - cell.x));
      atomicMax(tally[TALLY_ROWS_ABOVE], uint(size.y - cell.y));
    }
    final_cases[i] = c;
  }
  barrier();
  if (gl_LocalInvocationID.x < TALLY_SIZE && here[gl_LocalInvocationID.x] > 0u)
    atomicAdd(tally[gl_LocalInvocationID.x], here[gl_LocalInvocationID.x]);
}

#endif
