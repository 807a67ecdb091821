// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <array>
#include <memory>
#include <thread>

#include "apps/cli/commands.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/text_table.h"

namespace impinge::cli {
namespace {

struct Promise {
  Guarantee guarantee;
  const char* meaning;
};

constexpr std::array kPromises = {
    Promise{Guarantee::superset, "reports every true pair, maybe more; the exact stage decides"},
    Promise{Guarantee::sampled, "true at the sample lines; the resolution is part of the answer"},
    Promise{Guarantee::direct, "gives the final verdict, with a certificate"},
};

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
  for (const FormatInfo& format : formats()) {
    files.push_back({{"name", format.name}, {"endings", format.endings}, {"read", true}, {"write", format.writes}});
  }
  Json backend_list = Json::array(), devices = Json::array();
  for (const BackendInfo& backend : backends()) {
    Json entry = {{"name", backend.name}, {"available", backend.available}};
    entry["device"] = backend.available ? Json(backend.device) : Json(nullptr);
    if (backend.name == "cpu") entry["threads"] = cpu_threads();
    if (!backend.driver.empty()) entry["driver"] = backend.driver;
    if (backend.name != "cpu" && backend.available) {
      entry["software"] = backend.software;
      entry["features"] = backend.features;
      entry["conservative"] = {{"compute", "integers and doubles"}, {"raster", backend.conservative}};
    }
    if (!backend.reason.empty()) entry["reason"] = backend.reason;
    backend_list.push_back(std::move(entry));
    if (!backend.available) continue;
    Json device = {{"name", backend.device}, {"backend", backend.name}};
    if (backend.name == "cpu") device["threads"] = cpu_threads();
    devices.push_back(std::move(device));
  }
  const Json document = {{"schema", "impinge.info/1"},          {"version", version()},
                         {"methods", std::move(list)},          {"guarantees", std::move(guarantees)},
                         {"backends", std::move(backend_list)}, {"devices", std::move(devices)},
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
  TextTable backend_table({{"backend"}, {"available"}, {"device"}});
  for (const BackendInfo& backend : backends()) {
    std::string device = backend.available ? backend.device : backend.reason;
    if (backend.name == "cpu") device += fmt::format(", {} threads", cpu_threads());
    if (!backend.driver.empty()) device += fmt::format(" ({})", backend.driver);
    if (!backend.conservative.empty())
      device += fmt::format("; conservative cells by compute shaders, with --drawing raster by {}", backend.conservative);
    backend_table.add({backend.name, backend.available ? "yes" : "no", device});
  }
  TextTable files({{"format"}, {"endings"}, {"reads"}, {"writes"}});
  for (const FormatInfo& format : formats()) {
    files.add(
        {std::string(format.name), fmt::format("{}", fmt::join(format.endings, " ")), "yes", format.writes ? "yes" : "no"});
  }
  return fmt::format("impinge {}\n\n{}\n{}\n{}\n{}", version(), list.text("  "), guarantees.text("  "),
                     backend_table.text("  "), files.text("  "));
}

}  // namespace

Command add_info(CLI::App& app) {
  CLI::App* info = app.add_subcommand("info", "List version, methods and what they promise, backends, devices, formats");
  const auto as_json = std::make_shared<bool>(false);
  info->add_flag("--json", *as_json, "Print JSON (impinge.info/1)");
  info->footer("Exit status: 0 done, 2 trouble.");
  return [as_json] {
    write_text("-", *as_json ? format_info_json() : format_info_text());
    return kClean;
  };
}

}  // namespace impinge::cli
