// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "peer.h"

namespace impinge::bench {

/// Times of one peer in one row, in milliseconds.
struct Timing {
  double median = 0, least = 0, most = 0;
  int rounds = 0;
};

/// One line of the table: what was asked and what it took.
struct Row {
  Work work = Work::fresh;
  Query query = Query::all;
  Contact contact = Contact::apart;
  std::uint64_t triangles = 0;  ///< of one body
  int threads = 1;
  std::optional<Timing> ours;  ///< nothing where there is no way yet to ask it
  std::string method;          ///< what the engine chose
  std::map<std::string, Timing> peers;
  Timing stream;
  std::optional<std::uint64_t> pairs;  ///< that ours found, for Query::all
  std::map<std::string, std::uint64_t> peer_pairs;
  std::optional<double> distance;  ///< that ours found
  std::map<std::string, double> peer_distance;
  std::uint64_t peak_bytes = 0;          ///< of ours, beyond the input
  std::vector<std::string> differences;  ///< exact peers that found something else

  /// The fastest peer over ours.
  std::optional<double> ratio() const;
  /// Ours over the pass that only reads.
  std::optional<double> stream_ratio() const;
};

/// How much time a row may take.
struct Effort {
  int rounds = 9;
  double budget_ms = 4000;  ///< a peer that has used it up sits out the remaining rounds
  double turn_ms = 10;      ///< rigid questions are asked again and again, for so long in each turn
};

/// Everyone takes a turn in each round, so that all see the same moods of the machine.
class Contest {
 public:
  Contest(int threads, Effort effort);
  ~Contest();
  Row run(const Task& task);
  /// Versions by name, of the peers that this build has.
  std::map<std::string, std::string> versions() const;

 private:
  int threads_;
  Effort effort_;
  std::unique_ptr<Ours> ours_;
  std::unique_ptr<Peer> stream_;
  std::vector<std::unique_ptr<Peer>> peers_;
};

}  // namespace impinge::bench
