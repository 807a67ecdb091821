// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>

#include <impinge/error.h>

namespace impinge::io {

/// Refuses a file; `origin` names it.
[[noreturn]] inline void fail(ErrorCode code, std::string_view origin, std::string_view what) {
  throw Error(code, std::string(origin) + ": " + std::string(what));
}

}  // namespace impinge::io
