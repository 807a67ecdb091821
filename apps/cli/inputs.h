// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/progress_bar.h"

namespace impinge::cli {

/// The scene of a file, or one of mesh files where no scene is named; each file's stem is its object's name. `units` is
/// empty where none were given: a scene has its own, files are in mm.
Scene load_inputs(const std::string& scene_file, const std::vector<std::string>& files, const std::string& units,
                  ProgressBar& bar);

/// The parts of the files, each an object; with several files their stems go before, as in "engine/bolt".
Scene load_assembly(const std::vector<std::string>& files, const std::string& units, ProgressBar& bar);

/// Two objects, in the order in which they were named.
struct ObjectPair {
  ObjectId a, b;
};

/// The two files, the two objects of the scene that were named, or the only two there are. `command` takes two, and messages
/// name it. Throws Error (bad_scene, bad_argument) for other numbers, unknown names, and one object named twice.
ObjectPair choose_pair(const Scene& scene, std::string_view command, const std::string& scene_file,
                       const std::vector<std::string>& names);

/// A sentence where objects differ so much in size that one of them may be in another unit; else empty.
std::string size_hint(const Scene& scene);

}  // namespace impinge::cli
