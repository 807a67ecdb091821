// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include "bench_arguments.h"
#include "experiment.h"

namespace impinge::bench::papers {

/// What page.py makes the page of.
std::string papers_json(const std::vector<Paper>& papers, const Setting& setting, const BenchArguments& args);
/// Every row, one a line.
std::string papers_csv(const std::vector<Paper>& papers);
/// Rows and claims as they come, for who watches the run.
void print_figure(const Paper& paper, const Figure& figure);
/// Claims that do not hold, on standard error; how many there are. `times`: those about times as well.
int broken_claims(const std::vector<Paper>& papers, bool times);

}  // namespace impinge::bench::papers
