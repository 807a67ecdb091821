// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/option_group.h"
#include "apps/cli/reports.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

struct OctreeArguments {
  std::string file, output, free_of, clearance_map, json;
  std::string kind = "volume", rule = "contact";
  std::vector<std::string> poses;
  int level = 6;
  bool compact = false, quiet = false;
};

[[noreturn]] void refuse_octree(const std::string& message) { refuse_argument("octree", message); }

/// "x,y,z" or "x,y,z,qx,qy,qz,qw".
Pose parse_pose(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& word : CLI::detail::split(text, ',')) {
    double value = 0;
    if (!CLI::detail::lexical_cast(word, value)) refuse_octree(fmt::format("--pose {}: '{}' is not a number.", text, word));
    numbers.push_back(value);
  }
  if (numbers.size() != 3 && numbers.size() != 7)
    refuse_octree(fmt::format("--pose {}: give x,y,z or x,y,z,qx,qy,qz,qw (a position and a quaternion).", text));
  const Vec3 position(numbers[0], numbers[1], numbers[2]);
  if (numbers.size() == 3) return Pose::from_quaternion(position, {0, 0, 0, 1});
  return Pose::from_quaternion(position, {numbers[3], numbers[4], numbers[5], numbers[6]});
}

bool is_octree(const std::string& file) { return ends_in(file, {".df", ".bt"}); }

Octree load_as_octree(const std::string& file, const OctreeArguments& arguments) {
  if (is_octree(file)) return load_octree(file);
  OctreeMaking making;
  making.level = arguments.level;
  making.kind = parse_word(arguments.kind, OctreeKind::volume);
  making.rule = parse_word(arguments.rule, VoxelRule::contact);
  return make_octree(load_mesh(file), making);
}

struct OctreeSummary {
  std::string name;
  Octree octree;
  std::uint64_t df_nodes = 0, df_bytes = 0;
  std::optional<std::size_t> cubes{};     ///< after compaction
  std::optional<std::uint64_t> common{};  ///< voxels in the obstacle and on the way
};

std::string octree_text(const OctreeSummary& s) {
  const OctreeFrame& f = s.octree.frame();
  std::string text = fmt::format("{}: level {}, voxel {:.6g}, root from ({:.6g}, {:.6g}, {:.6g}) with edge {:.6g}\n", s.name,
                                 f.level, f.voxel, f.origin.x(), f.origin.y(), f.origin.z(), f.edge());
  text += fmt::format("  black: {} nodes, {} voxels, volume {:.6g}; DF code {} nodes, {} bytes\n", s.octree.nodes().size(),
                      s.octree.voxel_count(), s.octree.volume(), s.df_nodes, s.df_bytes);
  if (s.cubes) text += fmt::format("  compacted: {} cubes\n", *s.cubes);
  if (s.common)
    text += *s.common == 0 ? "  free: the path and the obstacle share no voxel\n"
                           : fmt::format("  not free: the path and the obstacle share {} voxels\n", *s.common);
  return text;
}

std::string octree_json(const OctreeSummary& s) {
  const OctreeFrame& f = s.octree.frame();
  nlohmann::ordered_json json = {{"schema", "impinge.octree/1"},
                                 {"name", s.name},
                                 {"level", f.level},
                                 {"voxel", f.voxel},
                                 {"origin", {f.origin.x(), f.origin.y(), f.origin.z()}},
                                 {"nodes", s.octree.nodes().size()},
                                 {"voxels", s.octree.voxel_count()},
                                 {"volume", s.octree.volume()},
                                 {"df_nodes", s.df_nodes},
                                 {"df_bytes", s.df_bytes}};
  if (s.cubes) json["cubes"] = *s.cubes;
  if (s.common) {
    json["free"] = *s.common == 0;
    json["common_voxels"] = *s.common;
  }
  return json.dump(2) + "\n";
}

bool can_be_written(const std::filesystem::path& file) {
  for (const FormatInfo& format : formats())
    for (const std::string_view ending : format.endings)
      if (format.writes && ends_in(file.string(), {ending})) return true;
  return false;
}

void write_output(const Octree& octree, const std::string& output) {
  if (output.empty()) return;
  if (is_octree(output))
    write_octree(octree, output);
  else
    write_mesh(octree_surface(octree), output);
}

// Before the work, which may take long.
void validate(const OctreeArguments& a) {
  if (!a.free_of.empty() && a.rule == "centre")
    refuse_octree("--free-of with --rule centre: the centre rule may miss contacts; omit it.");
  if (!a.poses.empty() && a.free_of.empty())
    refuse_octree("--pose needs --free-of: poses describe the path that it checks.");
  const OutputOption outputs[] = {{"--output", a.output}, {"--clearance-map", a.clearance_map}, {"--json", a.json}};
  const std::string inputs[] = {a.file, a.free_of};
  validate_outputs("octree", outputs, inputs);
  if (!a.output.empty() && !can_be_written(a.output))
    refuse_octree(
        fmt::format("--output {}: give a name that ends in .df or .bt, or in that of a mesh such as .stl.", a.output));
}

std::uint64_t common_voxels(const Octree& octree, const std::vector<Pose>& path, const Octree& obstacle) {
  const std::vector<OctreeCube> cubes =
      octree.frame().level <= OctreeFrame::kMaxMadeLevel ? compacted(octree, {.restarts = 0}) : octree.cubes();
  return intersect(swept_octree(cubes, octree.frame(), path, obstacle.frame()), obstacle).voxel_count();
}

OctreeSummary summarise(const OctreeArguments& arguments) {
  std::vector<Pose> path;
  for (const std::string& text : arguments.poses) path.push_back(parse_pose(text));
  const InterruptEnds while_working;
  OctreeSummary summary{std::filesystem::path(arguments.file).stem().string(), load_as_octree(arguments.file, arguments)};
  summary.df_bytes = summary.octree.df(summary.df_nodes).size();
  if (arguments.compact) summary.cubes = compacted(summary.octree).size();
  if (path.empty()) path.emplace_back();
  if (!arguments.free_of.empty())
    summary.common = common_voxels(summary.octree, path, load_as_octree(arguments.free_of, arguments));
  return summary;
}

int run_octree(const OctreeArguments& arguments) {
  validate(arguments);
  const OctreeSummary summary = summarise(arguments);
  stop_if_interrupted();
  write_output(summary.octree, arguments.output);
  if (!arguments.clearance_map.empty())
    write_voxels(clearance_map(summary.octree), summary.octree.frame(), arguments.clearance_map);
  if (!arguments.json.empty()) write_text(arguments.json, octree_json(summary));
  if (!arguments.quiet && arguments.json != "-") write_text("-", octree_text(summary));
  return summary.common.value_or(0) == 0 ? kClean : kFindings;
}

}  // namespace

Command add_octree(CLI::App& app) {
  CLI::App* octree = app.add_subcommand("octree", "Make an octree of a mesh, write it, or ask whether its path is free");
  const auto a = std::make_shared<OctreeArguments>();
  octree->add_option("file", a->file, "A mesh, or an octree (.df, .bt)")->type_name("FILE")->required();
  const OptionGroup query(*octree, "Query"), output(*octree, "Output");
  octree->add_option("--level", a->level, "Halvings of the root cube [6]")
      ->type_name("0..10")
      ->group("Query")
      ->check(CLI::Range(0, 10).description(""));
  query.word("--kind", a->kind, words_of<OctreeKind>(), "The solid, or its surface [volume]");
  query.word("--rule", a->rule, words_of<VoxelRule>(),
             "Which voxels are black: all that are touched, or those whose middle is inside [contact]");
  query.flag("--compact", a->compact, "Also report the smallest number of cubes found to cover it");
  query.text("--free-of", a->free_of, "FILE", "Ask whether the path through the poses is free of this mesh or octree");
  octree->add_option("--pose", a->poses, "x,y,z or x,y,z,qx,qy,qz,qw; repeat it for a path from one to the next")
      ->type_name("POSE")
      ->group("Query")
      ->allow_extra_args(false);
  output.flag("--quiet", a->quiet, "Print nothing but errors; the exit status is the answer");
  output.text(
      "--output", a->output, "FILE",
      fmt::format("Write an octree (.df, .bt for OctoMap), or its surface as a mesh ({})", one_of(written_mesh_endings())));
  output.text("--clearance-map", a->clearance_map, "FILE.mha",
              "Write a lower bound on the distance of every voxel, up to level 8");
  output.text("--json", a->json, "FILE|-", "Write what was found as JSON (impinge.octree/1); - prints only the JSON");
  octree->footer(
      "Examples:\n"
      "  impinge octree part.stl --level 8 --output part.bt\n"
      "  impinge octree arm.stl --level 7 --pose 0,0,0 --pose 50,0,0,0,0,1,1 --free-of cell.stl\n"
      "Exit status: 0 done or free, 1 not free (a voxel is shared; the bodies may still miss each other),\n"
      "2 trouble (130 after Ctrl-C).");
  return [a] { return run_octree(*a); };
}

}  // namespace impinge::cli
