// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

namespace impinge {

/// Sorts by bits [first, last) of the keys; equal ones keep their order. Linear, by all threads where there are many keys.
void radix_sort(std::vector<std::uint64_t>& keys, int first, int last);

}  // namespace impinge
