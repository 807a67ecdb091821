// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// What merely reading the input costs: every vertex once, for the sides of a box on which it is out, and every face once,
// for whether its corners are all out on one side. The box is the one both bodies share. Based on: Sproull & Sutherland, A
// clipping divider, 1968 (the six bits of a vertex).
#include <impinge/mesh.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <cstring>

#include "base/box.h"
#include "peer.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace impinge::bench {
namespace {

// Six bits a vertex: below on x, y, z, above on x, y, z.
std::uint8_t outside(const Vec3& p, const Box& box) {
  unsigned bits = 0;
  for (int i = 0; i < 3; ++i) bits |= unsigned{p[i] < box.low[i]} << i | unsigned{p[i] > box.high[i]} << (3 + i);
  return static_cast<std::uint8_t>(bits);
}

#ifdef __x86_64__
// Twelve bits, three for each of four vertices: where 12 doubles are less than 12 others.
__attribute__((target("avx2"))) unsigned less(const double* x, const double* y) {
  unsigned bits = 0;
  for (int i = 0; i < 3; ++i) {
    const __m256d found = _mm256_cmp_pd(_mm256_loadu_pd(x + 4 * i), _mm256_loadu_pd(y + 4 * i), _CMP_LT_OQ);
    bits |= static_cast<unsigned>(_mm256_movemask_pd(found)) << 4 * i;
  }
  return bits;
}

// Four vertices at a time; gives how many were done.
__attribute__((target("avx2,bmi2"))) std::size_t mark_avx2(std::span<const Vec3> vertices, const Box& box,
                                                           std::uint8_t* sides) {
  double low[12], high[12];
  for (int i = 0; i < 12; ++i) {
    low[i] = box.low[i % 3];
    high[i] = box.high[i % 3];
  }
  const std::size_t whole = vertices.size() / 4 * 4;
  for (std::size_t v = 0; v < whole; v += 4) {
    const double* p = vertices[v].data();
    const unsigned four = _pdep_u32(less(p, low), 0x07070707) | _pdep_u32(less(high, p), 0x38383838);
    std::memcpy(sides + v, &four, 4);
  }
  return whole;
}
#endif

bool has_avx2() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
#else
  return false;
#endif
}

void mark(std::span<const Vec3> vertices, const Box& box, std::uint8_t* sides) {
  std::size_t done = 0;
#ifdef __x86_64__
  if (has_avx2()) done = mark_avx2(vertices, box, sides);
#endif
  for (; done < vertices.size(); ++done) sides[done] = outside(vertices[done], box);
}

std::uint64_t count_faces(std::span<const Face> faces, const std::uint8_t* sides) {
  std::uint64_t n = 0;
  for (const Face& f : faces) n += (sides[f[0]] & sides[f[1]] & sides[f[2]]) == 0;
  return n;
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

  void renew(int state) override {
    state_ = state;
    region_ = intersection(box_around(task_.bodies->a_vertices(state)), box_around(task_.bodies->b_vertices(state)));
  }

  void ask() override {
    const PlacedPair& p = *task_.bodies;
    kept_ = pass(p.a_vertices(state_), p.a->faces) + pass(p.b_vertices(state_), p.b->faces);
  }

  Found found() override { return {}; }

 private:
  std::uint64_t pass(std::span<const Vec3> vertices, std::span<const Face> faces) {
    sides_.resize(vertices.size());
    if (threads_ == 1) {
      mark(vertices, region_, sides_.data());
      return count_faces(faces, sides_.data());
    }
    return arena_.execute([&] { return pass_in_parts(vertices, faces); });
  }

  std::uint64_t pass_in_parts(std::span<const Vec3> vertices, std::span<const Face> faces) {
    using Range = tbb::blocked_range<std::size_t>;
    constexpr std::size_t kPart = 1 << 14;
    tbb::parallel_for(Range(0, vertices.size(), kPart), [&](const Range& r) {
      mark(vertices.subspan(r.begin(), r.size()), region_, sides_.data() + r.begin());
    });
    const auto add = [&](const Range& r, std::uint64_t n) {
      return n + count_faces(faces.subspan(r.begin(), r.size()), sides_.data());
    };
    return tbb::parallel_reduce(Range(0, faces.size(), kPart), std::uint64_t{0}, add, std::plus<>());
  }

  int threads_;
  tbb::task_arena arena_;
  Task task_;
  int state_ = 0;
  Box region_;
  std::vector<std::uint8_t> sides_;
  volatile std::uint64_t kept_ = 0;  // keeps the pass from being optimised away
};

}  // namespace

std::unique_ptr<Peer> make_stream(int threads) { return std::make_unique<Stream>(threads); }

}  // namespace impinge::bench
