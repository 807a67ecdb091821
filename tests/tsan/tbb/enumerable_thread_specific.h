// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build. A list keeps addresses stable; elements are visited in the order of first use.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "../fork_join.h"

namespace tbb {

template <typename Value>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() : make_([] { return Value(); }) {}
  template <typename Make>
  requires std::is_invocable_r_v<Value, Make>
  explicit enumerable_thread_specific(Make make) : make_(std::move(make)) {}
  explicit enumerable_thread_specific(const Value& example) : make_([example] { return example; }) {}

  Value& local() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, value] : values_) {
      if (id == on_threads::thread_number()) return value;
    }
    return values_.emplace_back(on_threads::thread_number(), make_()).second;
  }

  template <typename At, typename Element>
  class Iterator {
   public:
    explicit Iterator(At at) : at_(at) {}
    Element& operator*() const { return at_->second; }
    Element* operator->() const { return &at_->second; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    At at_;
  };
  using Values = std::list<std::pair<std::uint64_t, Value>>;
  using iterator = Iterator<typename Values::iterator, Value>;
  using const_iterator = Iterator<typename Values::const_iterator, const Value>;
  iterator begin() { return iterator(values_.begin()); }
  iterator end() { return iterator(values_.end()); }
  const_iterator begin() const { return const_iterator(values_.begin()); }
  const_iterator end() const { return const_iterator(values_.end()); }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  void clear() { values_.clear(); }

  template <typename Function>
  void combine_each(Function function) {
    for (auto& entry : values_) function(entry.second);
  }

  template <typename Join>
  Value combine(Join join) {
    std::optional<Value> all;
    for (auto& entry : values_) all = all ? join(*all, entry.second) : entry.second;
    return all ? *all : make_();
  }

 private:
  std::function<Value()> make_;
  std::mutex mutex_;
  Values values_;
};

}  // namespace tbb
