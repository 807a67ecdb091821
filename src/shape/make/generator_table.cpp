// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The shapes that a scene file can name, with their parameters and defaults.
#include <algorithm>
#include <array>

#include <impinge/shapes.h>

#include "shape/make/generator.h"

namespace impinge {
namespace {

using Values = std::span<const double>;

constexpr GeneratorParameter length(std::string_view name) { return {.name = name, .required = true}; }
constexpr GeneratorParameter number(std::string_view name, double fallback) { return {.name = name, .fallback = fallback}; }
constexpr GeneratorParameter count(std::string_view name, double fallback) {
  return {.name = name, .fallback = fallback, .integer = true};
}

// What lies beyond is refused by the generator's own check of the range.
int as_int(double value) { return static_cast<int>(std::clamp(value, -1e9, 1e9)); }
std::uint32_t as_count(double value) { return static_cast<std::uint32_t>(std::clamp(value, 0.0, 4e9)); }

std::uint64_t as_seed(std::string_view generator, double value) {
  require_range(generator, "seed", value, 0, 0x1p53);
  return static_cast<std::uint64_t>(value);
}

bool as_choice(std::string_view generator, std::string_view parameter, double value) {
  require_range(generator, parameter, value, 0, 1);
  return value == 1;
}

constexpr std::array kBox = {length("x"), length("y"), length("z"), count("subdivisions", 1)};
constexpr std::array kSize = {length("size")};
constexpr std::array kComb = {length("size"), count("plates", 3), count("faces", 1)};
constexpr std::array kField = {length("size"), number("amplitude", 1), count("cells", 32), count("seed", 1),
                               number("depth", 0)};
constexpr std::array kIcosphere = {length("radius"), count("level", 3)};
constexpr std::array kLineConvex = {length("size"), count("faces", 1)};
constexpr std::array kMandelbrot = {length("size"), length("height"), number("depth", 0), count("cells", 64)};
constexpr std::array kRelief = {length("radius"), number("amplitude", 0.15), count("stacks", 32), count("slices", 64),
                                count("seed", 1)};
constexpr std::array kSphere = {length("radius"), count("stacks", 16), count("slices", 32)};
constexpr std::array kSphereOfFaces = {length("radius"), count("faces", 960)};
constexpr std::array kTeapot = {length("size"), count("divisions", 8)};
constexpr std::array kTeeth = {length("size"), count("resolution", 16), count("upper", 0)};
constexpr std::array kTorus = {length("ring"), length("tube"), count("ring_segments", 32), count("tube_segments", 16)};

constexpr std::array kGenerators = {
    Generator{"box", kBox, "axis-aligned box, centred, by its full edge lengths",
              [](Values v) {
                return make_box({v[0], v[1], v[2]}, as_int(v[3]));
              }},
    Generator{"closed_teapot", kSize, "solid teapot of 552 faces by its height",
              [](Values v) { return make_closed_teapot(v[0]); }},
    Generator{"comb", kComb,
              "parallel plates on a common back, two layers along z for each, divided into at least that many faces",
              [](Values v) { return make_comb(v[0], as_int(v[1]), as_count(v[2])); }},
    Generator{"displaced_sphere", kRelief, "ball with smooth random relief, a share of its radius",
              [](Values v) {
                return make_displaced_sphere(v[0], v[1], as_int(v[2]), as_int(v[3]), as_seed("displaced_sphere", v[4]));
              }},
    Generator{"height_field", kField, "square of random hills; a solid with a depth > 0",
              [](Values v) { return make_noise_field(v[0], v[1], as_int(v[2]), as_seed("height_field", v[3]), v[4]); }},
    Generator{"icosphere", kIcosphere, "icosahedron divided onto a sphere",
              [](Values v) { return make_icosphere(v[0], as_int(v[1])); }},
    Generator{"line_convex", kLineConvex, "cross with tapering arms, convex along z, divided into at least that many faces",
              [](Values v) { return make_line_convex(v[0], as_count(v[1])); }},
    Generator{"mandelbrot_field", kMandelbrot, "square field over the Mandelbrot set, 8192 faces; a solid with a depth > 0",
              [](Values v) { return make_mandelbrot_field(v[0], v[1], v[2], as_int(v[3])); }},
    Generator{
        "random_mesh", kRelief, "ball whose vertices are moved at random, a share of its radius",
        [](Values v) { return make_random_mesh(v[0], v[1], as_int(v[2]), as_int(v[3]), as_seed("random_mesh", v[4])); }},
    Generator{"sphere", kSphere, "latitude-longitude sphere",
              [](Values v) { return make_sphere(v[0], as_int(v[1]), as_int(v[2])); }},
    Generator{"sphere_of_faces", kSphereOfFaces, "latitude-longitude sphere of at least that many faces",
              [](Values v) { return make_sphere_of_faces(v[0], as_count(v[1])); }},
    Generator{"teapot", kTeapot, "Utah teapot from its patches, open, by its height",
              [](Values v) { return make_teapot(v[0], as_int(v[1])); }},
    Generator{"teeth", kTeeth, "row of teeth by the width of its arch; upper is 0 or 1",
              [](Values v) { return make_teeth(v[0], as_int(v[1]), as_choice("teeth", "upper", v[2])); }},
    Generator{"torus", kTorus, "torus around z by the radii of ring and tube",
              [](Values v) { return make_torus(v[0], v[1], as_int(v[2]), as_int(v[3])); }},
};

}  // namespace

std::span<const Generator> generators() noexcept { return kGenerators; }

}  // namespace impinge
