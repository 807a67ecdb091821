// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/impinge.h>

#include "base/enum_words.h"

#define IMPINGE_TEXT_(x) #x
#define IMPINGE_TEXT(x) IMPINGE_TEXT_(x)

namespace impinge {

namespace {

constexpr EnumWord<ErrorCode> kErrorCodes[] = {
    {ErrorCode::bad_argument, "bad_argument"}, {ErrorCode::file_missing, "file_missing"},
    {ErrorCode::file_format, "file_format"},   {ErrorCode::bad_mesh, "bad_mesh"},
    {ErrorCode::bad_scene, "bad_scene"},       {ErrorCode::unsupported, "unsupported"},
    {ErrorCode::too_large, "too_large"},       {ErrorCode::write_failed, "write_failed"},
    {ErrorCode::cancelled, "cancelled"},       {ErrorCode::no_device, "no_device"}};

}  // namespace

const char* to_string(ErrorCode code) noexcept { return word_of(kErrorCodes, code); }
bool from_string(std::string_view word, ErrorCode& code) noexcept { return read_word(kErrorCodes, word, code); }

const char* version() noexcept {
  return IMPINGE_TEXT(IMPINGE_VERSION_MAJOR) "." IMPINGE_TEXT(IMPINGE_VERSION_MINOR) "." IMPINGE_TEXT(IMPINGE_VERSION_PATCH);
}

}  // namespace impinge
