// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A frame of a loop that has run before allocates nothing: every call of operator new in this program is counted.

#include <gtest/gtest.h>

#include <cmath>

#include <impinge/engine.h>
#include <impinge/shapes.h>
#include <support/counted_new.h>
#include <support/dice.h>

#include "base/sanitizer.h"

namespace impinge::test {
namespace {

constexpr int kParts = 200, kFrames = 10;

// Parts that wander about their places and turn: pairs come and go.
struct Parts {
  std::vector<Mesh> shapes = {make_icosphere(1, 2), make_torus(1, 0.35, 24, 12), make_displaced_sphere(1, 0.25, 12, 20, 5)};
  Scene scene;
  std::vector<Vec3> places;
  Engine engine{{.threads = 1}};

  Parts() {
    Dice dice(3);
    for (std::size_t i = 0; i < kParts; ++i) {
      places.push_back(dice.point(0, 11));
      scene.add("part", shapes[i % shapes.size()]);
    }
    for (const Mesh& shape : shapes) engine.prepare(shape);
  }
  void move(int frame, std::size_t every) {
    for (std::size_t i = 0; i < kParts; i += every) {
      const double t = 0.1 * frame + static_cast<double>(i);
      const Vec3 way(0.2 * std::cos(t), 0.2 * std::sin(t), 0.1 * std::sin(2 * t));
      scene.set_pose({static_cast<std::uint32_t>(i)},
                     Pose::from_quaternion(places[i] + way, {std::sin(t), 0.3, std::cos(0.3 * t), 1.5}));
    }
  }
};

std::uint64_t allocations_of_frames(const CheckOptions& options, std::size_t every) {
  Parts parts;
  parts.move(0, 1);
  CheckResult result;
  std::uint64_t last = 0;
  // Lists grow to their size while the loop runs for the first times.
  for (int round = 0; round < 4; ++round) {
    last = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
      parts.move(frame, every);
      const std::uint64_t before = allocations();
      parts.engine.check(parts.scene, options, result);
      last += allocations() - before;
    }
  }
  EXPECT_GT(result.pairs.size(), 50U);
  return last;
}

class Allocations : public ::testing::Test {
  void SetUp() override {
    if (kAddressSanitizer || kThreadSanitizer) GTEST_SKIP() << "sanitizers have allocations of their own";
  }
};

TEST_F(Allocations, NoneInAFrameOfVerdicts) {
  CheckOptions options;
  options.face_pairs = false;
  EXPECT_EQ(allocations_of_frames(options, 1), 0U);
}

TEST_F(Allocations, NoneInAFrameWithFacePairs) { EXPECT_EQ(allocations_of_frames({}, 1), 0U); }

TEST_F(Allocations, NoneWhereFewHaveMoved) {
  EXPECT_EQ(allocations_of_frames({}, 40), 0U);
  CheckOptions options;
  options.face_pairs = false;
  EXPECT_EQ(allocations_of_frames(options, 40), 0U);
}

TEST_F(Allocations, NoneWithAClearance) {
  CheckOptions options;
  options.clearance = 0.1;
  EXPECT_EQ(allocations_of_frames(options, 1), 0U);
}

TEST_F(Allocations, NoneWhereNothingHasMoved) {
  Parts parts;
  parts.move(0, 1);
  CheckResult result;
  parts.engine.check(parts.scene, {}, result);
  parts.engine.check(parts.scene, {}, result);
  const std::uint64_t before = allocations();
  parts.engine.check(parts.scene, {}, result);
  EXPECT_EQ(allocations(), before);
}

// Vertices are given outside of what is counted: the scene keeps boxes of them.
TEST_F(Allocations, NoneWhereAClothIsAskedAboutItself) {
  constexpr std::uint32_t kCells = 60;
  std::vector<Vec3> rest;
  std::vector<Face> faces;
  for (std::uint32_t y = 0; y <= kCells; ++y)
    for (std::uint32_t x = 0; x <= kCells; ++x) rest.emplace_back(x, y, 0);
  for (std::uint32_t y = 0; y < kCells; ++y)
    for (std::uint32_t x = 0; x < kCells; ++x) {
      const std::uint32_t here = y * (kCells + 1) + x, above = here + kCells + 1;
      faces.push_back({here, here + 1, above + 1});
      faces.push_back({here, above + 1, above});
    }
  const Mesh mesh(rest, faces);
  for (const double gap : {0.5, -0.05}) {  // the second one meets itself
    Scene scene;
    const ObjectId id = scene.add("cloth", mesh);
    Engine engine({.threads = 1});
    engine.prepare(mesh);
    CheckOptions options;
    options.self = true;
    options.pairs = false;
    CheckResult result;
    std::vector<Vec3> vertices = rest;
    std::uint64_t last = 0;
    for (int frame = 0; frame < 3 * kFrames; ++frame) {
      const double half = kCells / 2.0, phase = 0.1 * (frame % kFrames);
      for (std::size_t i = 0; i < rest.size(); ++i) {
        const double over = rest[i].x() - half, wave = 0.3 * std::sin(0.3 * rest[i].y() + phase);
        vertices[i] = {half - std::abs(over), rest[i].y(), over > 0 ? wave + gap + 0.05 * over : wave};
      }
      scene.set_vertices(id, vertices);
      const std::uint64_t before = allocations();
      engine.check(scene, options, result);
      if (frame >= 2 * kFrames) last += allocations() - before;
    }
    EXPECT_EQ(last, 0U);
    EXPECT_EQ(result.pairs.empty(), gap > 0);
  }
}

}  // namespace
}  // namespace impinge::test
