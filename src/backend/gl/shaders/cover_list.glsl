// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Conservative lists: every closed cell that the shadow of a face meets, with a range that holds all its depths there. The
// operations of cover_cells.h in doubles, in the same order.

#if defined(COVER_COUNT) || defined(COVER_FILL) || defined(COVER_COUNT_LARGE) || defined(COVER_FILL_LARGE) || \
    defined(COVER_COUNT_FRAGMENT) || defined(COVER_FILL_FRAGMENT)

layout(std430, binding = 4) buffer Next { uint next[]; };
layout(std430, binding = 6) writeonly buffer Covers { uvec4 listed[]; };  // low, high, object, face
layout(std430, binding = 7) buffer Large {
  uint groups[8];
  uint large[];
};
uniform int whole_view;
uniform uint face_count;
uniform uint object;
uniform int z_low, z_high;  // depths outside are left out

// What is the same for all cells of a face.
struct Cover {
  Plane plane;
  ivec4 cells;  // first column and row, last column and row
  bool thin, one, wide;  // one cell; more than two columns
  double rounding, low, high, margin, most;  // most: change of depth from the middle of a cell, with the error
};

Cover cover_from(Face t, Plane plane, bool thin) {
  Cover c;
  c.plane = plane;
  c.thin = thin;
  ivec2 low = min(min(t.p[0], t.p[1]), t.p[2]), high = max(max(t.p[0], t.p[1]), t.p[2]);
  ivec2 steps = ((high + 2) >> 8) - ((low - 2) >> 8);
  c.one = steps == ivec2(0);
  c.wide = steps.x > 1;
  c.cells = closed_cells_of(t);
  c.rounding = double(1 + depth_rounding);
  c.low = double(c.plane.z_low) - c.rounding;
  c.high = double(c.plane.z_high) + c.rounding;
  precise double extent = double(high.x - low.x) + double(high.y - low.y);
  precise double margin = 2.0LF + extent * 5.684341886080801486968994140625e-14LF;
  precise double most = (abs(c.plane.ax) + abs(c.plane.ay)) * 130.0LF + double(c.plane.error);
  c.margin = margin;
  c.most = most;
  return c;
}

Cover cover_of(Face t) {
  Area a = area_of(t);
  bool thin = is_thin(t, a);
  if (is_zero(a)) a.low = 1u;
  return cover_from(t, plane_of(t, a), thin);
}

double x_at(dvec2 from, dvec2 to, double y) {
  if (from.y == to.y) return from.x;
  precise double share = clamp((y - from.y) / (to.y - from.y), 0.0LF, 1.0LF);
  precise double x = from.x + (to.x - from.x) * share;
  return x;
}

// Where a row of the shadow begins and ends.
ivec2 columns_of(Face t, Cover c, int row) {
  if (!c.wide) return c.cells.xz;
  double y = double(row * 256), low = y - c.margin, high = y + 256.0LF + c.margin;
  double least = 1e300LF, most = -1e300LF;
  for (int i = 0; i < 3; ++i) {
    dvec2 from = dvec2(t.p[i]), to = dvec2(t.p[i == 2 ? 0 : i + 1]);
    if (max(from.y, to.y) < low || min(from.y, to.y) > high) continue;
    double x0 = x_at(from, to, low), x1 = x_at(from, to, high);
    least = min(least, min(x0, x1));
    most = max(most, max(x0, x1));
    if (from.y == to.y) {
      least = min(least, to.x);
      most = max(most, to.x);
    }
  }
  if (least > most) return ivec2(1, 0);
  precise double first = floor(least - c.margin), last = ceil(most + c.margin);
  return ivec2(max(c.cells.x, int(first) >> 8), min(c.cells.z, int(last) >> 8));
}

// Cuts [from, to] of an edge to where start + step lies in [least, most].
void cut(double start, double step, double least, double most, inout double from, inout double to) {
  if (step == 0.0LF) {
    if (start < least || start > most) to = -1.0LF;
    return;
  }
  precise double a = (least - start) / step, b = (most - start) / step;
  from = max(from, min(a, b));
  to = min(to, max(a, b));
}

bool depths_at(Face t, Cover c, ivec2 cell, out int z0, out int z1) {
  double low = c.low, high = c.high;
  dvec2 corner = dvec2(cell * 256);
  if (!c.one && c.thin) {
    double by = 9.0LF + c.margin, least = 1e300LF, most = -1e300LF;
    for (int i = 0; i < 3; ++i) {
      int j = i == 2 ? 0 : i + 1;
      double from = 0.0LF, to = 1.0LF;
      cut(double(t.p[i].x), double(t.p[j].x - t.p[i].x), corner.x - by, corner.x + 256.0LF + by, from, to);
      cut(double(t.p[i].y), double(t.p[j].y - t.p[i].y), corner.y - by, corner.y + 256.0LF + by, from, to);
      if (from > to) continue;
      double dz = double(t.z[j] - t.z[i]);
      precise double d0 = double(t.z[i]) + from * dz, d1 = double(t.z[i]) + to * dz;
      least = min(least, min(d0, d1));
      most = max(most, max(d0, d1));
    }
    if (least > most) return false;
    low = max(low, least - c.rounding - 1.0LF);
    high = min(high, most + c.rounding + 1.0LF);
  } else if (!c.one) {
    ivec2 centre = cell * 256 + 128;
    precise double middle =
        double(t.z[0]) + (double(centre.x - t.p[0].x) * c.plane.ax + double(centre.y - t.p[0].y) * c.plane.ay);
    low = max(low, middle - c.most);
    high = min(high, middle + c.most);
    if (low > high) return false;
  }
  z0 = int(floor(low));
  z1 = int(ceil(high));
  return z0 <= z_high && z1 >= z_low;
}

void put(Face t, Cover c, uint f, ivec2 cell) {
  int low, high;
  if (!depths_at(t, c, cell, low, high)) return;
  uint slot = atomicAdd(next[cell.y * size.x + cell.x], 1u);
#if defined(COVER_FILL) || defined(COVER_FILL_LARGE) || defined(COVER_FILL_FRAGMENT)
  listed[slot] = uvec4(uint(low), uint(high), object, f);
#endif
}

#if defined(COVER_COUNT_FRAGMENT) || defined(COVER_FILL_FRAGMENT)

// The rasteriser says where to look, and may say too much: the lists are those of the other way.
void main() {
  DrawnFace d = drawn[gl_PrimitiveID];
  uint f = uint(d.z.z);
  ivec2 cell = ivec2(gl_FragCoord.xy);
  Face t;
  t.p[0] = d.p01.xy;
  t.p[1] = d.p01.zw;
  t.p[2] = d.p2.xy;
  t.z = ivec3(d.p2.z);
  if (d.z.w != 0) t = face_at(f);  // thin: all depths are needed
  Cover c = cover_from(t, Plane(d.slope.x, d.slope.y, d.z.x, d.z.y, d.p2.w), d.z.w != 0);
  if (any(lessThan(cell, c.cells.xy)) || any(greaterThan(cell, c.cells.zw))) return;
  ivec2 columns = columns_of(t, c, cell.y);
  if (cell.x >= columns.x && cell.x <= columns.y) put(t, c, f, cell);
}

#elif defined(COVER_COUNT) || defined(COVER_FILL)

layout(local_size_x = GROUP) in;

void main() {
  uint f = item();
  if (f >= face_count) return;
  Face t = face_at(f);
  ivec4 cells = closed_cells_of(t);
  ivec2 many = cells.zw - cells.xy + 1;
  if (many.x <= 0 || many.y <= 0) return;
  if (many.x * many.y > 128) {
#ifdef COVER_COUNT
    if (many.x * many.y <= 8192)
      large[atomicAdd(groups[3], 1u)] = f;
    else
      large[face_count - 1u - atomicAdd(groups[7], 1u)] = f;
#endif
    return;
  }
  Cover c = cover_of(t);
  for (int row = c.cells.y; row <= c.cells.w; ++row) {
    ivec2 columns = columns_of(t, c, row);
    for (int column = columns.x; column <= columns.y; ++column) put(t, c, f, ivec2(column, row));
  }
}

#else

layout(local_size_x = GROUP) in;

void main() {
  int side = whole_view != 0 ? 8 : 1;
  uint large_count = groups[whole_view != 0 ? 7 : 3];
  ivec2 block = ivec2(int(gl_WorkGroupID.x) % side, int(gl_WorkGroupID.x) / side);
  ivec2 low = size * block / side, high = size * (block + 1) / side - 1;
  for (uint i = gl_WorkGroupID.y; i < large_count; i += gl_NumWorkGroups.y) {
    uint f = large[whole_view != 0 ? face_count - 1u - i : i];
    Face t = face_at(f);
    Cover c = cover_of(t);
    ivec4 cells = ivec4(max(c.cells.xy, low), min(c.cells.zw, high));
    // A row for each invocation in turn.
    for (int row = cells.y + int(gl_LocalInvocationID.x); row <= cells.w; row += GROUP) {
      ivec2 columns = columns_of(t, c, row);
      for (int column = max(columns.x, cells.x); column <= min(columns.y, cells.z); ++column)
        put(t, c, f, ivec2(column, row));
    }
  }
}

#endif
#endif
