// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What it costs to say what an overlap is: check, contacts, curves and solid of bumpy spheres and of hills that graze,
// overlap a little or deeply, of a large sphere and a grain, and of real parts; on one thread, with CGAL's corefinement
// beside the solid. The shapes are prepared, as the peer's are, but for the works that say `fresh`; those that say `first`
// ask about meshes that nobody has asked about before. Each round asks about a scene of its own, since answers about a scene
// that stays as it is are kept.
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/overlap.h>

#include <functional>

#include "bench_clock.h"
#include "bench_program.h"
#include "cases.h"
#include "measure.h"
#include "peer.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int rounds = 5;
  std::string data, only;
};

struct Row {
  std::string work, bodies, contact;
  std::uint64_t triangles = 0, face_pairs = 0, lumps = 0;
  double ours_ms = 0, volume = 0;
  std::optional<double> peer_ms{};
};

struct Work {
  const char* name;
  std::function<void(CheckOptions&)> ask;
  bool prepared = true, first = false;
};

const Work kWorks[] = {
    {"check", [](CheckOptions&) {}},
    {"contacts", [](CheckOptions& o) { o.contacts = true; }},
    {"curves", [](CheckOptions& o) { o.curves = true; }},
    {"solid", [](CheckOptions& o) { o.overlap = true; }},
    {"fresh check", [](CheckOptions&) {}, false},
    {"fresh curves", [](CheckOptions& o) { o.curves = true; }, false},
    {"first solid", [](CheckOptions& o) { o.overlap = true; }, false, true},
};

Mesh copy_of(const Mesh& mesh) {
  return Mesh({mesh.vertices().begin(), mesh.vertices().end()}, {mesh.faces().begin(), mesh.faces().end()});
}

// All works on one pair, by turns; the volumes of ours and the peer's must agree.
bool run_pair(const Arguments& args, const OverlapCase& pair, std::vector<Row>& rows) {
  const auto [a, b] = pair.make();
  const auto fresh_scene = [&a = a, &b = b](const Work& work) {
    Scene scene;
    scene.add("a", work.first ? copy_of(a) : a);
    scene.add("b", work.first ? copy_of(b) : b);
    return scene;
  };
  bool agree = true;
  for (const Work& work : kWorks) {
    Engine engine({.threads = 1});
    if (work.prepared) {
      engine.prepare(a);
      engine.prepare(b);
    }
    CheckOptions options;
    work.ask(options);
    Row row{work.name, pair.bodies, pair.contact, pair.triangles};
    std::vector<double> times;
    engine.check(fresh_scene(work), options);  // what is made once and kept, such as which faces are neighbours
    for (int round = 0; round < args.rounds; ++round) {
      const Scene scene = fresh_scene(work);
      CheckResult result;
      times.push_back(ms_of(BenchClock::processor, [&] { result = engine.check(scene, options); }));
      if (result.pairs.empty()) continue;
      row.face_pairs = result.pairs[0].face_pair_count;
      if (!result.pairs[0].overlap || !result.pairs[0].overlap->solid) continue;
      row.lumps = result.pairs[0].overlap->solid->lumps.size();
      row.volume = result.pairs[0].overlap->solid->volume;
    }
    row.ours_ms = median(times);
    if (options.overlap) {
      if (const auto peer = cgal_intersection(a, b)) {
        row.peer_ms = peer->ms;
        agree = agree && std::abs(peer->volume - row.volume) <= 1e-9 * std::max(1e-9, row.volume);
      }
    }
    fmt::print("{:12} {:20} {:8} {:8} {:8} {:10.3f} {:>10} {:6} {:.12g}\n", row.work, row.bodies, row.contact, row.triangles,
               row.face_pairs, row.ours_ms, row.peer_ms ? fmt::format("{:.1f}", *row.peer_ms) : "-", row.lumps, row.volume);
    std::fflush(stdout);
    rows.push_back(std::move(row));
  }
  return agree;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"overlap\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"work\": \"{}\", \"bodies\": \"{}\", \"contact\": \"{}\", \"triangles\": {}, \"face_pairs\": {}, "
        "\"ours_ms\": {:.4g}, "
        "\"peer_ms\": {}, \"lumps\": {}, \"volume\": {:.12g}}}",
        &r == &rows.front() ? "" : ",", r.work, r.bodies, r.contact, r.triangles, r.face_pairs, r.ours_ms,
        r.peer_ms ? fmt::format("{:.4g}", *r.peer_ms) : "null", r.lumps, r.volume);
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "work,bodies,contact,triangles,face_pairs,ours_ms,peer_ms,lumps,volume\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{},{:.4g},{},{},{:.12g}\n", r.work, r.bodies, r.contact, r.triangles, r.face_pairs,
                        r.ours_ms, r.peer_ms ? fmt::format("{:.4g}", *r.peer_ms) : "", r.lumps, r.volume);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--rounds", args.rounds, "Times that each is asked [5]");
  options.option("--only", args.only, "Only bodies, contacts or numbers of faces of which this is a part, such as real");
  options.option_or_environment("--data", "IMPINGE_DATA", args.data, "Folder with real parts; without it they are left out");
}

int run(Arguments args) {
  if (args.quick) args.rounds = 1;
  const std::vector<std::uint32_t> sizes =
      args.quick ? std::vector<std::uint32_t>{1000} : std::vector<std::uint32_t>{10'000, 100'000, 1'000'000};
  std::vector<Row> rows;
  bool agree = true;
  fmt::print("{:12} {:20} {:8} {:>8} {:>8} {:>10} {:>10} {:>6} {}\n", "work", "bodies", "contact", "faces", "pairs",
             "ours ms", "CGAL ms", "lumps", "volume");
  const auto run_all = [&](const std::vector<OverlapCase>& cases) {
    for (const OverlapCase& pair : cases)
      if (fmt::format("{} {} {}", pair.bodies, pair.contact, pair.triangles).find(args.only) != std::string::npos)
        agree = run_pair(args, pair, rows) && agree;
  };
  for (const std::uint32_t triangles : sizes) run_all(made_cases(triangles));
  if (!args.quick) run_all(real_cases(args.data));
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  if (!agree) std::fputs("bench_overlap: volumes differ from CGAL's, see above\n", stderr);
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(argc, argv,
                                  {"overlap", "Contacts, curves and solids of two bodies, beside CGAL's corefinement",
                                   "1,000 faces a body, each asked once"},
                                  add_own, run);
}
