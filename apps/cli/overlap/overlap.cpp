// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/overlap/overlap_answer.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/rule_arguments.h"
#include "apps/cli/rules/rule_report.h"

namespace impinge::cli {
namespace {

void require_solid(const SceneObject& object) {
  if (object.shape)
    throw Error(ErrorCode::bad_scene,
                fmt::format("'{}' has no faces; 'impinge map' measures such an overlap.", object.name));
  if (object.mesh.closed()) return;
  const std::string& origin = object.mesh.origin();
  throw Error(ErrorCode::bad_mesh, fmt::format("{}: {}, but only closed meshes enclose a volume; 'impinge mend IN OUT' does "
                                               "what is safe, 'impinge check --curves' takes it as it is.",
                                               origin.empty() ? object.name : origin, closed_word(object.mesh.report())));
}

/// The two alone, in the order in which they were named.
Scene scene_of_two(const Scene& scene, const ObjectPair& pair) {
  Scene two;
  two.units = scene.units;
  for (const ObjectId id : {pair.a, pair.b}) {
    const SceneObject& object = scene.object(id);
    require_solid(object);
    const ObjectId placed = two.add(object.name, object.mesh, object.pose);
    if (!object.deformed.empty()) two.set_vertices(placed, object.deformed);
  }
  if (const auto reason = ignored_because(scene, pair.a, pair.b)) two.ignore({0}, {1}, *reason);
  return two;
}

Mesh world_mesh(const SceneObject& object) {
  const auto local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  const auto faces = object.mesh.faces();
  std::vector<Vec3> vertices;
  vertices.reserve(local.size());
  for (const Vec3& point : local) vertices.push_back(world_point(object.pose, point));
  return {std::move(vertices), {faces.begin(), faces.end()}, object.mesh.origin()};
}

OverlapAnswer find_answer(const OverlapArguments& arguments) {
  CheckOptions options = to_check_options(arguments);
  const Engine engine(parse_engine_options("overlap", arguments.threads, "cpu"));
  OverlapAnswer answer;
  answer.asked = asked_of(options);
  answer.combine = arguments.combine;
  ProgressBar bar(!arguments.quiet);
  const Scene scene = load_inputs(arguments.scene, arguments.bodies, arguments.units, bar);
  PairSource source;
  if (!arguments.scene.empty()) source = {arguments.scene, "--scene " + arguments.scene, arguments.bodies};
  answer.scene = scene_of_two(scene, choose_pair(scene, "overlap", source));
  stop_if_interrupted();
  options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
  options.is_cancelled = [] { return interrupted(); };
  options.ignored = true;  // the two were named
  answer.result = engine.check(answer.scene, options);
  if (!arguments.is_intersection()) {
    const InterruptEnds while_combining;
    answer.combined = combine(world_mesh(answer.scene.object({0})), world_mesh(answer.scene.object({1})), arguments.how());
  }
  return answer;
}

/// True if there was a solid to write.
bool write_solid(const OverlapAnswer& answer, const OverlapOutputs& outputs) {
  if (!answer.combined) return write_overlap_files(answer.scene, answer.result, outputs);
  if (!answer.combined->mesh) return false;
  if (!outputs.solid.empty()) write_mesh(*answer.combined->mesh, outputs.solid, answer.scene.units);
  return true;
}

int run_overlap(const OverlapArguments& arguments) {
  validate(arguments);
  const OverlapAnswer answer = find_answer(arguments);
  WritingBar writing(!arguments.quiet, 3);
  writing.next(arguments.outputs.prints() ? "-" : arguments.outputs.solid);
  const bool written = write_solid(answer, arguments.outputs);
  writing.next(arguments.picture.file);
  if (!arguments.picture.file.empty())
    write_picture(answer.scene, answer.result, arguments.picture.file, parse_picture("overlap", arguments.picture));
  writing.next(arguments.json);
  if (!arguments.json.empty()) write_text(arguments.json, format_overlap_json(answer));
  writing.next("-");
  if (!arguments.quiet && arguments.json != "-" && !arguments.outputs.prints())
    write_text("-", format_overlap_table(answer) + unwritten_text(arguments.outputs, written));
  return answer.is_finding() ? kFindings : kClean;
}

}  // namespace

Command add_overlap(CLI::App& app) {
  CLI::App* overlap =
      app.add_subcommand("overlap", "Compute what two solids have in common, as a solid, or their union or difference");
  const auto arguments = std::make_shared<OverlapArguments>();
  add_overlap_options(*overlap, *arguments);
  overlap->footer(
      "Examples:\n"
      "  impinge overlap lid.stl box.stl --output common.stl\n"
      "  impinge overlap --scene cell.json plate pin --parting --json -\n"
      "  impinge overlap body.stl hole.stl --combine difference --output drilled.ply\n"
      "Topology is decided exactly; points are rounded at the end, to doubles in PLY, OBJ and OFF, to floats in STL and "
      "glTF.\n"
      "Exit status: 0 their insides do not overlap, 1 they overlap, 2 trouble (130 after Ctrl-C). A pair that the scene\n"
      "ignores is not a finding.");
  return [arguments] { return run_overlap(*arguments); };
}

}  // namespace impinge::cli
