// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Whole assemblies of STEP: which solids meet, how far apart are they, how much do they have in common? Over all pairs whose
// boxes meet, ours by proved bounds, and Open CASCADE's own algorithms (BRepExtrema_DistShapeShape, BRepAlgoAPI_Common) on
// the same shapes. One thread each; answers must agree. Reading the file is common to both and counts for neither; the
// tessellation, which ours alone needs, counts for ours.
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io/cad.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>

#include "bench_clock.h"
#include "bench_program.h"
#include "io/cad/cad_reading.h"
#include "measure.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

namespace fs = std::filesystem;
using ObjectPair = std::pair<std::uint32_t, std::uint32_t>;

struct Arguments : BenchArguments {
  std::vector<std::string> files;
  int rounds = 3;
};

struct Row {
  std::string file;
  std::size_t solids = 0, pairs = 0, meeting = 0, differences = 0;
  double read_ms = 0, mesh_ms = 0, ours_ms = 0, distance_ms = 0, common_ms = 0, occt_ms = 0;
  double ratio() const { return occt_ms / (mesh_ms + ours_ms); }
};

struct Ours {
  std::map<ObjectPair, PairAnswer> answers;
  std::size_t pairs = 0;
  double read_ms = 0, mesh_ms = 0, ms = 0;
};

/// From a fresh file, since what one question has refined serves the next. Distances of all pairs whose boxes meet, and no
/// others, are asked for.
Ours ask_ours(const fs::path& file, std::vector<ObjectPair>& asked) {
  Ours ours;
  Scene scene;
  CadScene cad;
  cad.load(file, scene, {}, {.threads = 1});
  ours.read_ms = cad.stats().read_ms;
  ours.mesh_ms = cad.stats().mesh_ms;
  asked.clear();
  std::vector<std::pair<Vec3, Vec3>> boxes;
  const auto shell = Vec3::Constant(cad.stats().largest_bound);
  for (const SceneObject& object : scene.objects()) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (const Vec3& v : object.mesh.vertices()) {
      const Vec3 p = world_point(object.pose, v);
      low = low.cwiseMin(p), high = high.cwiseMax(p);
    }
    boxes.emplace_back(low - shell, high + shell);
  }
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    return (boxes[a].first.array() <= boxes[b].second.array()).all() &&
           (boxes[b].first.array() <= boxes[a].second.array()).all();
  };
  for (std::uint32_t a = 0; a < boxes.size(); ++a)
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b)
      if (meet(a, b)) asked.emplace_back(a, b);
  CheckOptions options;
  options.clearance = std::numeric_limits<double>::infinity();
  options.volume = true;
  options.face_pairs = false;
  options.asks = [&](ObjectId a, ObjectId b) { return meet(a.value, b.value); };
  const Engine engine({.threads = 1});
  CheckResult result;
  ours.ms = ms_of(BenchClock::wall, [&] { result = cad.check(engine, scene, options); });
  for (PairAnswer& pair : result.pairs) ours.answers[{pair.a.value, pair.b.value}] = std::move(pair);
  return ours;
}

bool meets(Verdict verdict) {
  return verdict == Verdict::crossing || verdict == Verdict::touching || verdict == Verdict::a_in_b ||
         verdict == Verdict::b_in_a || verdict == Verdict::same;
}

/// Whether both say the same, within the rounding of the kernel's own algorithms.
bool agree(const PairAnswer& ours, const io::ExtremaAnswer& theirs) {
  constexpr double kClear = 1e-6;
  const double slack = 1e-5 + 1e-6 * theirs.distance;
  if (theirs.distance > kClear) {
    if (!ours.gap) return ours.verdict == Verdict::a_in_b || ours.verdict == Verdict::b_in_a;
    return ours.gap->low <= theirs.distance + slack && ours.gap->high >= theirs.distance - slack;
  }
  if (!meets(ours.verdict)) return false;
  if (!ours.overlap_volume || theirs.volume < 0) return true;
  const double sliver = 1e-6 + 1e-4 * theirs.volume;
  return ours.overlap_volume->low <= theirs.volume + sliver && ours.overlap_volume->high >= theirs.volume - sliver;
}

Row run_file(const fs::path& file, int rounds) {
  Row row{.file = file.filename().string()};
  std::vector<ObjectPair> asked;
  std::vector<double> read, mesh, own;
  Ours ours;
  for (int round = 0; round < rounds; ++round) {
    ours = ask_ours(file, asked);
    read.push_back(ours.read_ms), mesh.push_back(ours.mesh_ms), own.push_back(ours.ms);
  }
  row.read_ms = median(read), row.mesh_ms = median(mesh), row.ours_ms = median(own);
  const io::CadReading reading = io::read_cad_file(file, {.threads = 1});
  row.solids = reading.file.instances.size();
  row.pairs = asked.size();
  for (const auto& [a, b] : asked) {
    const io::CadInstance &first = reading.file.instances[a], &second = reading.file.instances[b];
    io::WireOut question;
    question.put(io::CadRequest::extrema);
    question.put(io::ExtremaQuestion{{first.shape, second.shape}, {first.pose, second.pose}});
    const auto theirs = reading.process->ask(question).get<io::ExtremaAnswer>();
    row.distance_ms += theirs.distance_ms;
    row.common_ms += theirs.volume_ms;
    const auto at = ours.answers.find({a, b});
    const bool same = at != ours.answers.end() && agree(at->second, theirs);
    row.differences += same ? 0 : 1;
    row.meeting += at != ours.answers.end() && meets(at->second.verdict) ? 1 : 0;
    if (!same) {
      fmt::print("  {} and {}: theirs {} mm, {} mm3; ours ", a, b, theirs.distance, theirs.volume);
      if (at == ours.answers.end())
        fmt::print("none\n");
      else
        fmt::print("{}, distance {} to {}, volume {} to {}\n", to_string(at->second.verdict),
                   at->second.gap ? at->second.gap->low : -1, at->second.gap ? at->second.gap->high : -1,
                   at->second.overlap_volume ? at->second.overlap_volume->low : -1,
                   at->second.overlap_volume ? at->second.overlap_volume->high : -1);
    }
  }
  row.occt_ms = row.distance_ms + row.common_ms;
  return row;
}

std::string json_of(const std::vector<Row>& rows, const std::string& commit) {
  std::string text =
      fmt::format("{{\n  \"bench\": \"cad\",\n  \"environment\": {{\"cpu\": \"{}\", \"commit\": \"{}\"}},\n  \"rows\": [",
                  cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"file\": \"{}\", \"solids\": {}, \"pairs\": {}, \"meeting\": {}, \"read_ms\": {:.4g}, \"mesh_ms\": "
        "{:.4g}, "
        "\"ours_ms\": {:.4g}, \"occt_distance_ms\": {:.4g}, \"occt_common_ms\": {:.4g}, \"ratio\": {:.4g}, "
        "\"differences\": {}}}",
        &r == &rows.front() ? "" : ",", r.file, r.solids, r.pairs, r.meeting, r.read_ms, r.mesh_ms, r.ours_ms, r.distance_ms,
        r.common_ms, r.ratio(), r.differences);
  return text + "\n  ]\n}\n";
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text = "file,solids,pairs,meeting,read_ms,mesh_ms,ours_ms,occt_distance_ms,occt_common_ms,ratio,differences\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{}\n", r.file, r.solids, r.pairs, r.meeting,
                        r.read_ms, r.mesh_ms, r.ours_ms, r.distance_ms, r.common_ms, r.ratio(), r.differences);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--files", args.files, "CAD files [assemblies of the folder IMPINGE_DATA]");
  options.option("--rounds", args.rounds, "Times that ours runs, each from a fresh file; the median counts [3]", kPositive);
}

std::vector<std::string> files_of_data(bool quick) {
  const char* const data = std::getenv("IMPINGE_DATA");
  if (data == nullptr) return {};
  const fs::path folder = fs::path(data) / "06-cad";
  std::vector<std::string> names = {"made/pin_fits_mm.step", "made/boxes_nested_mm.step"};
  if (!quick)
    for (const char* more : {"as1/as1-oc-214.stp", "as1/as1_pe_203.stp", "trimesh/box_sides.STEP",
                             "pythonocc-core/stp_multiple_shp_at_root.stp", "occt-import-js/cax-if/dm1-id-214.stp",
                             "occt-import-js/cax-if/dm1-pe-214.stp", "occt-import-js/cax-if/s1_pe_214/s1_pe_214.stp"})
      names.emplace_back(more);
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (fs::exists(folder / name)) found.push_back((folder / name).string());
  return found;
}

int run(Arguments args) {
  if (args.files.empty()) args.files = files_of_data(args.quick);
  if (args.quick) args.rounds = 1;
  if (args.files.empty()) fmt::print("no files: name them with --files, or a folder with IMPINGE_DATA\n");
  fmt::print("{:28} {:>6} {:>5} {:>7} {:>8} {:>8} {:>9} {:>9} {:>9} {:>7}\n", "file", "solids", "pairs", "meeting",
             "read ms", "mesh ms", "ours ms", "distance", "common", "ratio");
  std::vector<Row> rows;
  for (const std::string& file : args.files) {
    const Row& r = rows.emplace_back(run_file(file, args.rounds));
    fmt::print("{:28} {:6} {:5} {:7} {:8.1f} {:8.1f} {:9.1f} {:9.1f} {:9.1f} {:7.1f} {}\n", r.file, r.solids, r.pairs,
               r.meeting, r.read_ms, r.mesh_ms, r.ours_ms, r.distance_ms, r.common_ms, r.ratio(),
               r.differences == 0 ? "" : fmt::format("{} DIFFERENT", r.differences));
    std::fflush(stdout);
  }
  write_rows(args, json_of(rows, args.commit), csv_of(rows));
  return std::any_of(rows.begin(), rows.end(), [](const Row& r) { return r.differences > 0; }) ? 1 : 0;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"cad", "Assemblies of STEP files, Open CASCADE's own algorithms beside", "two small files, one round"},
      add_own, run);
}
