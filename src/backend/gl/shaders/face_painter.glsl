// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Faces of a picture, flat shaded with darker borders; the depth test keeps the nearest. As picture_layer.cpp draws them.

struct PaintedFace {
  float x[3], y[3], nearness[3], colour[3];
  float edge_shade;
  uint owner;
};
layout(std430, binding = 3) readonly buffer Faces { PaintedFace faces[]; };
uniform ivec2 size;

#ifdef PAINT_VERTEX

void main() {
  uint f = uint(gl_VertexID / 3);
  int k = gl_VertexID % 3;
  gl_Position = vec4(vec2(faces[f].x[k], faces[f].y[k]) / vec2(size) * 2.0 - 1.0, 0.0, 1.0);
}

#endif
#ifdef PAINT_FRAGMENT

const float kBorder = 1.4, kFullBorderSize = 14.0;

layout(location = 0) out float out_nearness;
layout(location = 1) out uint out_owner;
layout(location = 2) out uint out_colour;

// Distance from the border of a face, in samples.
float from_border(vec2 from, vec2 to, float side, vec2 p) {
  vec2 d = to - from;
  return (d.x * (p.y - from.y) - d.y * (p.x - from.x)) * side / max(length(d), 1e-12);
}

void main() {
  PaintedFace f = faces[gl_PrimitiveID];
  vec2 a = vec2(f.x[0], f.y[0]), b = vec2(f.x[1], f.y[1]), c = vec2(f.x[2], f.y[2]), p = gl_FragCoord.xy;
  float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (!(abs(area) > 1e-9)) discard;
  float side = area > 0.0 ? 1.0 : -1.0;
  vec3 height = vec3(from_border(a, b, side, c), from_border(b, c, side, a), from_border(c, a, side, b));
  vec3 to = max(vec3(from_border(a, b, side, p), from_border(b, c, side, p), from_border(c, a, side, p)), 0.0);
  vec3 share = to / height;
  out_nearness = share.y * f.nearness[0] + share.z * f.nearness[1] + share.x * f.nearness[2];
  if (!(out_nearness > 0.0)) discard;
  float shade = f.edge_shade * clamp(min(min(height.x, height.y), height.z) / kFullBorderSize - 0.3, 0.0, 1.0);
  float light = 1.0 - shade * clamp(1.0 - min(min(to.x, to.y), to.z) / kBorder, 0.0, 1.0);
  uvec3 bytes = uvec3(clamp(vec3(f.colour[0], f.colour[1], f.colour[2]) * light, 0.0, 1.0) * 255.0 + 0.5);
  out_owner = f.owner;
  out_colour = bytes.x | bytes.y << 8 | bytes.z << 16;
  gl_FragDepth = out_nearness / (1.0 + out_nearness);
}

#endif
