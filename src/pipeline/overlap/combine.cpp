// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/overlap.h>

#include <fmt/format.h>

#include "answer/overlap/overlap_solid.h"

namespace impinge {

OverlapSolid combine(const Mesh& a, const Mesh& b, Combination how) {
  for (const Mesh* mesh : {&a, &b})
    if (!mesh->report().closed)
      throw Error(ErrorCode::bad_mesh, fmt::format("combine: {} is not closed, so it has no inside",
                                                   mesh->origin().empty() ? "a mesh" : mesh->origin()));
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.self = true;
  const CheckResult check = Engine().check(scene, options);
  const std::vector<WorldObject> world = place(scene);
  const TwoBodies bodies{&world[0], &world[1]};
  MeetingFaces pairs;
  for (const PairAnswer& pair : check.pairs) {
    const std::uint32_t first = pair.a.value == 1 ? bodies.first_b_face() : 0;
    const std::uint32_t second = pair.b.value == 1 ? bodies.first_b_face() : 0;
    for (const FacePair& p : pair.face_pairs) pairs.push_back({p.a_face + first, p.b_face + second});
  }
  Control control(nullptr, nullptr);
  const Arrangement arrangement = arrange(bodies, pairs, control);
  const Body body_a(world[0], control), body_b(world[1], control);
  return overlap_solid(arrangement, solid_faces(arrangement, body_a, body_b, how));
}

}  // namespace impinge
