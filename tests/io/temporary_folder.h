// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/error.h>

namespace impinge::test {

/// A folder that lives as long as the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("impinge_test_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view content) const {
    std::ofstream out(path_ / name, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// Expects an Error of that code whose message has all the words.
inline void expect_error(ErrorCode code, const std::vector<std::string>& words, const std::function<void()>& action) {
  try {
    action();
    ADD_FAILURE() << "no error; expected " << to_string(code);
  } catch (const Error& error) {
    EXPECT_EQ(to_string(error.code()), std::string(to_string(code))) << error.what();
    for (const std::string& word : words) {
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << "\"" << word << "\" is not in: " << error.what();
    }
  }
}

}  // namespace impinge::test
