// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/impinge.h>

#define IMPINGE_TEXT_(x) #x
#define IMPINGE_TEXT(x) IMPINGE_TEXT_(x)

namespace impinge {

const char* to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::bad_argument: return "bad_argument";
    case ErrorCode::file_missing: return "file_missing";
    case ErrorCode::file_format: return "file_format";
    case ErrorCode::bad_mesh: return "bad_mesh";
    case ErrorCode::bad_scene: return "bad_scene";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::too_large: return "too_large";
    case ErrorCode::write_failed: return "write_failed";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::no_device: return "no_device";
  }
  return "unknown";
}

const char* version() noexcept {
  return IMPINGE_TEXT(IMPINGE_VERSION_MAJOR) "." IMPINGE_TEXT(IMPINGE_VERSION_MINOR) "." IMPINGE_TEXT(IMPINGE_VERSION_PATCH);
}

}  // namespace impinge
