// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Lists of crossings: faces are drawn twice, to count and to fill. A face with few cells is drawn by one invocation, one with
// more is put down and drawn by a work group, one with very many by a work group for each of 64 blocks of the view.

layout(local_size_x = GROUP) in;

#if defined(COUNT) || defined(FILL) || defined(COUNT_LARGE) || defined(FILL_LARGE) || defined(MAPS) || defined(MAPS_LARGE) || \
    defined(MAP_TIES) || defined(MAP_TIES_LARGE) || defined(FIRST) || defined(FIRST_LARGE) || defined(SECOND) || \
    defined(SECOND_LARGE)

layout(std430, binding = 4) buffer Next { uint next[]; };  // of each cell: crossings so far, or where the next one goes
layout(std430, binding = 6) writeonly buffer Fragments { uvec4 fragments[]; };
layout(std430, binding = 7) buffer Large {
  uint groups[8];  // for two dispatches: blocks, faces, 1, and the number of faces
  uint large[];    // faces for one work group each from the front, those for many from the back
};
uniform int whole_view;  // faces for many work groups are drawn
struct MapCell {
  int before, beyond;  // 2^30 less the least depth, and the greatest one and 1: zero where there is none
  int error;
  uint layers, near_min, near_max;
};
layout(std430, binding = 8) buffer Maps { MapCell maps[]; };
// What passes over B leave in a cell.
struct Score {
  uint passed, layers, tie, waits;
  int before;  // 2^30 less the least depth
  int balance;
  uint length_low, length_high;
};
layout(std430, binding = 9) buffer Scores { Score scores[]; };
uniform uint face_count;
uniform uint object;

#if defined(FIRST) || defined(FIRST_LARGE) || defined(SECOND) || defined(SECOND_LARGE)

// Adds to a number of 64 bits; every carry is seen by one of those who add.
void add_length(uint at, int value) {
  uint low = uint(value), old = atomicAdd(scores[at].length_low, low);
  atomicAdd(scores[at].length_high, (value < 0 ? 0xffffffffu : 0u) + (old + low < old ? 1u : 0u));
}

#endif

void hit(Face t, Area a, uint f, ivec2 cell, inout Plane s, inout bool known) {
  uint at = uint(cell.y * size.x + cell.x);
#if defined(FIRST) || defined(FIRST_LARGE)
  if (maps[at].layers == 0u) return;
#elif defined(SECOND) || defined(SECOND_LARGE)
  if (scores[at].waits == 0u) return;
#endif
#if defined(COUNT) || defined(COUNT_LARGE)
  atomicAdd(next[at], 1u);
#else
  if (!known) {
    s = plane_of(t, a);
    known = true;
  }
  int z = depth_at(t, s, cell);
#if defined(FILL) || defined(FILL_LARGE)
  uint tag = object | (a.high < 0 ? 0x80000000u : 0u);
  fragments[atomicAdd(next[at], 1u)] = uvec4(uint(z), uint(s.error), tag, f);
#elif defined(MAPS) || defined(MAPS_LARGE)
  atomicMax(maps[at].before, (1 << 30) - z);
  atomicMax(maps[at].beyond, z + 1);
  atomicMax(maps[at].error, s.error);
  atomicAdd(maps[at].layers, 1u);
#elif defined(FIRST) || defined(FIRST_LARGE)
  int last = maps[at].beyond - 1, way = a.high < 0 ? 1 : -1;
  if (abs(z - last) <= s.error + maps[at].error) scores[at].tie = 1u;
  atomicAdd(scores[at].layers, 1u);
  atomicMax(scores[at].before, (1 << 30) - z);
  if (z >= last) return;
  atomicAdd(scores[at].passed, 1u);
  atomicAdd(scores[at].balance, way);
  add_length(at, way * (last - z));
#elif defined(SECOND) || defined(SECOND_LARGE)
  int first = (1 << 30) - maps[at].before, last = maps[at].beyond - 1, way = a.high < 0 ? 1 : -1;
  if (abs(z - first) <= s.error + maps[at].error) scores[at].tie = 1u;
  if (z >= first) return;
  atomicAdd(scores[at].passed, 0xffffffffu);
  atomicAdd(scores[at].balance, -way);
  add_length(at, way * (z - last));
#else
  // Both numbers are below 2^30.
  int slack = s.error + maps[at].error;
  if (z - ((1 << 30) - maps[at].before) <= slack) atomicAdd(maps[at].near_min, 1u);
  if (maps[at].beyond - 1 - z <= slack) atomicAdd(maps[at].near_max, 1u);
#endif
#endif
}

const int kFewCells = 128;

void put_down(uint f, int cells) {
  if (cells <= 8192)
    large[atomicAdd(groups[3], 1u)] = f;
  else
    large[face_count - 1u - atomicAdd(groups[7], 1u)] = f;
}

const int kNear = 1 << 14;  // coordinates whose products fit 32 bits

#if defined(COUNT) || defined(FILL) || defined(MAPS) || defined(MAP_TIES) || defined(FIRST) || defined(SECOND)

void main() {
  uint f = item();
  if (f >= face_count) return;
  Face t = face_at(f);
  ivec4 cells = cells_of(t);
  ivec2 many = cells.zw - cells.xy;
  if (many.x <= 0 || many.y <= 0) return;
  ivec2 extent = max(max(t.p[0], t.p[1]), t.p[2]) - min(min(t.p[0], t.p[1]), t.p[2]);
  if (many.x * many.y > kFewCells || extent.x >= kNear || extent.y >= kNear) {
#if defined(COUNT) || defined(MAPS) || defined(FIRST)
    put_down(f, many.x * many.y);
#endif
    return;
  }
  Area a = area_of(t);
  if (is_zero(a)) return;
  int turn = a.high < 0 ? -1 : 1;
  ivec2 origin = cells.xy * 256 + 128;
  ivec3 value, step_x, step_y;
  for (int k = 0; k < 3; ++k) {
    ivec2 from = t.p[k] - origin, d = (t.p[k == 2 ? 0 : k + 1] - t.p[k]) * turn;
    value[k] = d.y * from.x - d.x * from.y + (d.y < 0 || (d.y == 0 && d.x > 0) ? 1 : 0);
    step_x[k] = -d.y * 256;
    step_y[k] = d.x * 256;
  }
  Plane s = Plane(0.0LF, 0.0LF, 0, 0, 0);
  bool known = false;
  for (int row = cells.y; row < cells.w; ++row) {
    ivec3 e = value;
    for (int column = cells.x; column < cells.z; ++column) {
      if (e.x > 0 && e.y > 0 && e.z > 0) hit(t, a, f, ivec2(column, row), s, known);
      e += step_x;
    }
    value += step_y;
  }
}

#else

void main() {
  int side = whole_view != 0 ? 8 : 1;
  uint large_count = groups[whole_view != 0 ? 7 : 3];
  ivec2 block = ivec2(int(gl_WorkGroupID.x) % side, int(gl_WorkGroupID.x) / side);
  ivec2 low = size * block / side, high = size * (block + 1) / side;
  for (uint i = gl_WorkGroupID.y; i < large_count; i += gl_NumWorkGroups.y) {
    uint f = large[whole_view != 0 ? face_count - 1u - i : i];
    Face t = face_at(f);
    ivec4 cells = cells_of(t);
    cells = ivec4(max(cells.xy, low), min(cells.zw, high));
    ivec2 many = cells.zw - cells.xy;
    if (many.x <= 0 || many.y <= 0) continue;
    Area a = area_of(t);
    if (is_zero(a)) continue;
    Plane s = Plane(0.0LF, 0.0LF, 0, 0, 0);
    bool known = false;
    for (int k = int(gl_LocalInvocationID.x); k < many.x * many.y; k += GROUP) {
      ivec2 cell = cells.xy + ivec2(k % many.x, k / many.x);
      if (covers(t, a, cell)) hit(t, a, f, cell, s, known);
    }
  }
}

#endif
#endif
#ifdef LARGE_GROUPS

layout(std430, binding = 7) buffer Large { uint large[]; };

void main() {
  if (gl_GlobalInvocationID.x != 0u) return;
  large[0] = 1u;
  large[1] = min(large[3], 32768u);
  large[2] = 1u;
  large[4] = 64u;
  large[5] = min(large[7], 32768u);
  large[6] = 1u;
}

#endif
#if defined(COUNT_FOUND) || defined(FILL_FOUND)

// Crossings that the processor has found: cell, depth, error, tag, face.
layout(std430, binding = 4) buffer Next { uint next[]; };
layout(std430, binding = 6) writeonly buffer Fragments { uvec4 fragments[]; };
layout(std430, binding = 9) readonly buffer Found { uint found[]; };
uniform uint found_count;

void main() {
  uint i = item();
  if (i >= found_count) return;
  uint slot = atomicAdd(next[found[5u * i]], 1u);
#ifdef FILL_FOUND
  fragments[slot] = uvec4(found[5u * i + 1u], found[5u * i + 2u], found[5u * i + 3u], found[5u * i + 4u]);
#endif
}

#endif
#ifdef LONGEST

// Whether some list is longer than one invocation may sort, in the second word.
layout(std430, binding = 4) readonly buffer Next { uint next[]; };
layout(std430, binding = 8) buffer Total { uint total[2]; };
uniform uint cell_count;
uniform uint most;

void main() {
  uint cell = item();
  if (cell < cell_count && next[cell] > most) atomicMax(total[1], next[cell]);
}

#endif
#if defined(SORT) || defined(SORT_COVERS) || defined(WALK) || defined(LAYERS)

layout(std430, binding = 5) readonly buffer Begin { uint begin[]; };
layout(std430, binding = 6) buffer Fragments { uvec4 fragments[]; };
uniform uint cell_count;

#if defined(SORT) || defined(SORT_COVERS)

// By depth; at equal depth exits come before entries. Covers by both ends of their range.
bool before(uvec4 x, uvec4 y) {
  if (x.x != y.x) return int(x.x) < int(y.x);
#ifdef SORT_COVERS
  if (x.y != y.y) return int(x.y) < int(y.y);
#endif
  return x.z != y.z ? x.z < y.z : x.w < y.w;
}

void sift(uint first, uint at, uint n) {
  uvec4 moved = fragments[first + at];
  for (uint child = 2u * at + 1u; child < n; child = 2u * at + 1u) {
    if (child + 1u < n && before(fragments[first + child], fragments[first + child + 1u])) ++child;
    if (!before(moved, fragments[first + child])) break;
    fragments[first + at] = fragments[first + child];
    at = child;
  }
  fragments[first + at] = moved;
}

void main() {
  uint cell = item();
  if (cell >= cell_count) return;
  uint first = begin[cell], n = begin[cell + 1u] - first;
  if (n <= 1u) return;
  if (n <= 32u) {
    uvec4 own[32];
    own[0] = fragments[first];
    for (uint i = 1u; i < n; ++i) {
      uvec4 f = fragments[first + i];
      uint j = i;
      // Places are kept in the array also for those who have stopped: some drivers read them all the same.
      for (; j > 0u && before(f, own[(j - 1u) & 31u]); --j) own[j & 31u] = own[(j - 1u) & 31u];
      own[j & 31u] = f;
    }
    for (uint i = 0u; i < n; ++i) fragments[first + i] = own[i & 31u];
    return;
  }
  for (uint i = n / 2u; i > 0u; --i) sift(first, i - 1u, n);
  for (uint last = n - 1u; last > 0u; --last) {
    uvec4 most = fragments[first];
    fragments[first] = fragments[first + last];
    fragments[first + last] = most;
    sift(first, 0u, last);
  }
}

#else

// Whether the objects 0 and 1 overlap on the line over more than a point: winding numbers that are not 0.
bool overlap_on(uint cell) {
  ivec2 winding = ivec2(0);
  for (uint i = begin[cell]; i + 1u < begin[cell + 1u]; ++i) {
    uint tag = fragments[i].z;
    winding[tag & 1u] += (tag & 0x80000000u) != 0u ? 1 : -1;
    if (winding.x != 0 && winding.y != 0 && fragments[i + 1u].x != fragments[i].x) return true;
  }
  return false;
}

#ifdef WALK

layout(std430, binding = 8) buffer Lines { uint lines; };
shared uint here;

void main() {
  if (gl_LocalInvocationID.x == 0u) here = 0u;
  barrier();
  uint cell = item();
  if (cell < cell_count && overlap_on(cell)) atomicAdd(here, 1u);
  barrier();
  if (gl_LocalInvocationID.x == 0u && here > 0u) atomicAdd(lines, here);
}

#else

// Undecided cells of depth counting, in the window of the lists.
layout(std430, binding = 8) buffer Cases { uint cases[]; };
layout(std430, binding = 10) buffer Tally { uint tally[]; };
uniform ivec4 window;  // first column and row, columns, and columns of the whole view

void main() {
  uint cell = item();
  if (cell >= cell_count) return;
  uint at = (cell / uint(window.z) + uint(window.y)) * uint(window.w) + cell % uint(window.z) + uint(window.x);
  if (cases[at] != CASE_OPEN) return;
  bool overlap = overlap_on(cell);
  cases[at] = overlap ? CASE_LAYERS_COLLISION : CASE_LAYERS_CLEAR;
  atomicAdd(tally[TALLY_LAYERS], 1u);
  if (overlap) atomicAdd(tally[TALLY_COLLISIONS], 1u);
}

#endif
#endif
#endif
