// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The jaw experiment of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids using rasterizing
// graphics hardware, 1995, section 8. Two rows of teeth in four positions; each map is compared with the mean of 16 lines a
// cell, and drawn. The error of a cell is its gap minus the mean gap of the 4 x 4 finer cells in it, where all of them meet
// both bodies; where the two windows differ by half a finer cell, cells on the border count half.
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>

#include <cmath>
#include <filesystem>

#include "bench_program.h"
#include "scenes/scenes.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

constexpr int kFiner = 4;    // lines along each side of a cell: 16 in all
constexpr double kNear = 2;  // mm: the chewing surfaces

struct Arguments : BenchArguments {
  std::string pictures;
  int resolution = 512;
};

struct View {
  std::string name;
  MapOptions options;
};

/// Differences between a map and the mean of the finer one.
struct Accuracy {
  std::uint64_t cells = 0;  ///< that were compared
  double rms = 0, worst = 0;
  std::uint64_t near_cells = 0;  ///< of these, where the teeth are at most 2 mm apart: the chewing surfaces
  double rms_near = 0, worst_near = 0;
  std::uint64_t other_side = 0;  ///< cells whose mean has the other sign: overlap seen as gap, or the reverse
};

struct Row {
  std::string scene, view;
  std::size_t faces = 0;
  InterferenceMap map;
  Accuracy accuracy;
};

/// Finer cells along one axis that a coarse cell covers, and how much of each: four, or three and two halves.
struct Covered {
  int first = 0, count = 0;
  double share[kFiner + 2] = {};

  /// `low` is the coarse cell's lower end in finer cells.
  explicit Covered(double low) : first(static_cast<int>(std::floor(low + 1e-6))) {
    for (; count < kFiner + 2; ++count) {
      const double from = std::max(low, double(first + count)), to = std::min(low + kFiner, double(first + count + 1));
      if (to - from < 1e-6) break;
      share[count] = (to - from) / kFiner;
    }
  }
};

/// The mean gap of the finer cells; NaN where one of them meets no gap or overlap.
double mean_of(const InterferenceMap& fine, const Covered& columns, const Covered& rows) {
  double mean = 0;
  for (int j = 0; j < rows.count; ++j) {
    for (int i = 0; i < columns.count; ++i) {
      const int column = columns.first + i, row = rows.first + j;
      const bool there = column >= 0 && row >= 0 && column < fine.columns && row < fine.rows;
      const auto at =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(fine.columns) + static_cast<std::size_t>(column);
      const double gap = there ? static_cast<double>(fine.gap[at]) : std::nan("");
      mean += gap * columns.share[i] * rows.share[j];
    }
  }
  return mean;
}

Accuracy compare(const InterferenceMap& map, const InterferenceMap& fine) {
  if (std::abs(map.cell - kFiner * fine.cell) > 1e-6 * map.cell) throw std::runtime_error("the finer map has other cells");
  const Vec3 shift = (map.origin - fine.origin) / fine.cell;
  const double right = shift.dot(map.right), up = shift.dot(map.up);
  Accuracy found;
  double squares = 0, near_squares = 0;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(column);
      const auto gap = static_cast<double>(map.gap[at]);
      const double mean = mean_of(fine, Covered(right + kFiner * column), Covered(up + kFiner * row));
      const double error = std::abs(gap - mean);
      if (!std::isfinite(error)) continue;
      ++found.cells;
      squares += error * error;
      found.worst = std::max(found.worst, error);
      if ((gap < 0) != (mean < 0)) ++found.other_side;
      if (mean > kNear) continue;
      ++found.near_cells;
      near_squares += error * error;
      found.worst_near = std::max(found.worst_near, error);
    }
  }
  if (found.cells > 0) found.rms = std::sqrt(squares / static_cast<double>(found.cells));
  if (found.near_cells > 0) found.rms_near = std::sqrt(near_squares / static_cast<double>(found.near_cells));
  return found;
}

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
  row.accuracy = compare(row.map, engine.map(scene, lower, upper, finer));
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
