// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/cad_reading.h"

#include <fmt/format.h>

#include "base/thread_limit.h"
#include "io/cad/step_text.h"
#include "io/file/fail.h"
#include "io/file/input_file.h"
#include "io/file/text_cursor.h"

namespace impinge::io {
namespace {

bool has_ending(const std::filesystem::path& file, std::initializer_list<std::string_view> endings) {
  const std::string own = file.extension().string();
  for (const std::string_view ending : endings)
    if (equal_ignoring_case(own, ending)) return true;
  return false;
}

bool is_iges(const std::filesystem::path& file) { return has_ending(file, {".iges", ".igs"}); }
bool is_step(const std::filesystem::path& file) { return has_ending(file, {".step", ".stp"}); }

// Open CASCADE takes some hundred times the size of a text; the rest is for threads and their stacks.
std::uint64_t memory_for(std::uint64_t bytes) { return (std::uint64_t{6} << 30) + 400 * bytes; }

void require_bodies(const CadFile& read, const std::string& origin) {
  for (const CadInstance& instance : read.instances)
    if (!read.shapes[instance.shape].triangles.empty()) return;
  std::string why;
  for (const std::string& note : read.notes) why += (why.empty() ? ": " : "; ") + note;
  fail(ErrorCode::file_format, origin,
       why.empty() ? "there is no solid and no face in it that Open CASCADE can read" : "nothing in it is a body" + why);
}

}  // namespace

CadReading read_cad_file(const std::filesystem::path& file, const CadLoadOptions& options) {
  const std::string origin = file.string();
  std::vector<std::string> notes;
  std::uint64_t size = 0;
  {
    const InputFile input(file);
    size = input.bytes().size();
    if (is_iges(file)) notes = examine_iges(as_text(input.bytes()), origin);
    if (is_step(file)) notes = examine_step(as_text(input.bytes()), origin);
  }
  require_threads(options.threads);
  CadReading reading;
  reading.process = std::make_unique<CadProcess>(origin, CadLimits{options.seconds, memory_for(size)});
  CadOptions asked;
  asked.deflection = options.deflection;
  asked.heal = options.heal;
  asked.sewing = options.sewing;
  asked.threads = options.threads;
  // External references are looked for beside the file, which the kernel does for absolute paths alone.
  reading.file = reading.process->load(std::filesystem::absolute(file).string(), asked, options.on_progress);
  std::vector<std::string>& all = reading.file.notes;
  all.insert(all.begin(), notes.begin(), notes.end());
  reading.unread = notes.size();
  require_bodies(reading.file, origin);
  for (const CadShape& shape : reading.file.shapes)
    if (shape.unmeshed > 0) {
      all.push_back(fmt::format("{} faces of a shape could not be tessellated; it is open", shape.unmeshed));
      if (shape.triangles.empty()) ++reading.unread;
    }
  return reading;
}

Pose pose_of(const CadInstance& instance) {
  Pose pose;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) pose.rotation(row, column) = instance.pose[row * 4 + column];
    pose.position[row] = instance.pose[row * 4 + 3];
  }
  return pose;
}

}  // namespace impinge::io

namespace impinge {

bool is_cad_file(const std::filesystem::path& file) {
  return io::is_step(file) || io::is_iges(file) || io::has_ending(file, {".brep"});
}

}  // namespace impinge
