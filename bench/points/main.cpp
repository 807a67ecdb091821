// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Signed distances of many points from a bumpy sphere, on one thread: of a scan beside the surface and of points anywhere in
// the box, in no order. Ours tell the nearest point and the side too; Embree's point query and CGAL's AABB tree give
// distances without a sign, in the same order and, as a gift, sorted as ours are inside. Processor time of the thread.
#include <fmt/format.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "answer/points/point_order.h"
#include "bench_clock.h"
#include "bench_program.h"
#include "measure.h"
#include "peer.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int rounds = 3, points = 1'000'000, peer_points = 100'000;
};

struct Row {
  std::string cloud, who;
  std::size_t faces = 0, points = 0;
  double ns = 0;                       // a point
  double error = 0;                    // of the peer's distances against ours, at most
  std::optional<double> times_ours{};  // as long as ours
};

class Random {
 public:
  double unit() { return std::uniform_real_distribution<double>(0, 1)(engine_); }
  std::size_t below(std::size_t n) { return engine_() % n; }
  Vec3 in_cube() {
    const double x = unit(), y = unit(), z = unit();
    return {2 * x - 1, 2 * y - 1, 2 * z - 1};
  }

 private:
  std::mt19937_64 engine_{1};
};

// On faces at random, moved by up to a thousandth of the body.
std::vector<Vec3> scan_of(const Mesh& mesh, double size, int count) {
  Random random;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Face& f = mesh.faces()[random.below(mesh.faces().size())];
    const auto v = mesh.vertices();
    const double s = random.unit(), t = (1 - s) * random.unit();
    points.push_back(v[f[0]] * (1 - s - t) + v[f[1]] * s + v[f[2]] * t + random.in_cube() * size * 1e-3);
  }
  return points;
}

std::vector<Vec3> box_of(double size, int count) {
  Random random;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.in_cube() * size * 1.4);
  return points;
}

struct Named {
  const char* name;
  PointPeer distance;
};

std::vector<Named> peers_of([[maybe_unused]] const Mesh& mesh) {
  std::vector<Named> peers;
#ifdef IMPINGE_BENCH_EMBREE
  peers.push_back({"embree", embree_points(mesh)});
#endif
#ifdef IMPINGE_BENCH_CGAL
  peers.push_back({"cgal", cgal_points(mesh)});
#endif
  return peers;
}

void print(const Row& row) {
  fmt::print("{:6} {:14} {:9} {:9} {:10.1f} {:>9} {:9.2g}\n", row.cloud, row.who, row.faces, row.points, row.ns,
             row.times_ours ? fmt::format("{:.2f}", *row.times_ours) : "", row.error);
  std::fflush(stdout);
}

struct Run {
  const Arguments& args;
  const Mesh& mesh;
  const std::vector<Named>& peers;
  std::vector<Row>& rows;

  void operator()(const char* cloud, const std::vector<Vec3>& points) const {
    Scene scene;
    const ObjectId id = scene.add("body", mesh);
    Engine engine({.threads = 1});
    engine.prepare(mesh);
    PointAnswers answers;
    std::vector<double> times;
    for (int round = 0; round < args.rounds; ++round)
      times.push_back(ms_of(BenchClock::processor, [&] { answers = engine.points(scene, id, points); }));
    const double ours = *std::min_element(times.begin(), times.end()) * 1e6 / static_cast<double>(points.size());
    add({cloud, "impinge", mesh.faces().size(), points.size(), ours});
    const std::size_t asked = std::min(points.size(), static_cast<std::size_t>(args.peer_points));
    std::vector<std::uint32_t> given(points.size());
    for (std::uint32_t i = 0; i < given.size(); ++i) given[i] = i;
    std::vector<std::uint32_t> sorted = point_order(points);
    for (const Named& peer : peers)
      for (const std::vector<std::uint32_t>* order : {&given, &sorted}) {
        Row row{cloud, fmt::format("{}{}", peer.name, order == &sorted ? " sorted" : ""), mesh.faces().size(), asked};
        // A stretch of the order, so that sorted points have their neighbours.
        std::vector<double> distances(asked);
        const double ms = ms_of(BenchClock::thread, [&] {
          for (std::size_t k = 0; k < asked; ++k) distances[k] = peer.distance(points[(*order)[k]]);
        });
        for (std::size_t k = 0; k < asked; ++k)
          row.error = std::max(row.error, std::fabs(distances[k] - std::fabs(answers.distances[(*order)[k]])));
        row.ns = ms * 1e6 / static_cast<double>(asked);
        row.times_ours = row.ns / ours;
        add(row);
      }
  }

  void add(const Row& row) const {
    print(row);
    rows.push_back(row);
  }
};

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"points\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"cloud\": \"{}\", \"who\": \"{}\", \"faces\": {}, \"points\": {}, \"ns\": {:.4g}, \"times_ours\": {}, "
        "\"error\": {:.3g}}}",
        &r == &rows.front() ? "" : ",", r.cloud, r.who, r.faces, r.points, r.ns,
        r.times_ours ? fmt::format("{:.4g}", *r.times_ours) : "null", r.error);
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "cloud,who,faces,points,ns,times_ours,error\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{:.4g},{},{:.3g}\n", r.cloud, r.who, r.faces, r.points, r.ns,
                        r.times_ours ? fmt::format("{:.4g}", *r.times_ours) : "", r.error);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--rounds", args.rounds, "Times that ours is asked; the least counts [3]", kPositive);
  options.option("--points", args.points, "Points of a cloud [1000000]", kPositive);
  options.option("--peer-points", args.peer_points, "How many of them the others are asked about [100000]", kPositive);
}

int run(Arguments args) {
  if (args.quick) {
    args.points = args.peer_points = 2000;
    args.rounds = 1;
  }
  constexpr double kSize = 100;
  std::vector<Row> rows;
  double error = 0;
  fmt::print("{:6} {:14} {:>9} {:>9} {:>10} {:>9} {:>9}\n", "cloud", "who", "faces", "points", "ns a point", "x ours",
             "error");
  for (const int stacks : args.quick ? std::vector<int>{20} : std::vector<int>{50, 158, 500}) {
    const Mesh mesh = make_displaced_sphere(kSize, 0.3, stacks, 2 * stacks, 3);
    const std::vector<Named> peers = peers_of(mesh);
    const Run on_cloud{args, mesh, peers, rows};
    on_cloud("scan", scan_of(mesh, kSize, args.points));
    on_cloud("box", box_of(kSize, args.points));
  }
  for (const Row& row : rows) error = std::max(error, row.error);
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  // Embree's searches are in floats.
  const bool agree = error < 1e-6 * 4 * kSize;
  if (!agree) std::fputs("bench_points: distances differ from the others', see above\n", stderr);
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"points", "Signed distances of many points, beside Embree and CGAL", "1,520 faces, 2,000 points"},
      add_own, run);
}
