// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/review/review_outputs.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "apps/cli/reports.h"

namespace impinge::cli {
namespace {

constexpr std::size_t kMostSnapshots = 100000;

ReviewOptions to_options(std::string_view command, const ReviewOutputs& outputs, Backend backend) {
  ReviewOptions options;
  options.backend = backend;
  options.bcf_version = outputs.bcf_version == "3.0" ? "3.0" : "2.1";
  if (!outputs.snapshots.empty())
    options.pictures = parse_argument<std::size_t>(command, "--snapshots", outputs.snapshots, 0, kMostSnapshots,
                                                   "a whole number from 0 to 100000");
  return options;
}

/// Empty where it cannot be read any more; then places in it are not known.
std::string content_of(const std::string& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

}  // namespace

void add_review_outputs(const OptionGroup& group, ReviewOutputs& outputs, bool of_check) {
  group.text("--junit", outputs.junit, "FILE.xml|-", "Write JUnit XML for build servers: a case for each rule and finding");
  group.text("--sarif", outputs.sarif, "FILE|-",
             "Write SARIF 2.1.0 for code hosts: findings where they stand in the scene file");
  group.text("--markdown", outputs.markdown, "FILE.md|-",
             of_check ? "Write a table for a merge request, with pictures in a folder beside it"
                      : "Write a table for a merge request");
  group.text("--bcf", outputs.bcf, "FILE.bcfzip", "Write BCF for review tools: a topic with a viewpoint for each finding");
  group.word("--bcf-version", outputs.bcf_version, {"2.1", "3.0"}, "Version of BCF [2.1]");
  if (!of_check) return;
  group.text("--glb", outputs.glb, "FILE.glb",
             "Write the scene with its findings as named nodes: lumps, curves, nearest points");
  group.text("--snapshots", outputs.snapshots, "N", "Draw at most this many pictures for --markdown and --bcf [100]");
}

std::vector<OutputOption> review_files(const ReviewOutputs& outputs) {
  return {{"--junit", outputs.junit},
          {"--sarif", outputs.sarif},
          {"--markdown", outputs.markdown},
          {"--bcf", outputs.bcf},
          {"--glb", outputs.glb}};
}

void validate_review_outputs(std::string_view command, const ReviewOutputs& outputs) {
  to_options(command, outputs, Backend::cpu);
  if (outputs.markdown != "-") require_ending(command, "--markdown", outputs.markdown, {".md", ".markdown"});
  for (const auto& [option, file] : {std::pair{"--bcf", &outputs.bcf}, {"--glb", &outputs.glb}})
    if (*file == "-") refuse_argument(command, fmt::format("{} -: this is not text; give a file name.", option));
  require_ending(command, "--bcf", outputs.bcf, {".bcfzip", ".bcf", ".zip"});
  require_ending(command, "--glb", outputs.glb, {".glb"});
  if (outputs.bcf.empty() && outputs.bcf_version != "2.1")
    refuse_argument(command, "--bcf-version applies to BCF; give --bcf FILE.bcfzip too.");
  if (!outputs.snapshots.empty() && outputs.bcf.empty() && outputs.markdown.empty())
    refuse_argument(command, "--snapshots applies to --markdown and --bcf; give one of them too.");
}

void write_review_files(std::string_view command, const Review& review, const ReviewOutputs& outputs, Backend backend) {
  const ReviewOptions options = to_options(command, outputs, backend);
  if (!outputs.junit.empty()) write_text(outputs.junit, junit_text(review));
  if (!outputs.sarif.empty()) {
    const std::string scene_text = review.scene_file.empty() ? "" : content_of(review.scene_file);
    write_text(outputs.sarif, sarif_text(review, scene_text));
  }
  if (outputs.markdown == "-")
    write_text("-", markdown_text(review));
  else if (!outputs.markdown.empty())
    write_markdown(review, outputs.markdown, options);
  if (!outputs.bcf.empty()) write_bcf(review, outputs.bcf, options);
  if (!outputs.glb.empty()) write_review_scene(review, outputs.glb);
}

}  // namespace impinge::cli
