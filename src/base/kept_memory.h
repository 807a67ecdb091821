// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <vector>

#include "base/unset_construct.h"

namespace impinge {

/// Memory of large arrays is kept for the next query while an engine lives: asking the system for it again costs a page
/// fault for every 4 KB, which is as much as filling it. Small blocks come from the heap as usual.
/// @{
void* take_memory(std::size_t bytes);
void give_memory(void* memory, std::size_t bytes) noexcept;
/// @}

/// Each engine has one. With the last one all kept memory goes back.
class MemoryKeeper {
 public:
  MemoryKeeper();
  ~MemoryKeeper();
  MemoryKeeper(const MemoryKeeper&) = delete;
  MemoryKeeper& operator=(const MemoryKeeper&) = delete;
};

template <typename T>
struct KeptAllocator : UnsetConstruct {
  using value_type = T;
  static_assert(alignof(T) <= 64);

  KeptAllocator() = default;
  template <typename U>
  KeptAllocator(const KeptAllocator<U>&) {}  // NOLINT: containers convert allocators

  T* allocate(std::size_t n) { return static_cast<T*>(take_memory(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) noexcept { give_memory(memory, n * sizeof(T)); }

  bool operator==(const KeptAllocator&) const = default;
};

/// A vector in kept memory, whose resize leaves numbers unset.
template <typename T>
using KeptVector = std::vector<T, KeptAllocator<T>>;

}  // namespace impinge
