// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge::test {

/// Calls of operator new in a program that counted_new.cpp is part of, so far; 0 under a sanitizer, which has operators of
/// its own.
std::uint64_t allocations();

}  // namespace impinge::test
