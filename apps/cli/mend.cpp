// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/reports.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

struct MendArguments {
  std::string input, output;
  bool quiet = false;
};

/// STL and glTF have room for floats only; in glTF they are metres, around the middle of the mesh.
bool rounded_to_floats(const MendArguments& arguments, const Mesh& mesh) {
  if (ends_in(arguments.output, {".glb", ".gltf"})) return true;
  if (!ends_in(arguments.output, {".stl"})) return false;
  for (const Vec3& v : mesh.vertices())
    for (const double x : v)
      if (static_cast<double>(static_cast<float>(x)) != x) return true;
  return false;
}

/// One line for each step that changed something, then what the mesh is now.
std::string mend_text(const MendArguments& arguments, const Mended& mended) {
  const MendSteps& s = mended.steps;
  std::string text;
  const auto step = [&](std::uint32_t count, const char* one, const char* many, const char* done) {
    if (count > 0) text += fmt::format("  {} {}\n", plural(count, one, many), done);
  };
  step(s.welded_vertices, "vertex", "vertices", "welded to another one at the same place");
  step(s.duplicate_faces, "duplicate face", "duplicate faces", "left out");
  step(s.degenerate_faces, "face", "faces", "without area left out");
  step(s.kept_degenerate_faces, "face", "faces", "without area kept, because the mesh would be open without");
  step(s.turned_faces, "face", "faces", "turned round, to look the same way as the others");
  if (s.filled_holes > 0)
    text += fmt::format("  {} in a plane filled with {}\n", plural(s.filled_holes, "hole", "holes"),
                        plural(s.new_faces, "face", "faces"));
  step(s.holes_left, "hole", "holes", "left open: not in a plane, or with an island");
  step(s.unused_vertices, "vertex", "vertices", "left out that no face needs");
  if (s.nothing_done()) text += "  nothing to do\n";
  if (rounded_to_floats(arguments, mended.mesh))
    text += "  coordinates rounded to floats by the format; write PLY, OBJ or OFF to keep them\n";
  const MeshReport& report = mended.mesh.report();
  const std::string findings = describe_findings(report);
  const std::string faces = plural(mended.mesh.faces().size(), "face", "faces");
  return fmt::format("{}:\n{}{}: {}, {}{}\n", arguments.input, text, arguments.output, faces, closed_word(report),
                     findings.empty() ? "" : "; " + findings);
}

Mended load_mended(const std::string& file) {
  const InterruptEnds while_mending;
  return mend(load_mesh(file));
}

int run_mend(const MendArguments& arguments) {
  const OutputOption outputs[] = {{"the output", arguments.output}};
  const std::string inputs[] = {arguments.input};
  validate_outputs("mend", outputs, inputs);
  if (arguments.output == "-") refuse_argument("mend", "the output goes into a file; give a name such as mended.stl.");
  const Mended mended = load_mended(arguments.input);
  stop_if_interrupted();
  write_mesh(mended.mesh, arguments.output);
  if (!arguments.quiet) write_text("-", mend_text(arguments, mended));
  return mended.mesh.closed() ? kClean : kFindings;
}

}  // namespace

Command add_mend(CLI::App& app) {
  CLI::App* command = app.add_subcommand("mend", "Do the safe part of a repair to a mesh file");
  const auto arguments = std::make_shared<MendArguments>();
  command->add_option("input", arguments->input, mesh_formats())->type_name("IN")->required();
  command->add_option("output", arguments->output, written_mesh_formats() + ", by its ending")->type_name("OUT")->required();
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors; the exit status is the answer");
  command->footer(
      "Welds equal corners, leaves out doubled faces and faces without area, turns the faces of a component the same\n"
      "way and fills holes that lie in a plane. Reports each step; coordinates stay as they are.\n"
      "Example: impinge mend scan.stl scan_mended.ply\n"
      "Exit status: 0 the mesh is closed now, 1 it is not, 2 trouble (130 after Ctrl-C).");
  return [arguments] { return run_mend(*arguments); };
}

}  // namespace impinge::cli
