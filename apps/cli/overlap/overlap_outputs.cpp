// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/overlap/overlap_outputs.h"

#include <fmt/format.h>
#include <impinge/overlap.h>

#include "apps/cli/commands.h"
#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/wording.h"

namespace impinge::cli {

void add_overlap_outputs(const OptionGroup& group, OverlapOutputs& outputs) {
  group.text("--contacts", outputs.contacts, "FILE.csv", "Write where each face pair meets: points, features and normals");
  group.text("--curves", outputs.curves, "FILE.obj", "Write the curves in which the surfaces meet, as polylines");
  group.flag("--patches", outputs.patches, "Also report the plane regions that the surfaces share, with their areas");
  group.flag("--parting", outputs.parting, "Also report the least translation that parts a pair, with a lower bound");
}

void validate_overlap_outputs(std::string_view command, const char* solid_option, const OverlapOutputs& outputs) {
  if (outputs.contacts != "-") require_ending(command, "--contacts", outputs.contacts, {".csv"});
  if (outputs.curves != "-") require_ending(command, "--curves", outputs.curves, {".obj"});
  require_ending(command, solid_option, outputs.solid, written_mesh_endings());
}

std::vector<OutputOption> overlap_files(const OverlapOutputs& outputs, const char* solid_option) {
  return {{"--contacts", outputs.contacts}, {"--curves", outputs.curves}, {solid_option, outputs.solid}};
}

void add_overlap_solid(const OptionGroup& group, OverlapOutputs& outputs) {
  group.text("--overlap", outputs.solid, "FILE",
             fmt::format("Write what closed bodies have in common as a solid ({}), and report its volume and lumps",
                         one_of(written_mesh_endings())));
}

std::vector<MeshPart> overlap_parts(const Scene& scene, const CheckResult& result) {
  std::vector<MeshPart> parts;
  for (const PairAnswer& pair : result.pairs)
    if (pair.overlap && pair.overlap->solid && pair.overlap->solid->mesh)
      parts.push_back({pair_name(scene, pair), *pair.overlap->solid->mesh});
  return parts;
}

bool write_overlap_files(const Scene& scene, const CheckResult& result, const OverlapOutputs& outputs) {
  stop_if_interrupted();
  if (!outputs.contacts.empty()) write_text(outputs.contacts, format_contacts_csv(scene, result));
  if (!outputs.curves.empty()) write_text(outputs.curves, format_curves_obj(scene, result));
  const std::vector<MeshPart> parts = overlap_parts(scene, result);
  stop_if_interrupted();
  if (!outputs.solid.empty() && !parts.empty()) write_parts(parts, outputs.solid, scene.units);
  return !parts.empty();
}

std::string unwritten_text(const OverlapOutputs& outputs, bool written) {
  if (outputs.solid.empty() || written) return "";
  return fmt::format("{} is not written: there is no overlap with a volume\n", outputs.solid);
}

}  // namespace impinge::cli
