// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include "io/report/report_page.h"

namespace impinge::io {

/// What every document begins with.
OrderedJson begin_document(const char* kind, const Scene& scene, const ReportOptions& options);

/// What every document ends with: the rules, and how the answer was found.
void end_document(const Scene& scene, const Stats& stats, OrderedJson& document);

/// What the caller knows of pair i beyond the answer; its number stands for its id where he knows nothing.
void add_known(const ReportOptions& options, std::size_t i, bool finding, OrderedJson& json);

}  // namespace impinge::io
