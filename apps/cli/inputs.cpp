// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "inputs.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <filesystem>

#include "commands.h"

namespace impinge::cli {

Scene load_inputs(const std::string& scene_file, const std::vector<std::string>& files, const std::string& units,
                  ProgressBar& bar) {
  const InterruptEnds while_loading;
  if (!scene_file.empty()) {
    Scene scene = load_scene(scene_file);
    if (!units.empty() && units != scene.units) {
      throw Error(ErrorCode::bad_argument,
                  fmt::format("--units {}: the scene {} is in {}; change it there, or omit --units.", units, scene_file,
                              scene.units));
    }
    return scene;
  }
  Scene scene;
  if (!units.empty()) scene.units = units;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path file = files[i];
    bar.update("load", static_cast<double>(i) / static_cast<double>(files.size()));
    scene.add(file.stem().string(), load_mesh(file, {.units = scene.units}));
  }
  return scene;
}

}  // namespace impinge::cli
