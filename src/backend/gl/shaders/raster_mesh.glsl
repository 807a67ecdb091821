// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Vertices to the lattice of a view: the operations of RasterMesh, in doubles, in the same order, none contracted.
#ifdef TRANSFORM

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer Vertices { double vertices[]; };
layout(std430, binding = 1) writeonly buffer Corners { ivec4 corners[]; };
uniform double pose[12];  // rotation by rows, position
uniform double view[16];  // right, up, forward, low x y z, steps a unit of x and z, column and row steps
uniform uint count;

double row_of(double a, double b, double c, double x, double y, double z) {
  precise double r = (a * x + b * y) + c * z;
  return r;
}

// Nearest integer, ties to even, for magnitudes below 2^51.
double rounded(double x) {
  precise double shifted = x + 6755399441055744.0LF;
  precise double r = shifted - 6755399441055744.0LF;
  return r;
}

void main() {
  uint i = item();
  if (i >= count) return;
  double x = vertices[3 * i], y = vertices[3 * i + 1], z = vertices[3 * i + 2];
  precise double wx = row_of(pose[0], pose[1], pose[2], x, y, z) + pose[9];
  precise double wy = row_of(pose[3], pose[4], pose[5], x, y, z) + pose[10];
  precise double wz = row_of(pose[6], pose[7], pose[8], x, y, z) + pose[11];
  double sx = row_of(view[0], view[1], view[2], wx, wy, wz);
  double sy = row_of(view[3], view[4], view[5], wx, wy, wz);
  double sz = row_of(view[6], view[7], view[8], wx, wy, wz);
  precise double lx = (sx - view[9]) * view[12] - view[14];
  precise double ly = (sy - view[10]) * view[12] - view[15];
  precise double lz = (sz - view[11]) * view[13];
  double kx = rounded(lx), ky = rounded(ly), kz = rounded(lz);
  corners[i] = ivec4(int(kx), int(ky), int(clamp(kz, 0.0LF, 536870912.0LF)), 0);
}

#endif
