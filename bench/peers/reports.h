// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdio>
#include <map>
#include <span>
#include <string>

#include "row.h"

namespace impinge::bench {

/// What the figures depend on, in words that name no host.
struct Environment {
  std::string cpu, compiler, commit;
  int cores = 0;
  std::map<std::string, std::string> versions;  ///< by peer; those this build lacks say "absent"
};
Environment find_environment(const std::map<std::string, std::string>& versions, std::string commit);

/// For people: the header once, then a line as soon as its row is done.
/// @{
std::string table_header();
std::string table_line(const Row& row, const Environment& environment);
/// @}

/// Ours on several threads against one, for each row that has both.
std::string thread_table(std::span<const Row> rows);

/// For programs.
/// @{
std::string rows_csv(std::span<const Row> rows);
std::string rows_json(std::span<const Row> rows, const Environment& environment);
/// @}

}  // namespace impinge::bench
