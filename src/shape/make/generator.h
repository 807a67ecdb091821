// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <impinge/export.h>
#include <impinge/mesh.h>

namespace impinge {

/// One numeric parameter of a generator. Choices (solid or not, upper or lower) are integers 0 and 1.
struct GeneratorParameter {
  std::string_view name;
  double fallback = 0;    ///< taken where the caller gives nothing; meaningless if required
  bool required = false;  ///< must be given
  bool integer = false;   ///< a fraction is an error
};

/// A shape by name, as a scene file calls it.
struct Generator {
  std::string_view name;
  std::span<const GeneratorParameter> parameters;
  std::string_view help;                            ///< one line
  Mesh (*make)(std::span<const double> arguments);  ///< one value for each parameter, in order
};

/// Every generator, ordered by name.
IMPINGE_EXPORT std::span<const Generator> generators() noexcept;

/// The generator of that name, or null.
IMPINGE_EXPORT const Generator* find_generator(std::string_view name) noexcept;

/// Makes a shape from named parameters. Throws Error (bad_argument) that lists what is allowed for an unknown generator or
/// parameter, one given twice, one missing, a fraction where an integer is due, or a value out of range.
IMPINGE_EXPORT Mesh make_generated(std::string_view name, std::span<const std::pair<std::string, double>> arguments);

/// The same from values in the order of the parameters; those left out at the end take their defaults.
IMPINGE_EXPORT Mesh make_generated(std::string_view name, std::span<const double> arguments);

/// "sphere(radius, stacks = 16, slices = 32)": the generator as messages and help show it.
IMPINGE_EXPORT std::string signature(const Generator& generator);

/// Throws Error (bad_argument) naming generator, parameter, value and range unless low <= value <= high.
void require_range(std::string_view generator, std::string_view parameter, double value, double low, double high);

/// Throws Error (too_large) unless a shape of that many faces fits into about a gigabyte: fifty million at most.
void require_face_count(std::string_view generator, double faces);

/// Throws Error (bad_argument) unless the value is a length: finite and greater than zero.
void require_length(std::string_view generator, std::string_view parameter, double value);

}  // namespace impinge
