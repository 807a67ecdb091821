// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "bench_options.h"

#include <CLI/CLI.hpp>

namespace impinge::bench {

BenchOptions::BenchOptions(const std::string& what) : app_(std::make_unique<CLI::App>(what)) {}
BenchOptions::~BenchOptions() = default;

void BenchOptions::flag(const std::string& name, bool& value, const std::string& help) { app_->add_flag(name, value, help); }

void BenchOptions::option(const std::string& name, std::string& value, const std::string& help) {
  app_->add_option(name, value, help);
}

void BenchOptions::option(const std::string& name, int& value, const std::string& help, Limits limits) {
  app_->add_option(name, value, help)->check(CLI::Range(limits.low, limits.high));
}

void BenchOptions::option(const std::string& name, double& value, const std::string& help, Limits limits) {
  app_->add_option(name, value, help)->check(CLI::Range(limits.low, limits.high));
}

void BenchOptions::option(const std::string& name, std::vector<int>& value, const std::string& help, Limits limits) {
  app_->add_option(name, value, help)->delimiter(',')->check(CLI::Range(limits.low, limits.high));
}

void BenchOptions::option(const std::string& name, std::vector<std::string>& value, const std::string& help) {
  app_->add_option(name, value, help)->delimiter(',');
}

void BenchOptions::choice(const std::string& name, std::string& value, const std::vector<std::string>& words,
                          const std::string& help) {
  app_->add_option(name, value, help)->check(CLI::IsMember(words));
}

void BenchOptions::option_or_environment(const std::string& name, const std::string& variable, std::string& value,
                                         const std::string& help) {
  app_->add_option(name, value, help)->envname(variable);
}

bool BenchOptions::parse(int argc, char** argv, int& status) {
  try {
    app_->parse(argc, argv);
    return true;
  } catch (const CLI::ParseError& error) {
    status = app_->exit(error);
    return false;
  }
}

}  // namespace impinge::bench
