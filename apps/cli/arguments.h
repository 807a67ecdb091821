// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/mesh.h>

#include <charconv>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the sub-commands read their arguments with. `command` names the one whose help a message points at.
namespace impinge::cli {

// A sane number for scripts that run anywhere; what the machine lacks is taken off.
inline constexpr int kMaxThreads = 1024;

/// Why the two are not given together.
inline constexpr const char* kSelfClearance =
    "--self with --clearance: how near an object comes to itself is not measured, since neighbours along its surface are "
    "always near; run once with --clearance, for pairs, and once with --self.";

[[noreturn]] void refuse_argument(std::string_view command, const std::string& message);

/// The whole text as a number in a range; a message names the option and what it wants.
template <class Number>
Number parse_argument(std::string_view command, std::string_view option, const std::string& text, Number low, Number high,
                      std::string_view wanted) {
  Number value{};
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = trouble == std::errc() && end == text.data() + text.size();
  if (!whole || !(value >= low && value <= high)) {
    refuse_argument(command, fmt::format("{} {}: give {}.", option, text, wanted));
  }
  return value;
}

/// Three finite numbers with commas between them, not all zero.
Vec3 parse_direction(std::string_view command, std::string_view option, const std::string& text, std::string_view wanted);

/// A number of threads, no more than there are cores; 0 for an empty text.
int parse_threads(std::string_view command, const std::string& text);

/// Options of the engine from --threads and --backend.
EngineOptions parse_engine_options(std::string_view command, const std::string& threads, const std::string& backend);

/// The words of options that choose among variants; an empty one was not given.
struct ExperimentWords {
  std::string broad{}, zlist{}, raster{}, form{}, passes{}, drawing{}, swept{}, swept_pairs{}, parallel{};
};
Experiments parse_experiments(const ExperimentWords& words);

/// Every word of an enum, in its order. Enumerators count from 0; the first number without a word ends them.
template <class Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (int i = 0;; ++i) {
    const char* const word = to_string(static_cast<Enum>(i));
    if (Enum value{}; !from_string(word, value)) return words;
    words.emplace_back(word);
  }
}

/// The enumerator of a word that the parser has let through; `otherwise` for an empty text.
template <class Enum>
Enum parse_word(const std::string& word, Enum otherwise) {
  from_string(word, otherwise);
  return otherwise;
}

/// Refuses anything but a unit of length; an empty text is an option that was not given.
void validate_units(std::string_view command, const std::string& units);

/// A length of 0 or more, or inf; none for an empty text.
std::optional<double> parse_clearance(std::string_view command, const std::string& text);

/// SweepOptions::precision; `otherwise` for an empty text.
double parse_precision(std::string_view command, const std::string& text, double otherwise);

/// Whether a file name has one of these endings, in any case.
bool ends_in(const std::string& file, std::span<const std::string_view> endings);
bool ends_in(const std::string& file, std::initializer_list<std::string_view> endings);

/// Refuses a file whose name does not have one of these endings; an empty one was not given.
void require_ending(std::string_view command, std::string_view option, const std::string& file,
                    std::span<const std::string_view> endings);
void require_ending(std::string_view command, std::string_view option, const std::string& file,
                    std::initializer_list<std::string_view> endings);

/// An option that names a file to write; an empty target was not given.
struct OutputOption {
  const char* option;
  const std::string& target;
};

/// Refuses outputs that cannot be written, or that would destroy an input or each other.
void validate_outputs(std::string_view command, std::span<const OutputOption> outputs, std::span<const std::string> inputs);

}  // namespace impinge::cli
