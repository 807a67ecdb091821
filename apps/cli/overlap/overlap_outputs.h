// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/io.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/arguments.h"
#include "apps/cli/option_group.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// What `check`, `overlap` and `sweep` are asked for about an overlap, as it was typed; an empty text is a file not asked
/// for.
struct OverlapOutputs {
  std::string contacts, curves, solid;
  bool patches = false, parting = false;

  bool any() const { return patches || parting || !(contacts.empty() && curves.empty() && solid.empty()); }
  /// True if a list takes standard output.
  bool prints() const { return contacts == "-" || curves == "-"; }
};

/// Adds --contacts, --curves, --patches and --parting.
void add_overlap_outputs(const OptionGroup& group, OverlapOutputs& outputs);

/// Adds --overlap, of `check` and `sweep`.
void add_overlap_solid(const OptionGroup& group, OverlapOutputs& outputs);

/// The files they name; `solid_option` is the one that names OverlapOutputs::solid.
std::vector<OutputOption> overlap_files(const OverlapOutputs& outputs, const char* solid_option);

/// Refuses files with endings that are not written; `solid_option` as above.
void validate_overlap_outputs(std::string_view command, const char* solid_option, const OverlapOutputs& outputs);

/// Of a check or a sweep, whose options have the same names.
/// @{
template <class Options>
void set_overlap_options(const OverlapOutputs& outputs, Options& options) {
  options.contacts = !outputs.contacts.empty();
  options.curves = !outputs.curves.empty();
  options.patches = outputs.patches;
  options.overlap = !outputs.solid.empty();
  options.parting = outputs.parting;
}
template <class Options>
OverlapAsked asked_of(const Options& options) {
  return {.contacts = options.contacts,
          .curves = options.curves,
          .patches = options.patches,
          .solid = options.overlap,
          .parting = options.parting};
}
/// @}

/// The overlaps of all pairs that have a volume, each named after its pair.
std::vector<MeshPart> overlap_parts(const Scene& scene, const CheckResult& result);

/// Writes the files that were asked for; none for the solid where no pair has a volume. True if there was one to write.
bool write_overlap_files(const Scene& scene, const CheckResult& result, const OverlapOutputs& outputs);

/// A sentence where a solid was asked for and none is there to be written; else empty.
std::string unwritten_text(const OverlapOutputs& outputs, bool written);

}  // namespace impinge::cli
