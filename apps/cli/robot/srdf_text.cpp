// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Disabled pairs are exchanged in the text, so that comments, groups and what impinge does not read stay as they are.
#include "apps/cli/robot/srdf_text.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

/// Without the elements of disabled pairs, each with the blanks and the line end around it.
std::string without_pairs(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t tag = text.find('<');
    if (tag == text.npos) break;
    const std::string_view rest = text.substr(tag);
    if (rest.starts_with("<!--")) {
      const std::size_t end = rest.find("-->");
      const std::size_t length = end == rest.npos ? text.size() : tag + end + 3;
      kept += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    constexpr std::string_view kPair = "<disable_collisions";
    if (!rest.starts_with(kPair)) {
      kept += text.substr(0, tag + 1);
      text.remove_prefix(tag + 1);
      continue;
    }
    std::size_t before = tag;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
    kept += text.substr(0, before);
    std::size_t end = rest.find('>');
    if (end != rest.npos && rest[end - 1] != '/') end = rest.find('>', rest.find("</disable_collisions", end));
    text.remove_prefix(end == rest.npos ? text.size() : tag + end + 1);
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r')) text.remove_prefix(1);
    if (text.starts_with('\n')) text.remove_prefix(1);
  }
  return kept + std::string(text);
}

}  // namespace

std::string_view srdf_reason(LinkPairKind kind) {
  switch (kind) {
    case LinkPairKind::adjacent: return "Adjacent";
    case LinkPairKind::always: return "Always";
    case LinkPairKind::at_rest: return "Default";
    case LinkPairKind::never: return "Never";
    case LinkPairKind::sometimes: break;
  }
  return {};
}

std::string srdf_text(const Robot& robot, std::span<const LinkPairFinding> findings, std::string_view before) {
  const RobotModel& model = robot.model();
  std::string text = before.empty()
                         ? fmt::format("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"{}\">\n</robot>\n",
                                       xml_escaped(model.name))
                         : without_pairs(before);
  std::string pairs;
  for (const LinkPairFinding& f : findings) {
    const std::string_view reason = srdf_reason(f.kind);
    if (reason.empty()) continue;
    const bool says = f.kind == LinkPairKind::never || f.kind == LinkPairKind::always;
    pairs += fmt::format("  <disable_collisions link1=\"{}\" link2=\"{}\" reason=\"{}\"/>{}\n",
                         xml_escaped(model.links[f.a].name), xml_escaped(model.links[f.b].name), reason,
                         !says                              ? ""
                         : f.certainty == Certainty::proved ? " <!-- proved -->"
                                                            : " <!-- sampled -->");
  }
  const std::size_t end = text.rfind("</robot");
  if (end == text.npos) throw Error(ErrorCode::file_format, "the SRDF does not end in </robot>");
  return text.insert(end, pairs);
}

}  // namespace impinge::cli
