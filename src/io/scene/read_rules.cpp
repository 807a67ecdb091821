// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Rules in scene files and in files of their own; docs/rules.md describes them.
#include "io/scene/read_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <impinge/answer.h>
#include <impinge/io.h>

#include <cmath>

#include "io/file/input_file.h"
#include "io/file/json_guard.h"

namespace impinge {

namespace io {
namespace {

class RuleReader {
 public:
  RuleReader(const SceneValues& values, std::string path) : values_(values), path_(std::move(path)) {}

  Rule read(const Json& value) const {
    values_.require_keys(
        value, path_,
        {"a", "b", "self", "ignore", "clearance", "min", "max", "accept", "max_depth", "max_volume", "severity", "reason"});
    Rule rule;
    rule.self = read_flag(value, "self");
    rule.ignore = read_flag(value, "ignore");
    rule.a = read_patterns(values_.required(value, path_, "a"), at("a"));
    if (rule.self && value.contains("b")) values_.refuse(at("b"), "a rule about objects with themselves has no b");
    if (!rule.self) rule.b = read_patterns(values_.required(value, path_, "b"), at("b"));
    if (value.contains("clearance") && value.contains("min"))
      values_.refuse(path_, "\"clearance\" and \"min\" are the same; give one of them");
    rule.min = read_limit(value, value.contains("min") ? "min" : "clearance");
    rule.max = read_limit(value, "max");
    rule.max_depth = read_limit(value, "max_depth");
    rule.max_volume = read_limit(value, "max_volume");
    if (value.contains("accept")) rule.accept = read_verdicts(value["accept"], at("accept"));
    if (value.contains("severity")) rule.severity = read_word<Severity>(value["severity"], at("severity"), "severity");
    if (value.contains("reason")) rule.reason = values_.text(value["reason"], at("reason"));
    return rule;
  }

 private:
  std::string at(std::string_view key) const { return fmt::format("{}.{}", path_, key); }

  bool read_flag(const Json& value, const char* key) const {
    if (!value.contains(key)) return false;
    if (!value[key].is_boolean())
      values_.refuse(at(key), fmt::format("must be true or false, not {}", value[key].type_name()));
    return value[key].get<bool>();
  }

  std::vector<std::string> read_patterns(const Json& value, const std::string& path) const {
    if (value.is_string()) return {values_.text(value, path)};
    if (!value.is_array())
      values_.refuse(path, fmt::format("must be a pattern or an array of them, not {}", value.type_name()));
    if (value.empty()) values_.refuse(path, "is empty; give a pattern, such as \"bolt*\"");
    std::vector<std::string> patterns;
    for (std::size_t i = 0; i < value.size(); ++i)
      patterns.push_back(values_.text(value[i], fmt::format("{}[{}]", path, i)));
    return patterns;
  }

  std::optional<double> read_limit(const Json& value, const char* key) const {
    if (!value.contains(key)) return {};
    const double limit = values_.number(value[key], at(key));
    if (!(limit >= 0) || !std::isfinite(limit)) values_.refuse(at(key), fmt::format("{}: must be 0 or more", limit));
    return limit;
  }

  template <class Enum>
  Enum read_word(const Json& value, const std::string& path, const char* noun) const {
    const std::string word = values_.text(value, path);
    Enum found{};
    if (from_string(word, found)) return found;
    std::vector<std::string> words;
    for (int i = 0;; ++i) {
      const char* const known = to_string(static_cast<Enum>(i));
      if (!from_string(known, found)) break;
      words.emplace_back(known);
    }
    values_.refuse(path, fmt::format("no {} is called \"{}\"; there are {}", noun, word, fmt::join(words, ", ")));
  }

  std::vector<Verdict> read_verdicts(const Json& value, const std::string& path) const {
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < values_.array(value, path).size(); ++i)
      verdicts.push_back(read_word<Verdict>(value[i], fmt::format("{}[{}]", path, i), "verdict"));
    return verdicts;
  }

  const SceneValues& values_;
  std::string path_;
};

}  // namespace

std::vector<Rule> read_rules(const SceneValues& values, const Json& value, const std::string& path,
                             std::string_view origin) {
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < values.array(value, path).size(); ++i) {
    const std::string place = fmt::format("{}[{}]", path, i);
    rules.push_back(RuleReader(values, place).read(value[i]));
    rules.back().origin = fmt::format("{}: {}", origin, place);
    Scene().set_rules({rules.back()});  // whose message begins with the origin
  }
  return rules;
}

}  // namespace io

std::vector<Rule> parse_rules(std::string_view json, std::string_view origin) {
  const io::Json root = io::parse_guarded_json(json, origin);
  const io::SceneValues values(origin);
  if (root.is_array()) return io::read_rules(values, root, "rules", origin);
  values.require_keys(root, "", {"schema", "rules"});
  constexpr const char* kSchema = "impinge.rules/1";
  if (root.contains("schema") && root["schema"] != kSchema)
    values.refuse("schema", fmt::format("must be \"{}\"; these are not rules, or those of a different version", kSchema));
  return io::read_rules(values, values.required(root, "", "rules"), "rules", origin);
}

std::vector<Rule> load_rules(const std::filesystem::path& file) {
  const io::InputFile input(file);
  return parse_rules(io::as_text(input.bytes()), file.string());
}

}  // namespace impinge
