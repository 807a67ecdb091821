// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One step of many motions: ours (continuous, every way to share the work, and the static check at its end) and the peers in
// the same run. Shapes are prepared before. Medians of CPU time on one thread, of wall time on more; peers have one thread.
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "bench_clock.h"
#include "bench_program.h"
#include "cases.h"
#include "measure.h"
#include "peers.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  std::string data;
  std::vector<std::string> cases;
  bool no_peers = false, stages = false;
  double fill_ms = 600;
};

struct Row {
  std::string scene;
  std::size_t bodies, faces;
  int threads;
  std::string strategy;
  double ours_ms;
  std::size_t contacts;
  std::string peer;
  std::optional<double> peer_ms;
  std::size_t peer_contacts = 0;
};

// CPU time where there is one thread: other programs on the machine disturb it least. The median; at
// least three times, and again while there is time.
template <typename Work>
double timed(const Arguments& args, bool one_thread, const Work& work) {
  std::vector<double> times;
  const BenchStopwatch watch(BenchClock::wall);
  work();
  const std::size_t least = args.quick ? 1 : 3, most = args.quick ? 1 : 51;
  while (times.size() < least || (times.size() < most && watch.ms() < args.fill_ms)) {
    times.push_back(ms_of(one_thread ? BenchClock::processor : BenchClock::wall, work));
  }
  return median(times);
}

class Contest {
 public:
  Contest(const Arguments& args, const MotionCase& motion) : args_(args), case_(motion), scene_(motion.make()) {
    for (const SceneObject& o : scene_.objects()) faces_ += o.mesh.faces().size();
  }

  std::vector<Row> run() {
    std::vector<int> threads{1};
    if (std::thread::hardware_concurrency() > 1) threads.push_back(2);
    if (std::thread::hardware_concurrency() > 2) threads.push_back(static_cast<int>(std::thread::hardware_concurrency()));
    for (const int n : threads)
      for (const Parallel parallel : {Parallel::spmd, Parallel::spmd_even, Parallel::producer}) add_swept(n, parallel);
    if (case_.self) return rows_;
    const Row swept = rows_.front(), checked = static_row("check", true), verdict = static_row("verdict", false);
    rows_.push_back(checked);
    rows_.push_back(verdict);
    if (!case_.peers || args_.no_peers) return rows_;
#ifdef IMPINGE_BENCH_FCL
    add_peer(swept, make_fcl_continuous());
    if (scene_.objects().size() <= 1000) add_peer(swept, make_fcl_advancement());
    add_peer(verdict, make_fcl_static());
    add_peer(checked, make_fcl_static());
    add_peer(checked, make_fcl_static_all());
#endif
#ifdef IMPINGE_BENCH_BULLET
    if (scene_.objects().size() <= 1000) add_peer(checked, make_bullet_static());
#endif
    return rows_;
  }

 private:
  Row row(int threads, std::string strategy) const {
    return {case_.name, scene_.objects().size(), faces_, threads, std::move(strategy), 0, 0, "", {}, 0};
  }

  void add_swept(int threads, Parallel parallel) {
    Engine engine({.threads = threads}, {.parallel = parallel});
    for (const SceneObject& o : scene_.objects()) engine.prepare(o.mesh);
    SweepOptions options{.self = case_.self, .first_only = true, .begins_apart = true};
    Row r = row(threads, to_string(parallel));
    SweepResult last;
    r.ours_ms = timed(args_, threads == 1, [&] { last = engine.sweep(scene_, options); });
    r.contacts = last.pairs.size();
    add(r);
    if (!args_.stages) return;
    for (const StageStats& s : last.stats.stages)
      fmt::print("    {:20} {:10.3f} ms {:9} in {:9} out\n", s.name, s.ms, s.in, s.out);
  }

  // The ends in turn, so that all bodies move between two rounds; contacts are those of the whole step, however many rounds
  // there were. A warm-up and a round see both ends.
  template <typename Work>
  double timed_ends(std::size_t& contacts, const Work& work) {
    std::size_t turn = 0;
    return timed(args_, true, [&] {
      turn = (turn + 1) % std::size(kStepEnds);
      const std::size_t found = work(turn);
      if (turn == 0) contacts = found;
    });
  }

  // Where the bodies are when the step ends: all face pairs that meet, or how each pair of bodies stands.
  Row static_row(const char* strategy, bool face_pairs) {
    Engine engine({.threads = 1});
    Scene end = scene_;
    std::vector<Pose> poses[std::size(kStepEnds)];
    for (const SceneObject& o : scene_.objects()) {
      engine.prepare(o.mesh);
      for (std::size_t i = 0; i < std::size(kStepEnds); ++i) poses[i].push_back(pose_at(o, kStepEnds[i]));
    }
    Row r = row(1, strategy);
    r.ours_ms = timed_ends(r.contacts, [&](std::size_t turn) {
      for (std::uint32_t i = 0; i < scene_.objects().size(); ++i) end.set_pose({i}, poses[turn][i]);
      return engine.check(end, {.face_pairs = face_pairs, .max_pairs = 0}).pairs.size();
    });
    print(r);
    return r;
  }

  void add_peer(const Row& ours, std::unique_ptr<MotionPeer> peer) {
    peer->prepare(scene_);
    Row r = ours;
    r.peer = peer->name();
    r.peer_ms = timed_ends(r.peer_contacts, [&](std::size_t turn) { return peer->step(turn); });
    add(r);
  }

  void add(const Row& r) {
    rows_.push_back(r);
    print(r);
  }
  static void print(const Row& r) {
    fmt::print("{:22} {:7} {:9} {:3} {:10} {:11.4f} {:8}", r.scene, r.bodies, r.faces, r.threads, r.strategy, r.ours_ms,
               r.contacts);
    if (r.peer_ms) fmt::print(" {:15} {:11.4f} {:8} {:8.2f}", r.peer, *r.peer_ms, r.peer_contacts, *r.peer_ms / r.ours_ms);
    fmt::print("\n");
    std::fflush(stdout);
  }

  const Arguments& args_;
  const MotionCase& case_;
  Scene scene_;
  std::size_t faces_ = 0;
  std::vector<Row> rows_;
};

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "scene,bodies,faces,threads,strategy,ours_ms,contacts,peer,peer_ms,peer_contacts\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{},{:.5g},{},{},{},{}\n", r.scene, r.bodies, r.faces, r.threads, r.strategy, r.ours_ms,
                        r.contacts, r.peer, r.peer_ms ? fmt::format("{:.5g}", *r.peer_ms) : "", r.peer_contacts);
  return text;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text =
      fmt::format("{{\n  \"bench\": \"motion\",\n  \"environment\": {{\"cores\": {}, \"commit\": \"{}\"}},\n  \"rows\": [",
                  std::thread::hardware_concurrency(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"scene\": \"{}\", \"bodies\": {}, \"faces\": {}, \"threads\": {}, \"strategy\": \"{}\", \"ours_ms\": "
        "{:.5g}, "
        "\"contacts\": {}, \"peer\": {}, \"peer_ms\": {}, \"peer_contacts\": {}}}",
        &r == &rows.front() ? "" : ",", r.scene, r.bodies, r.faces, r.threads, r.strategy, r.ours_ms, r.contacts,
        r.peer.empty() ? "null" : '"' + r.peer + '"', r.peer_ms ? fmt::format("{:.5g}", *r.peer_ms) : "null",
        r.peer_contacts);
  return text + "\n  ]\n}\n";
}

int run(Arguments args) {
  std::vector<Row> rows;
  fmt::print("{:22} {:>7} {:>9} {:>3} {:10} {:>11} {:>8} {:15} {:>11} {:>8} {:>8}\n", "scene", "bodies", "faces", "thr",
             "strategy", "ours ms", "contacts", "peer", "peer ms", "contacts", "ratio");
  for (const MotionCase& c : motion_cases(args.data)) {
    const bool named = std::find(args.cases.begin(), args.cases.end(), c.name) != args.cases.end();
    if (args.cases.empty() ? args.quick && !c.quick : !named) continue;
    const std::vector<Row> more = Contest(args, c).run();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  return 0;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.flag("--no-peers", args.no_peers, "Ours alone");
  options.flag("--stages", args.stages, "Print the stages of each run of ours");
  options.option("--scene", args.cases, "Scenes by name");
  options.option_or_environment("--data", "IMPINGE_DATA", args.data, "Folder with recorded motions");
  options.option("--fill", args.fill_ms, "Milliseconds for a row", kPositive);
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"motion", "One step of many motions, ours and the peers", "The small scenes alone, one round"},
      add_options, run);
}
