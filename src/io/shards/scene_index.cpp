// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/shards/scene_index.h"

#include <nlohmann/json.hpp>

#include <chrono>

#include <impinge/error.h>

#include "io/file/input_file.h"
#include "io/file/json_guard.h"
#include "io/file/output_file.h"

namespace impinge::io {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kSchema = "impinge.index/1";

// Every number of a report, in the order in which an index has them.
template <class Report, class Visit>
void each_number(Report& r, const Visit& visit) {
  for (auto* number :
       {&r.degenerate_faces, &r.duplicate_faces, &r.open_edges, &r.non_manifold_edges, &r.inconsistent_edges, &r.components,
        &r.inside_out_shells, &r.back_faces, &r.first_degenerate_face, &r.first_duplicate_face, &r.first_open_face,
        &r.first_non_manifold_face, &r.first_inconsistent_face, &r.first_inside_out_face, &r.first_back_face,
        &r.polygons.crossing, &r.polygons.bent, &r.polygons.first_crossing, &r.polygons.first_bent})
    visit(*number);
}

Json box_json(const std::array<Vec3, 2>& box) {
  Json json = Json::array();
  for (const Vec3& end : box)
    for (int k = 0; k < 3; ++k) json.push_back(end[k]);
  return json;
}

std::array<Vec3, 2> box_of(const Json& json) {
  std::array<Vec3, 2> box;
  for (int k = 0; k < 6; ++k)
    box[static_cast<std::size_t>(k / 3)][k % 3] = json.at(static_cast<std::size_t>(k)).get<double>();
  return box;
}

Json entry_json(const IndexKey& key, const IndexEntry& entry) {
  const auto& [file, unit, to, scale] = key;
  const MeshFacts& facts = entry.facts;
  Json report = Json::array();
  each_number(facts.report, [&](std::uint32_t number) { report.push_back(number); });
  return {{"file", file},
          {"file_units", unit},
          {"units", to},
          {"scale", scale},
          {"bytes", entry.state.bytes},
          {"time", entry.state.time},
          {"hash", entry.hash},
          {"vertices", facts.vertices},
          {"faces", facts.faces},
          {"box", box_json(facts.box)},
          {"used_box", box_json(facts.used_box)},
          {"has_source_faces", facts.has_source_faces},
          {"report", std::move(report)},
          {"off_plane", facts.report.polygons.off_plane},
          {"closed", facts.report.closed},
          {"cancelled", facts.report.cancelled}};
}

std::pair<IndexKey, IndexEntry> entry_of(const Json& json) {
  IndexEntry entry;
  entry.state = {json.at("bytes").get<std::uint64_t>(), json.at("time").get<std::int64_t>()};
  entry.hash = json.at("hash").get<std::string>();
  MeshFacts& facts = entry.facts;
  facts.vertices = json.at("vertices").get<std::uint64_t>();
  facts.faces = json.at("faces").get<std::uint64_t>();
  facts.box = box_of(json.at("box"));
  facts.used_box = box_of(json.at("used_box"));
  facts.has_source_faces = json.at("has_source_faces").get<bool>();
  std::size_t at = 0;
  each_number(facts.report, [&](std::uint32_t& number) { number = json.at("report").at(at++).get<std::uint32_t>(); });
  facts.report.polygons.off_plane = json.at("off_plane").get<double>();
  facts.report.closed = json.at("closed").get<bool>();
  facts.report.cancelled = json.at("cancelled").get<bool>();
  return {{json.at("file").get<std::string>(), json.at("file_units").get<std::string>(), json.at("units").get<std::string>(),
           json.at("scale").get<std::array<double, 3>>()},
          std::move(entry)};
}

}  // namespace

SceneIndex SceneIndex::read(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return {};
  try {
    const InputFile input(file);
    const std::string_view text = as_text(input.bytes());
    const std::size_t end = text.find('\n');  // the hash of what follows
    if (end == std::string_view::npos || text.substr(0, end) != content_hash(as_bytes(text.substr(end + 1)))) return {};
    const Json json = Json::parse(text.substr(end + 1));
    if (json.at("schema") != kSchema) return {};
    SceneIndex index;
    index.written = json.at("written").get<std::int64_t>();
    for (const Json& entry : json.at("files")) index.entries.insert(entry_of(entry));
    return index;
  } catch (const Error&) {
    return {};
  } catch (const Json::exception&) {
    return {};
  }
}

void SceneIndex::write(const std::filesystem::path& file) const {
  Json files = Json::array();
  for (const auto& [key, entry] : entries) files.push_back(entry_json(key, entry));
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const Json json = {{"schema", kSchema},
                     {"written", std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()},
                     {"files", std::move(files)}};
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  OutputFile out(file);
  out.append(content_hash(as_bytes(text)) + '\n');
  out.append(text);
  out.close();
}

}  // namespace impinge::io
