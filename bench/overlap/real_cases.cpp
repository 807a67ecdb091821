// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/io.h>

#include <filesystem>

#include "cases.h"

namespace impinge::bench {
namespace {

struct RealPair {
  const char *name, *folder, *a, *b;
};

constexpr RealPair kPairs[] = {
    {"maxilla and molar", "08-dental-anatomy/BodyParts3D/stl", "FMA53649.stl", "FMA55697.stl"},
    {"mandible and canine", "08-dental-anatomy/BodyParts3D/stl", "FMA52748.stl", "FMA55686.stl"},
    {"jaw and maxilla", "08-dental-anatomy/artisynth_models/jawTongue/geometry", "ubcjaw.obj", "ubcmaxilla.obj"},
    {"crossed cylinders", "01-classic/libigl-tutorial-data", "xcylinder.obj", "ycylinder.obj"},
    {"two balls", "10-defects/trimesh", "ballA.off", "ballB.off"},
    {"two halves", "10-defects/manifold/test/models", "Generic_Twin_7863.1.t0_left.obj", "Generic_Twin_7863.1.t0_right.obj"},
};

}  // namespace

std::vector<OverlapCase> real_cases(const std::string& data_folder) {
  std::vector<OverlapCase> cases;
  for (const RealPair& pair : kPairs) {
    const std::filesystem::path folder = std::filesystem::path(data_folder) / pair.folder;
    if (data_folder.empty() || !exists(folder / pair.a) || !exists(folder / pair.b)) continue;
    const Mesh a = load_mesh(folder / pair.a), b = load_mesh(folder / pair.b);
    if (!a.closed() || !b.closed()) {
      fmt::print(stderr, "{}: one is not closed; left out\n", pair.name);
      continue;
    }
    cases.push_back({pair.name, "real", std::max(a.faces().size(), b.faces().size()), [a, b] { return std::array{a, b}; }});
  }
  return cases;
}

}  // namespace impinge::bench
