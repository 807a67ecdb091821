// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace impinge::bench {

/// Numbers that an option takes, bounds included.
struct Limits {
  double low = std::numeric_limits<double>::lowest(), high = std::numeric_limits<double>::max();
};
constexpr Limits kPositive{1, std::numeric_limits<double>::max()};

/// The options of a benchmark. The large header behind it is compiled once for all of them; lists are separated by commas.
class BenchOptions {
 public:
  explicit BenchOptions(const std::string& what);
  ~BenchOptions();

  void flag(const std::string& name, bool& value, const std::string& help);
  void option(const std::string& name, std::string& value, const std::string& help);
  void option(const std::string& name, int& value, const std::string& help, Limits limits = {});
  void option(const std::string& name, double& value, const std::string& help, Limits limits = {});
  void option(const std::string& name, std::vector<int>& value, const std::string& help, Limits limits = {});
  void option(const std::string& name, std::vector<std::string>& value, const std::string& help);
  /// One of these words.
  void choice(const std::string& name, std::string& value, const std::vector<std::string>& words, const std::string& help);
  /// As option, and the environment gives it where the command line does not.
  void option_or_environment(const std::string& name, const std::string& variable, std::string& value,
                             const std::string& help);

  /// True where the program goes on; else `status` is what it ends with.
  bool parse(int argc, char** argv, int& status);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace impinge::bench
