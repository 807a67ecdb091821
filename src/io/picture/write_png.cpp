// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/write_png.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <png.h>

#include "io/file/output_file.h"

namespace impinge {

std::string encode_png(const std::vector<std::uint8_t>& pixels, int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr) == 0)
    throw Error(ErrorCode::write_failed, fmt::format("cannot make a picture: {}.", image.message));
  bytes.resize(size);
  return bytes;
}

void write_png(const std::vector<std::uint8_t>& pixels, int width, int height, const std::filesystem::path& file) {
  io::OutputFile out(file);
  out.append(encode_png(pixels, width, height));
  out.close();
}

}  // namespace impinge
