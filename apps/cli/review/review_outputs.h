// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "apps/cli/option_group.h"

namespace impinge::cli {

/// The files for build servers and review tools that `check` and `sweep` were asked for, as they were typed.
struct ReviewOutputs {
  std::string junit, sarif, markdown, bcf, bcf_version = "2.1", glb, snapshots;

  bool any() const { return !(junit.empty() && sarif.empty() && markdown.empty() && bcf.empty() && glb.empty()); }
  /// True if one of them takes standard output.
  bool prints() const { return junit == "-" || sarif == "-" || markdown == "-"; }
};

/// Adds --junit, --sarif, --markdown and --bcf; with `of_check` also --glb and --snapshots.
void add_review_outputs(const OptionGroup& group, ReviewOutputs& outputs, bool of_check);

/// The files, for validate_outputs.
std::vector<OutputOption> review_files(const ReviewOutputs& outputs);

/// Refuses names with other endings, and options that would change nothing.
void validate_review_outputs(std::string_view command, const ReviewOutputs& outputs);

/// Writes what was asked for. The content of Review::scene_file is read again, for where its objects stand.
void write_review_files(std::string_view command, const Review& review, const ReviewOutputs& outputs, Backend backend);

}  // namespace impinge::cli
