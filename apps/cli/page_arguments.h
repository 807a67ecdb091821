// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/option_group.h"
#include "apps/cli/reports.h"
#include "apps/cli/sweep/sweep_reports.h"

namespace impinge::cli {

/// What `check`, `sweep` and `map` are asked for about a page, as it was typed.
struct PageArguments {
  std::string file, faces;
  bool asked() const { return !file.empty(); }
};

/// Adds --report and --report-faces.
void add_page_options(const OptionGroup& group, PageArguments& arguments);

/// Refuses a page that is no HTML file, and --report-faces without one or with a number out of range.
void validate_page(std::string_view command, const PageArguments& arguments);

/// Options of a page, titled by what was checked: the scene file, or the files.
ReportOptions to_page_options(std::string_view command, const PageArguments& arguments, const std::string& scene,
                              const std::vector<std::string>& files);

/// What a page shows of overlaps: their solids, curves and patches. Of a check or a sweep.
template <class Options>
void ask_for_overlaps(Options& options) {
  options.overlap = options.curves = options.patches = true;
}

/// What the report knows of each of its pairs.
/// @{
std::vector<ReportPair> page_pairs(const Report& report);
std::vector<ReportPair> page_pairs(const SweepReport& report);
/// @}

/// The id of a pair by itself.
std::string pair_id(const Scene& scene, ObjectId a, ObjectId b);

}  // namespace impinge::cli
