// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <numeric>

#include "apps/cli/commands.h"
#include "apps/cli/page_arguments.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/finding_id.h"
#include "apps/cli/text_table.h"
#include "scenes/scenes.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;
using scenes::ExpectedPair;
using scenes::NamedMotion;
using scenes::NamedScene;

std::filesystem::path make_folder(const std::string& folder) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (!trouble && !std::filesystem::is_directory(folder)) trouble = std::make_error_code(std::errc::not_a_directory);
  if (trouble) {
    throw Error(ErrorCode::write_failed,
                fmt::format("--output {}: cannot create this folder: {}.", folder, trouble.message()));
  }
  return folder;
}

std::size_t count_faces(const Scene& scene) {
  std::size_t faces = 0;
  for (const SceneObject& object : scene.objects()) faces += object.mesh.faces().size();
  return faces;
}

std::uint64_t count_face_pairs(const CheckResult& result) {
  return std::accumulate(result.pairs.begin(), result.pairs.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PairAnswer& pair) { return sum + pair.face_pair_count; });
}

/// The answer in words, "left right crossing; …".
std::string answer_text(const Scene& scene, const CheckResult& result) {
  std::vector<std::string> parts;
  for (const PairAnswer& pair : result.pairs) {
    parts.push_back(fmt::format("{} {} {}{}", scene.object(pair.a).name, scene.object(pair.b).name, to_string(pair.verdict),
                                pair.ignored ? " (ignored)" : ""));
  }
  return parts.empty() ? "all disjoint" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string expected_text(std::span<const ExpectedPair> expected) {
  std::vector<std::string> parts;
  for (const ExpectedPair& pair : expected) {
    parts.push_back(fmt::format("{} {} {}{}", pair.a, pair.b, to_string(pair.verdict), pair.ignored ? " (ignored)" : ""));
  }
  return parts.empty() ? "all disjoint" : fmt::format("{}", fmt::join(parts, "; "));
}

void write_results(const std::filesystem::path& folder, std::string_view name, const Scene& scene,
                   const CheckResult& result) {
  const Report report{.scene = scene, .result = result, .ids = pair_ids(scene, result)};
  write_text(folder / fmt::format("{}.json", name), format_json(report));
  write_text(folder / fmt::format("{}.csv", name), format_face_pairs_csv(report));
  PictureOptions picture;
  picture.backend = Backend::automatic;
  write_picture(scene, result, folder / fmt::format("{}.png", name), picture);
}

/// The page shows what bodies have in common too, which the other files do not ask for.
void write_page(const Engine& engine, const std::filesystem::path& folder, std::string_view name, const Scene& scene,
                CheckOptions options) {
  ask_for_overlaps(options);
  options.volume = true;
  const CheckResult result = engine.check(scene, options);
  const Report report{.scene = scene, .result = result, .ids = pair_ids(scene, result)};
  ReportOptions page;
  page.title = name;
  page.pairs = page_pairs(report);
  write_report(scene, result, folder / fmt::format("{}.html", name), page);
}

/// What the demo collects while it runs.
struct Demo {
  Engine engine;
  std::filesystem::path folder;
  TextTable table{{{"scene"},
                   {"objects", Align::right},
                   {"faces", Align::right},
                   {"face pairs", Align::right},
                   {"ms", Align::right},
                   {"answer"}}};
  std::string differences;

  void add(std::string_view name, const Scene& scene, const CheckResult& result, const std::string& answer) {
    table.add({std::string(name), fmt::format("{}", scene.objects().size()), fmt::format("{}", count_faces(scene)),
               fmt::format("{}", count_face_pairs(result)), fmt::format("{:.1f}", result.stats.total_ms), answer});
  }
};

CheckOptions demo_options(std::optional<double> clearance) {
  CheckOptions options;
  options.ignored = true;
  options.clearance = clearance;
  options.is_cancelled = [] { return interrupted(); };
  return options;
}

void run_scene(Demo& demo, const NamedScene& named) {
  const Scene scene = named.make();
  const CheckResult result = demo.engine.check(scene, demo_options(named.clearance));
  const std::string answer = answer_text(scene, result), expected = expected_text(named.expected);
  if (answer != expected) {
    demo.differences += fmt::format("{}: expected {}, found {}\n", named.name, expected, answer);
  }
  demo.add(named.name, scene, result, answer);
  write_results(demo.folder, named.name, scene, result);
  write_page(demo.engine, demo.folder, named.name, scene, demo_options(named.clearance));
}

/// Steps until the first contact, which is what is shown; every earlier step must be free.
void run_motion(Demo& demo, const NamedMotion& motion) {
  Scene scene = motion.make();
  CheckResult result;
  double total_ms = 0;
  int step = 0;
  for (; step < motion.steps; ++step) {
    motion.advance(scene, step);
    result = demo.engine.check(scene, demo_options({}));
    total_ms += result.stats.total_ms;
    if (!result.pairs.empty()) break;
  }
  if (step != motion.first_contact) {
    demo.differences += fmt::format("{}: expected the first contact at step {}, found it at step {} of {}\n", motion.name,
                                    motion.first_contact, step, motion.steps);
  }
  demo.add(motion.name, scene, result,
           fmt::format("first contact at step {} of {}, {:.2f} ms a step", step, motion.steps, total_ms / (step + 1)));
  write_results(demo.folder, motion.name, scene, result);
  write_page(demo.engine, demo.folder, motion.name, scene, demo_options({}));
}

int run_demo(const std::string& folder) {
  Demo demo{.engine = Engine(), .folder = make_folder(folder), .differences = {}};
  {
    ProgressBar bar(true);
    const auto all = scenes::named_scenes();
    const auto motions = scenes::named_motions();
    double done = 0;
    const auto progress = [&](std::string_view name) {
      stop_if_interrupted();
      bar.update(name, done++ / static_cast<double>(all.size() + motions.size()));
    };
    for (const NamedScene& named : all) {
      progress(named.name);
      run_scene(demo, named);
    }
    for (const NamedMotion& motion : motions) {
      progress(motion.name);
      run_motion(demo, motion);
    }
  }
  const bool as_expected = demo.differences.empty();
  write_text("-", fmt::format("{}\n{}; JSON, CSV, a picture and a page (.html) of each are in {}\n", demo.table.text("  "),
                              as_expected ? "Every answer is the expected one" : "Some answers are not the expected ones",
                              std::filesystem::absolute(demo.folder).string()));
  if (as_expected) return kClean;
  std::fputs(("impinge demo: these answers differ from the expected ones:\n" + demo.differences).c_str(), stderr);
  return kFindings;
}

}  // namespace

Command add_demo(CLI::App& app) {
  CLI::App* demo = app.add_subcommand("demo", "Run the embedded scenes and write their results into a folder");
  const auto folder = std::make_shared<std::string>("impinge-demo");
  demo->add_option("--output", *folder,
                   "Folder for the results: JSON, CSV, PNG and a page of each scene; created if missing")
      ->type_name("FOLDER")
      ->capture_default_str();
  demo->footer("Exit status: 0 every answer is the expected one, 1 some are not, 2 trouble (130 after Ctrl-C).");
  return [folder] { return run_demo(*folder); };
}

}  // namespace impinge::cli
