// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies whose shells cancel each other, so that exact winding numbers are 0 where a solid was meant, and copies of bodies
// without an exact inside: never clean.

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include <algorithm>

#include <support/ask.h>
#include <support/soup.h>

namespace impinge::test {
namespace {

Question as_solids() {
  Question question;
  question.open = OpenBodies::solid;
  return question;
}

void expect_answer(const Mesh& a, const Mesh& b, Verdict verdict, Certainty certainty) {
  const PairAnswer answer = ask(a, b, as_solids()), swapped = ask(b, a, as_solids());
  EXPECT_STREQ(to_string(answer.verdict), to_string(verdict));
  EXPECT_STREQ(to_string(swapped.verdict), to_string(mirrored(verdict)));
  EXPECT_STREQ(to_string(answer.certainty), to_string(certainty));
  Scene scene;
  const ObjectId first = scene.add("a", a), second = scene.add("b", b);
  EXPECT_EQ(Engine().meet(scene, first, second), verdict != Verdict::disjoint);
  CheckOptions verdicts;
  verdicts.face_pairs = false;
  const CheckResult result = Engine().check(scene, verdicts);
  EXPECT_STREQ(to_string(result.pairs.empty() ? Verdict::disjoint : result.pairs.front().verdict), to_string(verdict));
}

Soup two_sided(const Soup& front, const Soup& back) {
  Soup soup = front;
  soup.append(back.inverted());
  return soup;
}

std::vector<Mesh> two_sided_boxes() {
  const Soup front = box_soup({0, 0, 0}, {10, 10, 10});
  std::vector<Mesh> meshes;
  for (const Soup& back : {front, box_soup({0, 0, 0}, {10, 10, 10}, Split::rising), front.refined()})
    meshes.push_back(two_sided(front, back).mesh());
  return meshes;
}

TEST(CancellingBodies, PartInATwoSidedBodyIsFound) {
  for (const Mesh& body : two_sided_boxes()) {
    expect_answer(box_soup({4, 4, 4}, {6, 6, 6}).mesh(), body, Verdict::a_in_b, Certainty::likely);
    expect_answer(box_soup({0, 4, 4}, {6, 6, 6}).mesh(), body, Verdict::a_in_b, Certainty::likely);  // at the wall
    EXPECT_STREQ(to_string(ask(box_soup({14, 4, 4}, {16, 6, 6}).mesh(), body, as_solids()).verdict), "disjoint");
    EXPECT_STREQ(to_string(ask(box_soup({10, 4, 4}, {16, 6, 6}).mesh(), body, as_solids()).verdict), "touching");
  }
}

TEST(CancellingBodies, TwoSidedBodiesThatCrossAreNotTouching) {
  const Mesh moved = two_sided(box_soup({5, 5, 5}, {15, 15, 15}), box_soup({5, 5, 5}, {15, 15, 15})).mesh();
  for (const Mesh& body : two_sided_boxes()) EXPECT_STREQ(to_string(ask(body, moved, as_solids()).verdict), "crossing");
}

TEST(CancellingBodies, PartInATwoSidedBodyWithAHoleIsFound) {
  const Soup sphere = soup_of(make_sphere(10, 12, 24)).without(7);
  expect_answer(box_soup({-1, -1, -1}, {1, 1, 1}).mesh(), two_sided(sphere, sphere).mesh(), Verdict::a_in_b,
                Certainty::likely);
}

// Two bodies in one file, one of them inside out: their common part has winding number 0, so it is outside. That is exact;
// the doctor says that it may not be meant.
TEST(CancellingBodies, BodyInsideOutBesideAnotherIsNamedAndStaysExact) {
  Soup file = box_soup({0, 0, 0}, {10, 10, 10});
  file.append(box_soup({5, 1, 1}, {15, 9, 9}).inverted());
  EXPECT_EQ(file.mesh().report().inside_out_shells, 1u);
  EXPECT_FALSE(file.mesh().report().clean());
  expect_answer(box_soup({7, 4, 4}, {8, 5, 5}).mesh(), file.mesh(), Verdict::disjoint, Certainty::proved);
  expect_answer(box_soup({2, 4, 4}, {3, 5, 5}).mesh(), file.mesh(), Verdict::a_in_b, Certainty::proved);
}

TEST(CancellingBodies, CopiesOfOpenBodiesAreTheSame) {
  const Soup open = soup_of(make_sphere(10, 8, 16)).without(3);
  expect_answer(open.mesh(), open.mesh(), Verdict::same, Certainty::likely);
  Soup shuffled = open;
  std::reverse(shuffled.faces.begin(), shuffled.faces.end());
  expect_answer(open.mesh(), shuffled.mesh(), Verdict::same, Certainty::likely);
}

TEST(CancellingBodies, CopiesOfBodiesThatLookBothWaysAreTheSame) {
  Soup mixed = soup_of(make_sphere(10, 8, 16)), shuffled = mixed;
  for (std::size_t f = 0; f < mixed.faces.size(); f += 5) std::swap(mixed.faces[f][0], mixed.faces[f][1]);
  shuffled = mixed;
  std::reverse(shuffled.faces.begin(), shuffled.faces.end());
  expect_answer(mixed.mesh(), mixed.mesh(), Verdict::same, Certainty::likely);
  expect_answer(mixed.mesh(), shuffled.mesh(), Verdict::same, Certainty::likely);
}

TEST(CancellingBodies, CopiesOfTwoSidedBodiesAreTheSame) {
  for (const Mesh& body : two_sided_boxes()) expect_answer(body, body, Verdict::same, Certainty::likely);
}

}  // namespace
}  // namespace impinge::test
