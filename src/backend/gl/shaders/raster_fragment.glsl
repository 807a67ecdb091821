// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What all fragment shaders of crossings share: which cell, which depth, and how depths are stored.

#ifdef WHOLE_VERTEX

void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }

#endif

// Greater than 0 for every depth, the same for both bodies.
float stored(float z) { return (z + 1.0) * 9.31322574615478515625e-10; }

#if defined(FACES_FRAGMENT) && !defined(FACES_VERTEX)

struct Hit {
  float z, error;
  bool entry;
  uint face;
};

// The depth is that of depth_at.
Hit hit_here() {
  DrawnFace d = drawn[gl_PrimitiveID];
  ivec2 centre = ivec2(gl_FragCoord.xy) * 256 + 128;
  if (!covers_edge(d.p01.xy, d.p01.zw, 1, centre) || !covers_edge(d.p01.zw, d.p2.xy, 1, centre) ||
      !covers_edge(d.p2.xy, d.p01.xy, 1, centre))
    discard;
  precise double z =
      double(d.p2.z) + (double(centre.x - d.p01.x) * d.slope.x + double(centre.y - d.p01.y) * d.slope.y);
  Hit h;
  h.z = float(int(clamp(z, double(d.z.x), double(d.z.y)) + 0.5LF));
  h.error = float(d.p2.w) * 1.0000005;
  h.entry = d.z.w != 0;
  h.face = uint(d.z.z);
  return h;
}

#endif
