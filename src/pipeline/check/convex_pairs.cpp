// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/convex_pairs.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "localise/polar_newton/polar_newton.h"
#include "shape/convex/convex_body.h"
#include "shape/convex/convex_mesh.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

constexpr std::size_t kFewFaces = 2048;  // examined and mapped in about a millisecond
constexpr std::size_t kFewPairs = 8;     // too few to be worth a map of any shape
constexpr ConvexOptions kForOneCheck{.map_levels = 1, .faces_per_cell = 2, .bound_cells = 8};

// One order of two objects, whoever is named first: the answer must not depend on that.
bool in_order(const SceneObject& a, const SceneObject& b) {
  for (int i = 0; i < 3; ++i)
    if (a.pose.position[i] != b.pose.position[i]) return a.pose.position[i] < b.pose.position[i];
  for (int i = 0; i < 9; ++i)
    if (a.pose.rotation(i / 3, i % 3) != b.pose.rotation(i / 3, i % 3))
      return a.pose.rotation(i / 3, i % 3) < b.pose.rotation(i / 3, i % 3);
  return a.mesh.faces().size() <= b.mesh.faces().size();
}

// A shape that several objects may have.
struct SharedShape {
  std::uint32_t object;  // one of them
  std::size_t uses;      // in pairs
  std::optional<ConvexBody> body;
};

// Examining and mapping a shape takes some 100 us and 0.8 us a face; its faces cost 4 us and 0.2 us each in a pair. Half of
// the pairs meet, and their faces are looked at in any case.
bool pays(const Mesh& mesh, std::size_t pairs) {
  const auto faces = static_cast<double>(mesh.faces().size());
  return static_cast<double>(pairs) * (4 + 0.2 * faces) > 2 * (100 + 0.8 * faces) && mesh.faces().size() <= kFewFaces &&
         may_be_convex(mesh);
}

std::optional<ConvexBody> body_of(const SceneObject& object, bool required) {
  try {
    const Mesh mesh = object.deformed.empty() ? object.mesh : reexamined(object.mesh, object.deformed);
    if (object.deformed.empty()) return ConvexBody::from_mesh(mesh, kForOneCheck);
    return ConvexBody::from_mesh(
        Mesh({object.deformed.begin(), object.deformed.end()}, {mesh.faces().begin(), mesh.faces().end()}), kForOneCheck);
  } catch (const Error& error) {
    if (!required) return {};
    throw Error(error.code(), fmt::format("object '{}': {}; polar_newton takes only convex bodies; use --method auto",
                                          object.name, error.what()));
  }
}

}  // namespace

double placing_margin(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose) {
  return 0x1p-47 *
         (Internals::data(a).reach + Internals::data(b).reach + a_pose.position.lpNorm<1>() + b_pose.position.lpNorm<1>());
}

bool ConvexPairs::find(const Scene& scene, const PreparedShapes& shapes, Method method, std::span<const ObjectPair> pairs) {
  if (method != Method::automatic && method != Method::polar_newton) return false;
  const std::span<const SceneObject> objects = scene.objects();
  for (const ObjectPair& p : pairs) objects_->insert(objects_->end(), {p.a, p.b});
  if (method == Method::polar_newton)
    for (std::uint32_t i = 0; i < objects.size(); ++i)
      if (!objects[i].hidden) objects_->push_back(i);
  std::sort(objects_->begin(), objects_->end());
  objects_->erase(std::unique(objects_->begin(), objects_->end()), objects_->end());
  bodies_->resize(objects_->size());
  for (const std::uint32_t i : *objects_)
    if (objects[i].deformed.empty()) body(i) = shapes.convex(objects[i].mesh);
  if (method == Method::polar_newton || pairs.size() >= kFewPairs) make(objects, shapes, method, pairs);
  return std::any_of(pairs.begin(), pairs.end(), [&](const ObjectPair& p) { return body(p.a) && body(p.b); });
}

// Objects that share a shape share its body.
void ConvexPairs::make(std::span<const SceneObject> objects, const PreparedShapes& shapes, Method method,
                       std::span<const ObjectPair> pairs) {
  const bool required = method == Method::polar_newton;
  std::map<const void*, SharedShape> shared;
  std::map<std::uint32_t, SharedShape*> shape_of;
  const auto add = [&](std::uint32_t i, std::size_t uses) {
    if (body(i)) return;
    const bool rigid = objects[i].deformed.empty();
    if (!required && (!rigid || shapes.knows(objects[i].mesh))) return;
    const void* const key = rigid ? static_cast<const void*>(Internals::share(objects[i].mesh).get()) : &objects[i];
    shape_of[i] = &shared.try_emplace(key, SharedShape{i, 0, {}}).first->second;
    shape_of[i]->uses += uses;
  };
  for (const ObjectPair& p : pairs) {
    add(p.a, 1);
    add(p.b, 1);
  }
  for (const std::uint32_t i : *objects_)
    if (required) add(i, 0);
  std::vector<SharedShape*> worth;
  for (auto& [key, shape] : shared)
    if (required || pays(objects[shape.object].mesh, shape.uses)) worth.push_back(&shape);
  tbb::parallel_for(std::size_t{0}, worth.size(),
                    [&](std::size_t k) { worth[k]->body = body_of(objects[worth[k]->object], required); });
  for (const auto& [i, shape] : shape_of) body(i) = shape->body;
}

void ConvexPairs::settle(const Scene& scene, std::vector<ObjectPair>& pairs, const CheckOptions& options, Control& control,
                         SettledPairs& answers) {
  const std::span<const SceneObject> objects = scene.objects();
  Lent<std::optional<PairAnswer>> lent;
  std::vector<std::optional<PairAnswer>>& found = *lent;
  found.resize(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    control.poll();
    std::uint32_t a = pairs[i].a, b = pairs[i].b;
    if (!body(a) || !body(b)) return;
    if (!in_order(objects[a], objects[b])) std::swap(a, b);
    const ConvexBody &a_body = *body(a), &b_body = *body(b);
    const Pose &ap = objects[a].pose, &bp = objects[b].pose;
    const double margin = placing_margin(a_body, ap, b_body, bp);
    const std::optional<ConvexAnswer> answer = polar_newton_within(a_body, ap, b_body, bp, margin);
    if (!answer) return;
    PairAnswer settled;
    if (answer->meet()) {
      if (options.face_pairs || !sticks_out(a_body, ap, b_body, bp, margin) || !sticks_out(b_body, bp, a_body, ap, margin))
        return;
      settled.verdict = Verdict::crossing;
      const Vec3 point = ap.position + answer->certificate.vector;
      settled.witness = Witness{point, point, {}, {}};
    }
    settled.a = {pairs[i].a};
    settled.b = {pairs[i].b};
    found[i] = settled;
  });
  std::size_t left = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (found[i])
      answers.add(pairs[i], *found[i]);
    else
      pairs[left++] = pairs[i];
  }
  pairs.resize(left);
}

}  // namespace impinge
