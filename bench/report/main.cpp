// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a page costs: bytes a face, and the time to write it beside that of reading the files, of the processor over all
// threads and by the clock on the wall. apps/report/bench.mjs opens the pages that --keep leaves behind and measures what a
// browser makes of them.
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "bench_clock.h"
#include "bench_program.h"
#include "measure.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments : BenchArguments {
  std::vector<int> thousands = {100, 1000, 5000, 10000};
  std::string keep;
};

struct Took {
  double processor_ms = 0, wall_ms = 0;
};

struct Row {
  std::string body;
  std::size_t faces = 0;
  double bytes_a_face = 0;
  Took read, write;
};

template <typename Work>
Took time_of(const Work& work) {
  Took took;
  took.wall_ms = ms_of(BenchClock::wall, [&] { took.processor_ms = ms_of(BenchClock::processor, work); });
  return took;
}

Mesh make(const std::string& body, std::size_t faces) {
  const int side = static_cast<int>(std::sqrt(static_cast<double>(faces) / 2));
  if (body == "sphere") return make_sphere(10, side, side);
  return make_displaced_sphere(10, 0.5, side, side, 7);
}

/// Two bodies that cross a little, each with half of the faces, written to files, read back, and shown.
Row run_body(const std::string& body, std::size_t faces, const fs::path& folder, const std::string& keep) {
  const fs::path file = folder / "half.stl",
                 page = keep.empty() ? folder / "page.html" : fs::path(keep) / fmt::format("{}_{}.html", body, faces);
  write_mesh(make(body, faces / 2), file);
  Row row{.body = body};
  Scene scene;
  row.read = time_of([&] {
    scene.add("one", load_mesh(file));
    scene.add("two", load_mesh(file), {.position = {19.5, 0, 0}});
  });
  for (const SceneObject& object : scene.objects()) row.faces += object.mesh.faces().size();
  CheckOptions options;
  options.overlap = options.curves = options.patches = options.volume = true;
  const CheckResult result = Engine().check(scene, options);
  ReportOptions report;
  report.title = fmt::format("{}, {} faces", body, row.faces);
  report.max_faces = 20'000'000;
  Scene empty;
  write_report(empty, CheckResult{}, folder / "empty.html", report);
  row.write = time_of([&] { write_report(scene, result, page, report); });
  row.bytes_a_face =
      static_cast<double>(fs::file_size(page) - fs::file_size(folder / "empty.html")) / static_cast<double>(row.faces);
  return row;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text =
      fmt::format("{{\n  \"bench\": \"report\",\n  \"environment\": {{\"cpu\": \"{}\", \"commit\": \"{}\"}},\n  \"rows\": [",
                  cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"body\": \"{}\", \"faces\": {}, \"bytes_a_face\": {:.3f}, \"read_ms\": {:.4g}, \"write_ms\": {:.4g}, "
        "\"read_wall_ms\": {:.4g}, \"write_wall_ms\": {:.4g}}}",
        &r == &rows.front() ? "" : ",", r.body, r.faces, r.bytes_a_face, r.read.processor_ms, r.write.processor_ms,
        r.read.wall_ms, r.write.wall_ms);
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "body,faces,bytes_a_face,read_ms,write_ms,read_wall_ms,write_wall_ms\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{:.3f},{:.4g},{:.4g},{:.4g},{:.4g}\n", r.body, r.faces, r.bytes_a_face, r.read.processor_ms,
                        r.write.processor_ms, r.read.wall_ms, r.write.wall_ms);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--thousands", args.thousands, "Faces, in thousands [100,1000,5000,10000]", kPositive);
  options.option("--keep", args.keep, "Folder that the pages are left in");
}

int run(Arguments args) {
  if (args.quick) args.thousands = {20, 100};
  const fs::path folder = fs::temp_directory_path() / fmt::format("impinge_bench_report_{}", ::getpid());
  fs::create_directories(folder);
  if (!args.keep.empty()) fs::create_directories(args.keep);
  std::vector<Row> rows;
  fmt::print("{:10} {:>9} {:>13} {:>9} {:>9} {:>11} {:>11}\n", "body", "faces", "bytes a face", "read ms", "write ms",
             "(wall) read", "write");
  for (int thousand : args.thousands)
    for (const char* body : {"sphere", "displaced"}) {
      const Row& r = rows.emplace_back(run_body(body, static_cast<std::size_t>(thousand) * 1000, folder, args.keep));
      fmt::print("{:10} {:9} {:13.2f} {:9.1f} {:9.1f} {:11.1f} {:11.1f}\n", r.body, r.faces, r.bytes_a_face,
                 r.read.processor_ms, r.write.processor_ms, r.read.wall_ms, r.write.wall_ms);
    }
  fs::remove_all(folder);
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  return 0;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(argc, argv, {"report", "Pages: bytes a face, time to write", "20,000 and 100,000 faces"},
                                  add_own, run);
}
