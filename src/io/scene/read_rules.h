// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <string>
#include <string_view>
#include <vector>

#include "io/scene/scene_values.h"

namespace impinge::io {

/// Reads an array of rules; `path` is where it stands, `origin` the file. Each rule gets both as its origin.
std::vector<Rule> read_rules(const SceneValues& values, const Json& value, const std::string& path, std::string_view origin);

}  // namespace impinge::io
