// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <new>
#include <utility>

namespace impinge {

/// For allocators of large arrays: a vector that grows by resize leaves its new numbers unset, so that the threads that fill
/// it touch its memory first.
struct UnsetConstruct {
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }

  bool operator==(const UnsetConstruct&) const = default;
};

}  // namespace impinge
