// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <span>
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

/// Where two objects come from: a scene file or the parts of a file; two files, if empty.
struct PairSource {
  std::string file{};
  std::string words{};                   ///< that ask for it on the command line, as in "--scene press.json"
  std::span<const std::string> names{};  ///< of the two objects; none if there are only two
  const char *noun = "object", *nouns = "objects";
};

/// The two files, the two objects that were named, or the only two there are. `command` takes two, and messages name it.
/// Throws Error (bad_scene, bad_argument) for other numbers, unknown names, and one object named twice.
ObjectPair choose_pair(const Scene& scene, std::string_view command, const PairSource& source);

}  // namespace impinge::cli
