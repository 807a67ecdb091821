// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// SARIF 2.1.0 (OASIS, 2020): one run, a result for each item, a reporting descriptor for each verdict.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <impinge/impinge.h>
#include <impinge/io.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/exchange/json_places.h"
#include "io/exchange/plain_text.h"
#include "io/exchange/review_words.h"

namespace impinge {
namespace {

using SarifJson = nlohmann::ordered_json;

struct Descriptor {
  const char *id, *name, *text;
};
constexpr std::array kDescriptors = {
    Descriptor{"crossing", "BodiesCross", "The insides of two bodies overlap, and neither contains the other."},
    Descriptor{"a_in_b", "BodyInside", "All of the first body lies in the second."},
    Descriptor{"b_in_a", "BodyInside", "All of the second body lies in the first."},
    Descriptor{"same", "SameBodies", "The two bodies are equal."},
    Descriptor{"touching", "BodiesTouch", "Two bodies meet, their insides do not."},
    Descriptor{"near", "BodiesNear", "Two bodies do not meet, but are within the clearance asked for."},
    Descriptor{"beyond", "BodiesTooFarApart", "Two bodies are farther apart than a rule allows."},
    Descriptor{"undecided", "NotDecided", "An open body or a shape without faces does not tell whether two bodies meet."},
    Descriptor{"contact", "BodiesMeetInMotion", "Two bodies meet at some time of the motion."},
    Descriptor{"disjoint", "NothingFound", "Nothing was found on the lines of a raster, which proves nothing."}};

std::size_t descriptor_of(const std::string& verdict) {
  std::size_t i = 0;
  while (i + 1 < kDescriptors.size() && verdict != kDescriptors[i].id) ++i;
  return i;
}

/// A reference to a file as the user named it, with everything escaped that is not plain.
std::string uri_of(const std::string& file) {
  constexpr std::string_view kPlain = "-._~/!$'()*+,;=@";
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || kPlain.find(c) != kPlain.npos;
    if (plain)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

const char* level_of(const ReviewItem& item) {
  if (item.state == ReviewState::listed || item.severity == Severity::low) return "note";
  return item.severity == Severity::medium ? "warning" : "error";
}

class SarifWriter {
 public:
  SarifWriter(const Review& review, std::string_view scene_text) : review_(review), places_(*review.scene, scene_text) {}

  SarifJson result(const ReviewItem& item) const {
    const SceneObject &a = review_.scene->object(item.a), &b = review_.scene->object(item.b);
    SarifJson json = {{"ruleId", item.verdict},
                      {"ruleIndex", descriptor_of(item.verdict)},
                      {"level", level_of(item)},
                      {"message", {{"text", message(item)}}},
                      {"locations", SarifJson::array({location(item.a)})}};
    SarifJson related = SarifJson::array();
    if (item.a != item.b) related.push_back(with_message(location(item.b), "the other body"));
    if (item.rule) add_rule(related, *item.rule);
    for (std::size_t i = 0; i < related.size(); ++i) related[i]["id"] = i + 1;
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    if (!item.id.empty()) json["partialFingerprints"] = {{"impingePair/v1", item.id}};
    add_state(json, item);
    json["properties"] = {{"a", a.name}, {"b", b.name}, {"severity", to_string(item.severity)}};
    for (const ReviewFact& fact : item.facts) json["properties"][fact.name] = fact.value;
    return json;
  }

  SarifJson gone(const GoneFinding& finding) const {
    const std::string text = fmt::format("{} / {}: {} is gone", io::name_in_sentence(finding.a),
                                         io::name_in_sentence(finding.b), io::clipped(finding.verdict, 80));
    SarifJson json = {{"ruleId", kDescriptors[descriptor_of(finding.verdict)].id},
                      {"ruleIndex", descriptor_of(finding.verdict)},
                      {"level", "none"},
                      {"kind", "pass"},
                      {"message", {{"text", text}}},
                      {"baselineState", "absent"}};
    if (!finding.id.empty()) json["partialFingerprints"] = {{"impingePair/v1", finding.id}};
    return json;
  }

  SarifJson run() const {
    SarifJson rules = SarifJson::array();
    for (const Descriptor& d : kDescriptors)
      rules.push_back({{"id", d.id}, {"name", d.name}, {"shortDescription", {{"text", d.text}}}});
    return {{"tool", {{"driver", {{"name", "impinge"}, {"version", version()}, {"rules", std::move(rules)}}}}},
            {"columnKind", "unicodeCodePoints"},
            {"invocations",
             SarifJson::array({{{"executionSuccessful", true}, {"toolConfigurationNotifications", notifications()}}})}};
  }

 private:
  std::string message(const ReviewItem& item) const {
    std::string text = io::headline(review_, item);
    std::vector<std::string> parts;
    for (const ReviewFact& fact : item.facts)
      if (fact.name != "verdict") parts.push_back(fmt::format("{} {}", fact.name, fact.value));
    if (!parts.empty()) text += fmt::format("; {}", fmt::join(parts, "; "));
    if (!item.reason.empty()) text += fmt::format(" ({})", io::in_sentence(item.reason, 1000));
    return text + '.';
  }

  static SarifJson region_json(const std::optional<io::TextRegion>& region) {
    // Code hosts want a line, also of files that have none.
    if (!region) return {{"startLine", 1}};
    return {{"startLine", region->start_line},
            {"startColumn", region->start_column},
            {"endLine", region->end_line},
            {"endColumn", region->end_column}};
  }

  static SarifJson physical(const std::string& file, const std::optional<io::TextRegion>& region) {
    return {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", region_json(region)}};
  }

  SarifJson location(ObjectId id) const {
    const SceneObject& object = review_.scene->object(id);
    SarifJson json = SarifJson::object();
    if (!review_.scene_file.empty()) {
      json["physicalLocation"] = physical(review_.scene_file, places_.of_object(id));
    } else if (!object.mesh.origin().empty()) {
      // The origin of a part has its name after the file's.
      const std::string& origin = object.mesh.origin();
      std::error_code ignored;
      const std::size_t part = std::filesystem::exists(origin, ignored) ? std::string::npos : origin.find(" (");
      json["physicalLocation"] = physical(origin.substr(0, part), {});
    }
    json["logicalLocations"] = SarifJson::array({{{"fullyQualifiedName", object.name}, {"kind", "object"}}});
    return json;
  }

  static SarifJson with_message(SarifJson json, const std::string& text) {
    json["message"] = {{"text", text}};
    return json;
  }

  void add_rule(SarifJson& related, std::uint32_t rule) const {
    const auto region = places_.of_rule(rule);
    if (!region || review_.scene_file.empty()) return;
    related.push_back(with_message({{"physicalLocation", physical(review_.scene_file, region)}}, "the rule"));
  }

  void add_state(SarifJson& json, const ReviewItem& item) const {
    if (item.state == ReviewState::known) json["baselineState"] = "unchanged";
    if (!item.was.empty()) json["baselineState"] = "updated";
    if (item.state != ReviewState::accepted) return;
    SarifJson suppression = {{"kind", "external"}, {"status", "accepted"}};
    if (!item.reason.empty()) suppression["justification"] = item.reason;
    json["suppressions"] = SarifJson::array({std::move(suppression)});
  }

  SarifJson notifications() const {
    SarifJson list = SarifJson::array();
    for (std::size_t i = 0; i < review_.rules.size(); ++i) {
      if (review_.rules[i].pairs > 0) continue;
      const auto number = static_cast<std::uint32_t>(i);
      SarifJson json = {{"level", "warning"},
                        {"message", {{"text", io::rule_name(review_, number) + ": nothing falls under this rule"}}}};
      if (const auto region = places_.of_rule(number); region && !review_.scene_file.empty())
        json["locations"] = SarifJson::array({{{"physicalLocation", physical(review_.scene_file, region)}}});
      list.push_back(std::move(json));
    }
    return list;
  }

  const Review& review_;
  io::ScenePlaces places_;
};

std::string dumped(const SarifJson& json) { return json.dump(-1, ' ', false, SarifJson::error_handler_t::replace); }

}  // namespace

std::string sarif_text(const Review& review, std::string_view scene_text) {
  const SarifWriter writer(review, scene_text);
  // One result at a time: all of them as a tree would take ten times their text.
  std::string text = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n";
  std::string run = dumped(writer.run());
  run.pop_back();
  text += run + ",\"results\":[";
  const char* separator = "\n";
  for (const ReviewItem& item : review.items) {
    text += separator + dumped(writer.result(item));
    separator = ",\n";
  }
  for (const GoneFinding& finding : review.gone) {
    text += separator + dumped(writer.gone(finding));
    separator = ",\n";
  }
  return text + "\n]}\n]}\n";
}

}  // namespace impinge
