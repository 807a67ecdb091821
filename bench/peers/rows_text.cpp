// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The rows for programs: CSV with one column for each peer, JSON with everything.
#include <fmt/format.h>

#include "reports.h"

namespace impinge::bench {
namespace {

std::string number(double value) { return fmt::format("{:.6g}", value); }

template <typename Value>
std::string number_or(const std::optional<Value>& value, const char* nothing) {
  return value ? number(static_cast<double>(*value)) : nothing;
}

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= ' ') result += c;
  }
  return result + '"';
}

std::string range(const Timing& timing) { return fmt::format("[{}, {}]", number(timing.least), number(timing.most)); }

// {"name": value, …}; `write` gives each value as JSON.
template <typename Value, typename Write>
std::string object(const std::map<std::string, Value>& map, const Write& write) {
  std::string result = "{";
  for (const auto& [name, value] : map) result += (result.size() > 1 ? ", " : "") + json_text(name) + ": " + write(value);
  return result + "}";
}

std::string list(const std::vector<std::string>& words) {
  std::string result = "[";
  for (const std::string& word : words) result += (result.size() > 1 ? ", " : "") + json_text(word);
  return result + "]";
}

std::string integer(std::uint64_t value) { return fmt::format("{}", value); }

std::string row_json(const Row& row, const std::vector<std::string>& absent) {
  const std::optional<double> ours = row.ours ? std::optional(row.ours->median) : std::nullopt;
  const std::pair<const char*, std::string> members[] = {
      {"work", json_text(to_string(row.work))},
      {"query", json_text(to_string(row.query))},
      {"contact", json_text(to_string(row.contact))},
      {"triangles", integer(row.triangles)},
      {"threads", integer(static_cast<std::uint64_t>(row.threads))},
      {"ours_ms", number_or(ours, "null")},
      {"ours_range_ms", row.ours ? range(*row.ours) : "null"},
      {"ours_rounds", integer(static_cast<std::uint64_t>(row.ours ? row.ours->rounds : 0))},
      {"method", json_text(row.method)},
      {"peer_ms", object(row.peers, [](const Timing& t) { return number(t.median); })},
      {"peer_range_ms", object(row.peers, range)},
      {"absent", list(absent)},
      {"ratio", number_or(row.ratio(), "null")},
      {"stream_ms", number(row.stream.median)},
      {"stream_ratio", number_or(row.stream_ratio(), "null")},
      {"pairs", row.pairs ? integer(*row.pairs) : "null"},
      {"peer_pairs", object(row.peer_pairs, integer)},
      {"distance", number_or(row.distance, "null")},
      {"peer_distance", object(row.peer_distance, number)},
      {"peak_bytes", integer(row.peak_bytes)},
      {"differences", list(row.differences)},
  };
  std::string text;
  for (const auto& [key, value] : members) text += (text.empty() ? "" : ", ") + json_text(key) + ": " + value;
  return "    {" + text + "}";
}

std::vector<std::string> absent_peers(const Environment& environment) {
  std::vector<std::string> names;
  for (const std::string& name : peer_names())
    if (environment.versions.at(name) == "absent") names.push_back(name);
  return names;
}

}  // namespace

std::string rows_csv(std::span<const Row> rows) {
  std::string text = "work,query,contact,triangles,threads,method,ours_ms,ours_least_ms,ours_most_ms,stream_ms";
  for (const std::string& name : peer_names()) text += fmt::format(",{0}_ms,{0}_pairs", name);
  text += ",ratio,stream_ratio,pairs,peak_bytes\n";
  for (const Row& row : rows) {
    text += fmt::format("{},{},{},{},{},{}", to_string(row.work), to_string(row.query), to_string(row.contact),
                        row.triangles, row.threads, row.method);
    const Timing* ours = row.ours ? &*row.ours : nullptr;
    text += ours ? fmt::format(",{},{},{}", number(ours->median), number(ours->least), number(ours->most)) : ",,,";
    text += fmt::format(",{}", number(row.stream.median));
    for (const std::string& name : peer_names()) {
      const auto timing = row.peers.find(name);
      const auto pairs = row.peer_pairs.find(name);
      text += fmt::format(",{},{}", timing == row.peers.end() ? "" : number(timing->second.median),
                          pairs == row.peer_pairs.end() ? "" : integer(pairs->second));
    }
    text += fmt::format(",{},{},{},{}\n", number_or(row.ratio(), ""), number_or(row.stream_ratio(), ""),
                        row.pairs ? integer(*row.pairs) : "", row.peak_bytes);
  }
  return text;
}

std::string rows_json(std::span<const Row> rows, const Environment& environment) {
  std::string text = "{\n  \"bench\": \"peers\",\n  \"environment\": {";
  text += fmt::format("\"cpu\": {}, \"cores\": {}, \"compiler\": {}, \"commit\": {}, \"versions\": {}}},\n  \"rows\": [\n",
                      json_text(environment.cpu), environment.cores, json_text(environment.compiler),
                      json_text(environment.commit),
                      object(environment.versions, [](const std::string& v) { return json_text(v); }));
  const std::vector<std::string> absent = absent_peers(environment);
  for (std::size_t i = 0; i < rows.size(); ++i) text += row_json(rows[i], absent) + (i + 1 < rows.size() ? ",\n" : "\n");
  return text + "  ]\n}\n";
}

}  // namespace impinge::bench
