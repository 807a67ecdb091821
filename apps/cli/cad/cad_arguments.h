// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io/cad.h>

#include <string>
#include <vector>

#include "apps/cli/progress_bar.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// Options about STEP, IGES and BREP files as they were typed; an empty text is an option that was not given.
struct CadArguments {
  std::string depth, deflection, chord, time_limit;
  bool heal = false;
};

void add_cad_options(CLI::App& command, CadArguments& arguments);

/// Whether one of the files is read through Open CASCADE.
bool any_cad(const std::vector<std::string>& files);

/// Throws Error (bad_argument) for numbers out of range, and for options without a CAD file to use them.
void validate_cad(const CadArguments& arguments, const std::vector<std::string>& files);

CadLoadOptions to_cad_load(const CadArguments& arguments, const std::string& units, const std::string& threads,
                           ProgressBar& bar);
CadSettleOptions to_cad_settle(const CadArguments& arguments);

/// The files as one scene: each solid of a CAD file is an object, any other file is one. With several files the stems of CAD
/// files go before their objects' names.
Scene load_cad_inputs(const std::vector<std::string>& files, const CadLoadOptions& options, CadScene& cad, ProgressBar& bar);

/// What the files' readers have to say, a line each.
void print_notes(const CadScene& cad);

}  // namespace impinge::cli
