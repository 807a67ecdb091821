// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <system_error>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/wording.h"
#include "scenes/plant/plant.h"

namespace impinge::cli {
namespace {

namespace fs = std::filesystem;

struct PlantArguments {
  std::string folder, parts = "1000", faces, clashes = "0", seed = "1";
  bool quiet = false;
};

scenes::PlantOptions to_options(const PlantArguments& a) {
  const auto number = [](const char* option, const std::string& text, std::uint64_t low, std::uint64_t high) {
    return parse_argument<std::uint64_t>("plant", option, text, low, high,
                                         fmt::format("a whole number from {} to {}", low, high));
  };
  scenes::PlantOptions options;
  options.parts = static_cast<std::uint32_t>(number("--parts", a.parts, 13, 1'000'000));
  if (!a.faces.empty()) options.faces = number("--faces", a.faces, 1, 2'000'000'000);
  options.clashes = static_cast<std::uint32_t>(number("--clashes", a.clashes, 0, options.parts / 13));
  options.seed = number("--seed", a.seed, 0, UINT64_MAX);
  return options;
}

std::string shape_file(const scenes::Plant& plant, std::uint32_t shape) {
  return "shapes/" + plant_shape_name(plant, shape) + ".ply";
}

std::string scene_text(const scenes::Plant& plant) {
  std::string text = "{\"schema\": \"impinge.scene/1\", \"units\": \"mm\", \"objects\": [\n";
  for (std::size_t i = 0; i < plant.parts.size(); ++i) {
    const scenes::PlantPart& part = plant.parts[i];
    const Json object = {{"name", part.name},
                         {"file", shape_file(plant, part.shape)},
                         {"position", point_json(part.position)},
                         {"rotation", part.rotation}};
    text += object.dump() + (i + 1 < plant.parts.size() ? ",\n" : "\n");
  }
  return text + "]}\n";
}

std::string clashes_text(const scenes::Plant& plant) {
  Json pairs = Json::array();
  for (const auto& [a, b] : plant.clashes)
    pairs.push_back({{"a", plant.parts[a].name}, {"b", plant.parts[b].name}, {"verdict", "crossing"}});
  return Json{{"pairs", std::move(pairs)}}.dump(1) + '\n';
}

int run_plant(const PlantArguments& arguments) {
  const scenes::Plant plant = make_plant(to_options(arguments));
  const fs::path folder = arguments.folder;
  std::error_code trouble;
  fs::create_directories(folder / "shapes", trouble);
  if (trouble)
    throw Error(ErrorCode::write_failed, fmt::format("{}: cannot be made: {}", folder.string(), trouble.message()));
  std::uintmax_t bytes = 0;
  {
    ProgressBar bar(!arguments.quiet);
    for (std::uint32_t i = 0; i < plant.shapes; ++i) {
      stop_if_interrupted();
      bar.update("write", static_cast<double>(i) / plant.shapes);
      const fs::path file = folder / shape_file(plant, i);
      write_mesh(make_plant_shape(plant, i), file);
      bytes += fs::file_size(file);
    }
  }
  write_text(folder / "plant.json", scene_text(plant));
  write_text(folder / "clashes.json", clashes_text(plant));
  if (!arguments.quiet)
    write_text("-",
               fmt::format("{}: {}, {} faces placed, {} in {:.3g} MB, {} planted\n", (folder / "plant.json").string(),
                           plural(plant.parts.size(), "part", "parts"), plant.faces, plural(plant.shapes, "shape", "shapes"),
                           static_cast<double>(bytes) / 1e6, plural(plant.clashes.size(), "clash", "clashes")));
  return kClean;
}

}  // namespace

Command add_plant(CLI::App& app) {
  CLI::App* command = app.add_subcommand("plant", "Generate an industrial plant as a scene with known clashes");
  const auto arguments = std::make_shared<PlantArguments>();
  command->add_option("folder", arguments->folder, "Where to write plant.json, clashes.json and shapes/")
      ->type_name("FOLDER")
      ->required();
  command->add_option("--parts", arguments->parts, "How many parts, 13 to 1000000 [1000]")->type_name("N");
  command->add_option("--faces", arguments->faces, "Faces of all parts together, about [500 a part]")->type_name("N");
  command->add_option("--clashes", arguments->clashes, "Pairs that cross, at most one for each 13 parts [0]")
      ->type_name("N");
  command->add_option("--seed", arguments->seed, "Another number gives another plant [1]")->type_name("N");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->footer(
      "Floors of bays with slabs, columns, machines, pumps, pipes with valves and bends, and cable trays; many parts show\n"
      "one shape. clashes.json lists the planted pairs, which are all that a check finds.\n"
      "Example: impinge plant works --parts 20000 --clashes 100 && impinge check --scene works/plant.json --memory 300M\n"
      "Exit status: 0 written, 2 trouble (130 after Ctrl-C).");
  return [arguments] { return run_plant(*arguments); };
}

}  // namespace impinge::cli
