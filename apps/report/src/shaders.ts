// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// All bodies lie in one buffer. A texture says for each object where it stands (three texels: the rows of its matrix) and
// how it is shown (one texel: colour and mode), so that a scene of any number of objects is drawn by a handful of calls.

export const kHidden = 0;
export const kSolid = 1;
export const kGhost = 2;
export const kGlass = 3;

/** Objects in a row of the texture. */
export const kRow = 256;

export const bodyVertex = /* glsl */ `
in vec4 place;
uniform highp sampler2D objects;
uniform float least, most;
out vec3 seen;
out vec3 world;
flat out vec4 look;
flat out float object;
void main() {
  int o = int(place.w + 0.5);
  ivec2 at = ivec2((o % ${kRow}) * 4, o / ${kRow});
  vec4 grid = vec4(place.xyz, 1.0);
  world = vec3(dot(texelFetch(objects, at, 0), grid), dot(texelFetch(objects, at + ivec2(1, 0), 0), grid),
               dot(texelFetch(objects, at + ivec2(2, 0), 0), grid));
  look = texelFetch(objects, at + ivec2(3, 0), 0);
  object = float(o);
  vec4 view = viewMatrix * vec4(world, 1.0);
  seen = view.xyz;
  gl_Position = look.w < least - 0.5 || look.w > most + 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * view;
}`;

const shade = /* glsl */ `
vec3 shaded(vec3 colour, vec3 normal) {
  float key = max(dot(normal, normalize(vec3(-0.35, 0.55, 0.75))), 0.0);
  float fill = max(dot(normal, normalize(vec3(0.8, -0.1, 0.4))), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  return colour * (0.36 + 0.12 * sky + 0.46 * key + 0.14 * fill);
}
vec3 facing(vec3 seen) {
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  return dot(normal, seen) > 0.0 ? -normal : normal;
}
`;

const cut = /* glsl */ `
uniform vec4 section;
uniform float sectioned;
void cutAway(vec3 world) {
  if (sectioned > 0.5 && dot(section.xyz, world) > section.w) discard;
}
`;

// Where the section opens a solid one looks at its inner side: drawn flat and hatched, as draughtsmen do.
const hatch = /* glsl */ `
bool opened() { return sectioned > 0.5 && !gl_FrontFacing; }
vec3 hatched(vec3 base, float way) {
  float stripe = fract((gl_FragCoord.x + gl_FragCoord.y * way) / 9.0);
  return base * (stripe < 0.22 ? 0.52 : 0.82);
}
`;

export const solidFragment = /* glsl */ `
precision highp float;
in vec3 seen;
in vec3 world;
flat in vec4 look;
flat in float object;
out vec4 colour;
uniform sampler2D map;
uniform float mapped;
uniform float mapBody;
uniform vec3 mapOrigin, mapRight, mapUp;
uniform vec2 mapCells;
${shade}${cut}${hatch}
void main() {
  cutAway(world);
  vec3 base = look.rgb;
  if (mapped > 0.5 && (mapBody < -0.5 || abs(mapBody - object) < 0.5)) {
    vec2 cell = vec2(dot(world - mapOrigin, mapRight), dot(world - mapOrigin, mapUp));
    if (all(greaterThanEqual(cell, vec2(0.0))) && all(lessThan(cell, mapCells))) {
      vec4 drawn = texelFetch(map, ivec2(cell), 0);
      base = mix(base, drawn.rgb, drawn.a);
    }
  }
  vec3 normal = facing(seen);
  vec3 lit = shaded(base, normal);
  if (opened()) lit = hatched(base, mod(object, 2.0) < 0.5 ? 1.0 : -1.0);
  colour = vec4(lit, 1.0);
  colour = linearToOutputTexel(colour);
}`;

export const ghostFragment = /* glsl */ `
precision highp float;
in vec3 seen;
in vec3 world;
flat in vec4 look;
flat in float object;
out vec4 colour;
uniform float reach;
${shade}${cut}
void main() {
  cutAway(world);
  vec3 normal = facing(seen);
  float rim = 1.0 - abs(dot(normal, normalize(seen)));
  // Ghosts between the eye and what it looks at fade, so that they veil nothing.
  float fade = smoothstep(0.35 * reach, 1.15 * reach, length(seen));
  float alpha = look.w > 2.5 ? 0.22 + 0.4 * rim * rim : (0.03 + 0.17 * rim * rim * rim) * fade;
  colour = vec4(shaded(look.rgb, normal), alpha);
  colour = linearToOutputTexel(colour);
}`;

export const edgeFragment = /* glsl */ `
precision highp float;
in vec3 seen;
in vec3 world;
flat in vec4 look;
flat in float object;
out vec4 colour;
uniform vec4 ink;
${cut}
void main() {
  cutAway(world);
  colour = linearToOutputTexel(vec4(mix(look.rgb * 0.35, ink.rgb, 0.5), ink.a));
}`;

/** World position and object, for what lies under the pointer; ghosts that have faded are not there. */
export const pickFragment = /* glsl */ `
precision highp float;
in vec3 seen;
in vec3 world;
flat in vec4 look;
flat in float object;
out vec4 colour;
uniform float reach;
${cut}
void main() {
  cutAway(world);
  if (abs(look.w - float(${kGhost})) < 0.5 && length(seen) < 0.7 * reach) discard;
  colour = vec4(world, object + 1.0);
}`;

export const lumpVertex = /* glsl */ `
out vec3 seen;
out vec3 world;
void main() {
  world = position;
  vec4 view = modelViewMatrix * vec4(position, 1.0);
  seen = view.xyz;
  gl_Position = projectionMatrix * view;
}`;

export const lumpFragment = /* glsl */ `
precision highp float;
in vec3 seen;
in vec3 world;
out vec4 colour;
uniform vec3 paint;
uniform float alpha;
${shade}${cut}${hatch}
void main() {
  cutAway(world);
  vec3 lit = shaded(paint, facing(seen));
  // Of a solid one sees where it is cut; a patch has no inside.
  if (alpha > 0.99 && opened()) lit = hatched(paint, 1.0);
  colour = linearToOutputTexel(vec4(lit, alpha));
}`;

export const dotVertex = /* glsl */ `
uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;

export const dotFragment = /* glsl */ `
precision highp float;
uniform vec3 paint;
out vec4 colour;
void main() {
  float away = length(gl_PointCoord - 0.5);
  if (away > 0.5) discard;
  colour = linearToOutputTexel(vec4(away > 0.34 ? vec3(1.0) : paint, 1.0));
}`;
