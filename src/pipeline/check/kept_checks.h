// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "pipeline/check/check_memory.h"

namespace impinge {

/// What an engine keeps of its last checks, for scenes that are checked again and again. May be asked from many threads: a
/// memory belongs to one check at a time, and who finds it taken does without.
class KeptChecks {
 public:
  /// The memory of the last check of this scene, or of a copy of it, with these options, or a new one that keeps answers.
  /// Null where answers are not worth keeping: callbacks and methods that look at all objects at once, and the first check
  /// of a scene unless it is bound to be `repeated`.
  std::unique_ptr<CheckMemory> take(const Scene& scene, const CheckOptions& options, bool repeated);

  /// After a check that ended well.
  void give(const Scene& scene, const CheckOptions& options, std::unique_ptr<CheckMemory> memory);

  /// Forgets all of them.
  void clear();

 private:
  struct Slot {
    std::uint64_t origin = 0;
    CheckOptions options{};
    std::unique_ptr<CheckMemory> memory{};
  };
  Slot* find(const Scene& scene, const CheckOptions& options);

  std::mutex mutex_;
  std::vector<Slot> slots_;  // the last used one at the end
};

}  // namespace impinge
