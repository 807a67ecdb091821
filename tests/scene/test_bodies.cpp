// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <cstdint>
#include <limits>
#include <string_view>

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/error.h>

#include "scenes/bodies.h"
#include "shape/make/mesh_properties.h"

namespace impinge {
namespace {

struct Body {
  std::string_view name;
  Mesh (*make)(double size);
  std::size_t faces;
  std::uint64_t hash;  // at size 2
};

void PrintTo(const Body& body, std::ostream* out) { *out << body.name; }

class Bodies : public testing::TestWithParam<Body> {};

TEST_P(Bodies, AreSoundSolidsOfTheirFaceCount) {
  for (const double size : {1.0, 37.24}) {
    const Mesh mesh = GetParam().make(size);
    EXPECT_EQ(mesh.faces().size(), GetParam().faces);
    EXPECT_EQ(mesh.origin(), GetParam().name);
    expect_sound_solid(mesh);
    Scene scene;
    scene.add("solid", mesh);
    EXPECT_TRUE(Engine().check(scene, {.self = true}).pairs.empty());
  }
}

TEST_P(Bodies, GiveTheSameBitsOnEveryMachine) { EXPECT_EQ(mesh_hash(GetParam().make(2)), GetParam().hash); }

TEST_P(Bodies, RefuseWhatIsNoLength) {
  for (const double size : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(GetParam().make(size), Error) << size;
}

INSTANTIATE_TEST_SUITE_P(Report, Bodies,
                         testing::Values(Body{"chair", scenes::make_chair, 146, 0xc949840c3db95548U},
                                         Body{"head", scenes::make_head, 1816, 0x7d87d72df3ad853cU},
                                         Body{"shuttle", scenes::make_shuttle, 528, 0x81e1218e05ed181bU}));

}  // namespace
}  // namespace impinge
