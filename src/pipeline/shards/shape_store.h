// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace impinge {

struct MeshData;

/// Meshes that were read for tasks, within a bound. What is not needed for the longest time goes first: by the tasks to come
/// where these are known, else by the last use. Every function from any thread.
class ShapeStore {
 public:
  /// What reading took so far.
  struct Reads {
    std::uint64_t shapes = 0;  ///< different ones
    std::uint64_t reads = 0;   ///< of all of them
    std::uint64_t bytes = 0;   ///< that they took in memory, each time
    double seconds = 0;        ///< of all threads
  };

  /// The objects' meshes with their arrays; those that need none are handed back as they are. The bound does not hold for
  /// what one call needs.
  std::vector<Mesh> take(const Scene& scene, std::span<const std::uint32_t> objects, std::uint64_t bytes);

  /// The tasks that follow, in order: each call of take() is the next one of them.
  void expect(const Scene& scene, std::span<const CheckTask> tasks);

  Reads reads() const;
  void clear();

 private:
  struct Entry {
    std::shared_ptr<const MeshData> key;  // so that nobody gets its address
    std::shared_ptr<const Mesh> mesh;     // null while it is not here
    std::uint64_t bytes = 0;
    std::uint64_t used = 0;             // number of the last call
    std::vector<std::uint32_t> uses{};  // calls to come, ascending
    bool known = false;                 // was read before
  };

  void make_room(std::uint64_t bytes);
  std::uint64_t next_use(const Entry& entry) const;

  mutable std::mutex mutex_;
  std::unordered_map<const MeshData*, Entry> entries_;
  std::uint64_t held_ = 0, calls_ = 0, expected_from_ = 0;
  Reads reads_;
};

}  // namespace impinge
