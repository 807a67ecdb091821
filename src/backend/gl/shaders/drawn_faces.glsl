// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Faces made ready for the card's own rasteriser. Compute shaders do this once for all passes, since cards for data centres
// have few units that draw: faces that meet no cell are left out, the others are drawn a little larger than they are, and
// the fragment shader decides which cells they cover.

// A face as fragment shaders take it.
struct DrawnFace {
  ivec4 p01;    // two corners; for crossings in the order that makes the area positive
  ivec4 p2;     // the third, the depth of the first, the bound of its error
  ivec4 z;      // least and greatest depth, the face, and 1 where lines enter, or for covers where it is thin
  dvec2 slope;  // of depth, along columns and rows
};

#if defined(SET_UP_CENTRES) || defined(SET_UP_COVERS)

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) writeonly buffer Places { vec2 places[]; };  // three for each face
layout(std430, binding = 2) writeonly buffer DrawnFaces { DrawnFace drawn[]; };
layout(std430, binding = 5) buffer Command { uint vertex_count; };
uniform uint face_count;
uniform float grow;  // steps by which edges are moved outwards
shared uint kept, first;

const float kInset = 0.45;      // of a cell: triangles over boxes reach its middle and hardly its neighbours
const int kFar = 1 << 22;       // steps; floats are a quarter of a step apart there
const float kLeastOpen = 0.05;  // sharper corners would be moved out by more than six times the growth

vec2 normal(vec2 d) { return vec2(d.y, -d.x) / length(d); }

// A triangle over the box of a face serves where its own would have long spikes or reaches far out of the view.
void put_places(uint at, Face t, Area a, ivec4 cells) {
  vec2 low = vec2(cells.xy) + kInset, rect = vec2(cells.zw - cells.xy) - 2.0 * kInset;
  vec2 place[3];
  place[0] = low;
  place[1] = low + vec2(2.0 * rect.x, 0.0);
  place[2] = low + vec2(0.0, 2.0 * rect.y);
  ivec2 reach = max(max(abs(t.p[0]), abs(t.p[1])), abs(t.p[2])), many = cells.zw - cells.xy;
#ifdef SET_UP_CENTRES
  bool few = many.x * many.y <= 2;
#else
  bool few = many.x <= 2;  // all cells of such a box are listed, see columns_of
#endif
  if (!is_zero(a) && max(reach.x, reach.y) < kFar && !few) {
    float turn = a.high < 0 ? -1.0 : 1.0;
    vec2 n0 = normal(vec2(t.p[1] - t.p[0])) * turn, n1 = normal(vec2(t.p[2] - t.p[1])) * turn,
         n2 = normal(vec2(t.p[0] - t.p[2])) * turn;
    vec3 open = 1.0 + vec3(dot(n2, n0), dot(n0, n1), dot(n1, n2));
    if (min(min(open.x, open.y), open.z) > kLeastOpen) {
      place[0] = (vec2(t.p[0]) + (grow / open.x) * (n2 + n0)) / 256.0;
      place[1] = (vec2(t.p[1]) + (grow / open.y) * (n0 + n1)) / 256.0;
      place[2] = (vec2(t.p[2]) + (grow / open.z) * (n1 + n2)) / 256.0;
    }
  }
  for (uint k = 0u; k < 3u; ++k) places[3u * at + k] = place[k] / vec2(size) * 2.0 - 1.0;
}

void put_face(uint at, Face t, Area a, uint f) {
  DrawnFace d;
#ifdef SET_UP_CENTRES
  Plane s = plane_of(t, a);
  bool mark = a.high < 0, turned = mark;
#else
  bool mark = is_thin(t, a), turned = false;
  if (is_zero(a)) a.low = 1u;
  Plane s = plane_of(t, a);
#endif
  d.p01 = ivec4(t.p[0], turned ? t.p[2] : t.p[1]);
  d.p2 = ivec4(turned ? t.p[1] : t.p[2], t.z[0], s.error);
  d.z = ivec4(s.z_low, s.z_high, int(f), mark ? 1 : 0);
  d.slope = dvec2(s.ax, s.ay);
  drawn[at] = d;
}

void main() {
  if (gl_LocalInvocationID.x == 0u) kept = 0u;
  barrier();
  uint f = item(), at = 0u;
  bool keep = false;
  Face t;
  Area a;
  ivec4 cells;
  if (f < face_count) {
    t = face_at(f);
    a = area_of(t);
#ifdef SET_UP_CENTRES
    cells = cells_of(t);
    keep = !is_zero(a) && cells.x < cells.z && cells.y < cells.w;
#else
    // A face without area covers the cells that it meets like any other.
    cells = closed_cells_of(t) + ivec4(0, 0, 1, 1);
    keep = cells.x < cells.z && cells.y < cells.w;
#endif
  }
  if (keep) at = atomicAdd(kept, 1u);
  barrier();
  if (gl_LocalInvocationID.x == 0u) first = atomicAdd(vertex_count, 3u * kept) / 3u;
  barrier();
  if (!keep) return;
  put_places(first + at, t, a, cells);
  put_face(first + at, t, a, f);
}

#endif
#ifdef FACES_VERTEX

layout(std430, binding = 0) readonly buffer Places { vec2 places[]; };

void main() { gl_Position = vec4(places[gl_VertexID], 0.0, 1.0); }

#endif
#if defined(FACES_FRAGMENT) && !defined(FACES_VERTEX)

layout(std430, binding = 2) readonly buffer DrawnFaces { DrawnFace drawn[]; };

#endif
