// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// How `check` and `map` are told along which directions to look and which crossings to keep.

#include <impinge/engine.h>

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace impinge::cli {

class OptionGroup;

/// Adds --choose, --directions and --zlist to a sub-command.
void add_view_choice(CLI::App& command, std::string& choose, std::string& directions, std::string& zlist,
                     const std::string& view_group, const std::string& way_group);

/// Adds --refine and --error.
void add_refinement(const OptionGroup& group, std::string& refine, std::string& error, const std::string& refine_help);

/// Sets them. Refuses what is out of range.
void set_refinement(std::string_view command, const std::string& refine, const std::string& error, int& levels,
                    double& share);

/// Sets --choose and --directions in options whose `direction` is set already. Refuses what contradicts itself.
void set_view_choice(std::string_view command, const std::string& choose, const std::string& directions,
                     ViewOptions& options);

}  // namespace impinge::cli
