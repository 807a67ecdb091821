// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace impinge {

/// Writes rows of red, green and blue from the top. Throws Error (write_failed) that names the file.
void write_png(const std::vector<std::uint8_t>& pixels, int width, int height, const std::filesystem::path& file);

}  // namespace impinge
