// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Files in and out: write two parts, read them back, look at what the doctor says, check them, then a whole scene file.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <impinge/impinge.h>
#include <impinge/io.h>

namespace {

const char* const kSceneText = R"({ "schema": "impinge.scene/1", "units": "mm",
  "objects": [ { "name": "plate", "shape": { "box": [10, 10, 1] } },
               { "name": "ring", "file": "ring.stl", "position": [0, 0, 1] } ] })";

void print(const impinge::Scene& scene, const impinge::CheckResult& result) {
  for (const impinge::PairAnswer& pair : result.pairs) {
    std::printf("%s / %s: %s\n", scene.object(pair.a).name.c_str(), scene.object(pair.b).name.c_str(),
                to_string(pair.verdict));
  }
}

}  // namespace

int main() try {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "impinge_example_files";
  std::filesystem::create_directories(folder);
  impinge::write_mesh(impinge::make_torus(3.0, 1.0, 32, 16), folder / "ring.stl");
  impinge::write_mesh(impinge::make_box({1, 1, 8}), folder / "pin.ply");

  impinge::Scene parts;
  for (const char* name : {"ring.stl", "pin.ply"}) {
    const impinge::Mesh mesh = impinge::load_mesh(folder / name);
    std::printf("%s: %zu faces, %s\n", name, mesh.faces().size(), mesh.report().clean() ? "clean" : "with defects");
    parts.add(name, mesh);
  }
  const impinge::Engine engine;
  const impinge::CheckResult apart = engine.check(parts);
  print(parts, apart);

  std::ofstream(folder / "assembly.json") << kSceneText;
  const impinge::Scene assembly = impinge::load_scene(folder / "assembly.json");
  const impinge::CheckResult clash = engine.check(assembly);
  print(assembly, clash);
  std::filesystem::remove_all(folder);
  // The pin goes through the hole of the ring; the ring is sunk into the plate.
  return apart.pairs.empty() && clash.pairs.size() == 1 ? 0 : 1;
} catch (const impinge::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
