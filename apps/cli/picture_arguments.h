// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>
#include <string_view>

#include "apps/cli/option_group.h"

namespace impinge::cli {

/// A picture as it was asked for; an empty text is an option that was not given.
struct PictureArguments {
  std::string file, view, size;
};

/// Adds --picture, --view and --size; `what` tells what the picture shows.
void add_picture_options(const OptionGroup& group, PictureArguments& arguments, const std::string& what);

/// Refuses, with an Error that names the option, what no picture can be made of.
void validate_picture(std::string_view command, const PictureArguments& arguments);

PictureOptions parse_picture(std::string_view command, const PictureArguments& arguments);

}  // namespace impinge::cli
