// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/zip_builder.h"

#include <zip.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "io/temporary_folder.h"

namespace impinge::test {

std::string zip_of(const std::vector<std::pair<std::string, std::string>>& parts) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a.zip").string();
  zip_t* archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (archive == nullptr) throw std::runtime_error("cannot make " + file);
  for (const auto& [name, content] : parts) {
    zip_file_add(archive, name.c_str(), zip_source_buffer(archive, content.data(), content.size(), 0), ZIP_FL_ENC_UTF_8);
  }
  if (zip_close(archive) != 0) throw std::runtime_error("cannot write " + file);
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace impinge::test
