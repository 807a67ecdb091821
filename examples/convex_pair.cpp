// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two convex bodies, asked again at every step of a motion; each answer carries a proof that anyone can check.
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

int main() {
  const impinge::ConvexBody cube = impinge::ConvexBody::from_mesh(impinge::make_box({2, 2, 2}));
  const std::vector<impinge::Vec3> corners = {{0, 0, 1}, {1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}};
  const impinge::ConvexBody wedge = impinge::ConvexBody::from_points(corners);
  impinge::ConvexWarmStart warm;
  int meeting = 0;
  for (int step = 0; step <= 10; ++step) {
    const impinge::Pose pose{.position = {3.5 - 0.25 * step, 0, 0}};
    const impinge::ConvexAnswer answer = impinge::polar_newton(cube, {}, wedge, pose, &warm);
    if (!impinge::verify(cube, {}, wedge, pose, answer.relation, answer.certificate)) return 1;
    std::printf("x = %.2f: %s, settled by %s\n", pose.position.x(), to_string(answer.relation), to_string(answer.stop));
    meeting += answer.meet() ? 1 : 0;
  }
  const impinge::ConvexDistance apart = impinge::convex_distance(cube, {}, wedge, {.position = {3.5, 0, 0}});
  std::printf("at the start %.3f apart\n", apart.distance);
  return meeting == 5 ? 0 : 1;
}
