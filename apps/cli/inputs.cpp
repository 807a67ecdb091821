// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/inputs.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <filesystem>
#include <utility>

#include "apps/cli/commands.h"
#include "apps/cli/wording.h"

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

Scene load_assembly(const std::vector<std::string>& files, const std::string& units, ProgressBar& bar) {
  const InterruptEnds while_loading;
  Scene scene;
  if (!units.empty()) scene.units = units;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path file = files[i];
    bar.update("load", static_cast<double>(i) / static_cast<double>(files.size()));
    const std::string before = files.size() > 1 ? file.stem().string() + "/" : "";
    for (MeshPart& part : load_parts(file, {.units = scene.units})) scene.add(before + part.name, std::move(part.mesh));
  }
  return scene;
}

ObjectPair choose_pair(const Scene& scene, std::string_view command, const PairSource& source) {
  if (source.file.empty()) return {{0}, {1}};
  const std::span<const std::string> names = source.names;
  if (names.empty()) {
    if (scene.objects().size() == 2) return {{0}, {1}};
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: {}, but '{}' takes two; name them, as in 'impinge {} {} plate pin'.", source.file,
                            plural(scene.objects().size(), source.noun, source.nouns), command, command, source.words));
  }
  const ObjectPair pair{scene.find(names[0]), scene.find(names[1])};
  if (pair.a == pair.b)
    throw Error(ErrorCode::bad_argument,
                fmt::format("{} and {}: '{}' takes two bodies; name two.", names[0], names[1], command));
  return pair;
}

}  // namespace impinge::cli
