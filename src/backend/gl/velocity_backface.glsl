// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Which faces of a rigid body cannot be where it first touches another one: the loop of add_rigid in velocity_backface.cpp.
#ifdef BACKFACE

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer Vertices { double vertices[]; };
layout(std430, binding = 3) readonly buffer Faces { uint faces[]; };
layout(std430, binding = 8) writeonly buffer Dropped { uint dropped[]; };  // 1: moves away, 2: the other stays clear
uniform double rule[11];  // u, w, ball, what v.n must stay below, what the plane must be away
uniform uint face_count;

dvec3 vertex(uint v) { return dvec3(vertices[3u * v], vertices[3u * v + 1u], vertices[3u * v + 2u]); }

double product(dvec3 a, dvec3 b) {
  precise double sum = (a.x * b.x + a.y * b.y) + a.z * b.z;
  return sum;
}

dvec3 crossed(dvec3 a, dvec3 b) {
  precise dvec3 c = dvec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
  return c;
}

void main() {
  uint f = item();
  if (f >= face_count) return;
  dvec3 p[3] = dvec3[3](vertex(faces[3u * f]), vertex(faces[3u * f + 1u]), vertex(faces[3u * f + 2u]));
  dvec3 u = dvec3(rule[0], rule[1], rule[2]), w = dvec3(rule[3], rule[4], rule[5]), ball = dvec3(rule[6], rule[7], rule[8]);
  dvec3 normal = crossed(p[1] - p[0], p[2] - p[0]);
  double area = sqrt(product(normal, normal));
  uint verdict = 0u;
  if (area > 0.0LF) {
    double limit = -rule[9] * area;
    bool away = true;
    for (int k = 0; k < 3; ++k) away = away && product(normal, u + crossed(w, p[k])) < limit;
    verdict = away ? 1u : abs(product(normal, ball - p[0])) > rule[10] * area ? 2u : 0u;
  }
  dropped[f] = verdict;
}

#endif
