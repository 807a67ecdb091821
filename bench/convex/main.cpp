// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Convex bodies in the setting of Nio, Tokumasu & Ochi: n points on an ellipsoid, both bodies turned at random, the second
// centre anywhere in a ball of radius 2; each query cold, one thread. Poses are made before the clock starts; all queries of
// a row are asked in one go, three times, and the best round counts, for us as for the peers.
#include <fmt/format.h>
#include <impinge/experiments.h>

#include <cmath>
#include <numeric>

#include "bench_clock.h"
#include "bench_program.h"
#include "peers.h"
#include "rows.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int queries = 200000;
  double peer_seconds = 20;
  bool no_peers = false;
};

struct Axes {
  const char* name;
  Vec3 radii;
};
constexpr const char* kPaper = "1:0.66:0.33";

constexpr std::size_t kBlock = 1000;
constexpr int kRounds = 5;

// Nanoseconds a query.
template <typename Ask>
double best_ns(std::size_t n, const Ask& ask) {
  std::vector<double> best((n + kBlock - 1) / kBlock, HUGE_VAL);
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t k = 0; k < best.size(); ++k) {
      const double ms = ms_of(BenchClock::thread, [&] {
        for (std::size_t i = k * kBlock; i < std::min(n, (k + 1) * kBlock); ++i) ask(i);
      });
      best[k] = std::min(best[k], 1e6 * ms);
    }
  return std::accumulate(best.begin(), best.end(), 0.0) / static_cast<double>(n);
}

// Times the answers and books how they were found.
template <typename Ask>
void measure(ConvexRow& row, std::size_t n, std::vector<bool>& met, const Ask& ask) {
  met.assign(n, false);
  std::uint64_t meeting = 0;
  row.ours_ns = best_ns(n, [&](std::size_t i) { meeting += ask(i).meet() ? 1 : 0; });
  row.queries = static_cast<int>(n);
  row.hits = static_cast<double>(meeting) / (kRounds * static_cast<double>(n));
  const double share = 1 / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const ConvexAnswer answer = ask(i);
    met[i] = answer.meet();
    row.pair_checks += share * answer.pair_checks;
    row.bound_share += answer.in_bounds ? share : 0;
    row.stops[static_cast<std::size_t>(answer.stop)] += share;
  }
}

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

ConvexRow size_row(const Arguments& args, int n, const Axes& axes, bool peers) {
  const ConvexBody a = ConvexBody::from_points(ellipsoid_points(n, axes.radii, 1)),
                   b = ConvexBody::from_points(ellipsoid_points(n, axes.radii, 2));
  ConvexRow row;
  row.kind = "size";
  row.axes = axes.name;
  row.stops_of = "all";
  row.vertices = a.vertices().size();
  row.faces = a.faces().size();
  row.map_bytes_per_face = static_cast<double>(a.maps().bytes()) / static_cast<double>(row.faces);
  row.bound_bytes = static_cast<double>(a.maps().bound_bytes);
  row.hull_ms = a.maps().hull_ms;
  row.build_ms = a.maps().build_ms;
  const std::vector<Query> queries = random_queries(args.queries, 7, 2);
  std::vector<bool> met;
  measure(row, queries.size(), met, [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b); });
  const std::vector<Query> motion = coherent_queries(args.queries, 8);
  std::uint64_t meeting = 0;
  ConvexWarmStart warm;
  row.warm_ns = best_ns(
      motion.size(), [&](std::size_t i) { meeting += polar_newton(a, motion[i].a, b, motion[i].b, &warm).meet() ? 1 : 0; });
  if (peers && !args.no_peers) {
#ifdef IMPINGE_BENCH_FCL
    ask_peer(row, "fcl", *make_convex_fcl(a, b), queries, met, args.peer_seconds);
#endif
#ifdef IMPINGE_BENCH_BULLET
    ask_peer(row, "bullet", *make_convex_bullet(a, b), queries, met, args.peer_seconds);
#endif
  }
  return row;
}

// Figure 7: which stop settles how much, by the distance of the centres.
ConvexRow distance_row(const Arguments& args, const ConvexBody& a, const ConvexBody& b, double distance, bool paper) {
  ConvexQuery query;
  if (paper) {
    query.support_stops = query.bound_tables = false;
    query.max_iterations = 8;
    query.reselections = 0;
  }
  ConvexRow row;
  row.kind = "distance";
  row.axes = kPaper;
  row.stops_of = paper ? "paper" : "all";
  row.vertices = a.vertices().size();
  row.faces = a.faces().size();
  row.distance = distance;
  const std::vector<Query> queries = random_queries(args.queries / 20, 9, 2, distance);
  std::vector<bool> met;
  measure(row, queries.size(), met,
          [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b, nullptr, query); });
  return row;
}

ConvexRow plane_row(const Arguments& args, int n, double ratio) {
  const BenchStopwatch watch(BenchClock::thread);
  const ConvexPolygon a(ellipse_points(n, ratio, 1)), b(ellipse_points(n, ratio, 2));
  ConvexRow row;
  row.kind = "size";
  row.dimension = 2;
  row.axes = fmt::format("1:{}", ratio);
  row.stops_of = "all";
  row.build_ms = watch.ms() / 2;
  row.vertices = row.faces = a.vertices().size();
  row.map_bytes_per_face = static_cast<double>(a.map_bytes()) / static_cast<double>(row.faces);
  const std::vector<Query2> queries = random_queries2(args.queries, 7);
  std::vector<bool> met;
  measure(row, queries.size(), met, [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b); });
  return row;
}

// Figure 9: edges that shrink by a constant factor towards the contact, which slides along them.
ConvexRow worst_row(const Arguments& args, int edges) {
  std::vector<Vec2> points = {{-1, 1}, {1, 1}};
  const double factor = std::exp2(-50.0 / edges);
  for (int i = 0; i <= edges; ++i) {
    const double x = std::pow(factor, i);
    points.emplace_back(x, x * x);
    points.emplace_back(-x, x * x);
  }
  const ConvexPolygon bowl(points);
  ConvexRow row;
  row.kind = "worst";
  row.dimension = 2;
  row.axes = "figure 9";
  row.stops_of = "all";
  row.vertices = row.faces = bowl.vertices().size();
  row.map_bytes_per_face = static_cast<double>(bowl.map_bytes()) / static_cast<double>(row.faces);
  Random random(3);
  std::vector<Pose2> poses(static_cast<std::size_t>(args.queries / 20));
  for (Pose2& pose : poses) {
    pose.rotation << -1, 0, 0, -1;
    const double x = std::exp2(random.real(-40, -1)),
                 gap = std::exp2(random.real(-50, -10)) * (random.real(-1, 1) < 0 ? -1 : 1);
    pose.position = Vec2(2 * x, -2 * x * x - gap);
  }
  std::vector<bool> met;
  measure(row, poses.size(), met, [&](std::size_t i) { return polar_newton(bowl, {}, bowl, poses[i]); });
  return row;
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
  const Axes paper{kPaper, Vec3(1, 0.66, 0.33)};
  const Axes others[] = {{"1:1:1", Vec3(1, 1, 1)},
                         {"1:0.33:0.33", Vec3(1, 0.33, 0.33)},
                         {"1:0.1:0.1", Vec3(1, 0.1, 0.1)},
                         {"1:1:0.1", Vec3(1, 1, 0.1)}};
  const int largest = args.quick ? 10000 : 1000000;
  for (int n = 100; n <= largest; n *= 10) add(size_row(args, n, paper, true));
  for (const Axes& axes : others)
    for (int n = 1000; n <= std::min(largest, 100000); n *= 100) add(size_row(args, n, axes, false));
  for (int n = 100; n <= largest; n *= 10) add(plane_row(args, n, 0.66));
  add(plane_row(args, std::min(largest, 100000), 0.33));
  const ConvexBody a = ConvexBody::from_points(ellipsoid_points(2000, paper.radii, 1)),
                   b = ConvexBody::from_points(ellipsoid_points(2000, paper.radii, 2));
  for (const bool own : {false, true})
    for (int i = 1; i <= 20; ++i) add(distance_row(args, a, b, 0.1 * i, own));
  for (const int edges : {10, 100, 1000}) add(worst_row(args, edges));
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
