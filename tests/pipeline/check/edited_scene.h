// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// A scene that is edited at random, and what must be equal in two answers about it.

#include <gtest/gtest.h>

#include <memory>
#include <tuple>

#include <impinge/engine.h>
#include <impinge/overlap.h>
#include <impinge/shapes.h>
#include <support/dice.h>
#include <support/soup.h>

namespace impinge::test {

// A callback about pairs could answer otherwise each time, so that nothing is kept with it.
inline CheckResult fresh_check(const Engine& engine, const Scene& scene, CheckOptions options) {
  options.asks = [](ObjectId, ObjectId) { return true; };
  return engine.check(scene, options);
}

inline void expect_same_number(const std::optional<Bounded>& x, const std::optional<Bounded>& y) {
  ASSERT_EQ(x.has_value(), y.has_value());
  if (!x) return;
  EXPECT_EQ(x->low, y->low);
  EXPECT_EQ(x->high, y->high);
}

inline void expect_same(const PairAnswer& x, const PairAnswer& y) {
  ASSERT_EQ(std::pair(x.a, x.b), std::pair(y.a, y.b));
  EXPECT_EQ(x.verdict, y.verdict);
  EXPECT_EQ(x.certainty, y.certainty);
  EXPECT_EQ(x.winding, y.winding);
  EXPECT_EQ(x.face_pair_count, y.face_pair_count);
  EXPECT_EQ(x.face_pairs, y.face_pairs);
  EXPECT_EQ(x.truncated, y.truncated);
  EXPECT_EQ(x.distance, y.distance);
  ASSERT_EQ(x.witness.has_value(), y.witness.has_value());
  if (x.witness) {
    EXPECT_EQ(x.witness->a_point, y.witness->a_point);
    EXPECT_EQ(x.witness->b_point, y.witness->b_point);
    EXPECT_EQ(std::pair(x.witness->a_face, x.witness->b_face), std::pair(y.witness->a_face, y.witness->b_face));
  }
  expect_same_number(x.overlap_volume, y.overlap_volume);
  expect_same_number(x.depth, y.depth);
  EXPECT_EQ(x.overlap != nullptr, y.overlap != nullptr);
  EXPECT_EQ(std::tie(x.ignored, x.accepted, x.beyond, x.rule, x.severity, x.reason, x.statement),
            std::tie(y.ignored, y.accepted, y.beyond, y.rule, y.severity, y.reason, y.statement));
}

inline void expect_same(const CheckResult& x, const CheckResult& y) {
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  for (std::size_t i = 0; i < x.pairs.size(); ++i) expect_same(x.pairs[i], y.pairs[i]);
  EXPECT_EQ(x.asked, y.asked);
  EXPECT_EQ(x.skipped.ignored, y.skipped.ignored);
  EXPECT_EQ(x.skipped.unasked, y.skipped.unasked);
  ASSERT_EQ(x.rules.size(), y.rules.size());
  for (std::size_t i = 0; i < x.rules.size(); ++i)
    EXPECT_EQ(std::pair(x.rules[i].pairs, x.rules[i].selected), std::pair(y.rules[i].pairs, y.rules[i].selected));
}

// A scene at the mercy of the dice.
class Edited {
 public:
  /// `spheres`: so often an object is a shape without faces, which is slow.
  Edited(std::uint64_t seed, int objects, double size, double spheres = 0) : dice_(seed), size_(size), spheres_(spheres) {
    shapes_ = {make_icosphere(1, 1), make_box({1, 1.5, 1}), make_torus(1, 0.3, 10, 6),
               make_displaced_sphere(1, 0.3, 8, 10, 3), soup_of(make_icosphere(1, 1)).without(3).mesh()};
    for (int i = 0; i < objects; ++i) add();
  }

  Scene scene;

  std::span<const Mesh> shapes() const { return shapes_; }

  void edit() {
    const int kind = dice_.integer(0, 99);
    if (kind < 60) return scene.set_pose(any(), pose());
    if (kind < 66) return deform();
    if (kind < 74) return scene.replace(any(), shape());
    if (kind < 80) return hide();
    if (kind < 86) return add();
    if (kind < 92 && ids_.size() > 4) return remove();
    if (kind < 95) return scene.rename(any(), "name" + std::to_string(++names_));
    if (kind < 97) return scene.ignore(any(), any(), "known");
    if (kind < 98) return scene.set_layer(any(), dice_.chance(0.5) ? "upper" : "lower");
    rule();
  }

 private:
  ObjectId any() { return ids_[static_cast<std::size_t>(dice_.integer(0, static_cast<int>(ids_.size()) - 1))]; }
  const Mesh& shape() { return shapes_[static_cast<std::size_t>(dice_.integer(0, static_cast<int>(shapes_.size()) - 1))]; }
  // Now and then on a lattice, where boxes share walls.
  Pose pose() {
    if (dice_.chance(0.3)) return {.position = dice_.grid_point(0, static_cast<int>(size_))};
    return Pose::from_quaternion(dice_.point(0, size_), dice_.quaternion());
  }
  void add() {
    if (dice_.chance(spheres_))
      ids_.push_back(scene.add("ball", make_implicit_sphere(0.8), pose()));
    else
      ids_.push_back(scene.add("part", shape(), pose()));
  }
  void remove() {
    const auto i = dice_.integer(0, static_cast<int>(ids_.size()) - 1);
    scene.remove(ids_[static_cast<std::size_t>(i)]);
    ids_.erase(ids_.begin() + i);
  }
  void hide() {
    const ObjectId id = any();
    scene.hide(id, !scene.object(id).hidden);
  }
  void deform() {
    const ObjectId id = any();
    if (scene.object(id).shape) return;
    const std::span<const Vec3> rest = scene.object(id).mesh.vertices();
    vertices_.push_back(std::make_unique<std::vector<Vec3>>(rest.begin(), rest.end()));
    for (Vec3& v : *vertices_.back()) v.z() *= dice_.real(0.9, 1.2);
    scene.set_vertices(id, *vertices_.back());
  }
  void rule() {
    std::vector<Rule> rules;
    if (dice_.chance(0.5)) rules.push_back({.a = {"name*", "layer:upper"}, .b = {"*"}, .ignore = dice_.chance(0.5)});
    if (dice_.chance(0.5)) rules.push_back({.a = {"*"}, .b = {"part*"}, .min = 0.4, .accept = {Verdict::touching}});
    if (dice_.chance(0.2)) rules.push_back({.a = {"part#2"}, .b = {"part#3"}, .max = 2});
    scene.set_rules(std::move(rules));
  }

  Dice dice_;
  double size_, spheres_;
  int names_ = 0;
  std::vector<Mesh> shapes_;
  std::vector<ObjectId> ids_;
  std::vector<std::unique_ptr<std::vector<Vec3>>> vertices_;  // borrowed by the scene
};

}  // namespace impinge::test
