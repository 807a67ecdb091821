// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scenes/scenes.h"

#include <string>
#include <vector>

#include <impinge/error.h>

#include "scenes/scene_lists.h"

namespace impinge::scenes {

std::span<const NamedScene> named_scenes() noexcept {
  static const std::vector<NamedScene> all = [] {
    std::vector<NamedScene> result;
    for (const auto list : {constructed_scenes(), report_scenes(), teapot_scenes(), teeth_scenes(), polyhedra_scenes()}) {
      result.insert(result.end(), list.begin(), list.end());
    }
    return result;
  }();
  return all;
}

std::span<const NamedMotion> named_motions() noexcept {
  static const std::vector<NamedMotion> all = [] {
    std::vector<NamedMotion> result;
    for (const auto list : {teapot_motions(), sphere_motions()}) result.insert(result.end(), list.begin(), list.end());
    return result;
  }();
  return all;
}

const NamedScene& find_scene(std::string_view name) {
  std::string names;
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == name) return scene;
    names += (names.empty() ? "" : ", ") + std::string(scene.name);
  }
  throw Error(ErrorCode::bad_argument, "no scene is called \"" + std::string(name) + "\"; the scenes are " + names);
}

}  // namespace impinge::scenes
