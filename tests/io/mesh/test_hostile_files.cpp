// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Files that lie, break off or are something else: a clear error within a second, and no memory to speak of.
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <sys/stat.h>

#include <random>

#include "base/stopwatch.h"
#include "io/byte_string.h"
#include "io/mesh/peak_memory.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::ByteString;
using test::expect_error;
using test::TemporaryFolder;

/// Loading must fail with these words, within the memory that is promised. The time is printed when it is long.
void expect_refusal(const std::filesystem::path& file, ErrorCode code, std::vector<std::string> words) {
  words.push_back(file.filename().string());
  std::error_code ignored;
  const std::size_t size = std::filesystem::is_regular_file(file) ? std::filesystem::file_size(file, ignored) : 0;
  test::reset_peak_memory();
  const Stopwatch watch;
  expect_error(code, words, [&] { load_mesh(file); });
  const double took_ms = watch.ms();
  EXPECT_LE(test::peak_memory(), (std::size_t{64} << 20) + 16 * size) << file;
  if (took_ms > 500) std::printf("%s took %.2f s\n", file.c_str(), took_ms / 1000);
}

std::string stl_head(std::uint32_t faces) {
  ByteString bytes;
  bytes.text(std::string(80, 'x')).put(faces);
  return bytes.str();
}

TEST(HostileFiles, missingEmptyAndNoFileAtAll) {
  const TemporaryFolder folder;
  expect_refusal(folder.path() / "missing.stl", ErrorCode::file_missing, {"No such file"});
  for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off", "a.gltf", "a.glb", "a.3mf", "a.xyz"}) {
    expect_refusal(folder.write(name, ""), ErrorCode::file_format, {"empty"});
  }
  std::filesystem::create_directory(folder.path() / "folder.stl");
  expect_refusal(folder.path() / "folder.stl", ErrorCode::file_format, {"directory"});
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.stl").c_str(), 0600), 0);
  expect_refusal(folder.path() / "pipe.stl", ErrorCode::file_format, {"regular"});
}

TEST(HostileFiles, claimsOfFourBillion) {
  const TemporaryFolder folder;
  expect_refusal(folder.write("a.stl", stl_head(UINT32_MAX) + std::string(100, '\1')), ErrorCode::file_format,
                 {"4294967295"});
  expect_refusal(folder.write("b.stl", stl_head(1000) + std::string(49999, '\1')), ErrorCode::file_format, {"cut short"});
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  for (const char* encoding : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const std::string head = std::string("ply\nformat ") + encoding + " 1.0\n";
    expect_refusal(folder.write("a.ply", head + "element vertex 4294967295\n" + xyz + "end_header\n" + std::string(99, '1')),
                   ErrorCode::file_format, {"4294967295"});
    expect_refusal(folder.write("b.ply", head + "element vertex 0\n" + xyz +
                                             "element face 4294967295\nproperty list uint int vertex_indices\nend_header\n" +
                                             std::string(99, '1')),
                   ErrorCode::file_format, {"4294967295"});
  }
  expect_refusal(folder.write("c.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 0\n" + xyz +
                                           "element face 1\nproperty list uint int vertex_indices\nend_header\n" +
                                           std::string(400, '\xff')),
                 ErrorCode::bad_mesh, {"-1"});
  expect_refusal(folder.write("a.off", "OFF\n4294967295 4294967295 4294967295\n0 0 0\n"), ErrorCode::file_format,
                 {"4294967295"});
  expect_refusal(folder.write("b.off", "OFF\n1 1 0\n0 0 0\n4294967295 0 0 0\n"), ErrorCode::file_format, {"cut short"});
  expect_refusal(folder.write("c.off", "OFF\n99999999999999999999999 1 0\n0 0 0\n"), ErrorCode::file_format,
                 {"number of vertices"});
}

TEST(HostileFiles, anotherFormatUnderAWrongEnding) {
  const TemporaryFolder folder;
  struct Case {
    std::string content;
    std::string looks;
    std::string ending;
  };
  const std::vector<Case> cases = {{"ply\nformat ascii 1.0\nend_header\n", "PLY", "a.ply"},
                                   {"OFF\n1 1 0\n", "OFF", "a.off"},
                                   {"glTF\2\0\0\0", "glTF", "a.glb"},
                                   {"{\"asset\":{\"version\":\"2.0\"}}", "glTF", "a.glb"},
                                   {std::string("PK\3\4") + std::string(60, '\0'), "3MF", "a.3mf"},
                                   {"solid a\nfacet normal 0 0 1\n", "STL", "a.stl"},
                                   {stl_head(1) + std::string(50, '\1'), "STL", "a.stl"},
                                   {"# made by hand\nmtllib a.mtl\nv 0 0 0\n", "OBJ", "a.obj"}};
  for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off", "a.glb", "a.3mf"}) {
    for (const Case& c : cases) {
      const auto file = folder.write(name, c.content);
      try {
        load_mesh(file);
        EXPECT_TRUE(c.ending.ends_with(name + 1)) << name << " with " << c.looks << " was read";
      } catch (const Error& error) {
        if (!c.ending.ends_with(name + 1)) {
          EXPECT_NE(std::string(error.what()).find(c.looks), std::string::npos) << error.what();
        }
      }
    }
  }
}

TEST(HostileFiles, filesThatAreNoMeshes) {
  const TemporaryFolder folder;
  const std::string png = std::string("\x89PNG\r\n\x1a\n") + std::string(300, '\x7f');
  expect_refusal(folder.write("a.stl", png), ErrorCode::file_format, {"PNG"});
  expect_refusal(folder.write("a.obj", png + std::string(1, '\0')), ErrorCode::file_format, {"PNG"});
  expect_refusal(folder.write("a.png", png), ErrorCode::file_format, {"PNG", "impinge reads"});
  expect_refusal(folder.write("a.step", "ISO-10303-21;\nHEADER;\n"), ErrorCode::file_format,
                 {"END-ISO-10303-21", "cut short"});
  expect_refusal(folder.write("b.stl", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"),
                 ErrorCode::file_format, {"Git LFS"});
  expect_refusal(folder.write("c.stl", std::string(1000, '\0')), ErrorCode::file_format, {"zeros"});
  expect_refusal(folder.write("d.stl", "short"), ErrorCode::file_format, {"too few"});
  expect_refusal(folder.write("a.ply", "<html><body>404</body></html>"), ErrorCode::file_format, {"ply"});
  expect_refusal(folder.write("a.off", "<html><body>404</body></html>"), ErrorCode::file_format, {"<html>"});
  expect_refusal(folder.write("b.obj", "<html><body>404</body></html>\n"), ErrorCode::file_format, {"OBJ"});
  expect_refusal(folder.write("a.gltf", "not json at all"), ErrorCode::file_format, {"JSON"});
  expect_refusal(folder.write("a.3mf", "not a zip at all"), ErrorCode::file_format, {"zip"});
  expect_refusal(folder.write("scene.stl", "{\"schema\": \"impinge.scene/1\", \"objects\": []}"), ErrorCode::file_format,
                 {"scene"});
}

TEST(HostileFiles, hugePolygonsDoNotMultiply) {
  const TemporaryFolder folder;
  std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
  for (int i = 0; i < 3'000'000; ++i) obj += " 1";
  expect_refusal(folder.write("a.obj", obj + "\n"), ErrorCode::too_large, {"triangles"});
  ByteString ply;
  ply.text("ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty uchar z\n");
  ply.text("element face 12000\nproperty list uchar uchar vertex_indices\nend_header\n").text(std::string(3, '\0'));
  for (int i = 0; i < 12000; ++i) ply.text(std::string(1, '\xff')).text(std::string(255, '\0'));
  expect_refusal(folder.write("a.ply", ply.str()), ErrorCode::too_large, {"triangles"});
}

TEST(HostileFiles, deepAndWideJson) {
  const TemporaryFolder folder;
  const std::string start = "{\"asset\":{\"version\":\"2.0\"},\"extras\":";
  expect_refusal(folder.write("a.gltf", start + std::string(4'000'000, '[')), ErrorCode::file_format, {"nested"});
  expect_refusal(folder.write("b.gltf", start + std::string(2'000'000, '[') + std::string(2'000'000, ']') + "}"),
                 ErrorCode::file_format, {"nested"});
  std::string wide = start + "[0";
  for (int i = 0; i < 2'000'000; ++i) wide += ",0";
  expect_refusal(folder.write("c.gltf", wide + "]}"), ErrorCode::too_large, {"values"});
}

/// Any damage gives an answer or an Error, nothing else.
TEST(HostileFiles, randomDamageNeverCrashes) {
  const TemporaryFolder folder;
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1/2/3 -1 3\n";
  const std::string off = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  const std::string stl =
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
  std::mt19937 random(1);
  for (const auto& [name, text] : {std::pair{"a.obj", obj}, {"a.off", off}, {"a.ply", ply}, {"a.stl", stl}}) {
    for (int i = 0; i < 500; ++i) {
      std::string damaged = text;
      for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
      if (i % 3 == 0) damaged.resize(random() % damaged.size() + 1);
      try {
        load_mesh(folder.write(name, damaged));
      } catch (const Error&) {
      }
    }
  }
}

}  // namespace
}  // namespace impinge
