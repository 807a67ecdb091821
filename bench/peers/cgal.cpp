// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// CGAL's box_intersection_d with its exact triangle test behind it; nothing is built, so every kind of work costs the same.
// Based on: Zomorodian & Edelsbrunner, Fast software for box intersections, 2000.
// Its parallel versions exist with this.
#define CGAL_LINKED_WITH_TBB
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "base/box.h"
#include "peer_makers.h"

namespace impinge::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using FaceBox = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;

Kernel::Point_3 point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
Kernel::Triangle_3 triangle(const Triangle& t) { return {point(t.p[0]), point(t.p[1]), point(t.p[2])}; }

std::vector<FaceBox> boxes_of(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<FaceBox> boxes;
  boxes.reserve(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const Box b = box_of(triangle_of(vertices, faces[f]));
    boxes.emplace_back(CGAL::Bbox_3(b.low.x(), b.low.y(), b.low.z(), b.high.x(), b.high.y(), b.high.z()), f);
  }
  return boxes;
}

// Thrown by the callback, the only way to stop the search.
struct FirstFound {};

class Cgal final : public Peer {
 public:
  explicit Cgal(int threads) : threads_(threads), arena_(threads) {}

  std::string name() const override { return "cgal"; }
  std::string version() const override { return CGAL_VERSION_STR; }
  bool offers(const Task& task) const override { return task.query == Query::all || task.query == Query::boolean; }
  void begin(const Task& task) override { task_ = task; }

  void renew(int state) override {
    state_ = state;
    found_.clear();
  }

  void ask() override {
    try {
      arena_.execute([&] { threads_ > 1 ? search<CGAL::Parallel_tag>() : search<CGAL::Sequential_tag>(); });
    } catch (const FirstFound&) {
    }
  }

  Found found() override {
    Found all;
    for (const auto& part : found_) all.pairs.insert(all.pairs.end(), part.begin(), part.end());
    return all;
  }

 private:
  template <typename Threads>
  void search() {
    const PlacedPair& p = *task_.bodies;
    const std::span<const Vec3> a_vertices = p.a_vertices(state_), b_vertices = p.b_vertices(state_);
    std::vector<FaceBox> a = boxes_of(a_vertices, p.a->faces), b = boxes_of(b_vertices, p.b->faces);
    CGAL::box_intersection_d<Threads>(a.begin(), a.end(), b.begin(), b.end(), [&](const FaceBox& s, const FaceBox& t) {
      if (!cgal_triangles_meet(triangle_of(a_vertices, p.a->faces[s.info()]), triangle_of(b_vertices, p.b->faces[t.info()])))
        return;
      found_.local().push_back({s.info(), t.info()});
      if (task_.query == Query::boolean) throw FirstFound{};
    });
  }

  int threads_;
  tbb::task_arena arena_;
  Task task_;
  int state_ = 0;
  tbb::enumerable_thread_specific<std::vector<FaceIds>> found_;
};

}  // namespace

bool cgal_triangles_meet(const Triangle& a, const Triangle& b) { return CGAL::do_intersect(triangle(a), triangle(b)); }

std::unique_ptr<Peer> make_cgal(int threads) { return std::make_unique<Cgal>(threads); }

}  // namespace impinge::bench
