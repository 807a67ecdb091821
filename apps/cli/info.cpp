// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <CLI/CLI.hpp>

#include <array>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "commands.h"
#include "reports.h"
#include "text_table.h"

namespace impinge::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Format {
  const char* name;
  std::vector<std::string> endings;
  bool writes;
};

const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {{"STL", {".stl"}, true},
                                               {"OBJ", {".obj"}, true},
                                               {"PLY", {".ply"}, true},
                                               {"OFF", {".off"}, true},
                                               {"glTF", {".gltf", ".glb"}, false},
                                               {"3MF", {".3mf"}, false},
                                               {"octree", {".df", ".bt"}, true}};
  return kFormats;
}

struct Promise {
  Guarantee guarantee;
  const char* meaning;
};

constexpr std::array kPromises = {
    Promise{Guarantee::superset, "reports every true pair, maybe more; the exact stage decides"},
    Promise{Guarantee::sampled, "true at the sample lines; the resolution is part of the answer"},
    Promise{Guarantee::direct, "gives the final verdict, with a certificate"},
};

/// The processor's name as the system gives it.
std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

unsigned cpu_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

std::string format_info_json() {
  Json list = Json::array();
  for (const MethodInfo& method : methods()) {
    list.push_back({{"name", method.name},
                    {"stage", method.stage},
                    {"guarantee", to_string(method.guarantee)},
                    {"source", method.source}});
  }
  Json guarantees = Json::object();
  for (const Promise& promise : kPromises) guarantees[to_string(promise.guarantee)] = promise.meaning;
  Json files = Json::array();
  for (const Format& format : formats()) {
    files.push_back({{"name", format.name}, {"endings", format.endings}, {"read", true}, {"write", format.writes}});
  }
  const Json backend = {{"name", "cpu"}, {"available", true}, {"device", cpu_name()}, {"threads", cpu_threads()}};
  const Json device = {{"name", cpu_name()}, {"backend", "cpu"}, {"threads", cpu_threads()}};
  const Json document = {{"schema", "impinge.info/1"},         {"version", version()},
                         {"methods", std::move(list)},         {"guarantees", std::move(guarantees)},
                         {"backends", Json::array({backend})}, {"devices", Json::array({device})},
                         {"formats", std::move(files)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string format_info_text() {
  TextTable list({{"method"}, {"stage"}, {"guarantee"}, {"source"}});
  for (const MethodInfo& method : methods()) {
    list.add({std::string(method.name), std::string(method.stage), to_string(method.guarantee), std::string(method.source)});
  }
  TextTable guarantees({{"guarantee"}, {"meaning"}});
  for (const Promise& promise : kPromises) guarantees.add({to_string(promise.guarantee), promise.meaning});
  TextTable backends({{"backend"}, {"available"}, {"device"}});
  backends.add({"cpu", "yes", fmt::format("{}, {} threads", cpu_name(), cpu_threads())});
  TextTable files({{"format"}, {"endings"}, {"reads"}, {"writes"}});
  for (const Format& format : formats()) {
    files.add({format.name, fmt::format("{}", fmt::join(format.endings, " ")), "yes", format.writes ? "yes" : "no"});
  }
  return fmt::format("impinge {}\n\n{}\n{}\n{}\n{}", version(), list.text("  "), guarantees.text("  "), backends.text("  "),
                     files.text("  "));
}

}  // namespace

Command add_info(CLI::App& app) {
  CLI::App* info = app.add_subcommand("info", "List version, methods and what they promise, backends, devices, formats");
  const auto as_json = std::make_shared<bool>(false);
  info->add_flag("--json", *as_json, "Print JSON (impinge.info/1)");
  return [as_json] {
    write_text("-", *as_json ? format_info_json() : format_info_text());
    return kClean;
  };
}

}  // namespace impinge::cli
