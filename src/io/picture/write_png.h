// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace impinge {

/// Rows of red, green and blue from the top as the bytes of a PNG file.
std::string encode_png(const std::vector<std::uint8_t>& pixels, int width, int height);

/// Writes rows of red, green and blue from the top. The file appears once all of it is written. Throws Error (write_failed)
/// that names it.
void write_png(const std::vector<std::uint8_t>& pixels, int width, int height, const std::filesystem::path& file);

}  // namespace impinge
