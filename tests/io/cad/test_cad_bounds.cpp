// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The judge of the bounds: on each face of real files random points of the surface and of the facets, none farther than the
// bound says; and how much larger the bounds are than what was met.
#include <gtest/gtest.h>
#include <impinge/error.h>
#include <impinge/io/cad.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "io/cad/cad_reading.h"
#include "io/cad/facet_tree.h"

namespace impinge::io {
namespace {

struct Judged {
  std::uint64_t faces = 0, points = 0, beyond = 0;
  std::vector<double> ratios;
};

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

void judge_face(CadReading& reading, std::uint32_t number, std::uint32_t face, int points, Judged& judged) {
  const CadShape& shape = reading.file.shapes[number];
  std::vector<Facet> facets;
  std::vector<std::uint32_t> own;
  double size = 0, largest = 0;
  for (std::uint32_t i = 0; i < shape.triangles.size(); ++i) {
    const CadTriangle& t = shape.triangles[i];
    if (t.face != face) continue;
    own.push_back(i);
    facets.push_back({{vec(shape.points[t.corners[0]]), vec(shape.points[t.corners[1]]), vec(shape.points[t.corners[2]])},
                      t.bound,
                      0,
                      i,
                      face});
    largest = std::max(largest, t.bound);
    for (const Vec3& p : facets.back().corners) size = std::max(size, p.cwiseAbs().maxCoeff());
  }
  if (own.empty() || shape.faces[face].estimated) return;
  std::mt19937_64 random(face + 1000ull * number);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<SampleQuestion> questions;
  std::vector<double> bounds;
  for (int i = 0; i < points; ++i) {
    const CadTriangle& t = shape.triangles[own[random() % own.size()]];
    double a = unit(random), b = unit(random);
    if (a + b > 1) {
      a = 1 - a;
      b = 1 - b;
    }
    SampleQuestion q{number, face, {}, {}};
    for (int k = 0; k < 2; ++k) q.uv[k] = t.uv[0][k] + a * (t.uv[1][k] - t.uv[0][k]) + b * (t.uv[2][k] - t.uv[0][k]);
    for (int k = 0; k < 3; ++k) {
      const double p = shape.points[t.corners[0]][k];
      q.point[k] = p + a * (shape.points[t.corners[1]][k] - p) + b * (shape.points[t.corners[2]][k] - p);
    }
    questions.push_back(q);
    bounds.push_back(t.bound);
  }
  WireOut question;
  question.put(CadRequest::sample);
  question.put(questions);
  std::vector<SampleAnswer> answers;
  reading.process->ask(question).get(answers);
  const FacetTree tree(facets);
  const double rounding = 1e-11 * (1 + size);
  double truth = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const FacetTree::Clear clear = tree.clear_of(vec(answers[i].on_surface), 1e300);
    judged.beyond += clear.clear > rounding;
    judged.beyond += answers[i].distance > bounds[i] + rounding;
    truth = std::max({truth, clear.distance, answers[i].distance});
  }
  ++judged.faces;
  judged.points += 2 * answers.size();
  if (truth > rounding) judged.ratios.push_back(largest / truth);
}

// NOLINTNEXTLINE(readability-identifier-naming)
TEST(CadBounds, noPointIsFartherThanTheBound) {
  const char* data = std::getenv("IMPINGE_DATA");
  if (data == nullptr) GTEST_SKIP() << "IMPINGE_DATA names no folder of CAD files";
  const bool full = std::getenv("IMPINGE_FULL") != nullptr;
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = std::filesystem::path(data) / "06-cad";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is absent";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && is_cad_file(entry.path())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Judged judged;
  int read = 0, refused = 0;
  for (std::size_t i = 0; i < files.size(); i += full ? 1 : 7) {
    try {
      CadReading reading = read_cad_file(files[i], {});
      ++read;
      for (std::uint32_t s = 0; s < reading.file.shapes.size(); ++s)
        for (std::uint32_t f = 0; f < reading.file.shapes[s].faces.size(); ++f) {
          const std::uint64_t before = judged.beyond;
          judge_face(reading, s, f, full ? 10'000 : 200, judged);
          EXPECT_EQ(judged.beyond, before) << files[i] << " shape " << s << " face " << f << " kind "
                                           << static_cast<int>(reading.file.shapes[s].faces[f].kind);
        }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::unsupported) GTEST_SKIP() << error.what();
      ++refused;
    }
  }
  ASSERT_FALSE(judged.ratios.empty());
  std::sort(judged.ratios.begin(), judged.ratios.end());
  const auto at = [&](double share) {
    return judged.ratios[static_cast<std::size_t>(share * static_cast<double>(judged.ratios.size() - 1))];
  };
  std::printf(
      "%d files (%d refused), %llu faces, %llu points, %llu beyond; bound / truth: median %.2f, 90 %% %.2f, most %.3g\n",
      read, refused, static_cast<unsigned long long>(judged.faces), static_cast<unsigned long long>(judged.points),
      static_cast<unsigned long long>(judged.beyond), at(0.5), at(0.9), at(1));
  EXPECT_LT(at(0.5), 3);
}

}  // namespace
}  // namespace impinge::io
