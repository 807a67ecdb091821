// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/peak_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_held = 0;
std::atomic<std::size_t> g_peak = 0;
std::size_t g_start = 0;

void note(std::size_t size) {
  const std::size_t held = g_held.fetch_add(size) + size;
  std::size_t peak = g_peak.load();
  while (held > peak && !g_peak.compare_exchange_weak(peak, held)) {
  }
}

}  // namespace

void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  note(malloc_usable_size(memory));
  return memory;
}

// The standard library's temporary buffers; a sanitizer would keep this one to itself.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* memory = std::malloc(size);
  if (memory != nullptr) note(malloc_usable_size(memory));
  return memory;
}

void operator delete(void* memory) noexcept {
  if (memory != nullptr) g_held.fetch_sub(malloc_usable_size(memory));
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }

namespace impinge::test {

void reset_peak_memory() {
  g_start = g_held.load();
  g_peak.store(g_start);
}

std::size_t peak_memory() { return g_peak.load() - g_start; }

}  // namespace impinge::test
