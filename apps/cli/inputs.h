// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "apps/cli/progress_bar.h"

namespace impinge::cli {

/// The scene of a file, or one of mesh files where no scene is named; each file's stem is its object's name. `units` is
/// empty where none were given: a scene has its own, files are in mm.
Scene load_inputs(const std::string& scene_file, const std::vector<std::string>& files, const std::string& units,
                  ProgressBar& bar);

/// The parts of the files, each an object; with several files their stems go before, as in "engine/bolt".
Scene load_assembly(const std::vector<std::string>& files, const std::string& units, ProgressBar& bar);

/// A sentence where objects differ so much in size that one of them may be in another unit; else empty. Only the objects
/// named are looked at, all of them if none is.
std::string size_hint(const Scene& scene, std::initializer_list<ObjectId> objects = {});

}  // namespace impinge::cli
