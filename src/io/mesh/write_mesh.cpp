// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Writes meshes: OBJ, PLY and OFF give every coordinate back bit for bit, STL and glTF have room for floats only.
#include <fmt/format.h>

#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <optional>

#include <impinge/error.h>
#include <impinge/io.h>

#include "io/file/output_file.h"
#include "io/mesh/format_table.h"

namespace impinge::io {
namespace {

struct Counts {
  std::uint64_t vertices = 0, faces = 0;
};

// Of all parts; PLY and STL count in 32 bits.
Counts count(Parts parts, const std::filesystem::path& file) {
  Counts all;
  for (const MeshPart& part : parts) {
    all.vertices += part.mesh.vertices().size();
    all.faces += part.mesh.faces().size();
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (all.vertices <= kMost && all.faces <= kMost) return all;
  throw Error(ErrorCode::too_large, fmt::format("{}: {} vertices and {} faces are more than a file holds; write fewer parts",
                                                file.string(), all.vertices, all.faces));
}

float as_float(double value, const std::filesystem::path& file) {
  const auto rounded = static_cast<float>(value);
  if (std::isfinite(rounded)) return rounded;
  throw Error(ErrorCode::bad_argument,
              fmt::format("{}: the coordinate {} is too large for STL; write PLY, OBJ or OFF", file.string(), value));
}

void write_stl_faces(const Mesh& mesh, OutputFile& out, const std::filesystem::path& file) {
  for (const Face& face : mesh.faces()) {
    const Vec3 &a = mesh.vertices()[face[0]], &b = mesh.vertices()[face[1]], &c = mesh.vertices()[face[2]];
    Vec3 normal = (b - a).cross(c - a);
    const double length = normal.norm();
    normal = std::isnormal(length) ? Vec3(normal / length) : Vec3(Vec3::Zero());
    for (double value : normal) out.put(static_cast<float>(value));
    for (const Vec3* corner : {&a, &b, &c}) {
      for (double value : *corner) out.put(as_float(value, file));
    }
    out.put(std::uint16_t{0});
  }
}

// A name takes the rest of its line.
std::string on_one_line(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '_';
  return name;
}

}  // namespace

void write_stl(Parts parts, OutputFile& out, const std::filesystem::path& file) {
  std::string header = "binary STL written by impinge";
  header.resize(80, ' ');
  out.append(header);
  out.put(static_cast<std::uint32_t>(count(parts, file).faces));
  for (const MeshPart& part : parts) write_stl_faces(part.mesh, out, file);
}

void write_obj(Parts parts, OutputFile& out, const std::filesystem::path&) {
  std::uint64_t first = 1;
  for (const MeshPart& part : parts) {
    if (!part.name.empty()) out.print("o {}\n", on_one_line(part.name));
    for (const Vec3& v : part.mesh.vertices()) out.print("v {} {} {}\n", v.x(), v.y(), v.z());
    for (const Face& f : part.mesh.faces()) out.print("f {} {} {}\n", f[0] + first, f[1] + first, f[2] + first);
    first += part.mesh.vertices().size();
  }
}

void write_off(Parts parts, OutputFile& out, const std::filesystem::path& file) {
  const Counts all = count(parts, file);
  out.print("OFF\n{} {} 0\n", all.vertices, all.faces);
  for (const MeshPart& part : parts)
    for (const Vec3& v : part.mesh.vertices()) out.print("{} {} {}\n", v.x(), v.y(), v.z());
  std::uint64_t first = 0;
  for (const MeshPart& part : parts) {
    for (const Face& f : part.mesh.faces()) out.print("3 {} {} {}\n", f[0] + first, f[1] + first, f[2] + first);
    first += part.mesh.vertices().size();
  }
}

void write_ply(Parts parts, OutputFile& out, const std::filesystem::path& file) {
  const Counts all = count(parts, file);
  out.print("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", all.vertices);
  out.print("property double x\nproperty double y\nproperty double z\nelement face {}\n", all.faces);
  out.print("property list uchar uint vertex_indices\nend_header\n");
  for (const MeshPart& part : parts)
    for (const Vec3& v : part.mesh.vertices())
      for (double value : v) out.put(value);
  std::uint32_t first = 0;
  for (const MeshPart& part : parts) {
    for (const Face& f : part.mesh.faces()) {
      out.put(std::uint8_t{3});
      for (std::uint32_t index : f) out.put(index + first);
    }
    first += static_cast<std::uint32_t>(part.mesh.vertices().size());
  }
}

}  // namespace impinge::io

namespace impinge {

void write_parts(std::span<const MeshPart> parts, const std::filesystem::path& file, std::string_view units) {
  const std::optional<io::Format> format = io::format_of_ending(file);
  const io::PartWriter writer = format ? io::row_of(*format).write : nullptr;
  if (writer == nullptr) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: the name of a mesh file must end in {}", file.string(), io::written_endings()));
  }
  writer(parts, file, units);
}

void write_mesh(const Mesh& mesh, const std::filesystem::path& file, std::string_view units) {
  const MeshPart part{"", mesh};
  write_parts({&part, 1}, file, units);
}

}  // namespace impinge
