// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/write_png.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <png.h>

namespace impinge {

void write_png(const std::vector<std::uint8_t>& pixels, int width, int height, const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, file.c_str(), 0, pixels.data(), 0, nullptr) == 0) {
    throw Error(ErrorCode::write_failed, fmt::format("cannot write picture {}: {}.", file.string(), image.message));
  }
}

}  // namespace impinge
