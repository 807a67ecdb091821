// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Replaces the global operator new, plain and aligned, of this program. While nobody watches it costs one load and a branch,
// so that times are not disturbed.
#include "peak_bytes.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> g_watched = false;
// Signed: blocks from before the watch may be given back during it.
std::atomic<std::int64_t> g_held = 0, g_peak = 0;

void* noted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  if (!g_watched.load(std::memory_order_relaxed)) return memory;
  const auto size = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t held = g_held.fetch_add(size) + size;
  std::int64_t peak = g_peak.load();
  while (held > peak && !g_peak.compare_exchange_weak(peak, held)) {
  }
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory != nullptr && g_watched.load(std::memory_order_relaxed))
    g_held.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return noted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return noted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace impinge::bench {

void watch_peak_bytes() {
  g_held = 0;
  g_peak = 0;
  g_watched = true;
}

std::uint64_t stop_peak_bytes() {
  g_watched = false;
  return static_cast<std::uint64_t>(g_peak.load());
}

}  // namespace impinge::bench
