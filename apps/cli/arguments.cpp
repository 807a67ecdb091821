// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/arguments.h"

#include <impinge/io.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "apps/cli/reports.h"
#include "apps/cli/wording.h"

namespace impinge::cli {

void refuse_argument(std::string_view command, const std::string& message) {
  throw Error(ErrorCode::bad_argument, fmt::format("{}\nSee 'impinge {} --help'.", message, command));
}

Vec3 parse_direction(std::string_view command, std::string_view option, const std::string& text, std::string_view wanted) {
  constexpr double kMost = std::numeric_limits<double>::max();
  Vec3 direction;
  std::size_t from = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t end = text.find(',', from);
    const bool last = end == std::string::npos;
    const std::string_view part = std::string_view(text).substr(from, last ? std::string::npos : end - from);
    double& value = direction[axis];
    const auto [stop, trouble] = std::from_chars(part.data(), part.data() + part.size(), value);
    const bool whole = trouble == std::errc() && stop == part.data() + part.size() && std::abs(value) <= kMost;
    if (!whole || last != (axis == 2)) refuse_argument(command, fmt::format("{} {}: give {}.", option, text, wanted));
    from = last ? text.size() : end + 1;
  }
  if (direction.isZero(0)) {
    refuse_argument(command, fmt::format("{} {}: a direction of no length points nowhere; give {}.", option, text, wanted));
  }
  return direction;
}

int parse_threads(std::string_view command, const std::string& text) {
  if (text.empty()) return 0;
  const int asked = parse_argument<int>(command, "--threads", text, 1, kMaxThreads, "a whole number from 1 to 1024");
  // TBB would ignore the rest as well, but not without a warning on standard error.
  return std::min(asked, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
}

EngineOptions parse_engine_options(std::string_view command, const std::string& threads, const std::string& backend) {
  EngineOptions options;
  options.threads = parse_threads(command, threads);
  options.backend = parse_word(backend, Backend::cpu);
  return options;
}

Experiments parse_experiments(const ExperimentWords& words) {
  Experiments experiments;
  experiments.broad = parse_word(words.broad, experiments.broad);
  experiments.zlist = parse_word(words.zlist, experiments.zlist);
  experiments.raster = parse_word(words.raster, experiments.raster);
  experiments.depth_form = parse_word(words.form, experiments.depth_form);
  experiments.depth_passes = parse_word(words.passes, experiments.depth_passes);
  experiments.drawing = parse_word(words.drawing, experiments.drawing);
  experiments.swept = parse_word(words.swept, experiments.swept);
  experiments.swept_pairs = parse_word(words.swept_pairs, experiments.swept_pairs);
  experiments.parallel = parse_word(words.parallel, experiments.parallel);
  return experiments;
}

void validate_units(std::string_view command, const std::string& units) {
  if (units.empty()) return;
  try {
    require_unit(units);
  } catch (const Error& error) {
    refuse_argument(command, fmt::format("--units {}: {}", units, error.what()));
  }
}

std::optional<double> parse_clearance(std::string_view command, const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "inf") return std::numeric_limits<double>::infinity();
  return parse_argument<double>(command, "--clearance", text, 0.0, std::numeric_limits<double>::max(),
                                "a length of 0 or more, such as 0.2, or inf");
}

double parse_precision(std::string_view command, const std::string& text, double otherwise) {
  if (text.empty()) return otherwise;
  return parse_argument<double>(command, "--precision", text, 1e-6, 1.0, "a fraction from 1e-6 to 1, such as 0.001");
}

bool ends_in(const std::string& file, std::span<const std::string_view> endings) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool ends_in(const std::string& file, std::initializer_list<std::string_view> endings) {
  return ends_in(file, std::span(endings.begin(), endings.size()));
}

void require_ending(std::string_view command, std::string_view option, const std::string& file,
                    std::span<const std::string_view> endings) {
  if (file.empty() || ends_in(file, endings)) return;
  refuse_argument(command, fmt::format("{} {}: give a file name that ends in {}.", option, file, one_of(endings)));
}

void require_ending(std::string_view command, std::string_view option, const std::string& file,
                    std::initializer_list<std::string_view> endings) {
  require_ending(command, option, file, std::span(endings.begin(), endings.size()));
}

void validate_outputs(std::string_view command, std::span<const OutputOption> outputs, std::span<const std::string> inputs) {
  std::error_code ignored;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, target] = outputs[i];
    if (target.empty()) continue;
    require_writable(option, target);
    for (const std::string& input : inputs) {
      if (std::filesystem::equivalent(target, input, ignored)) {
        refuse_argument(command, fmt::format("{} {}: this would overwrite an input; give another name.", option, target));
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (outputs[j].target == target) {
        refuse_argument(command, fmt::format("{} and {} both write {}; give two names.", outputs[j].option, option, target));
      }
    }
  }
}

}  // namespace impinge::cli
