// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/error.h>

#include "shape/make/generator.h"
#include "shape/make/make_angle.h"
#include "shape/make/mesh_properties.h"

namespace impinge {
namespace {

using Arguments = std::vector<std::pair<std::string, double>>;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_argument);
    return error.what();
  }
  ADD_FAILURE() << "no Error";
  return {};
}

std::string message_of(const std::string& name, const Arguments& arguments) {
  return message_of([&] { make_generated(name, arguments); });
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(GeneratorRegistry, IsOrderedAndComplete) {
  const auto all = generators();
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Generator::name));
  for (const std::string_view name :
       {"box", "closed_teapot", "comb", "displaced_sphere", "height_field", "icosphere", "line_convex", "mandelbrot_field",
        "random_mesh", "sphere", "sphere_of_faces", "teapot", "teeth", "torus"}) {
    EXPECT_NE(find_generator(name), nullptr) << name;
  }
  EXPECT_EQ(find_generator("cube"), nullptr);
}

TEST(GeneratorRegistry, EveryGeneratorWorksWithItsDefaults) {
  for (const Generator& generator : generators()) {
    SCOPED_TRACE(generator.name);
    EXPECT_FALSE(generator.help.empty());
    Arguments arguments;
    for (const GeneratorParameter& parameter : generator.parameters) {
      if (parameter.required) arguments.emplace_back(parameter.name, parameter.name == "tube" ? 1 : 2);
    }
    EXPECT_FALSE(make_generated(generator.name, arguments).faces().empty());
  }
}

TEST(GeneratorRegistry, NamedAndPositionalAgree) {
  const Arguments named = {{"slices", 5}, {"radius", 2}};
  const std::array<double, 3> positional = {2, 16, 5};
  EXPECT_EQ(mesh_hash(make_generated("sphere", named)), mesh_hash(make_generated("sphere", positional)));
}

TEST(GeneratorRegistry, ErrorsSayWhatIsAllowed) {
  EXPECT_TRUE(contains(message_of("cube", {}), "box, closed_teapot"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 1}, {"rings", 3}}), "sphere(radius, stacks = 16, slices = 32)"));
  EXPECT_TRUE(contains(message_of("sphere", {{"slices", 3}}), "radius is missing"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 1}, {"radius", 1}}), "twice"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 1}, {"slices", 3.5}}), "not an integer"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 1}, {"slices", 2}}), "slices is 2; give 3 to 20000"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 1}, {"slices", 1e18}}), "slices"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", 0}}), "greater than zero"));
  EXPECT_TRUE(contains(message_of("sphere", {{"radius", std::nan("")}}), "finite"));
  EXPECT_TRUE(contains(message_of("random_mesh", {{"radius", 1}, {"seed", -1}}), "seed"));
  EXPECT_TRUE(contains(message_of("teeth", {{"size", 64}, {"upper", 2}}), "upper"));
  const std::array<double, 5> too_many = {1, 2, 3, 4, 5};
  EXPECT_TRUE(contains(message_of([&] { make_generated("box", too_many); }), "too many"));
  EXPECT_TRUE(contains(message_of([&] { make_generated("box", std::span(too_many).first(2)); }), "z is missing"));
}

TEST(GeneratorRegistry, RefusesWhatNoMachineHolds) {
  const std::vector<std::pair<std::string, Arguments>> huge = {
      {"box", {{"x", 1}, {"y", 1}, {"z", 1}, {"subdivisions", 4096}}},
      {"sphere", {{"radius", 1}, {"stacks", 20000}, {"slices", 20000}}},
      {"sphere_of_faces", {{"radius", 1}, {"faces", 3e9}}},
      {"torus", {{"ring", 2}, {"tube", 1}, {"ring_segments", 20000}, {"tube_segments", 20000}}},
      {"teapot", {{"size", 1}, {"divisions", 1000}}},
      {"height_field", {{"size", 1}, {"cells", 10000}}},
      {"comb", {{"size", 1}, {"faces", 3e9}}},
      {"teeth", {{"size", 1}, {"resolution", 4000}}}};
  for (const auto& [name, arguments] : huge) {
    try {
      make_generated(name, arguments);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::too_large) << name;
    }
  }
}

TEST(Angle, QuartersAreExactAndMirroredValuesAgree) {
  EXPECT_EQ(turn(1, 4).cos, 0);
  EXPECT_EQ(turn(1, 4).sin, 1);
  EXPECT_EQ(turn(-1, 4).sin, -1);
  EXPECT_EQ(turn(2, 4).cos, -1);
  for (int n = 3; n < 200; ++n) {
    for (int i = 0; i < n; ++i) {
      const Angle t = turn(i, n), mirrored = turn(n - i, n), opposite = turn(2 * i + n, 2 * n);
      EXPECT_EQ(t.cos, mirrored.cos);
      EXPECT_EQ(t.sin, -mirrored.sin);
      EXPECT_EQ(t.cos, -opposite.cos);
      EXPECT_EQ(t.sin, -opposite.sin);
    }
  }
}

TEST(Angle, AgreesWithTheLibrary) {
  for (int i = -3000; i < 3000; ++i) {
    const double radians = 2 * 3.14159265358979323846 * i / 1000.0;
    const Angle t = turn(i, 1000), u = turn_at(i / 1000.0);
    EXPECT_NEAR(t.cos, std::cos(radians), 4e-15);
    EXPECT_NEAR(t.sin, std::sin(radians), 4e-15);
    EXPECT_NEAR(u.cos, t.cos, 4e-15);
    EXPECT_NEAR(u.sin, t.sin, 4e-15);
  }
}

}  // namespace
}  // namespace impinge
