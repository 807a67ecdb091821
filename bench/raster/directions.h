// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>

namespace impinge::bench {

/// What the 1995 paper left open: how the error depends on the choice and the number of directions. Prints a table and
/// gives the rows as the members of a JSON array.
std::string run_directions(bool quick);

}  // namespace impinge::bench
