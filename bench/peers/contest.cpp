// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// How a row is measured. Untimed: the bodies, the examination of their topology, and what the kind of work allows to reuse.
// In each round everyone takes a turn of a few questions, rigid bodies of many. The first question of a turn finds the
// caches that somebody else left, as no program that asks again and again does, and counts only for those whose whole budget
// it takes. A row's figures are medians over the turns.
#include <algorithm>

#include "bench_clock.h"
#include "measure.h"
#include "peak_bytes.h"
#include "row.h"

namespace impinge::bench {
namespace {

constexpr std::size_t kCounted = 3, kMostCounted = 63;  // questions of a turn, the first one apart; most for rigid bodies

double timed_ms(Peer& peer) {
  return ms_of(BenchClock::wall, [&] { peer.ask(); });
}

// Deforming bodies alternate; the first question leads away from the vertices that trees were built for.
int state_of(const Task& task, int question) { return task.work == Work::deforming ? (question + 1) % 2 : 0; }

// One peer in one row.
struct Entrant {
  explicit Entrant(Peer& who) : peer(&who) {}

  Peer* peer;
  std::vector<double> ms;  // one for each turn
  int questions = 0;
  double spent_ms = 0;
  std::vector<FaceIds> found[2];  // by state, sorted
  bool asked[2] = {false, false};
  std::optional<double> distance;

  void take_turn(const Task& task, const Effort& effort) {
    if (spent_ms > effort.budget_ms) return;
    const bool rigid = task.work == Work::rigid && task.query != Query::build;
    const double first = ask(task);
    std::vector<double> counted;
    for (double turn_ms = 0; counted.size() < (rigid ? kMostCounted : kCounted); turn_ms += counted.back()) {
      if (spent_ms > effort.budget_ms || (rigid && turn_ms > effort.turn_ms)) break;
      counted.push_back(ask(task));
    }
    ms.push_back(counted.empty() ? first : median(counted));
  }

  double ask(const Task& task) {
    const int state = state_of(task, questions++);
    peer->renew(state);
    const double one = timed_ms(*peer);
    spent_ms += one;
    if (!asked[state]) keep(state);
    return one;
  }

  void keep(int state) {
    Found result = peer->found();
    std::sort(result.pairs.begin(), result.pairs.end());
    found[state] = std::move(result.pairs);
    asked[state] = true;
    distance = result.distance;
  }

  Timing timing() const {
    const auto [least, most] = std::minmax_element(ms.begin(), ms.end());
    return {median(ms), *least, *most, static_cast<int>(ms.size())};
  }

  // Whether it says the same of every state that both were asked about.
  bool agrees(const Entrant& other, Query query) const {
    for (int f : {0, 1}) {
      if (!asked[f] || !other.asked[f]) continue;
      if (query == Query::all && found[f] != other.found[f]) return false;
      if (query == Query::boolean && found[f].empty() != other.found[f].empty()) return false;
    }
    return true;
  }
};

// Forth and back, so that nobody always finds the caches that the same neighbour has left.
void take_turns(std::span<Entrant> entrants, const Task& task, int round, const Effort& effort) {
  for (std::size_t i = 0; i < entrants.size(); ++i)
    entrants[round % 2 == 0 ? i : entrants.size() - 1 - i].take_turn(task, effort);
}

// Those whose answers are exact and must be equal to ours.
bool exact(const std::string& name) { return name == "cgal" || name.starts_with("embree"); }

// Of a peer that has kept nothing from queries before.
std::uint64_t peak_of(Peer& peer, const Task& task) {
  peer.begin(task);
  peer.renew(0);
  watch_peak_bytes();
  peer.ask();
  return stop_peak_bytes();
}

// Pairs are those of the first question, which everyone is asked.
void note_answers(Row& row, const Task& task, const Entrant& entrant, const Entrant* ours) {
  const std::string name = entrant.peer->name();
  row.peers[name] = entrant.timing();
  if (row.query == Query::all) row.peer_pairs[name] = entrant.found[state_of(task, 0)].size();
  if (entrant.distance) row.peer_distance[name] = *entrant.distance;
  if (ours != nullptr && exact(name) && !entrant.agrees(*ours, row.query)) row.differences.push_back(name);
}

}  // namespace

std::optional<double> Row::ratio() const {
  if (!ours || peers.empty()) return {};
  const auto fastest = std::min_element(peers.begin(), peers.end(),
                                        [](const auto& x, const auto& y) { return x.second.median < y.second.median; });
  return fastest->second.median / ours->median;
}

std::optional<double> Row::stream_ratio() const {
  if (!ours || stream.rounds == 0) return {};
  return ours->median / stream.median;
}

Contest::Contest(int threads, Effort effort)
    : threads_(threads),
      effort_(effort),
      ours_(make_ours(threads)),
      stream_(make_stream(threads)),
      peers_(make_peers(threads)) {}
Contest::~Contest() = default;

std::map<std::string, std::string> Contest::versions() const {
  std::map<std::string, std::string> versions{{"ours", ours_->version()}, {"stream", stream_->version()}};
  for (const auto& peer : peers_) versions[peer->name()] = peer->version();
  return versions;
}

Row Contest::run(const Task& task) {
  std::vector<Entrant> entrants;
  const auto enter = [&](Peer& peer) {
    if (!peer.offers(task)) return;
    peer.begin(task);
    entrants.emplace_back(peer);
  };
  enter(*stream_);
  enter(*ours_);
  const bool ours_in = entrants.size() == 2;
  for (const auto& peer : peers_) enter(*peer);
  for (int round = 0; round < effort_.rounds; ++round) take_turns(entrants, task, round, effort_);

  Row row;
  row.work = task.work;
  row.query = task.query;
  row.contact = task.bodies->contact;
  row.threads = threads_;
  row.triangles = task.bodies->a->faces.size();
  row.stream = entrants[0].timing();
  const Entrant* ours = ours_in ? &entrants[1] : nullptr;
  if (ours) {
    row.ours = ours->timing();
    row.method = ours_->method();
    if (task.query == Query::all) row.pairs = ours->found[state_of(task, 0)].size();
    row.distance = ours->distance;
    // With the old engine goes what it keeps for the next query.
    ours_.reset();
    ours_ = make_ours(threads_);
    row.peak_bytes = peak_of(*ours_, task);
  }
  for (std::size_t i = ours_in ? 2 : 1; i < entrants.size(); ++i) note_answers(row, task, entrants[i], ours);
  return row;
}

}  // namespace impinge::bench
