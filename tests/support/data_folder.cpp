// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/data_folder.h>

#include <cstdlib>

namespace impinge::test {

std::filesystem::path source_folder() { return IMPINGE_SOURCE_DIR; }

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("IMPINGE_DATA")) return folder;
  return source_folder().parent_path() / "shared" / "data";
}

}  // namespace impinge::test
