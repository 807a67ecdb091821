// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// G. Vaněček, "Back-face culling applied to collision detection of polyhedra", 1993: figures 4 and 5, the share of faces
// that is culled, and what a front end of it saves.
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/experiments.h>
#include <impinge/shapes.h>

#include <algorithm>

#include "cull/velocity_backface/velocity_backface.h"
#include "exact/swept_hull.h"
#include "experiment.h"
#include "scenes/bodies.h"
#include "setting.h"
#include "timing.h"
#include "wire.h"

namespace impinge::bench::papers {
namespace {

constexpr const char* kUnnamed = "none named";

enum class Moves { translation, rotation, both };

Mesh body_of(int kind) {
  if (kind == 0) return make_torus(0.7, 0.3, 32, 16);
  if (kind == 1) return make_sphere_of_faces(1, 960);
  return scenes::make_shuttle(2);
}

// Apart at the beginning; velocities of about the bodies' size in a step.
MovingPair random_pair(Random& random, int kind, Moves moves) {
  MovingPair::Body bodies[2] = {{body_of(kind)}, {body_of(kind)}};
  for (MovingPair::Body& body : bodies) {
    body.pose.rotation = random.rotation();
    if (moves != Moves::rotation) body.velocity = 2 * random.on_sphere();
    if (moves != Moves::translation) body.spin = 0.5 * random.on_sphere();
  }
  bodies[1].pose.position = 3 * random.on_sphere();
  return MovingPair(bodies[0], bodies[1]);
}

double whole_step_share(const MovingPair& pair, bool planes) {
  double out = 0, all = 0;
  for (int i = 0; i < 2; ++i) {
    const MovingBody a{&pair.step(i), &pair.shape(i), pair.faces(i)},
        b{&pair.step(1 - i), &pair.shape(1 - i), pair.faces(1 - i)};
    const DroppedFaces dropped = velocity_backface(a, b);
    out += static_cast<double>(dropped.by_velocity + (planes ? dropped.by_plane : 0));
    all += static_cast<double>(pair.faces(i).size());
  }
  return out / all;
}

MovingPair two_tori() {
  const Mesh torus = make_torus(1, 0.4, 22, 10);
  MovingPair::Body a{torus}, b{torus};
  a.pose = Pose::from_quaternion({-1.6, 0, 0}, {0.2, 0.1, 0, 1});
  b.pose = Pose::from_quaternion({1.7, 0.4, 0.3}, {0.6, 0.2, 0.1, 1});
  a.velocity = {0.9, 0.1, 0.2};
  b.velocity = {-0.6, 0.1, 0};
  a.spin = {0, 0.2, 0.6};
  b.spin = {0.4, 0, 0.2};
  return MovingPair(a, b);
}

Figure tori() {
  Figure f{.id = "vanecek_4",
           .name = "Figures 4, 5",
           .title = "two tori, their relative velocities, and the faces that can collide",
           .machine = kUnnamed,
           .setting = "Two tori of 440 faces that move and turn; the rule of the paper at the beginning of the step.",
           .stand_in = "The paper gives neither sizes nor velocities of its tori.",
           .shape = "As published: what looks away from the motion is left as wire frame."};
  const MovingPair pair = two_tori();
  const double share = share_of(pair.culled(0), pair.culled(1));
  f.add({.series = "faces culled", .what = "both tori", .ours = share, .unit = "share", .published = 0.5});
  f.claim("share of the faces that is culled", share, 0.35, 0.6);
  f.pictures = {{.caption = "Figure 4: the relative velocity at every vertex", .svg = velocities_svg(pair)},
                {.caption = "Figure 5: faces that can collide, filled", .svg = kept_faces_svg(pair)}};
  return f;
}

Figure shares(const Setting& setting) {
  const int cases = setting.pick(40, 1000);
  Figure f{.id = "vanecek_shares",
           .name = "Section 1",
           .title = "share of the faces that is culled",
           .machine = kUnnamed,
           .setting =
               fmt::format("{} random motions of two bodies of 528 to 1,024 faces for each row, at a distance of one and a "
                           "half bodies; up to half a radian of turn in the step.",
                           cases),
           .stand_in = "Tori, balls and shuttles; the paper says only that half of the faces go on the average.",
           .shape =
               "At an instant half of the faces go in translation, as published, and a little less when bodies turn, since "
               "faces across which the velocity changes its side stay. For a whole step the rule must hold at every "
               "moment of it, which costs some per cent, and planes that the other body's ball stays clear of win more."};
  const std::pair<const char*, Moves> kinds[] = {
      {"translation", Moves::translation}, {"rotation", Moves::rotation}, {"both", Moves::both}};
  for (const auto& [name, moves] : kinds) {
    Random random(11);
    double instant = 0, step = 0, planes = 0;
    for (int k = 0; k < cases; ++k) {
      const MovingPair pair = random_pair(random, k % 3, moves);
      instant += share_of(pair.culled(0), pair.culled(1)) / cases;
      step += whole_step_share(pair, false) / cases;
      planes += whole_step_share(pair, true) / cases;
    }
    f.add({.series = "the paper's rule, at an instant", .what = name, .ours = instant, .unit = "share", .published = 0.5});
    f.add({.series = "for the whole step", .what = name, .ours = step, .unit = "share"});
    f.add({.series = "with the other body's ball", .what = name, .ours = planes, .unit = "share"});
    if (moves == Moves::translation) f.claim("share culled in translation, at an instant", instant, 0.45, 0.52);
    if (moves == Moves::translation) f.claim("the same for the whole step", step, 0.45, 0.52);
    if (moves == Moves::both) f.claim("share culled in both, at an instant", instant, 0.3, 0.52);
    f.claim(fmt::format("share with the ball, {}", name), planes, 0.5, 1);
  }
  return f;
}

// Every pair of faces that a front end leaves, by hulls of what they sweep.
std::uint64_t hull_pairs(const MovingPair& pair, const std::vector<bool>& a_out, const std::vector<bool>& b_out,
                         std::uint64_t& tests) {
  std::uint64_t met = 0;
  tests = 0;
  for (std::size_t i = 0; i < a_out.size(); ++i) {
    if (a_out[i]) continue;
    const MovingFace face = pair.step(0).face(pair.faces(0)[i]);
    for (std::size_t k = 0; k < b_out.size(); ++k) {
      if (b_out[k]) continue;
      ++tests;
      met += face_hulls_meet(face, pair.step(1).face(pair.faces(1)[k]), 0, 1);
    }
  }
  return met;
}

std::vector<bool> dropped_of(const MovingPair& pair, int i) {
  const MovingBody a{&pair.step(i), &pair.shape(i), pair.faces(i)},
      b{&pair.step(1 - i), &pair.shape(1 - i), pair.faces(1 - i)};
  const DroppedFaces dropped = velocity_backface(a, b);
  return {dropped.dropped.begin(), dropped.dropped.end()};
}

void add_all_pairs(Figure& f, const Setting& setting) {
  const Mesh torus = make_torus(1, 0.4, 14, 8);
  const MovingPair pair({torus, {}, {1.2, 0, 0}, {}},
                        {torus, Pose::from_quaternion({2.4, 0.2, 0.1}, {1, 0, 0.2, 1}), {-0.5, 0, 0}, {}});
  const std::vector<bool> none(pair.faces(0).size(), false);
  std::uint64_t all = 0, left = 0;
  const double all_ms = least_ms(setting.rounds, [&] { hull_pairs(pair, none, none, all); });
  const double left_ms = least_ms(setting.rounds, [&] { hull_pairs(pair, dropped_of(pair, 0), dropped_of(pair, 1), left); });
  f.add({.series = "all pairs of faces", .what = "tori of 224 faces, pairs", .ours = double(all), .unit = "pairs"});
  f.add({.series = "behind the cull", .what = "tori of 224 faces, pairs", .ours = double(left), .unit = "pairs"});
  f.add({.series = "all pairs of faces", .what = "tori of 224 faces", .ours = all_ms});
  f.add({.series = "behind the cull", .what = "tori of 224 faces, with the cull itself", .ours = left_ms});
  f.claim("pairs that are left where every pair is tested", double(left) / double(all), 0, 0.3);
  f.claim("time that is left", left_ms / all_ms, 0, 0.6, true);
}

void add_sweeps(Figure& f, const Setting& setting) {
  Scene scene;
  const int stacks = setting.pick(40, 120);
  const auto add = [&](const char* name, std::uint64_t seed, double x, double way) {
    Motion motion;
    motion.velocity = Vec3(way, 0, 0);
    scene.set_motion(scene.add(name, make_displaced_sphere(1, 0.05, stacks, 2 * stacks, seed), {.position = {x, 0, 0}}),
                     std::move(motion));
  };
  add("a", 1, -1.15, 0.3);
  add("b", 2, 1.15, -0.3);
  scene.duration = 1;
  // Hulls are as dear as what the paper had behind its cull; the exact test looks at few faces.
  for (const Swept swept : {Swept::hull, Swept::exact}) {
    Engine engine({.threads = 1}, {.swept = swept});
    for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
    SweepOptions options{.first_only = true, .begins_apart = true};
    SweepResult plain, culled;
    const double plain_ms = least_ms(setting.rounds, [&] { plain = engine.sweep(scene, options); });
    options.velocity_backface = true;
    const double culled_ms = least_ms(setting.rounds, [&] { culled = engine.sweep(scene, options); });
    const std::string word = to_string(swept);
    f.add({.series = "sweep", .what = fmt::format("{} test", word), .ours = plain_ms});
    f.add({.series = "sweep behind the cull", .what = fmt::format("{} test", word), .ours = culled_ms});
    if (swept == Swept::hull) continue;
    const CullStats& cull = culled.cull.value();
    f.add({.series = "face pairs saved",
           .what = "of the candidates of two trees",
           .ours = double(cull.face_pairs_saved) / double(std::max<std::uint64_t>(cull.face_pairs, 1)),
           .unit = "share"});
    f.claim("contacts with the cull less those without", double(culled.pairs.size()) - double(plain.pairs.size()), 0, 0);
  }
}

Figure savings(const Setting& setting) {
  Figure f{
      .id = "vanecek_savings",
      .name = "Section 4",
      .title = "what the front end saves",
      .machine = kUnnamed,
      .setting =
          "In front of a test of every pair of faces by the hulls of what they sweep, as a system without a tree would "
          "do; then in front of the sweep, which finds its candidates by two trees.",
      .stand_in = "Two tori, and two bumpy spheres; the paper speaks of a noticeable improvement and prints no numbers.",
      .shape =
          "Where every pair is tested, half of the faces are three quarters of the pairs, and the time follows. Behind "
          "trees little is left to save: they look at few faces, the cull at all of them, so it costs more than it "
          "gives there."};
  add_all_pairs(f, setting);
  add_sweeps(f, setting);
  return f;
}

}  // namespace

Paper vanecek(const Setting& setting) {
  return {.id = "vanecek",
          .authors = "Vaněček",
          .title = "Back-Face Culling Applied to Collision Detection of Polyhedra",
          .where = "Purdue University, technical report 93-020",
          .year = "1993",
          .page = "velocity_backface.md",
          .figures = {tori(), shares(setting), savings(setting)}};
}

}  // namespace impinge::bench::papers
