// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>

namespace impinge {

/// Sorts many short lists, that of list i at keys[begin[i]] up to keys[begin[i + 1]], ascending. Where its keys go follows
/// from counting, without a branch to guess: lists of crossings are short and in no order that could be foreseen.
/// @{
void sort_lists(const std::uint32_t* begin, std::size_t lists, std::uint64_t* keys);
void sort_lists(const std::uint32_t* begin, std::size_t lists, std::uint32_t* keys);
/// @}

}  // namespace impinge
