// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pairs/face_pair_lists.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>

namespace impinge {

namespace {

constexpr std::size_t kListSizes = 17;  // up to 65,536 pairs
constexpr std::size_t kMostSpareBytes = std::size_t{16} << 20;

// Spare lists by the power of two that they have room for.
struct FacePairStore {
  std::mutex mutex;
  std::array<std::vector<std::vector<FacePair>>, kListSizes> lists;
  std::size_t bytes = 0;

  static FacePairStore& get() {
    static FacePairStore store;
    return store;
  }
};

}  // namespace

std::vector<FacePair> take_face_pairs(std::span<const FacePair> pairs) {
  std::vector<FacePair> list;
  if (pairs.empty()) return list;
  const auto size = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(pairs.size(), 8) - 1));
  if (size < kListSizes) {
    FacePairStore& store = FacePairStore::get();
    const std::lock_guard lock(store.mutex);
    std::vector<std::vector<FacePair>>& spare = store.lists[size];
    if (!spare.empty()) {
      list = std::move(spare.back());
      spare.pop_back();
      store.bytes -= list.capacity() * sizeof(FacePair);
    } else {
      list.reserve(std::size_t{1} << size);
    }
  }
  list.assign(pairs.begin(), pairs.end());
  return list;
}

void give_face_pairs(std::vector<FacePair>& list) noexcept {
  std::vector<FacePair> old = std::move(list);
  list.clear();
  if (old.capacity() < 8) return;
  const auto size = static_cast<std::size_t>(std::bit_width(old.capacity()) - 1);
  FacePairStore& store = FacePairStore::get();
  const std::lock_guard lock(store.mutex);
  const std::size_t bytes = old.capacity() * sizeof(FacePair);
  if (size >= kListSizes || store.bytes + bytes > kMostSpareBytes) return;
  try {
    old.clear();
    store.lists[size].push_back(std::move(old));
    store.bytes += bytes;
  } catch (const std::bad_alloc&) {  // then it goes
  }
}

}  // namespace impinge
