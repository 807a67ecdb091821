// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// What merely reading the input costs: every face's three corners, its box, and whether that meets the box both bodies
// share.
#include <impinge/mesh.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include "base/box.h"
#include "peer.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace impinge::bench {
namespace {

std::uint64_t count_scalar(const Vec3* vertices, std::span<const Face> faces, const Box& region) {
  std::uint64_t n = 0;
  for (const Face& f : faces) n += boxes_meet(box_of({{vertices[f[0]], vertices[f[1]], vertices[f[2]]}}), region);
  return n;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) std::uint64_t count_avx2(const Vec3* vertices, std::span<const Face> faces,
                                                         const Box& region) {
  // The fourth lane is masked: a vertex is three doubles, and nothing lies behind the last one.
  const __m256i three = _mm256_set_epi64x(0, -1, -1, -1);
  const __m256d low = _mm256_maskload_pd(region.low.data(), three), high = _mm256_maskload_pd(region.high.data(), three);
  std::uint64_t n = 0;
  for (const Face& f : faces) {
    const __m256d p = _mm256_maskload_pd(vertices[f[0]].data(), three);
    const __m256d q = _mm256_maskload_pd(vertices[f[1]].data(), three);
    const __m256d r = _mm256_maskload_pd(vertices[f[2]].data(), three);
    const __m256d least = _mm256_min_pd(_mm256_min_pd(p, q), r), most = _mm256_max_pd(_mm256_max_pd(p, q), r);
    const __m256d out = _mm256_or_pd(_mm256_cmp_pd(least, high, _CMP_GT_OQ), _mm256_cmp_pd(most, low, _CMP_LT_OQ));
    n += static_cast<std::uint64_t>(_mm256_testz_pd(out, out));
  }
  return n;
}
#endif

bool has_avx2() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

std::uint64_t count_faces(std::span<const Vec3> vertices, std::span<const Face> faces, const Box& region) {
#ifdef __x86_64__
  if (has_avx2()) return count_avx2(vertices.data(), faces, region);
#endif
  return count_scalar(vertices.data(), faces, region);
}

Box box_around(std::span<const Vec3> vertices) {
  Box box;
  for (const Vec3& p : vertices) box.add(p);
  return box;
}

class Stream final : public Peer {
 public:
  explicit Stream(int threads) : threads_(threads), arena_(threads) {}

  std::string name() const override { return "stream"; }
  std::string version() const override { return has_avx2() ? "AVX2" : "scalar"; }
  bool offers(const Task&) const override { return true; }
  void begin(const Task& task) override { task_ = task; }

  void renew(int frame) override {
    frame_ = frame;
    region_ = intersection(box_around(task_.bodies->a_vertices(frame)), box_around(task_.bodies->b_vertices(frame)));
  }

  void ask() override {
    const PlacedPair& p = *task_.bodies;
    kept_ = pass(p.a_vertices(frame_), p.a->faces) + pass(p.b_vertices(frame_), p.b->faces);
  }

  Found found() override { return {}; }

 private:
  std::uint64_t pass(std::span<const Vec3> vertices, std::span<const Face> faces) {
    if (threads_ == 1) return count_faces(vertices, faces, region_);
    using Range = tbb::blocked_range<std::size_t>;
    return arena_.execute([&] {
      return tbb::parallel_reduce(
          Range(0, faces.size(), 1 << 14), std::uint64_t{0},
          [&](const Range& r, std::uint64_t n) {
            return n + count_faces(vertices, faces.subspan(r.begin(), r.size()), region_);
          },
          std::plus<>());
    });
  }

  int threads_;
  tbb::task_arena arena_;
  Task task_;
  int frame_ = 0;
  Box region_;
  volatile std::uint64_t kept_ = 0;  // keeps the pass from being optimised away
};

}  // namespace

std::unique_ptr<Peer> make_stream(int threads) { return std::make_unique<Stream>(threads); }

}  // namespace impinge::bench
