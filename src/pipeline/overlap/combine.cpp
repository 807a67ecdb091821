// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/overlap.h>

#include "pipeline/overlap/find_overlap.h"

namespace impinge {

OverlapSolid combine(const Mesh& a, const Mesh& b, Combination how) {
  for (const Mesh* mesh : {&a, &b}) {
    if (mesh->closed()) continue;
    const std::string name = mesh->origin().empty() ? "a mesh" : mesh->origin();
    throw Error(ErrorCode::bad_mesh, fmt::format("{} is not closed, so that it has no inside to combine", name));
  }
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  const CheckResult check = Engine().check(scene);
  const std::vector<WorldObject> world = place(scene);
  Control control(nullptr, nullptr);
  const Body body_a(world[0], control), body_b(world[1], control);
  std::span<const FacePair> pairs;
  if (!check.pairs.empty()) pairs = check.pairs.front().face_pairs;
  return find_solid(body_a, body_b, pairs, how, control);
}

}  // namespace impinge
