// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Which faces of a rigid body cannot be where it first touches another one: the loop of add_rigid in velocity_backface.cpp.
#ifdef BACKFACE

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer Vertices { double vertices[]; };
layout(std430, binding = 3) readonly buffer Faces { uint faces[]; };
layout(std430, binding = 8) writeonly buffer Dropped { uint dropped[]; };  // 1: moves away, 2: the other stays clear
uniform double rule[42];  // five times u, w and limit; middle, half and reach, as in RigidBackface
uniform int parts;
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

// At its three corners, during the part of the step that the field is for.
bool moves_away(int field, dvec3 normal, double area, dvec3 p[3]) {
  int at = 7 * field;
  dvec3 u = dvec3(rule[at], rule[at + 1], rule[at + 2]), w = dvec3(rule[at + 3], rule[at + 4], rule[at + 5]);
  bool away = true;
  for (int k = 0; k < 3; ++k) away = away && product(normal, u + crossed(w, p[k])) < rule[at + 6] * area;
  return away;
}

void main() {
  uint f = item();
  if (f >= face_count) return;
  dvec3 p[3] = dvec3[3](vertex(faces[3u * f]), vertex(faces[3u * f + 1u]), vertex(faces[3u * f + 2u]));
  dvec3 normal = crossed(p[1] - p[0], p[2] - p[0]);
  double area = sqrt(product(normal, normal));
  uint verdict = 0u;
  if (area > 0.0LF) {
    bool away = moves_away(0, normal, area, p);
    if (!away && parts != 0) {
      away = true;
      for (int k = 1; k < 5; ++k) away = away && moves_away(k, normal, area, p);
    }
    dvec3 middle = dvec3(rule[35], rule[36], rule[37]), half_way = dvec3(rule[38], rule[39], rule[40]);
    bool clear = abs(product(normal, middle - p[0])) > abs(product(normal, half_way)) + rule[41] * area;
    verdict = away ? 1u : clear ? 2u : 0u;
  }
  dropped[f] = verdict;
}

#endif
