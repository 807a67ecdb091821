// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What all programs that draw faces with the card's own rasteriser share: each face is drawn a little larger than it is, and
// the fragment shader decides by integers which cells it covers.

#ifdef FACES_VERTEX

const float kOut = 2.0;  // steps by which edges are moved outwards; the card's own rounding is half of one

vec2 normal(vec2 d) { return vec2(d.y, -d.x) / length(d); }

void main() {
  int corner = gl_VertexID % 3;
  Face t = face_at(uint(gl_VertexID / 3));
  Area a = area_of(t);
  ivec4 cells = cells_of(t);
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  if (is_zero(a) || cells.x >= cells.z || cells.y >= cells.w) return;
  // A triangle over the box of the face serves where its own would have long spikes or reaches far out of the view.
  vec2 rect = vec2(cells.zw - cells.xy);
  vec2 place = vec2(cells.xy) + (corner == 1 ? vec2(2.0 * rect.x, 0.0) : corner == 2 ? vec2(0.0, 2.0 * rect.y) : vec2(0.0));
  ivec2 reach = max(max(abs(t.p[0]), abs(t.p[1])), abs(t.p[2]));
  if (max(reach.x, reach.y) < (1 << 22) && rect.x * rect.y > 2.0) {
    float turn = a.high < 0 ? -1.0 : 1.0;
    vec2 n0 = normal(vec2(t.p[1] - t.p[0])) * turn, n1 = normal(vec2(t.p[2] - t.p[1])) * turn,
         n2 = normal(vec2(t.p[0] - t.p[2])) * turn;
    vec3 open = 1.0 + vec3(dot(n2, n0), dot(n0, n1), dot(n1, n2));
    if (min(min(open.x, open.y), open.z) > 0.05) {
      vec2 out_by = corner == 0 ? (n2 + n0) / open.x : corner == 1 ? (n0 + n1) / open.y : (n1 + n2) / open.z;
      place = (vec2(t.p[corner]) + kOut * out_by) / 256.0;
    }
  }
  gl_Position = vec4(place / vec2(size) * 2.0 - 1.0, 0.0, 1.0);
}

#endif
#ifdef WHOLE_VERTEX

void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }

#endif

// Greater than 0 for every depth, the same for both bodies.
float stored(float z) { return (z + 1.0) * 9.31322574615478515625e-10; }

#if defined(HITS) && !defined(FACES_VERTEX)

struct Hit {
  float z, error;
  bool entry;
};

Hit hit_here() {
  ivec2 cell = ivec2(gl_FragCoord.xy);
  Face t = face_at(uint(gl_PrimitiveID));
  Area a = area_of(t);
  if (is_zero(a) || !covers(t, a, cell)) discard;
  Plane s = plane_of(t, a);
  Hit h;
  h.z = float(depth_at(t, s, cell));
  h.error = float(s.error) * 1.0000005;
  h.entry = a.high < 0;
  return h;
}

#endif
