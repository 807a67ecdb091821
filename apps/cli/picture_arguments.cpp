// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/picture_arguments.h"

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "apps/cli/arguments.h"

namespace impinge::cli {
namespace {

/// The two numbers around a separator.
template <class Number>
std::pair<Number, Number> parse_two(std::string_view command, const char* option, const std::string& text, char separator,
                                    Number low, Number high, const char* wanted) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos) refuse_argument(command, fmt::format("{} {}: give {}.", option, text, wanted));
  return {parse_argument<Number>(command, option, text.substr(0, at), low, high, wanted),
          parse_argument<Number>(command, option, text.substr(at + 1), low, high, wanted)};
}

}  // namespace

void add_picture_options(const OptionGroup& group, PictureArguments& arguments, const std::string& what) {
  group.text("--picture", arguments.file, "FILE.png", what);
  group.text("--view", arguments.view, "A,E",
             "Picture: degrees around z and above the horizon [-60,28, or what shows the contacts]");
  group.text("--size", arguments.size, "WxH", "Picture: pixels [1280x960]");
}

void validate_picture(std::string_view command, const PictureArguments& arguments) {
  parse_picture(command, arguments);
  if (!arguments.file.empty() && !ends_in(arguments.file, {".png"}))
    refuse_argument(command, fmt::format("--picture {}: a picture goes into a PNG file; give a name that ends in .png.",
                                         arguments.file));
}

PictureOptions parse_picture(std::string_view command, const PictureArguments& arguments) {
  PictureOptions options;
  if (!arguments.size.empty())
    std::tie(options.width, options.height) =
        parse_two<int>(command, "--size", arguments.size, 'x', 16, 4096, "pixels such as 1280x960, 16 to 4096 each");
  if (!arguments.view.empty()) {
    const auto [azimuth, elevation] =
        parse_two<double>(command, "--view", arguments.view, ',', -360, 360, "two angles in degrees such as -60,28");
    if (!(elevation >= -90 && elevation <= 90))
      refuse_argument(command, fmt::format("--view {}: the second angle goes from -90 to 90 degrees.", arguments.view));
    options.azimuth_deg = azimuth;
    options.elevation_deg = elevation;
  }
  return options;
}

}  // namespace impinge::cli
