// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/arguments.h"
#include "apps/cli/check/check_arguments.h"

namespace impinge::cli {
namespace {

/// The two numbers around a separator.
template <class Number>
std::pair<Number, Number> parse_two(const char* option, const std::string& text, char separator, Number low, Number high,
                                    const char* wanted) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos) refuse_argument("check", fmt::format("{} {}: give {}.", option, text, wanted));
  return {parse_argument<Number>("check", option, text.substr(0, at), low, high, wanted),
          parse_argument<Number>("check", option, text.substr(at + 1), low, high, wanted)};
}

ObjectId find_object(const Scene& scene, const std::string& name) {
  const auto objects = scene.objects();
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].name == name) return {i};
    names.push_back(objects[i].name);
  }
  refuse_argument("check", fmt::format("--pair {}: there is no such object; there are {}.", name, fmt::join(names, ", ")));
}

}  // namespace

PictureOptions to_picture_options(const CheckArguments& arguments, const Scene& scene) {
  PictureOptions options;
  options.backend = parse_word(arguments.backend, Backend::cpu);
  if (!arguments.size.empty())
    std::tie(options.width, options.height) =
        parse_two<int>("--size", arguments.size, 'x', 16, 4096, "pixels such as 1280x960, 16 to 4096 each");
  if (!arguments.view.empty()) {
    const auto [azimuth, elevation] =
        parse_two<double>("--view", arguments.view, ',', -360, 360, "two angles in degrees such as -60,28");
    if (!(elevation >= -90 && elevation <= 90))
      refuse_argument("check", fmt::format("--view {}: the second angle goes from -90 to 90 degrees.", arguments.view));
    options.azimuth_deg = azimuth;
    options.elevation_deg = elevation;
  }
  if (!arguments.pair.empty() && !scene.objects().empty())
    options.pair = {find_object(scene, arguments.pair.front()), find_object(scene, arguments.pair.back())};
  return options;
}

}  // namespace impinge::cli
