// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "measured.h"

#include <fmt/format.h>
#include <impinge/experiments.h>

#include <cmath>
#include <numeric>

#include "bench_clock.h"

namespace impinge::bench {
namespace {

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

}  // namespace

ConvexRow size_row(int asked, int n, const Axes& axes, const AskPeers& ask_peers) {
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
  const std::vector<Query> queries = random_queries(asked, 7, 2);
  std::vector<bool> met;
  measure(row, queries.size(), met, [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b); });
  const std::vector<Query> motion = coherent_queries(asked, 8);
  std::uint64_t meeting = 0;
  ConvexWarmStart warm;
  row.warm_ns = best_ns(
      motion.size(), [&](std::size_t i) { meeting += polar_newton(a, motion[i].a, b, motion[i].b, &warm).meet() ? 1 : 0; });
  if (ask_peers) ask_peers(row, a, b, queries, met);
  return row;
}

ConvexRow distance_row(int asked, const ConvexBody& a, const ConvexBody& b, double distance, bool paper) {
  ConvexQuery query;
  if (paper) {
    query.support_stops = query.bound_tables = false;
    query.max_iterations = 8;
    query.reselections = 0;
  }
  ConvexRow row;
  row.kind = "distance";
  row.axes = kPaperAxes.name;
  row.stops_of = paper ? "paper" : "all";
  row.vertices = a.vertices().size();
  row.faces = a.faces().size();
  row.distance = distance;
  const std::vector<Query> queries = random_queries(asked / 20, 9, 2, distance);
  std::vector<bool> met;
  measure(row, queries.size(), met,
          [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b, nullptr, query); });
  return row;
}

ConvexRow plane_row(int asked, int n, double ratio) {
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
  const std::vector<Query2> queries = random_queries2(asked, 7);
  std::vector<bool> met;
  measure(row, queries.size(), met, [&](std::size_t i) { return polar_newton(a, queries[i].a, b, queries[i].b); });
  return row;
}

ConvexRow worst_row(int asked, int edges) {
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
  std::vector<Pose2> poses(static_cast<std::size_t>(asked / 20));
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

}  // namespace impinge::bench
