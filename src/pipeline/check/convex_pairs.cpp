// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/convex_pairs.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "localise/polar_newton/polar_newton.h"
#include "shape/convex/convex_body.h"
#include "shape/convex/convex_mesh.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

constexpr std::size_t kFewFaces = 2048;  // examined and mapped in about a millisecond
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

bool worth_a_look(const Mesh& mesh) { return mesh.faces().size() <= kFewFaces && may_be_convex(mesh); }

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

bool ConvexPairs::worth_asking(const Scene& scene, const PreparedShapes& shapes, Method method,
                               std::span<const ObjectPair> pairs) {
  if (method == Method::polar_newton) return true;
  const auto may_be = [&](std::uint32_t i) {
    const SceneObject& o = scene.objects()[i];
    return o.deformed.empty() && (shapes.knows(o.mesh) ? shapes.convex(o.mesh).has_value() : worth_a_look(o.mesh));
  };
  return method == Method::automatic &&
         std::any_of(pairs.begin(), pairs.end(), [&](const ObjectPair& p) { return may_be(p.a) && may_be(p.b); });
}

void ConvexPairs::find(const Scene& scene, const PreparedShapes& shapes, Method method) {
  if (method != Method::automatic && method != Method::polar_newton) return;
  const bool required = method == Method::polar_newton;
  const std::span<const SceneObject> objects = scene.objects();
  bodies_.resize(objects.size());
  // Objects that share a shape share its body.
  std::map<const void*, std::size_t> first;
  std::vector<std::size_t> build, like(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    like[i] = i;
    if (objects[i].deformed.empty()) {
      bodies_[i] = shapes.convex(objects[i].mesh);
      if (bodies_[i]) continue;
      like[i] = first.try_emplace(Internals::share(objects[i].mesh).get(), i).first->second;
    }
    const bool asked =
        required || (objects[i].deformed.empty() && !shapes.knows(objects[i].mesh) && worth_a_look(objects[i].mesh));
    if (like[i] == i && asked) build.push_back(i);
  }
  tbb::parallel_for(std::size_t{0}, build.size(),
                    [&](std::size_t k) { bodies_[build[k]] = body_of(objects[build[k]], required); });
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (like[i] != i) bodies_[i] = bodies_[like[i]];
}

void ConvexPairs::settle(const Scene& scene, std::vector<ObjectPair>& pairs, const CheckOptions& options, Control& control,
                         std::map<ObjectPair, PairAnswer>& answers) {
  const std::span<const SceneObject> objects = scene.objects();
  std::vector<std::optional<PairAnswer>> found(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    control.poll();
    std::uint32_t a = pairs[i].a, b = pairs[i].b;
    if (!bodies_[a] || !bodies_[b]) return;
    if (!in_order(objects[a], objects[b])) std::swap(a, b);
    const Pose &ap = objects[a].pose, &bp = objects[b].pose;
    const double margin = placing_margin(*bodies_[a], ap, *bodies_[b], bp);
    const std::optional<ConvexAnswer> answer = polar_newton_within(*bodies_[a], ap, *bodies_[b], bp, margin);
    if (!answer) return;
    PairAnswer settled;
    if (answer->meet()) {
      if (options.face_pairs || !sticks_out(*bodies_[a], ap, *bodies_[b], bp, margin) ||
          !sticks_out(*bodies_[b], bp, *bodies_[a], ap, margin))
        return;
      settled.verdict = Verdict::crossing;
      const Vec3 point = ap.position + answer->certificate.vector;
      settled.witness = Witness{point, point, {}, {}};
      if (options.clearance) settled.distance = 0;
    }
    settled.a = {pairs[i].a};
    settled.b = {pairs[i].b};
    found[i] = settled;
  });
  std::vector<ObjectPair> left;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (found[i])
      answers.emplace(pairs[i], *found[i]);
    else
      left.push_back(pairs[i]);
  }
  pairs = std::move(left);
}

}  // namespace impinge
