// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// PC2, the point cache that animation programs write: a header of 32 bytes, then floats. Its start frame and sampling rate
// are not used: a scene says how long its motion takes.
#include "io/scene/read_pc2.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include "io/file/input_file.h"
#include "io/mesh/mesh_arrays.h"

namespace impinge::io {
namespace {

constexpr std::string_view kMagic{"POINTCACHE2\0", 12};
constexpr std::size_t kHeader = 32;
constexpr std::size_t kPoint = 12;

}  // namespace

std::vector<std::vector<Vec3>> read_pc2(const std::filesystem::path& file) {
  const InputFile input(file);
  const Bytes bytes = input.bytes();
  const std::string origin = file.string();
  if (bytes.size() < kHeader || as_text(bytes.first(12)) != kMagic)
    fail(ErrorCode::file_format, origin, "is not a PC2 vertex cache: it does not begin with POINTCACHE2");
  const auto version = read_number<std::int32_t>(bytes.data() + 12);
  const auto points = read_number<std::int32_t>(bytes.data() + 16), samples = read_number<std::int32_t>(bytes.data() + 28);
  if (version != 1)
    fail(ErrorCode::unsupported, origin, fmt::format("is a PC2 file of version {}; only version 1 is supported", version));
  if (points < 1 || samples < 1)
    fail(ErrorCode::file_format, origin, fmt::format("declares {} points and {} samples", points, samples));
  const std::uint64_t room = (bytes.size() - kHeader) / kPoint;
  if (room / static_cast<std::uint64_t>(points) < static_cast<std::uint64_t>(samples))
    fail(ErrorCode::file_format, origin,
         fmt::format("declares {} samples of {} points, but has room for {} points; it was cut short", samples, points,
                     room));
  std::vector<std::vector<Vec3>> frames(static_cast<std::size_t>(samples));
  const std::byte* at = bytes.data() + kHeader;
  for (std::vector<Vec3>& frame : frames) {
    frame.reserve(static_cast<std::size_t>(points));
    for (std::int32_t i = 0; i < points; ++i, at += kPoint)
      frame.emplace_back(read_number<float>(at), read_number<float>(at + 4), read_number<float>(at + 8));
  }
  return frames;
}

}  // namespace impinge::io
