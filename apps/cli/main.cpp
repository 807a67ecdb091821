// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <sys/time.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/cli/manual/option_table.h"
#include "apps/cli/reports.h"
#include "apps/cli/usage.h"

namespace impinge::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0, interrupt_ends = 0;

// How long a query may take to notice Ctrl-C: stages poll far more often, but nobody should wait for the one that does not.
constexpr long kGraceMicroseconds = 100000;

// In the order of the help. Each gives itself its name.
constexpr Command (*kSubCommands[])(CLI::App& app) = {add_check,  add_overlap, add_distance, add_map,  add_sweep, add_info,
                                                      add_octree, add_mend,    add_pairs,    add_diff, add_plant, add_demo};

// Nothing but what a signal handler may call.
[[noreturn]] void end_now(int) {
  constexpr std::string_view kMessage = "\nimpinge: interrupted; nothing was decided.\n";
  const std::string_view message = ::isatty(STDERR_FILENO) != 0 ? kMessage : kMessage.substr(1);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(kInterrupted);
}

void on_interrupt(int signal) {
  if (interrupt_ends != 0) end_now(signal);
  interrupt_seen = 1;
  // The second Ctrl-C must end a program that is busy elsewhere, for example in writing a file.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGALRM, end_now);
  const ::itimerval once{{0, 0}, {0, kGraceMicroseconds}};
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

/// What --man and --completion print, which need no sub-command.
int print_manual(const CLI::App& app, const std::string& option, const std::string& word) {
  const std::vector<CommandRow> table = read_option_table(app);
  if (option == "--completion") {
    const std::string script = completion_script(table, word);
    if (script.empty()) return usage_error("impinge", fmt::format("--completion {}: give bash, zsh or fish.", word));
    write_text("-", script);
    return kClean;
  }
  const auto command = std::find_if(table.begin(), table.end(), [&](const CommandRow& row) { return row.name == word; });
  if (command == table.end()) return usage_error("impinge", fmt::format("--man {}: there is no such sub-command.", word));
  write_text("-", man_page(table, *command, version()));
  return kClean;
}

int run(int argc, char** argv) {
  CLI::App app("impinge tells where 3D shapes interfere, and proves it.", "impinge");
  app.set_version_flag("--version", fmt::format("impinge {}", version()));
  app.require_subcommand(1);
  std::string unused;  // print_manual sees to them
  app.add_option("--man", unused, "Print the manual page, or that of a sub-command")->type_name("[COMMAND]");
  app.add_option("--completion", unused, "Print what makes a shell complete")->type_name("bash|zsh|fish");
  app.get_formatter()->column_width(34);
  app.footer(std::string("Example: impinge check lid.stl box.stl --clearance 0.2\n") + kExitStatus);
  std::vector<std::string> names;
  std::vector<Command> commands;
  for (const auto add : kSubCommands) {
    commands.push_back(add(app));
    names.push_back(app.get_subcommands({}).back()->get_name());
  }

  const std::string first = argc > 1 ? argv[1] : "";
  if (argc <= 3 && (first == "--man" || first == "--completion")) return print_manual(app, first, argc > 2 ? argv[2] : "");
  if (argc < 2) {
    const auto last = names.end() - 1;
    return usage_error("impinge",
                       fmt::format("no sub-command given; use {} or {}.", fmt::join(names.begin(), last, ", "), *last));
  }
  if (const std::string word = argv[1]; !word.empty() && word.front() != '-') {
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      return usage_error("impinge", fmt::format("unknown sub-command '{}'.{}", word, suggestion(word, names)));
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return refused(app, error);
  }
  const std::string chosen = app.get_subcommands().front()->get_name();
  return commands[static_cast<std::size_t>(std::find(names.begin(), names.end(), chosen) - names.begin())]();
}

}  // namespace

bool interrupted() noexcept { return interrupt_seen != 0; }

InterruptEnds::InterruptEnds() { interrupt_ends = 1; }
InterruptEnds::~InterruptEnds() { interrupt_ends = 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Error(ErrorCode::cancelled, "interrupted");
}

}  // namespace impinge::cli

int main(int argc, char** argv) {
  using namespace impinge;
  // A reader that went away shows as a failed write, not as a killed program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // as does a file that may not grow
  std::signal(SIGINT, cli::on_interrupt);
  try {
    return cli::run(argc, argv);
  } catch (const Error& error) {
    // What fails once Ctrl-C was pressed says nothing about the inputs.
    const bool cancelled = error.code() == ErrorCode::cancelled || cli::interrupted();
    if (cancelled) std::signal(SIGALRM, SIG_IGN);  // it says so itself
    std::fprintf(stderr, "impinge: %s\n", cancelled ? "interrupted; nothing was decided." : error.what());
    return cancelled ? cli::kInterrupted : cli::kTrouble;
  } catch (const std::bad_alloc&) {
    std::fputs("impinge: out of memory; check fewer or smaller meshes at a time.\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "impinge: unexpected error: %s\n", error.what());
  }
  return cli::kTrouble;
}
