// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/unset_construct.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace impinge {

/// Memory whose pages the threads that fill it touch first; large pages where there is much of it, since a tree is read here
/// and there.
template <typename T>
struct ClusterArrayAllocator : UnsetConstruct {
  using value_type = T;

  ClusterArrayAllocator() = default;
  template <typename U>
  explicit ClusterArrayAllocator(const ClusterArrayAllocator<U>&) {}

  T* allocate(std::size_t n) {
    T* const memory = std::allocator<T>().allocate(n);
    use_large_pages(memory, n * sizeof(T));
    return memory;
  }
  void deallocate(T* memory, std::size_t n) { std::allocator<T>().deallocate(memory, n); }

  bool operator==(const ClusterArrayAllocator&) const = default;

 private:
  static void use_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::uintptr_t kLargePage = std::uintptr_t{1} << 21;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kLargePage - 1) / kLargePage * kLargePage;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kLargePage * kLargePage;
    // A wish: where it is not granted, nothing but time is lost.
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
  }
};

/// A vector whose resize leaves numbers unset.
template <typename T>
using ClusterArray = std::vector<T, ClusterArrayAllocator<T>>;

}  // namespace impinge
