// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Prints how long large files take, and the share of the doctor; asserts nothing about time.
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <cstdlib>

#include "base/stopwatch.h"
#include "io/file/input_file.h"
#include "io/mesh/format.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

double best_ms(const std::function<void()>& action) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const Stopwatch watch;
    action();
    best = std::min(best, watch.ms());
  }
  return best;
}

TEST(LoadingSpeed, ofAMillionFaces) {
  const bool full = std::getenv("IMPINGE_FULL") != nullptr;
  const int stacks = full ? 708 : 100;
  const Mesh mesh = make_sphere(1, stacks, stacks);
  const test::TemporaryFolder folder;
  struct Case {
    const char* name;
    io::MeshArrays (*read)(io::Bytes, std::string_view);
  };
  for (const Case& c :
       {Case{"a.stl", io::read_stl}, {"a.obj", io::read_obj}, {"a.ply", io::read_ply}, {"a.off", io::read_off}}) {
    const auto file = folder.path() / c.name;
    write_mesh(mesh, file);
    const double whole = best_ms([&] { load_mesh(file); });
    const double reader = best_ms([&] { c.read(io::InputFile(file).bytes(), c.name); });
    std::printf("%s: %zu faces, %zu bytes: %.1f ms, of it the reader %.1f ms\n", c.name, mesh.faces().size(),
                static_cast<std::size_t>(std::filesystem::file_size(file)), whole, reader);
    EXPECT_EQ(load_mesh(file).faces().size(), mesh.faces().size());
  }
}

}  // namespace
}  // namespace impinge
