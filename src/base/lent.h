// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace impinge {

/// An empty vector for the time of a scope that has the memory of one used before by the same thread: what is done again and
/// again allocates nothing. Scopes may nest.
template <typename T>
class Lent {
 public:
  Lent() : list_(take()) {}
  ~Lent() { give(list_); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  std::vector<T>& operator*() { return list_; }
  std::vector<T>* operator->() { return &list_; }
  const std::vector<T>* operator->() const { return &list_; }

  /// The same for lists that go from hand to hand: whoever uses one up gives it back.
  /// @{
  static std::vector<T> take() {
    std::vector<std::vector<T>>& spare = store();
    if (spare.empty()) return {};
    std::vector<T> list = std::move(spare.back());
    spare.pop_back();
    return list;
  }
  static void give(std::vector<T>& list) {
    list.clear();
    std::vector<std::vector<T>>& spare = store();
    if (spare.size() < kMostLists && list.capacity() > 0 && list.capacity() * sizeof(T) <= kMostBytes)
      spare.push_back(std::move(list));
  }
  /// @}

 private:
  static constexpr std::size_t kMostLists = 8, kMostBytes = std::size_t{1} << 20;

  static std::vector<std::vector<T>>& store() {
    static thread_local std::vector<std::vector<T>> spare = [] {
      std::vector<std::vector<T>> lists;
      lists.reserve(kMostLists);
      return lists;
    }();
    return spare;
  }

  std::vector<T> list_;
};

}  // namespace impinge
