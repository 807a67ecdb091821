// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

/// What is said about words that nobody understands.
namespace impinge::cli {

/// " Did you mean …?" for the nearest known word, or nothing where none is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

/// Says what is wrong and where to read on; the exit status.
int usage_error(const std::string& command, const std::string& message);

/// Turns what CLI11 refused into one message and status 2; help and version are no trouble.
int refused(const CLI::App& app, const CLI::ParseError& error);

}  // namespace impinge::cli
