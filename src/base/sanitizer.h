// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// GCC defines names, clang has features; some headers define __has_feature as nothing, so the names come first.
#if !defined(__has_feature)
#define IMPINGE_HAS_FEATURE(name) 0
#else
#define IMPINGE_HAS_FEATURE(name) __has_feature(name)
#endif

namespace impinge {

/// Whether this build is watched by a sanitizer.
/// @{
#if defined(__SANITIZE_ADDRESS__) || IMPINGE_HAS_FEATURE(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#if defined(__SANITIZE_THREAD__) || IMPINGE_HAS_FEATURE(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
/// @}

}  // namespace impinge

#undef IMPINGE_HAS_FEATURE
