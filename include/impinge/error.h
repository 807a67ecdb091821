// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <impinge/export.h>

namespace impinge {

/// What kind of trouble an Error reports.
enum class ErrorCode {
  bad_argument,  ///< an option or a parameter is out of its range
  file_missing,  ///< no such file, or it cannot be opened for reading
  file_format,   ///< the file is damaged, cut short, or of another format than it claims
  bad_mesh,      ///< the doctor found what no answer can be built on (NaN, index out of range, no faces)
  bad_scene,     ///< the scene is inconsistent (unknown key or name, repeated name, rotation of length zero)
  unsupported,   ///< a known feature of the format that this build cannot read
  too_large,     ///< more than 32-bit face indices or the memory cap allow
  write_failed,  ///< an output file could not be written
  cancelled,     ///< the caller's cancellation callback returned true
  no_device,     ///< the device that was asked for is not there, was lost, or has no memory left
};

/// The word for a code, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(ErrorCode code) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, ErrorCode& code) noexcept;

/// The one exception type of impinge. The message says what is wrong, where (file, face, vertex, option), and what to do.
class IMPINGE_EXPORT Error : public std::runtime_error {
 public:
  /// A code for programs, a message for people.
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// What kind of trouble it is.
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace impinge
