// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What trimesh's collision manager asks of FCL, asked of FCL's C++ manager itself, without Python: the questions of bench.py
// about the same scene, which it writes to a file. One mesh, many places; times in ms, the least of three rounds.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Object = fcl::CollisionObjectd;

struct Scene {
  std::shared_ptr<Model> model = std::make_shared<Model>();
  std::vector<std::unique_ptr<Object>> objects;
  fcl::DynamicAABBTreeCollisionManagerd manager;
};

template <class Number>
std::vector<Number> read(std::istream& in, std::size_t count) {
  std::vector<Number> numbers(count);
  in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(count * sizeof(Number)));
  return numbers;
}

/// Counts of vertices, faces and objects, then their numbers: doubles, 32 bits, doubles.
bool read_scene(const char* file, Scene& scene) {
  std::ifstream in(file, std::ios::binary);
  const auto counts = read<std::uint32_t>(in, 3);
  const auto vertices = read<double>(in, 3 * std::size_t{counts[0]});
  const auto faces = read<std::uint32_t>(in, 3 * std::size_t{counts[1]});
  const auto places = read<double>(in, 3 * std::size_t{counts[2]});
  if (!in) return false;
  std::vector<fcl::Vector3d> points;
  for (std::size_t i = 0; i < vertices.size(); i += 3) points.emplace_back(vertices[i], vertices[i + 1], vertices[i + 2]);
  std::vector<fcl::Triangle> triangles;
  for (std::size_t i = 0; i < faces.size(); i += 3) triangles.emplace_back(faces[i], faces[i + 1], faces[i + 2]);
  scene.model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  scene.model->addSubModel(points, triangles);
  scene.model->endModel();
  scene.model->computeLocalAABB();
  for (std::size_t i = 0; i < places.size(); i += 3) {
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    pose.translation() << places[i], places[i + 1], places[i + 2];
    scene.objects.push_back(std::make_unique<Object>(scene.model, pose));
    scene.objects.back()->setUserData(reinterpret_cast<void*>(i / 3));
    scene.manager.registerObject(scene.objects.back().get());
  }
  scene.manager.setup();
  return true;
}

/// The pairs in contact, as trimesh gathers their names: one contact with its point tells a pair, and all pairs are asked.
struct Gathered {
  fcl::CollisionRequestd request{1, true};
  std::set<std::pair<Object*, Object*>> pairs;
};

bool gather(Object* a, Object* b, void* data) {
  auto& [request, pairs] = *static_cast<Gathered*>(data);
  fcl::CollisionResultd result;
  fcl::collide(a, b, request, result);
  if (result.isCollision()) pairs.emplace(a, b);
  return false;
}

struct Nearest {
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
};

bool compare(Object* a, Object* b, void* data, double& best) {
  auto& [request, result] = *static_cast<Nearest*>(data);
  fcl::distance(a, b, request, result);
  best = result.min_distance;
  return best <= 0;
}

template <class Question>
double least_ms(Question question) {
  double least = std::numeric_limits<double>::max();
  for (int round = 0; round < 3; ++round) {
    const auto begun = std::chrono::steady_clock::now();
    question();
    least = std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
  }
  return least;
}

}  // namespace

int main(int argc, char** argv) {
  Scene scene;
  if (argc != 2 || !read_scene(argv[1], scene)) {
    std::fputs("usage: bench_python_fcl SCENE, as bench.py writes it\n", stderr);
    return 2;
  }
  std::size_t pairs = 0;
  const double collision = least_ms([&] {
    Gathered gathered;
    scene.manager.collide(&gathered, gather);
    pairs = gathered.pairs.size();
  });
  std::printf("{\"pairs\": %zu, \"in_collision_internal_ms\": %.4g", pairs, collision);
  if (pairs == 0) {
    double distance = 0;
    const double ms = least_ms([&] {
      Nearest nearest;
      scene.manager.distance(&nearest, compare);
      distance = nearest.result.min_distance;
    });
    std::printf(", \"min_distance_internal_ms\": %.4g, \"distance\": %.17g", ms, distance);
  }
  std::puts("}");
  return 0;
}
