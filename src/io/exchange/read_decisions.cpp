// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Decisions about findings; docs/decisions.schema.json describes the file.
#include <fmt/format.h>
#include <impinge/io.h>

#include <set>

#include "base/enum_words.h"
#include "io/file/input_file.h"
#include "io/file/json_guard.h"
#include "io/scene/scene_values.h"

namespace impinge {
namespace {

constexpr EnumWord<DecisionState> kDecisionStates[] = {
    {DecisionState::open, "open"}, {DecisionState::assigned, "assigned"}, {DecisionState::accepted, "accepted"}};
constexpr const char* kSchema = "impinge.decisions/1";

/// A text that may be missing, null or empty.
std::string optional_text(const io::SceneValues& values, const io::Json& value, const std::string& path, const char* key) {
  const auto found = value.find(key);
  if (found == value.end() || found->is_null()) return "";
  if (!found->is_string())
    values.refuse(fmt::format("{}.{}", path, key), fmt::format("must be a string, not {}", found->type_name()));
  return found->get<std::string>();
}

Decision read_decision(const io::SceneValues& values, const io::Json& value, const std::string& path) {
  values.require_keys(value, path, {"id", "a", "b", "state", "reason", "assignee", "comment", "verdict"});
  Decision decision;
  decision.id = values.text(values.required(value, path, "id"), path + ".id");
  const std::string state = values.text(values.required(value, path, "state"), path + ".state");
  if (!from_string(state, decision.state))
    values.refuse(path + ".state", fmt::format("must be \"open\", \"assigned\" or \"accepted\", not \"{}\"", state));
  decision.a = optional_text(values, value, path, "a");
  decision.b = optional_text(values, value, path, "b");
  decision.reason = optional_text(values, value, path, "reason");
  decision.assignee = optional_text(values, value, path, "assignee");
  decision.comment = optional_text(values, value, path, "comment");
  if (const std::string word = optional_text(values, value, path, "verdict"); !word.empty()) {
    Verdict verdict{};
    if (!from_string(word, verdict)) values.refuse(path + ".verdict", fmt::format("no verdict is called \"{}\"", word));
    decision.verdict = verdict;
  }
  return decision;
}

}  // namespace

const char* to_string(DecisionState state) noexcept { return word_of(kDecisionStates, state); }
bool from_string(std::string_view word, DecisionState& state) noexcept { return read_word(kDecisionStates, word, state); }

std::vector<Decision> parse_decisions(std::string_view json, std::string_view origin) {
  const io::Json root = io::parse_guarded_json(json, origin);
  const io::SceneValues values(origin);
  values.require_keys(root, "", {"schema", "decisions"});
  if (values.required(root, "", "schema") != kSchema)
    values.refuse("schema", fmt::format("must be \"{}\"; these are not decisions, or are of a different version", kSchema));
  const io::Json& list = values.array(values.required(root, "", "decisions"), "decisions");
  std::vector<Decision> decisions;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string path = fmt::format("decisions[{}]", i);
    decisions.push_back(read_decision(values, list[i], path));
    decisions.back().origin = fmt::format("{}: {}", origin, path);
    if (!ids.insert(decisions.back().id).second)
      values.refuse(path + ".id", fmt::format("there is an earlier decision about \"{}\"", decisions.back().id));
  }
  return decisions;
}

std::vector<Decision> load_decisions(const std::filesystem::path& file) {
  const io::InputFile input(file);
  return parse_decisions(io::as_text(input.bytes()), file.string());
}

}  // namespace impinge
