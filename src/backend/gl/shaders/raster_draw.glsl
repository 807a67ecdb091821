// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What all shaders that draw faces share: which centres a face covers, by integers and the half-open rule of raster_spans.h,
// and the depths of raster_plane.h. Products of 32 bits by 32 bits are compared as pairs of words, so that no extension for
// 64-bit integers is needed and no driver's own rule for ties matters.

layout(std430, binding = 1) readonly buffer Corners { ivec4 corners[]; };
layout(std430, binding = 3) readonly buffer Faces { uint faces[]; };
uniform ivec2 size;        // columns and rows of the view
uniform int depth_rounding;

struct Face {
  ivec2 p[3];
  ivec3 z;
};

Face face_at(uint f) {
  ivec4 a = corners[faces[3u * f]], b = corners[faces[3u * f + 1u]], c = corners[faces[3u * f + 2u]];
  Face t;
  t.p[0] = a.xy;
  t.p[1] = b.xy;
  t.p[2] = c.xy;
  t.z = ivec3(a.z, b.z, c.z);
  return t;
}

// First row or column whose centre is not below the coordinate.
ivec2 first_centre(ivec2 steps) { return (steps + 127) >> 8; }

// Cells whose centres lie in the box of a face, within the view: first, and one past the last.
ivec4 cells_of(Face t) {
  ivec2 low = first_centre(min(min(t.p[0], t.p[1]), t.p[2])), high = first_centre(max(max(t.p[0], t.p[1]), t.p[2]));
  return ivec4(max(low, ivec2(0)), min(high, size));
}

// Closed cells that the box of a face meets, within the view and with the rounding of its corners: first and last.
ivec4 closed_cells_of(Face t) {
  ivec2 low = min(min(t.p[0], t.p[1]), t.p[2]), high = max(max(t.p[0], t.p[1]), t.p[2]);
  return ivec4(max((low - 2) >> 8, ivec2(0)), min((high + 2) >> 8, size - 1));
}

// a b > c d, or equal and `on`.
bool above(int a, int b, int c, int d, bool on) {
  int ph, pl, qh, ql;
  imulExtended(a, b, ph, pl);
  imulExtended(c, d, qh, ql);
  return ph != qh ? ph > qh : pl != ql ? uint(pl) > uint(ql) : on;
}

// Twice the signed area as high and low word.
struct Area {
  int high;
  uint low;
};

Area area_of(Face t) {
  ivec2 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0];
  int ph, pl, qh, ql;
  imulExtended(u.x, v.y, ph, pl);
  imulExtended(v.x, u.y, qh, ql);
  Area a;
  uint borrow;
  a.low = usubBorrow(uint(pl), uint(ql), borrow);
  a.high = ph - qh - int(borrow);
  return a;
}

bool is_zero(Area a) { return a.high == 0 && a.low == 0u; }

bool covers_edge(ivec2 from, ivec2 to, int turn, ivec2 centre) {
  ivec2 d = (to - from) * turn, r = from - centre;
  return above(d.y, r.x, d.x, r.y, d.y < 0 || (d.y == 0 && d.x > 0));
}

bool covers(Face t, Area a, ivec2 cell) {
  int turn = a.high < 0 ? -1 : 1;
  ivec2 centre = cell * 256 + 128;
  return covers_edge(t.p[0], t.p[1], turn, centre) && covers_edge(t.p[1], t.p[2], turn, centre) &&
         covers_edge(t.p[2], t.p[0], turn, centre);
}

struct Plane {
  double ax, ay;
  int z_low, z_high, error;
};

Plane plane_of(Face t, Area a) {
  Plane s;
  precise double area = double(a.high) * 4294967296.0LF + double(a.low);
  double dx1 = double(t.p[1].x - t.p[0].x), dy1 = double(t.p[1].y - t.p[0].y);
  double dx2 = double(t.p[2].x - t.p[0].x), dy2 = double(t.p[2].y - t.p[0].y);
  double dz1 = double(t.z[1] - t.z[0]), dz2 = double(t.z[2] - t.z[0]);
  precise double inverse = 1.0LF / area;
  precise double ax = (dz1 * dy2 - dz2 * dy1) * inverse;
  precise double ay = (dx1 * dz2 - dx2 * dz1) * inverse;
  s.ax = ax;
  s.ay = ay;
  s.z_low = min(min(t.z[0], t.z[1]), t.z[2]);
  s.z_high = max(max(t.z[0], t.z[1]), t.z[2]);
  double range = double(s.z_high - s.z_low);
  precise double extent = max(max(abs(dx1), abs(dx2)), abs(dx2 - dx1)) + max(max(abs(dy1), abs(dy2)), abs(dy2 - dy1));
  bool thin = abs(area) < 8.0LF * extent;
  precise double slope = abs(ax) + abs(ay);
  precise double bound = slope * (2.0LF + extent * 9.094947017729282379150390625e-13LF) + 2.0LF;
  s.error = int(min(ceil(thin ? range : bound), range + 1.0LF)) + depth_rounding;
  return s;
}

// Too narrow for its plane to tell depths between its edges; also faces without area.
bool is_thin(Face t, Area a) {
  if (is_zero(a)) return true;
  precise double area = double(a.high) * 4294967296.0LF + double(a.low);
  ivec2 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0], w = t.p[2] - t.p[1];
  precise double longest =
      double(max(max(abs(u.x), abs(v.x)), abs(w.x))) + double(max(max(abs(u.y), abs(v.y)), abs(w.y)));
  return abs(area) < 8.0LF * longest;
}

int depth_at(Face t, Plane s, ivec2 cell) {
  ivec2 centre = cell * 256 + 128;
  precise double z = double(t.z[0]) + (double(centre.x - t.p[0].x) * s.ax + double(centre.y - t.p[0].y) * s.ay);
  return int(clamp(z, double(s.z_low), double(s.z_high)) + 0.5LF);
}
