// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include "constructed_cases.h"

#include <impinge/shapes.h>
#include <Eigen/Geometry>

namespace impinge::test {
namespace {

using V = Verdict;

Soup cube(double lo, double hi) { return box_soup({lo, lo, lo}, {hi, hi, hi}); }

Soup concatenate(const Soup& p, const Soup& q) {
  Soup result = p;
  result.append(q);
  return result;
}

// A block with a hollow: closed, and what is in the hollow is outside.
Soup hollow(double lo, double hi, double hollow_lo, double hollow_hi) {
  return concatenate(cube(lo, hi), cube(hollow_lo, hollow_hi).inverted());
}

Soup octahedron(const Vec3& at, double radius) {
  Soup soup;
  for (int sign : {1, -1}) {
    const Vec3 z(0, 0, sign * radius);
    const Vec3 ring[4] = {{radius, 0, 0}, {0, radius, 0}, {-radius, 0, 0}, {0, -radius, 0}};
    for (int i = 0; i < 4; ++i) {
      const Vec3 &p = ring[i], &q = ring[(i + 1) % 4];
      soup.add_triangle(at + z, at + (sign > 0 ? p : q), at + (sign > 0 ? q : p));
    }
  }
  return soup;
}

Soup u_shape() {
  return concatenate(concatenate(box_soup({0, 0, 0}, {1, 4, 3}), box_soup({3, 0, 0}, {4, 4, 3})),
                     box_soup({1, 0, 0}, {3, 4, 1}));
}

// Two square rods that touch along their edges, crosswise: edge on edge in one point.
Soup ridge(bool along_x, double apex, double base) {
  const auto at = [&](double along, double across, double z) {
    return along_x ? Vec3(along, across, z) : Vec3(across, along, z);
  };
  const Vec3 p = at(-4, 0, apex), q = at(4, 0, apex), r = at(-4, -2, base), s = at(4, -2, base), t = at(-4, 2, base),
             u = at(4, 2, base);
  Soup soup;
  Dice dice(1);
  soup.add_quad(p, r, s, q, Split::falling, dice);
  soup.add_quad(q, u, t, p, Split::falling, dice);
  soup.add_quad(r, t, u, s, Split::falling, dice);
  soup.add_triangle(p, t, r);
  soup.add_triangle(q, s, u);
  const Vec3 normal = Vec3(soup.vertices[1] - soup.vertices[0]).cross(Vec3(soup.vertices[2] - soup.vertices[0]));
  return normal.dot(soup.vertices[0] - at(0, 0, (apex + base) / 2)) < 0 ? soup.inverted() : soup;
}

// The axis z to y.
Soup upright(Soup soup) {
  for (Vec3& p : soup.vertices) p = Vec3(p.x(), -p.z(), p.y());
  return soup;
}

void add_contact_cases(std::vector<ConstructedCase>& cases) {
  const Soup unit = cube(0, 1);
  cases.push_back({"flush cubes", unit, unit.shifted({1, 0, 0}), V::touching});
  cases.push_back({"flush cubes, shifted along the wall", unit, unit.shifted({1, 0.25, 0.5}), V::touching});
  cases.push_back({"small cube on a large wall", cube(0, 8), box_soup({8, 2, 3}, {9, 4, 4}), V::touching});
  cases.push_back({"edge on edge, parallel", unit, unit.shifted({1, 1, 0}), V::touching});
  cases.push_back({"edge on edge, sliding", unit, unit.shifted({1, 1, 0.5}), V::touching});
  cases.push_back({"edge on edge, crosswise", ridge(true, 0, -2), ridge(false, 0, 2), V::touching});
  cases.push_back({"edges crosswise, apart", ridge(true, -0.125, -2), ridge(false, 0, 2), V::disjoint, true});
  cases.push_back({"edges crosswise, overlapping", ridge(true, 0.125, -2), ridge(false, 0, 2), V::crossing, true});
  cases.push_back({"edge on face", cube(0, 8), ridge(true, 8, 12).shifted({4, 4, 0}), V::touching});
  cases.push_back({"corner on corner", unit, unit.shifted({1, 1, 1}), V::touching});
  cases.push_back({"vertex on face", cube(0, 8), octahedron({4.25, 4, 10}, 2), V::touching});
  cases.push_back({"vertex on face's diagonal", cube(0, 8), octahedron({4, 4, 10}, 2), V::touching});
  cases.push_back({"vertex on edge", cube(0, 8), octahedron({4, 8, 10}, 2), V::touching});
  cases.push_back({"vertex on face from inside", octahedron({3.5, 4, 5}, 3), cube(0, 8), V::a_in_b});
  cases.push_back({"vertex short of the face", cube(0, 8), octahedron({4, 4, 10.25}, 2), V::disjoint, true});
  cases.push_back({"vertex through the face", cube(0, 8), octahedron({4, 4, 9.75}, 2), V::crossing, true});
  const Soup leaning = tetrahedron_soup({3, 1, 3}, {2, 3, 3}, {1, 0, 0}, {4, 3, 2});
  const Soup lying = tetrahedron_soup({1, 3, 4}, {0, 2, 2}, {4, 3, 4}, {2, 4, 3});
  cases.push_back({"corner of three faces in a slanted face", leaning, lying, V::touching});
  cases.push_back({"tongue in a groove", u_shape(), box_soup({1, 0, 1}, {3, 4, 3}), V::touching});
  cases.push_back({"tongue short of the groove", u_shape(), box_soup({1.25, 0, 1.25}, {2.75, 4, 3}), V::disjoint, true});
  cases.push_back({"tongue too wide", u_shape(), box_soup({0.75, 0.5, 1.25}, {2.75, 3.5, 2.5}), V::crossing, true});
  cases.push_back({"part flush in a cavity", cube(3, 7), hollow(0, 10, 3, 7), V::touching});
}

void add_overlap_cases(std::vector<ConstructedCase>& cases) {
  const Soup unit = cube(0, 1);
  const double sliver = 0x1p-40;
  cases.push_back({"aligned cubes half in each other", cube(0, 2), cube(0, 2).shifted({1, 0, 0}), V::crossing});
  cases.push_back({"aligned along two axes", cube(0, 2), cube(0, 2).shifted({1, 1, 0}), V::crossing});
  cases.push_back({"cubes overlapping at a corner", cube(0, 2), cube(1, 3), V::crossing, true});
  const Soup wall = box_soup({0, 0, 0}, {3000, 200, 2500});
  cases.push_back({"aligned walls overlapping by 50 mm", wall, wall.shifted({2950, 0, 0}), V::crossing});
  cases.push_back({"walls at a corner", wall, box_soup({2950, 0, 0}, {3150, 4000, 2500}), V::crossing});
  cases.push_back({"aligned walls end to end", wall, wall.shifted({3000, 0, 0}), V::touching});
  cases.push_back({"sliver of 2^-40", unit, unit.shifted({1 - sliver, 0, 0}), V::crossing});
  cases.push_back({"sliver of 2^-40, not aligned", unit, unit.shifted({1 - sliver, 0.25, -0.5}), V::crossing});
  cases.push_back({"sliver of 2^-40 at a corner", unit, unit.shifted({1 - sliver, 1 - sliver, 1 - sliver}), V::crossing});
  cases.push_back({"gap of 2^-40", unit, unit.shifted({1 + sliver, 0, 0}), V::disjoint});
  cases.push_back({"cross of two beams", box_soup({-4, -1, -1}, {4, 1, 1}), box_soup({-1, -4, -1}, {1, 4, 1}), V::crossing});
  cases.push_back({"cross of two beams of different height", box_soup({-4, -1, -1}, {4, 1, 1}),
                   box_soup({-1, -4, -2}, {1, 4, 2}), V::crossing, true});
  cases.push_back({"larger than the cavity", cube(2.5, 7.5), hollow(0, 10, 3, 7), V::crossing, true});
}

void add_inside_cases(std::vector<ConstructedCase>& cases) {
  const auto sphere = [](double radius, int level) { return soup_of(make_icosphere(radius, level)); };
  cases.push_back({"nested shells", sphere(1, 2), sphere(2, 2), V::a_in_b, true});
  cases.push_back({"nested boxes", cube(3, 7), cube(0, 10), V::a_in_b, true});
  cases.push_back({"part in a cavity", cube(4, 6), hollow(0, 10, 3, 7), V::disjoint, true});
  cases.push_back({"shell in a cavity", hollow(4, 6, 4.5, 5.5), hollow(0, 10, 3, 7), V::disjoint, true});
  cases.push_back(
      {"part in the wall of a hollow body", box_soup({1, 1, 1}, {2, 2, 2}), hollow(0, 10, 3, 7), V::a_in_b, true});
  cases.push_back({"hollow body in a block", hollow(2, 8, 4, 6), cube(0, 10), V::a_in_b, true});
  cases.push_back({"hollow body and its filled twin", hollow(0, 10, 3, 7), cube(0, 10), V::a_in_b});
  cases.push_back({"cube in a larger one sharing three walls", cube(0, 1), cube(0, 3), V::a_in_b});
  cases.push_back({"cube in a larger one sharing one wall", box_soup({0, 1, 1}, {1, 2, 2}), cube(0, 3), V::a_in_b});
  cases.push_back({"bar through a block, flush at both ends", box_soup({0, 1, 1}, {3, 2, 2}), cube(0, 3), V::a_in_b});
  cases.push_back({"rod through a ring", box_soup({-0.5, -0.5, -3}, {0.5, 0.5, 3}), soup_of(make_torus(3, 1, 24, 12)),
                   V::disjoint, true});
  cases.push_back({"rod across a ring", box_soup({-6, -0.25, -0.25}, {6, 0.25, 0.25}), soup_of(make_torus(3, 1, 24, 12)),
                   V::crossing, true});
  cases.push_back({"linked rings", soup_of(make_torus(3, 0.5, 24, 12)),
                   upright(soup_of(make_torus(3, 0.5, 24, 12))).shifted({3, 0, 0}), V::disjoint, true});
}

void add_same_cases(std::vector<ConstructedCase>& cases) {
  const Soup box = cube(0, 2);
  cases.push_back({"equal bodies", box, box, V::same});
  cases.push_back({"equal bodies, other diagonals", box, box_soup({0, 0, 0}, {2, 2, 2}, Split::rising), V::same});
  cases.push_back({"equal bodies, fans", box, box_soup({0, 0, 0}, {2, 2, 2}, Split::fan), V::same});
  cases.push_back({"equal bodies, refined", box, box.refined().refined(), V::same});
  cases.push_back({"equal bodies, one inverted", box, box.inverted(), V::same});
  cases.push_back({"equal hollow bodies", hollow(0, 10, 3, 7), hollow(0, 10, 3, 7).refined(), V::same});
  const Soup halves = concatenate(box_soup({0, 0, 0}, {1, 2, 2}), box_soup({1, 0, 0}, {2, 2, 2}));
  cases.push_back({"one block and two flush halves", box, halves, V::same});
  const Soup overlapping = concatenate(box_soup({0, 0, 0}, {1.5, 2, 2}), box_soup({0.5, 0, 0}, {2, 2, 2}));
  cases.push_back({"one block and two overlapping parts", box, overlapping, V::same});
  cases.push_back({"twice the same block", box, concatenate(box, box), V::same});
  cases.push_back({"one of two halves", box_soup({0, 0, 0}, {1, 2, 2}), halves, V::a_in_b});
}

}  // namespace

std::vector<ConstructedCase> solid_cases() {
  std::vector<ConstructedCase> cases;
  add_contact_cases(cases);
  add_overlap_cases(cases);
  add_inside_cases(cases);
  add_same_cases(cases);
  return cases;
}

namespace {

Soup plate(const Vec3& corner, const Vec3& u, const Vec3& v) {
  Soup soup;
  Dice dice(1);
  soup.add_quad(corner, corner + u, corner + u + v, corner + v, Split::falling, dice);
  return soup;
}

void add_component_cases(std::vector<ConstructedCase>& cases) {
  const Soup block = cube(0, 10);
  const Soup in_out = concatenate(cube(2, 3), cube(20, 21));
  cases.push_back({"two components, one in and one out", in_out, block, V::crossing, true});
  cases.push_back({"two components, both in", concatenate(cube(2, 3), cube(5, 6)), block, V::a_in_b, true});
  cases.push_back({"two components, both out", concatenate(cube(12, 13), cube(20, 21)), block, V::disjoint, true});
  cases.push_back({"two components, one touches and one is in", concatenate(cube(2, 3), box_soup({10, 0, 0}, {12, 2, 2})),
                   block, V::crossing});
  cases.push_back(
      {"two components, one shares the wall and one is in", concatenate(cube(2, 3), cube(8, 10)), block, V::a_in_b});
  cases.push_back(
      {"two components, one touches", concatenate(cube(20, 21), box_soup({10, 0, 0}, {12, 2, 2})), block, V::touching});
  cases.push_back({"one component of two", cube(0, 1), concatenate(cube(0, 1), cube(5, 6)), V::a_in_b});
  cases.push_back({"inverted part", cube(2, 3).inverted(), block, V::a_in_b, true});
  cases.push_back({"inverted container", cube(2, 3), block.inverted(), V::a_in_b, true});
  cases.push_back({"inverted and crossing", cube(5, 15).inverted(), block, V::crossing, true});
  cases.push_back({"inverted and flush", cube(0, 10).shifted({10, 0, 0}).inverted(), block, V::touching});
  cases.push_back(
      {"inverted hollow body and a part in its cavity", cube(4, 6), hollow(0, 10, 3, 7).inverted(), V::disjoint, true});
}

}  // namespace

std::vector<ConstructedCase> surface_cases() {
  std::vector<ConstructedCase> cases;
  add_component_cases(cases);
  const Soup block = cube(0, 10);
  const Soup pot = cube(2, 4).without(0);
  cases.push_back({"open surface inside a solid", pot, block, V::a_in_b, true});
  cases.push_back({"open surface partly inside", plate({5, 5, 5}, {10, 0, 0}, {0, 2, 0}), block, V::crossing, true});
  cases.push_back({"open surface through a solid", plate({-5, -5, 5}, {20, 0, 0}, {0, 20, 0}), block, V::crossing, true});
  cases.push_back({"open surface on the wall", plate({2, 2, 10}, {4, 0, 0}, {0, 4, 0}), block, V::touching});
  cases.push_back({"open surface on the wall and beyond", plate({2, 2, 10}, {20, 0, 0}, {0, 4, 0}), block, V::touching});
  cases.push_back({"open surface standing on the wall", plate({2, 2, 10}, {4, 0, 0}, {0, 0, 4}), block, V::touching});
  cases.push_back({"open surface hanging from the wall", plate({2, 2, 10}, {4, 0, 0}, {0, 0, -4}), block, V::a_in_b});
  cases.push_back({"open surface from wall to wall", plate({0, 0, 5}, {10, 0, 0}, {0, 10, 0}), block, V::a_in_b});
  cases.push_back({"open surface with a corner on the wall", plate({10, 5, 5}, {4, 4, 0}, {4, -4, 0}), block, V::touching});
  cases.push_back(
      {"open surface in a cavity", plate({4, 4, 5}, {2, 0, 0}, {0, 2, 0}), hollow(0, 10, 3, 7), V::disjoint, true});
  cases.push_back(
      {"open surface across a cavity", plate({1, 1, 5}, {8, 0, 0}, {0, 8, 0}), hollow(0, 10, 3, 7), V::crossing, true});
  cases.push_back({"open surface apart", pot.shifted({20, 0, 0}), block, V::disjoint, true});
  cases.push_back({"solid in an open pot", cube(2.5, 3.5), pot, V::disjoint, true});
  cases.push_back({"open twin of a solid", block.without(3), block, V::touching});
  cases.push_back({"two open surfaces crossing", plate({0, 0, 0}, {4, 0, 0}, {0, 4, 0}),
                   plate({1, 1, -1}, {1, 0, 0}, {0, 0, 4}), V::crossing, true});
  cases.push_back({"two open surfaces touching", plate({0, 0, 0}, {4, 0, 0}, {0, 4, 0}),
                   plate({1, 1, 0}, {1, 0, 0}, {0, 0, 4}), V::touching});
  cases.push_back({"two open surfaces, equal", plate({0, 0, 0}, {4, 0, 0}, {0, 4, 0}),
                   plate({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), V::touching});
  cases.push_back({"two open pots, equal", pot, pot, V::touching});
  cases.push_back({"open pot in an open pot", cube(2.5, 3.5).without(0), pot, V::disjoint, true});
  return cases;
}

}  // namespace impinge::test
