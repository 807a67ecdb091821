// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shape/make/generator.h"
#include "shape/make/mesh_properties.h"

namespace impinge {
namespace {

struct GoldenHash {
  std::string_view name;
  std::uint64_t hash;
};

// With 2 for every required parameter but the torus's tube, which is 1. A change here is a change of the shapes that users
// have.
constexpr std::array kGolden = {
    GoldenHash{"box", 0x611ab569b771ba25U},
    GoldenHash{"closed_teapot", 0xba9a1af676d0eac0U},
    GoldenHash{"comb", 0xae74536efa9e4459U},
    GoldenHash{"displaced_sphere", 0x6806796889777ddaU},
    GoldenHash{"height_field", 0xef9fe70957029772U},
    GoldenHash{"icosphere", 0x26cd54b70c0e0691U},
    GoldenHash{"line_convex", 0x7f33be9fbe275925U},
    GoldenHash{"mandelbrot_field", 0x4bd4528e1314a785U},
    GoldenHash{"random_mesh", 0x26e369b9cf27b757U},
    GoldenHash{"sphere", 0xbb2b67b97b53fa01U},
    GoldenHash{"sphere_of_faces", 0xbb2b67b97b53fa01U},
    GoldenHash{"teapot", 0x12218da65f3ae6aeU},
    GoldenHash{"teeth", 0x8b28f26119ff7f95U},
    GoldenHash{"torus", 0xbac82266420237e5U},
};

TEST(Generators, GiveTheSameBitsOnEveryMachine) {
  ASSERT_EQ(kGolden.size(), generators().size());
  for (const auto& [name, hash] : kGolden) {
    SCOPED_TRACE(name);
    const Generator* generator = find_generator(name);
    ASSERT_NE(generator, nullptr);
    std::vector<std::pair<std::string, double>> arguments;
    for (const GeneratorParameter& parameter : generator->parameters) {
      if (parameter.required) arguments.emplace_back(parameter.name, parameter.name == "tube" ? 1 : 2);
    }
    EXPECT_EQ(mesh_hash(make_generated(name, arguments)), hash);
  }
}

}  // namespace
}  // namespace impinge
