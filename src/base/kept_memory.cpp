// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "base/kept_memory.h"

#include <bit>
#include <map>
#include <mutex>
#include <new>

#include "base/sanitizer.h"

namespace impinge {

namespace {

constexpr bool kKeeps = !kAddressSanitizer;  // so that reading freed memory is seen

constexpr std::size_t kLarge = std::size_t{1} << 13;       // smaller blocks are the heap's
constexpr std::size_t kMostKept = std::size_t{256} << 20;  // bytes
constexpr std::align_val_t kAlignment{64};

// Sizes are rounded up to eighths of a power of two, so that blocks fit again.
std::size_t rounded_up(std::size_t bytes) {
  const std::size_t step = std::bit_floor(bytes) / 8;
  return (bytes + step - 1) / step * step;
}

// Free blocks by their size.
class Store {
 public:
  static Store& get() {
    static Store store;
    return store;
  }

  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = free_.find(bytes);
    if (found == free_.end() || found->second.empty()) return nullptr;
    void* const block = found->second.back();
    found->second.pop_back();
    kept_ -= bytes;
    return block;
  }

  bool give(void* block, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (keepers_ == 0 || kept_ + bytes > kMostKept) return false;
    try {
      free_[bytes].push_back(block);
    } catch (const std::bad_alloc&) {
      return false;
    }
    kept_ += bytes;
    return true;
  }

  void add_keeper() {
    const std::lock_guard lock(mutex_);
    ++keepers_;
  }

  void remove_keeper() {
    const std::lock_guard lock(mutex_);
    if (--keepers_ > 0) return;
    for (const auto& [bytes, blocks] : free_)
      for (void* const block : blocks) ::operator delete(block, kAlignment);
    free_.clear();
    kept_ = 0;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<void*>> free_;
  std::size_t kept_ = 0;
  int keepers_ = 0;
};

}  // namespace

void* take_memory(std::size_t bytes) {
  if (!kKeeps || bytes < kLarge) return ::operator new(bytes, kAlignment);
  const std::size_t size = rounded_up(bytes);
  if (void* const block = Store::get().take(size)) return block;
  return ::operator new(size, kAlignment);
}

void give_memory(void* memory, std::size_t bytes) noexcept {
  if (kKeeps && bytes >= kLarge && Store::get().give(memory, rounded_up(bytes))) return;
  ::operator delete(memory, kAlignment);
}

MemoryKeeper::MemoryKeeper() { Store::get().add_keeper(); }
MemoryKeeper::~MemoryKeeper() { Store::get().remove_keeper(); }

}  // namespace impinge
