// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <string_view>
#include <vector>

namespace impinge {

/// A number that nobody had before, from 1.
std::uint64_t next_number();

/// The box that stands for a shape without faces. Throws Error (bad_argument) if there is none, or it is flat or not finite.
Mesh box_of_shape(std::string_view name, const LineShape* shape);

/// A moment in the life of a scene. Copies of a scene share what they lived through together.
struct SceneMoment {
  std::uint64_t origin = 0;   ///< of the scene and its copies
  std::uint64_t asking = 0;   ///< tells who is asked about whom: rules, groups, names, who is there
  std::uint64_t changes = 0;  ///< so many changes went before
  std::uint64_t last = 0;     ///< the number of the last of them
};

/// As the scene is now.
SceneMoment moment_of(const Scene& scene);

/// Fills in the objects that changed since a moment of the same scene, or of a copy; some may come twice. False if the scene
/// does not remember: then the numbers of all objects must be compared.
bool changes_since(const Scene& scene, const SceneMoment& moment, std::vector<std::uint32_t>& objects);

/// The scene without its hidden objects; `ids` gets what the others have in the whole.
Scene without_hidden(const Scene& scene, std::vector<std::uint32_t>& ids);

/// Some object is hidden or removed.
bool hides_some(const Scene& scene);

}  // namespace impinge
