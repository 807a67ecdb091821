// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge {

/// What tests ask of a device beyond its work. A device need not have them; tests that use them are then skipped.
class DeviceTestHooks {
 public:
  virtual ~DeviceTestHooks() = default;

  /// Bytes of meshes and matrices sent to the device so far.
  virtual std::uint64_t bytes_sent() const = 0;
  /// How often maps of A were drawn for depth counts.
  virtual std::uint64_t maps_drawn() const = 0;
  /// As if the device was reset: the next call throws, the one after that starts afresh.
  virtual void lose() = 0;
  /// As if the device had no memory left, likewise.
  virtual void lack_memory() = 0;
  /// Limits the cells a side of a drawn view, and the bytes of a buffer.
  virtual void lower_limits(int viewport, std::int64_t bytes) = 0;
};

}  // namespace impinge
