// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The form of Shinya & Forgue 1991 for graphics hardware: the first and the last crossing of each body alone, by the card's
// depth test, with the faces they lie on in an integer target. It tells overlap where a line meets each body in one stretch.

#ifdef MIN_MAX_FRAGMENT

layout(location = 0) out uint out_face;

void main() {
  Hit h = hit_here();
  out_face = h.face;
  gl_FragDepth = stored(h.z);
}

#endif
#ifdef MIN_MAX_COMPARE

layout(local_size_x = GROUP) in;
layout(binding = 0) uniform sampler2D depths[4];  // first and last of A, first and last of B
layout(binding = 4) uniform usampler2D targets[4];
layout(std430, binding = 8) writeonly buffer Extremes { uint extremes[]; };  // of each cell: four depths, four faces
layout(std430, binding = 10) buffer Lines { uint lines; };
uniform ivec2 size;
shared uint here;

void main() {
  if (gl_LocalInvocationID.x == 0u) here = 0u;
  barrier();
  uint i = item();
  if (i < uint(size.x * size.y)) {
    ivec2 cell = ivec2(int(i) % size.x, int(i) / size.x);
    float z[4];
    uint face[4];
    z[0] = texelFetch(depths[0], cell, 0).x;
    z[1] = texelFetch(depths[1], cell, 0).x;
    z[2] = texelFetch(depths[2], cell, 0).x;
    z[3] = texelFetch(depths[3], cell, 0).x;
    face[0] = texelFetch(targets[0], cell, 0).x;
    face[1] = texelFetch(targets[1], cell, 0).x;
    face[2] = texelFetch(targets[2], cell, 0).x;
    face[3] = texelFetch(targets[3], cell, 0).x;
    for (int k = 0; k < 4; ++k) {
      extremes[8u * i + uint(k)] = floatBitsToUint(z[k]);
      extremes[8u * i + uint(4 + k)] = face[k];
    }
    bool both = face[0] != 0xffffffffu && face[2] != 0xffffffffu;
    if (both && max(z[0], z[2]) < min(z[1], z[3])) atomicAdd(here, 1u);
  }
  barrier();
  if (gl_LocalInvocationID.x == 0u && here > 0u) atomicAdd(lines, here);
}

#endif
