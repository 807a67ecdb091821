// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The jaw experiment of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids using rasterizing
// graphics hardware, 1995, section 8. Two rows of teeth in four positions; each map is compared with the mean of 16 lines a
// cell, and drawn.
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>

#include <cmath>
#include <filesystem>

#include "bench_program.h"
#include "map_accuracy.h"
#include "scenes/scenes.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  std::string pictures;
  int resolution = 512;
};

struct View {
  std::string name;
  MapOptions options;
};

struct Row {
  std::string scene, view;
  std::size_t faces = 0;
  InterferenceMap map;
  Accuracy accuracy;
};

std::vector<View> views(int resolution) {
  std::vector<View> list = {{"along z", {}}, {"faces", {}}, {"tilted by 20", {}}, {"tilted by 45", {}}};
  list[0].options.view.direction = Vec3(0, 0, 1);
  list[1].options.view.rule = DirectionRule::faces;
  list[2].options.view.direction = Vec3(0, std::sin(0.349), std::cos(0.349));
  list[3].options.view.direction = Vec3(0, 1, 1);
  for (View& view : list) view.options.view.resolution = resolution;
  return list;
}

Row run(const Engine& engine, const scenes::NamedScene& named, const View& view, const Arguments& args) {
  const Scene scene = named.make();
  const ObjectId lower = scene.find("lower"), upper = scene.find("upper");
  Row row{std::string(named.name), view.name, 0, engine.map(scene, lower, upper, view.options), {}};
  for (const SceneObject& object : scene.objects()) row.faces += object.mesh.faces().size();
  MapOptions finer = view.options;
  finer.view.resolution = args.resolution * kFiner;
  finer.view.direction = row.map.direction;
  row.accuracy = compare_maps(row.map, engine.map(scene, lower, upper, finer));
  if (!args.pictures.empty() && view.name == "along z") {
    write_map_picture(row.map, std::filesystem::path(args.pictures) / (row.scene + ".png"),
                      {.title = std::string(named.title), .a = "lower", .b = "upper", .range = 6, .size = 640});
  }
  return row;
}

std::string row_text(const Row& row) {
  const Accuracy& found = row.accuracy;
  return fmt::format("{:14} {:13} {:8.3f} {:8.3f} {:8.4f} {:9} {:9.5f} {:9.4f} {:9.5f} {:9.4f} {:6}\n", row.scene, row.view,
                     row.map.overlap_volume->value, row.map.projected_area.value, row.map.max_depth.value, found.cells,
                     found.rms, found.worst, found.rms_near, found.worst_near, found.other_side);
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format("{{\n  \"bench\": \"jaws\",\n  \"commit\": \"{}\",\n  \"rows\": [", commit);
  const char* comma = "\n";
  for (const Row& row : rows) {
    const Accuracy& found = row.accuracy;
    const Bounded &volume = *row.map.overlap_volume, &area = row.map.projected_area, &depth = row.map.max_depth;
    text += fmt::format(
        "{}    {{ \"scene\": \"{}\", \"view\": \"{}\", \"faces\": {}, \"columns\": {}, \"rows\": {}, \"cell\": {:.6g}, "
        "\"overlap_volume\": [{:.6g}, {:.6g}, {:.6g}], \"projected_area\": [{:.6g}, {:.6g}, {:.6g}], "
        "\"max_depth\": [{:.6g}, {:.6g}, {:.6g}], \"min_gap\": {}, \"cells\": {}, \"rms\": {:.4g}, \"worst\": {:.4g}, "
        "\"near_cells\": {}, \"rms_near\": {:.4g}, \"worst_near\": {:.4g}, \"other_side\": {}, \"ms\": {:.4g} }}",
        comma, row.scene, row.view, row.faces, row.map.columns, row.map.rows, row.map.cell, volume.low, volume.value,
        volume.high, area.low, area.value, area.high, depth.low, depth.value, depth.high,
        row.map.min_gap ? fmt::format("{:.6g}", *row.map.min_gap) : "null", found.cells, found.rms, found.worst,
        found.near_cells, found.rms_near, found.worst_near, found.other_side, row.map.stats.total_ms);
    comma = ",\n";
  }
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "scene,view,faces,cell,overlap_volume,projected_area,max_depth,cells,rms,worst,rms_near,worst_near\n";
  for (const Row& row : rows) {
    const Accuracy& found = row.accuracy;
    text += fmt::format("{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{:.4g},{:.4g},{:.4g},{:.4g}\n", row.scene, row.view,
                        row.faces, row.map.cell, row.map.overlap_volume->value, row.map.projected_area.value,
                        row.map.max_depth.value, found.cells, found.rms, found.worst, found.rms_near, found.worst_near);
  }
  return text;
}

int run_all(Arguments args) {
  if (args.quick) args.resolution = std::min(args.resolution, 64);
  const Engine engine;
  std::vector<Row> rows;
  fmt::print("{:14} {:13} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>6}\n", "scene", "view", "volume", "area",
             "depth", "cells", "rms", "worst", "near rms", "near max", "sign");
  for (const char* name : {"jaws_apart", "jaws_touching", "jaws_biting", "jaws_deep"}) {
    for (const View& view : views(args.resolution)) {
      if (args.quick && !rows.empty() && rows.back().scene == name) continue;
      rows.push_back(run(engine, scenes::find_scene(name), view, args));
      fmt::print("{}", row_text(rows.back()));
      std::fflush(stdout);
    }
  }
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  return 0;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--pictures", args.pictures, "Draw the maps into this folder");
  options.option("--resolution", args.resolution, "Lines along the longer side", {1, 2048});
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv,
      {"jaws", "The jaw experiment: maps of two rows of teeth, and their error against 16 lines a cell",
       "A small map, one view"},
      add_options, run_all);
}
