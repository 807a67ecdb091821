// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/check/check_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <impinge/error.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>

#include "apps/cli/arguments.h"
#include "apps/cli/check/bounded.h"
#include "apps/cli/option_group.h"
#include "apps/cli/view_arguments.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr int kMaxLevel = 12;

[[noreturn]] void refuse(const std::string& message) { refuse_argument("check", message); }

template <class Number>
Number parse_number(std::string_view option, const std::string& text, Number low, Number high, std::string_view wanted) {
  return parse_argument<Number>("check", option, text, low, high, wanted);
}

void validate_numbers(const CheckArguments& arguments) {
  to_check_options(arguments);
  to_engine_options(arguments);
}

void validate_inputs(const CheckArguments& arguments) {
  const auto mesh = std::find_if_not(arguments.files.begin(), arguments.files.end(), is_robot);
  if (arguments.robot.any() && !has_robot(arguments.files))
    refuse(
        "--state, --joint, --srdf, --package-path, --adjacent and --beyond-limits are for robots; give a .urdf file too.");
  if (!arguments.scene.empty()) {
    if (mesh != arguments.files.end())
      refuse(fmt::format("--scene {} and the file {}: give a scene or files, not both; only robots (.urdf) go with a scene.",
                         arguments.scene, *mesh));
    if (arguments.parts) refuse("--scene and --parts: give an object of the scene \"parts\": true instead.");
    return;
  }
  if (arguments.files.empty()) refuse("no input: give two or more mesh files, or --scene FILE.");
  if (arguments.files.size() == 1 && !arguments.self && !arguments.parts && mesh != arguments.files.end() &&
      !any_cad(arguments.files)) {
    if (arguments.files.front().ends_with(".json"))
      refuse(fmt::format("{} is not a mesh: give a scene file as --scene {}.", arguments.files.front(),
                         arguments.files.front()));
    refuse(
        fmt::format("{} alone: give a second file to check it against, --parts to check the parts of an assembly, or "
                    "--self to check it against itself.",
                    arguments.files.front()));
  }
}

ObjectId find_object(const Scene& scene, const std::string& name) {
  const auto objects = scene.objects();
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].name == name) return {i};
    names.push_back(objects[i].name);
  }
  refuse(fmt::format("--pair {}: there is no such object; there are {}.", name, fmt::join(names, ", ")));
}

void validate_check_picture(const CheckArguments& arguments) {
  const PictureArguments& picture = arguments.picture;
  validate_picture("check", picture);
  if (picture.file.empty() && !(picture.view.empty() && picture.size.empty() && arguments.pair.empty()))
    refuse("--view, --size and --pair apply to a picture; give --picture FILE.png too.");
}

/// An output over an input or over another output would destroy what the user wants to keep.
void validate_files(const CheckArguments& arguments) {
  std::vector<OutputOption> outputs = {{"--json", arguments.json},
                                       {"--csv", arguments.csv},
                                       {"--face-pairs", arguments.face_pairs},
                                       {"--picture", arguments.picture.file},
                                       {"--report", arguments.page.file}};
  for (const OutputOption& output : overlap_files(arguments.overlap, "--overlap")) outputs.push_back(output);
  for (const OutputOption& output : review_files(arguments.review)) outputs.push_back(output);
  std::vector<std::string> inputs = arguments.files;
  if (!arguments.scene.empty()) inputs.push_back(arguments.scene);
  if (!arguments.baseline.empty()) inputs.push_back(arguments.baseline);
  if (!arguments.decisions.empty()) inputs.push_back(arguments.decisions);
  inputs.insert(inputs.end(), arguments.rules.files.begin(), arguments.rules.files.end());
  validate_outputs("check", outputs, inputs);
  if (arguments.no_stats && (arguments.json.empty() || arguments.plan))
    refuse("--no-stats applies to the JSON of an answer; give --json FILE too.");
  validate_page("check", arguments.page);
  if (arguments.verdicts && !arguments.face_pairs.empty())
    refuse("--verdicts and --face-pairs: give one or the other; with --verdicts no face pairs are listed.");
  if (arguments.verdicts && arguments.overlap.any())
    refuse(
        "--verdicts with --contacts, --curves, --patches, --overlap or --parting: these rest on face pairs; omit "
        "--verdicts.");
  validate_overlap_outputs("check", "--overlap", arguments.overlap);
  validate_review_outputs("check", arguments.review);
  validate_check_picture(arguments);
}

void add_input(CLI::App& command, CheckArguments& arguments) {
  const OptionGroup input(command, "Input");
  input.text("--scene", arguments.scene, "FILE", "Scene file (impinge.scene/1) instead of mesh files");
  input.text("--units", arguments.units, "UNIT",
             "Unit of length: m, cm, mm, um, in or ft [mm, with robots m]; a scene file has its own");
  input.flag("--parts", arguments.parts,
             "Each node of a glTF or COLLADA file and each item of a 3MF file is an object of its own");
  input.text("--memory", arguments.memory, "SIZE",
             "Bytes that the process may hold, such as 300M or 2G: meshes of the scene are read when a pair needs them");
  input.text("--index", arguments.index, "FILE",
             "Where boxes and counts of the scene's files are kept for --memory and --plan [beside the scene]");
  input.flag("--plan", arguments.plan, "Say what there is to do and how long it takes, but do not do it");
  input.flag("--strict", arguments.strict, "Treat any flaw found in a mesh as trouble (exit status 2)");
}

void add_query(CLI::App& command, CheckArguments& arguments) {
  const OptionGroup query(command, "Query");
  query.text("--clearance", arguments.clearance, "LENGTH",
             "Also report pairs no farther apart than this, with distances; inf: every pair");
  query.word("--touching", arguments.touching, {"report", "ignore"},
             "Whether pairs that merely touch are findings [report]");
  query.word("--sampled", arguments.sampled, {"list", "report"},
             "Pairs where lines found nothing, which proves nothing: list them, or report them as findings [list]");
  query.text("--tolerance", arguments.tolerance, "DEPTH", "Treat an overlap no deeper than this as touching");
  query.flag("--volume", arguments.volume, "Also report the volume and depth of every overlap, with bounds");
  query.flag("--verdicts", arguments.verdicts, "Verdicts only, no face pairs: faster for convex bodies");
  query.word("--open", arguments.open, words_of<OpenBodies>(),
             "How to take a mesh that is not closed: as what is left of a solid, or as a mere surface [solid]");
  query.flag("--self", arguments.self, "Also check each object against itself");
}

void add_rule_query(CLI::App& command, CheckArguments& arguments) {
  const std::string heading = "Rules";
  add_rule_options(command, arguments.rules, heading);
  const OptionGroup rules(command, heading);
  rules.text("--baseline", arguments.baseline, "OLD.json",
             "An earlier answer (--json): say which findings are new, known and gone; only new ones make the exit status 1");
  rules.text("--decisions", arguments.decisions, "FILE.json",
             "What was decided about findings (impinge.decisions/1): accepted ones do not make the exit status 1");
  rules.flag("--group", arguments.group, "Group findings by cause: one part against many");
}

void add_overlap(CLI::App& command, CheckArguments& arguments) {
  const OptionGroup overlap(command, "Overlap");
  add_overlap_solid(overlap, arguments.overlap);
  add_overlap_outputs(overlap, arguments.overlap);
}

void add_method(CLI::App& command, CheckArguments& arguments) {
  const OptionGroup method(command, "Method");
  method.word("--method", arguments.method, words_of<Method>(),
              "How candidate face pairs are found [auto]; zlist and depth_count look only along the lines of a raster");
  method.text("--resolution", arguments.resolution, "1..8192", "Cells along the longer side of a raster [512]");
  method.text("--direction", arguments.direction, "X,Y,Z", "Direction of a raster's lines [chosen from the boxes]");
  add_view_choice(command, arguments.choose, arguments.directions, arguments.zlist, "Method", "Method");
  add_refinement(method, arguments.refine, arguments.error,
                 "With zlist, --volume and --tolerance: halve cells where more may be found, at most this many times [0]");
  method.word("--raster", arguments.raster, words_of<RasterScope>(),
              "With zlist: a raster for each pair, or one for the scene, in which each object is drawn once [pairs]");
  method.word("--form", arguments.form, words_of<DepthCountForm>(),
              "With depth_count: which of its paper's algorithms counts [extended]");
  method.word("--passes", arguments.passes, words_of<DepthPasses>(),
              "With depth_count: how far it goes; early stops after the pass that shows an overlap [all]");
  method.flag("--certified", arguments.certified, "With zlist: miss nothing between the lines, decide face pairs exactly");
  method.word("--broad", arguments.broad, words_of<Broad>(),
              "How object pairs are found [sweep_boxes]; none: all objects in one octree");
  method.text("--level", arguments.level, "0..12",
              "Depth of the face octree, or of moved octrees to 10 [chosen from the data]");
  method.word(
      "--backend", arguments.backend, words_of<Backend>(),
      "What draws for zlist, depth_count and --volume [cpu]; auto: a graphics card if there is one, see 'impinge info'");
  method.word("--drawing", arguments.drawing, {"compute", "raster"},
              "How a card draws for --certified and depth_count: by compute shaders, or its rasteriser [compute]");
  method.text("--threads", arguments.threads, "N", "Threads to use, at most one per core [all cores]");
}

void add_output(CLI::App& command, CheckArguments& arguments) {
  const OptionGroup output(command, "Output");
  output.flag("--quiet", arguments.quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--json", arguments.json, "FILE|-", "Write the answer as JSON (impinge.check/1); - prints only the JSON");
  output.flag("--no-stats", arguments.no_stats,
              "Leave out of the JSON what differs from run to run: times and counts of work");
  output.text("--csv", arguments.csv, "FILE|-", "Write the table of pairs as CSV");
  output.text("--face-pairs", arguments.face_pairs, "FILE.csv", "Write every face pair that meets, faces counted from 0");
  output.text("--max-pairs", arguments.max_pairs, "N",
              "List at most this many face pairs in total; counts are never truncated");
  add_picture_options(output, arguments.picture,
                      "Write a picture with the contacts, the overlap of --overlap, and a legend");
  add_page_options(output, arguments.page);
  command.add_option("--pair", arguments.pair, "Picture: draw only these two objects")
      ->expected(2)
      ->type_name("A B")
      ->group("Output");
}

}  // namespace

void add_check_options(CLI::App& command, CheckArguments& arguments) {
  command
      .add_option("files", arguments.files,
                  mesh_formats() + "; each file is one object. URDF: each link; CAD files: each solid")
      ->type_name("FILE");
  add_input(command, arguments);
  add_robot_options(command, arguments.robot);
  add_query(command, arguments);
  add_rule_query(command, arguments);
  add_overlap(command, arguments);
  add_cad_options(command, arguments.cad);
  add_method(command, arguments);
  add_output(command, arguments);
  add_review_outputs(OptionGroup(command, "Output for other tools"), arguments.review, true);
}

void validate(const CheckArguments& arguments) {
  validate_inputs(arguments);
  validate_units("check", arguments.units);
  validate_numbers(arguments);
  validate_memory(arguments);
  refuse_unused_options(arguments);
  validate_cad(arguments.cad, arguments.files);
  validate_files(arguments);
}

CheckOptions to_check_options(const CheckArguments& arguments) {
  CheckOptions options;
  options.method = parse_word(arguments.method, options.method);
  options.open = parse_word(arguments.open, options.open);
  options.self = arguments.self;
  options.ignored = arguments.rules.list_ignored();
  options.face_pairs = !arguments.verdicts;
  options.clearance = parse_clearance("check", arguments.clearance);
  if (!arguments.level.empty()) {
    options.level = parse_number<int>("--level", arguments.level, 0, kMaxLevel, "a whole number from 0 to 12");
  }
  if (!arguments.resolution.empty()) {
    options.view.resolution =
        parse_number<int>("--resolution", arguments.resolution, 1, 8192, "a whole number from 1 to 8192");
  }
  if (!arguments.direction.empty()) {
    options.view.direction = parse_direction("check", "--direction", arguments.direction, "three numbers such as 0,0,1");
  }
  set_view_choice("check", arguments.choose, arguments.directions, options.view);
  set_refinement("check", arguments.refine, arguments.error, options.refine, options.error);
  if (!arguments.tolerance.empty()) {
    options.tolerance = parse_number<double>("--tolerance", arguments.tolerance, 0.0, std::numeric_limits<double>::max(),
                                             "a depth of 0 or more, such as 0.01");
  }
  options.volume = arguments.volume;
  set_overlap_options(arguments.overlap, options);
  options.certified = arguments.certified;
  options.memory = parse_memory(arguments.memory);
  if (!arguments.max_pairs.empty()) {
    options.max_pairs =
        parse_number<std::uint64_t>("--max-pairs", arguments.max_pairs, 0, UINT64_MAX, "a whole number of 0 or more");
  }
  return options;
}

EngineOptions to_engine_options(const CheckArguments& arguments) {
  return parse_engine_options("check", arguments.threads, arguments.backend);
}

PictureOptions to_picture_options(const CheckArguments& arguments, const Scene& scene) {
  PictureOptions options = parse_picture("check", arguments.picture);
  options.backend = parse_word(arguments.backend, Backend::cpu);
  if (!arguments.pair.empty())
    options.pair = {find_object(scene, arguments.pair.front()), find_object(scene, arguments.pair.back())};
  return options;
}

Experiments to_experiments(const CheckArguments& arguments) {
  return parse_experiments({.broad = arguments.broad,
                            .zlist = arguments.zlist,
                            .raster = arguments.raster,
                            .form = arguments.form,
                            .passes = arguments.passes,
                            .drawing = arguments.drawing});
}

}  // namespace impinge::cli
