// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace impinge::cli {

/// Exit statuses, the same for every sub-command.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kTrouble = 2;
inline constexpr int kInterrupted = 130;  ///< 128 + SIGINT, as shells report it

/// The last lines of every help; sub-commands that look at pairs add the second.
inline constexpr const char* kExitStatus = "Exit status: 0 clean, 1 findings, 2 trouble (130 after Ctrl-C).";
inline constexpr const char* kIgnoredPairs = " A pair that the scene or a rule ignores is not a finding.";

/// Each adds its sub-command to the app and gives what to run once the arguments are parsed; that returns the exit status.
using Command = std::function<int()>;
Command add_check(CLI::App& app);
Command add_map(CLI::App& app);
Command add_sweep(CLI::App& app);
Command add_info(CLI::App& app);
Command add_demo(CLI::App& app);
Command add_octree(CLI::App& app);
Command add_mend(CLI::App& app);
Command add_overlap(CLI::App& app);
Command add_distance(CLI::App& app);
Command add_diff(CLI::App& app);
Command add_plant(CLI::App& app);
Command add_pairs(CLI::App& app);

/// True once Ctrl-C was pressed; the next one ends the program at once.
bool interrupted() noexcept;

/// While it lives, the first Ctrl-C ends the program at once: for work that cannot be cancelled and leaves nothing behind.
class InterruptEnds {
 public:
  InterruptEnds();
  ~InterruptEnds();
  InterruptEnds(const InterruptEnds&) = delete;
  InterruptEnds& operator=(const InterruptEnds&) = delete;
};

/// Throws Error (cancelled) once Ctrl-C was pressed.
void stop_if_interrupted();

}  // namespace impinge::cli
