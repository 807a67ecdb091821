// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Convex bodies in the setting of Nio, Tokumasu & Ochi: n points on an ellipsoid, both bodies turned at random, the second
// centre anywhere in a ball of radius 2; each query cold, one thread. Poses are made before the clock starts; all queries of
// a row are asked in one go, three times, and the best round counts, for us as for the peers.
#include <fmt/format.h>

#include "bench_clock.h"
#include "bench_program.h"
#include "measured.h"
#include "peers.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int queries = 200000;
  double peer_seconds = 20;
  bool no_peers = false;
};

[[maybe_unused]] void ask_peer(ConvexRow& row, const std::string& name, ConvexPeer& peer, const std::vector<Query>& queries,
                               const std::vector<bool>& met, double seconds) {
  const BenchStopwatch watch(BenchClock::thread);
  std::size_t n = 0;
  int differ = 0;
  for (; n < queries.size() && (n < 400 || watch.ms() < seconds * 1e3); ++n)
    differ += peer.meet(queries[n]) != met[n] ? 1 : 0;
  row.peer_ns[name] = 1e6 * watch.ms() / static_cast<double>(n);
  row.peer_disagreements[name] = differ;
}

// In the rows of the paper's own axes.
AskPeers peers_of(const Arguments& args) {
  if (args.no_peers) return {};
  return [seconds = args.peer_seconds](
             [[maybe_unused]] ConvexRow& row, [[maybe_unused]] const ConvexBody& a, [[maybe_unused]] const ConvexBody& b,
             [[maybe_unused]] const std::vector<Query>& queries, [[maybe_unused]] const std::vector<bool>& met) {
#ifdef IMPINGE_BENCH_FCL
    ask_peer(row, "fcl", *make_convex_fcl(a, b), queries, met, seconds);
#endif
#ifdef IMPINGE_BENCH_BULLET
    ask_peer(row, "bullet", *make_convex_bullet(a, b), queries, met, seconds);
#endif
  };
}

int run(Arguments args) {
  if (args.quick) {
    args.queries = 2000;
    args.peer_seconds = 0;
  }
  std::vector<ConvexRow> rows;
  // The files grow row by row, so that a run that is stopped leaves what it has.
  const auto add = [&](ConvexRow row) {
    print_row(row);
    rows.push_back(std::move(row));
    write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  };
  print_head();
  const int largest = args.quick ? 10000 : 1000000;
  for (int n = 100; n <= largest; n *= 10) add(size_row(args.queries, n, kPaperAxes, peers_of(args)));
  for (const Axes& axes : kOtherAxes)
    for (int n = 1000; n <= std::min(largest, 100000); n *= 100) add(size_row(args.queries, n, axes));
  for (int n = 100; n <= largest; n *= 10) add(plane_row(args.queries, n, 0.66));
  add(plane_row(args.queries, std::min(largest, 100000), 0.33));
  const ConvexBody a = ConvexBody::from_points(ellipsoid_points(2000, kPaperAxes.radii, 1)),
                   b = ConvexBody::from_points(ellipsoid_points(2000, kPaperAxes.radii, 2));
  for (const bool own : {false, true})
    for (int i = 1; i <= 20; ++i) add(distance_row(args.queries, a, b, 0.1 * i, own));
  for (const int edges : {10, 100, 1000}) add(worst_row(args.queries, edges));
  return 0;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.flag("--no-peers", args.no_peers, "Without the other libraries");
  options.option("--queries", args.queries, "Queries a size", {1000, 100000000});
  options.option("--peer-seconds", args.peer_seconds, "Time for a peer and size, after 400 queries");
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"convex", "Convex bodies in the setting of Nio, Tokumasu & Ochi", "Small bodies, few queries"},
      add_options, run);
}
