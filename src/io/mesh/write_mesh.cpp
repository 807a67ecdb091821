// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Writes meshes: OBJ, PLY and OFF give every coordinate back bit for bit, STL has room for floats only.
#include <fmt/format.h>

#include <Eigen/Geometry>

#include <cmath>
#include <optional>

#include <impinge/error.h>
#include <impinge/io.h>

#include "io/file/output_file.h"
#include "io/mesh/format_table.h"

namespace impinge::io {
namespace {

float as_float(double value, const std::filesystem::path& file) {
  const auto rounded = static_cast<float>(value);
  if (std::isfinite(rounded)) return rounded;
  throw Error(ErrorCode::bad_argument,
              fmt::format("{}: the coordinate {} is too large for STL; write PLY, OBJ or OFF", file.string(), value));
}

}  // namespace

void write_stl(const Mesh& mesh, OutputFile& out, const std::filesystem::path& file) {
  std::string header = "binary STL written by impinge";
  header.resize(80, ' ');
  for (char c : header) out.put(c);
  out.put(static_cast<std::uint32_t>(mesh.faces().size()));
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

void write_obj(const Mesh& mesh, OutputFile& out, const std::filesystem::path&) {
  for (const Vec3& v : mesh.vertices()) out.print("v {} {} {}\n", v.x(), v.y(), v.z());
  for (const Face& f : mesh.faces()) out.print("f {} {} {}\n", f[0] + 1ull, f[1] + 1ull, f[2] + 1ull);
}

void write_off(const Mesh& mesh, OutputFile& out, const std::filesystem::path&) {
  out.print("OFF\n{} {} 0\n", mesh.vertices().size(), mesh.faces().size());
  for (const Vec3& v : mesh.vertices()) out.print("{} {} {}\n", v.x(), v.y(), v.z());
  for (const Face& f : mesh.faces()) out.print("3 {} {} {}\n", f[0], f[1], f[2]);
}

void write_ply(const Mesh& mesh, OutputFile& out, const std::filesystem::path&) {
  out.print("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", mesh.vertices().size());
  out.print("property double x\nproperty double y\nproperty double z\nelement face {}\n", mesh.faces().size());
  out.print("property list uchar uint vertex_indices\nend_header\n");
  for (const Vec3& v : mesh.vertices()) {
    for (double value : v) out.put(value);
  }
  for (const Face& f : mesh.faces()) {
    out.put(std::uint8_t{3});
    for (std::uint32_t index : f) out.put(index);
  }
}

}  // namespace impinge::io

namespace impinge {

void write_mesh(const Mesh& mesh, const std::filesystem::path& file) {
  const std::optional<io::Format> format = io::format_of_ending(file);
  const io::MeshWriter writer = format ? io::row_of(*format).write : nullptr;
  if (writer == nullptr) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: the name of a mesh file must end in {}", file.string(), io::written_endings()));
  }
  io::OutputFile out(file);
  writer(mesh, out, file);
  out.close();
}

}  // namespace impinge
