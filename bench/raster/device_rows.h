// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace impinge::bench {

/// One question to a device, whose meshes lie there already; in every round the second body stands elsewhere.
struct DeviceRow {
  std::string question, scene, method;
  std::size_t polygons = 0, pixels = 0;
  double ms = 0;                                  ///< median
  double least_ms = 0;                            ///< of all rounds
  double published_ms = 0;                        ///< in the paper, for this or the nearest thing; 0: not there
  std::uint64_t overlapping = 0, processors = 0;  ///< lines on which the bodies overlap, on the device and by the processor
  int rounds = 0;
  std::string notes{};  ///< what the device left to the processor
};

struct DeviceBench {
  std::string backend, device, driver;
  std::vector<DeviceRow> rows;
};

/// The same rows for every backend. Prints them as they come. Throws Error (no_device).
DeviceBench run_device(const std::string& backend, bool quick, int rounds, const std::vector<std::string>& questions);

std::string device_json(const DeviceBench& bench, const std::string& commit);
std::string device_csv(const DeviceBench& bench);

}  // namespace impinge::bench
