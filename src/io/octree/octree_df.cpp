// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The DF file, little endian: 16 bytes "impinge octree 1", the level in 4, 4 zeros, origin and voxel as four doubles, the
// number of nodes in 8, then the DF code, four nodes a byte. See docs/formats.md.
#include <fmt/format.h>
#include <impinge/io.h>

#include "io/file/output_file.h"
#include "io/mesh/format.h"
#include "io/octree/octree_bt.h"

namespace impinge {

namespace io {

namespace {

constexpr std::string_view kMagic = "impinge octree 1";
constexpr std::size_t kHeader = 64;

}  // namespace

Octree read_df(Bytes bytes, std::string_view origin) {
  if (bytes.size() < kHeader || !as_text(bytes).starts_with(kMagic))
    fail(ErrorCode::file_format, origin, "is not a DF octree of version 1, or was cut short in its header; write it again");
  OctreeFrame frame;
  const auto level = read_number<std::uint32_t>(bytes.data() + 16);
  if (level > OctreeFrame::kMaxLevel)
    fail(ErrorCode::file_format, origin, fmt::format("has level {}; at most {} is allowed", level, OctreeFrame::kMaxLevel));
  frame.level = static_cast<int>(level);
  for (int k = 0; k < 3; ++k) frame.origin[k] = read_number<double>(bytes.data() + 24 + 8 * k);
  frame.voxel = read_number<double>(bytes.data() + 48);
  const auto nodes = read_number<std::uint64_t>(bytes.data() + 56);
  const Bytes code = bytes.subspan(kHeader);
  try {
    return Octree::from_df(frame, {reinterpret_cast<const std::uint8_t*>(code.data()), code.size()}, nodes);
  } catch (const Error& error) {
    fail(ErrorCode::file_format, origin, fmt::format("{}; the file is damaged, write it again", error.what()));
  }
}

}  // namespace io

namespace {

void write_df(const Octree& octree, io::OutputFile& out) {
  const OctreeFrame& frame = octree.frame();
  std::uint64_t nodes = 0;
  const std::vector<std::uint8_t> code = octree.df(nodes);
  for (const char c : io::kMagic) out.put(c);
  out.put(static_cast<std::uint32_t>(frame.level));
  out.put(std::uint32_t{0});
  for (int k = 0; k < 3; ++k) out.put(frame.origin[k]);
  out.put(frame.voxel);
  out.put(nodes);
  for (const std::uint8_t byte : code) out.put(byte);
}

}  // namespace

void write_octree(const Octree& octree, const std::filesystem::path& file) {
  const auto format = io::format_of_ending(file);
  if (format != io::Format::df && format != io::Format::bt)
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: the name of an octree file must end in .df or .bt", file.string()));
  const std::string tree = format == io::Format::bt ? io::bt_text(octree, file.string()) : std::string();
  io::OutputFile out(file);
  if (format == io::Format::df) write_df(octree, out);
  for (const char c : tree) out.put(c);
  out.close();
}

void write_voxels(std::span<const float> values, const OctreeFrame& frame, const std::filesystem::path& file) {
  const std::uint64_t n = frame.voxels();
  if (values.size() != n * n * n)
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: {} numbers for {} voxels", file.string(), values.size(), n * n * n));
  io::OutputFile out(file);
  const Vec3 middle = frame.origin + Vec3::Constant(frame.voxel / 2);
  out.print("ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\nDimSize = {0} {0} {0}\n", n);
  out.print("ElementSpacing = {0} {0} {0}\nOffset = {1} {2} {3}\n", frame.voxel, middle.x(), middle.y(), middle.z());
  out.print("ElementType = MET_FLOAT\nElementDataFile = LOCAL\n");
  for (const float value : values) out.put(value);
  out.close();
}

}  // namespace impinge
