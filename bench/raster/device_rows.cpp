// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "device_rows.h"

#include <fmt/format.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <functional>

#include "backend/registry.h"
#include "bench_clock.h"
#include "measure.h"
#include "raster/depth_count/depth_count.h"
#include "scenes/scenes.h"

namespace impinge::bench {

namespace {

// Two bodies in a view. They are moved by their poses alone, as an animation moves them.
class BodiesInView {
 public:
  BodiesInView(Scene scene, int resolution)
      : scene_(std::move(scene)), world_(place(scene_)), frame_(ViewFrame::along({0, 0, 1})) {
    for (std::size_t i = 0; i < 2; ++i) objects_[i] = {&world_[i], nullptr, {}, true, &scene_.objects()[i]};
    const Box a = objects_[0].seen(frame_), b = objects_[1].seen(frame_);
    Box window = intersection(a, b), extent = a;
    extent.add(b);
    if (window.low.x() > window.high.x() || window.low.y() > window.high.y()) window = extent;
    view_.emplace(frame_, window, grown(extent, (extent.high - extent.low).norm()), resolution);
    start_ = world_[1].pose;
  }

  std::size_t polygons() const { return world_[0].faces.size() + world_[1].faces.size(); }
  const RasterView& view() const { return *view_; }
  const RasterObject& object(int i) const { return objects_[i]; }
  std::span<const RasterObject> objects() const { return objects_; }

  // A little way off in another direction each time; 0 is where the scene has it.
  void move(int body, int step, double size) {
    WorldObject& o = world_[static_cast<std::size_t>(body)];
    o.pose = body == 1 ? start_ : o.pose;
    o.in_place = false;
    o.pose.position = (body == 1 ? start_.position : Vec3::Zero()) + size * Vec3(step % 7, step % 5, step % 3) / 1000;
  }
  void drop(double height) {
    world_[1].in_place = false;
    world_[1].pose = start_;
    world_[1].pose.position.z() += height;
  }
  double size() const { return (world_[1].box.high - world_[1].box.low).norm(); }

 private:
  Scene scene_;
  std::vector<WorldObject> world_;
  ViewFrame frame_;
  RasterObject objects_[2];
  std::optional<RasterView> view_;
  Pose start_;
};

class DeviceRunner {
 public:
  DeviceRunner(const OpenedBackend& opened, DeviceBench& bench, int rounds)
      : device_(*opened.device), has_rasteriser_(!opened.info.conservative.empty()), bench_(bench), rounds_(rounds) {}

  // Depth counting with A as it was (its maps are kept) and with both bodies moved, and complete lists.
  void run(const char* question, const std::string& scene_name, const Scene& scene, int resolution, double published_ms) {
    BodiesInView bodies(scene, resolution);
    const bool swap = !first_is_a(bodies.view(), bodies.object(0), bodies.object(1));
    const int a = swap ? 1 : 0, b = 1 - a;
    Control control({}, {});
    DepthCountOptions options;
    options.cases = false;
    const auto count = [&] {
      depth_count_of(bodies.view(), bodies.object(a), bodies.object(b), options, control, &device_);
    };
    const auto both = [&](int step) {
      bodies.move(0, step, bodies.size());
      bodies.move(1, step + 1, bodies.size());
      count();
    };
    const auto one = [&](int step) {
      bodies.move(b, step, bodies.size());
      count();
    };
    const auto lists = [&](int step) {
      bodies.move(0, step, bodies.size());
      bodies.move(1, step + 1, bodies.size());
      std::uint64_t lines = 0;
      device_.overlapping_lines(bodies.view(), bodies.objects(), lines);
      return lines;
    };
    time(question, scene_name, "depth_count", bodies, published_ms, both);
    time(question, scene_name, "depth_count kept maps", bodies, published_ms, one);
    const std::size_t first_row = bench_.rows.size() - 2;
    if (has_rasteriser_) {
      device_.drawing = Drawing::raster;
      time(question, scene_name, "depth_count stencil", bodies, published_ms, both);
      device_.drawing = Drawing::compute;
    }
    time(question, scene_name, "zlist", bodies, published_ms, lists);
    compare(bodies, a, b, first_row);
  }

  // Conservative lists, as far as the processor's memory, by every way of drawing that the device has.
  void cover(const char* question, const std::string& scene_name, const Scene& scene, int resolution) {
    BodiesInView bodies(scene, resolution);
    std::vector<std::uint32_t> begin;
    std::vector<Cover> covers;
    const auto room = [](auto& list) {
      return [&list](std::size_t n) {
        list.resize(n);
        return list.data();
      };
    };
    const ListTarget<Cover> target{room(begin), room(covers)};
    const auto list = [&](int step) {
      bodies.move(0, step, bodies.size());
      bodies.move(1, step + 1, bodies.size());
      device_.cover_list(bodies.view(), bodies.objects(), INT32_MIN, INT32_MAX, target);
    };
    std::size_t listed[2] = {0, 0};
    for (const Drawing drawing : {Drawing::compute, Drawing::raster}) {
      if (drawing == Drawing::raster && !has_rasteriser_) continue;
      device_.drawing = drawing;
      time(question, scene_name, drawing == Drawing::raster ? "covers raster" : "covers", bodies, 0, list);
      list(0);
      listed[drawing == Drawing::raster] = covers.size();
      bench_.rows.back().overlapping = covers.size();
    }
    device_.drawing = Drawing::compute;
    fmt::print("  covered cells of all faces: {} and {}{}\n", listed[0], listed[1],
               listed[0] == listed[1] || !has_rasteriser_ ? "" : "  DIFFERENT");
  }

  // The teapot falls onto the field, one check for each picture.
  void fall(int steps, int resolution, double published_ms) {
    Scene scene;
    scene.add("field", make_mandelbrot_field(20, 4, 2));
    Pose pose;
    pose.position = {2, 1, 3};
    scene.add("teapot", make_closed_teapot(6), pose);
    BodiesInView bodies(scene, resolution);
    Control control({}, {});
    DepthCountOptions options;
    options.cases = false;
    int hits = 0;
    const auto check = [&](int step) {
      bodies.drop(6.0 - 9.0 * step / steps);
      hits += depth_count_of(bodies.view(), bodies.object(0), bodies.object(1), options, control, &device_).collision;
    };
    const int before = std::exchange(rounds_, steps);
    time("animation", "teapot_on_field", "depth_count", bodies, published_ms, check);
    rounds_ = before;
    bench_.rows.back().overlapping = static_cast<std::uint64_t>(hits);
    fmt::print("  {:.0f} checks a second, {} of {} pictures collide\n", 1000 / bench_.rows.back().ms, hits, steps);
  }

 private:
  template <typename Work>
  void time(const char* question, const std::string& scene, const char* method, const BodiesInView& bodies,
            double published_ms, const Work& work) {
    DeviceRow row{question, scene, method, bodies.polygons(), bodies.view().cells()};
    row.published_ms = published_ms;
    row.rounds = rounds_;
    work(0);
    work(1);
    std::vector<double> ms;
    for (int round = 0; round < rounds_; ++round) ms.push_back(ms_of(BenchClock::wall, [&] { work(round + 2); }));
    row.ms = median(ms);
    row.least_ms = *std::min_element(ms.begin(), ms.end());
    row.notes = device_.take_notes();
    fmt::print("{:9} {:24} {:22} {:9} {:9} {:10.3f} {:10.3f} {:10.0f} {}\n", question, scene, method, row.polygons,
               row.pixels, row.ms, row.least_ms, published_ms, row.notes);
    std::fflush(stdout);
    bench_.rows.push_back(std::move(row));
  }

  // The same question where the scene has the bodies, to the device and to the processor.
  void compare(BodiesInView& bodies, int a, int b, std::size_t first_row) {
    bodies.move(0, 0, 1);
    bodies.move(1, 0, 1);
    Control control({}, {});
    const auto lines = [&](RasterDevice* device) {
      std::uint64_t n = 0;
      const DepthCountResult count = depth_count_of(bodies.view(), bodies.object(a), bodies.object(b), {}, control, device);
      for (const DepthCase c : count.cases) n += is_collision(c);
      return n;
    };
    const std::uint64_t card = lines(&device_);
    std::uint64_t listed = 0;
    device_.overlapping_lines(bodies.view(), bodies.objects(), listed);
    const std::uint64_t cpu = lines(nullptr);
    for (std::size_t i = first_row; i < bench_.rows.size(); ++i) {
      bench_.rows[i].overlapping = bench_.rows[i].method == "zlist" ? listed : card;
      bench_.rows[i].processors = cpu;
    }
    fmt::print("  overlapping lines: {} counted, {} listed, {} by the processor{}\n", card, listed, cpu,
               card == cpu && listed == cpu ? "" : "  DIFFERENT");
  }

  RasterDevice& device_;
  bool has_rasteriser_;
  DeviceBench& bench_;
  int rounds_;
};

Scene spheres(int stacks) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.02, stacks, 2 * stacks, 1));
  Pose pose;
  pose.position = {0, 0, 1.5};
  scene.add("b", make_displaced_sphere(1, 0.02, stacks, 2 * stacks, 2), pose);
  return scene;
}

OpenedBackend open_named(const std::string& backend) {
  for (const BackendRow& row : backend_registry())
    if (backend == row.name) return open_row(row);
  return {};
}

}  // namespace

DeviceBench run_device(const std::string& backend, bool quick, int rounds, const std::vector<std::string>& questions) {
  using scenes::Polyhedra;
  const OpenedBackend opened = open_named(backend);
  if (opened.device == nullptr)
    throw Error(ErrorCode::no_device, fmt::format("backend {}: {}", backend, opened.info.reason));
  DeviceBench bench{backend, opened.info.device, opened.info.driver, {}};
  fmt::print("{}, {}\n{:9} {:24} {:22} {:>9} {:>9} {:>10} {:>10} {:>10}\n", bench.device, bench.driver, "question", "scene",
             "method", "polygons", "pixels", "median ms", "least ms", "paper ms");
  DeviceRunner runner(opened, bench, rounds);
  const auto asked = [&](const char* question) {
    return questions.empty() || std::find(questions.begin(), questions.end(), question) != questions.end();
  };
  const int pixels = quick ? 64 : 512;
  if (asked("paper")) {
    const std::uint32_t each = quick ? 2000 : 80000;
    // 0.77 to 1.39 s on a RealityEngine2 for 160,000 polygons; jaws 0.30 to 1.11 s.
    runner.run("paper", "line_convex_and_layered", scenes::make_polyhedra(Polyhedra::line_convex_and_layered, each), pixels,
               770);
    runner.run("paper", "both_line_convex", scenes::make_polyhedra(Polyhedra::both_line_convex, each), pixels, 770);
    runner.run("paper", "both_concave", scenes::make_polyhedra(Polyhedra::both_concave, each), pixels, 1390);
    runner.run("paper", "jaws", scenes::make_teeth_scene(quick ? 10 : 52, 0.0), pixels, 1110);
    runner.cover("covers", "both_line_convex", scenes::make_polyhedra(Polyhedra::both_line_convex, each), pixels);
    runner.cover("covers", "jaws", scenes::make_teeth_scene(quick ? 10 : 52, 0.0), pixels);
    runner.cover("covers", "spheres", spheres(quick ? 20 : 35), pixels);
  }
  // 0.7 s on an IRIS 4D/25 for 5,000 polygons.
  if (asked("animation")) runner.fall(quick ? 20 : 1000, quick ? 64 : 128, 700);
  if (asked("polygons"))
    for (const int stacks : quick ? std::vector{20, 40} : std::vector{35, 112, 354, 1118})
      runner.run("polygons", "spheres", spheres(stacks), pixels, 0);
  if (asked("pixels"))
    for (const int side : quick ? std::vector{32, 64} : std::vector{128, 256, 512, 1024, 2048, 4096})
      runner.run("pixels", "spheres", spheres(quick ? 20 : 200), side, 0);
  return bench;
}

std::string device_csv(const DeviceBench& bench) {
  std::string text =
      "question,scene,method,backend,polygons,pixels,rounds,ms,least_ms,published_ms,overlapping,processors\n";
  for (const DeviceRow& r : bench.rows)
    text += fmt::format("{},{},{},{},{},{},{},{:.4g},{:.4g},{},{},{}\n", r.question, r.scene, r.method, bench.backend,
                        r.polygons, r.pixels, r.rounds, r.ms, r.least_ms, r.published_ms, r.overlapping, r.processors);
  return text;
}

std::string device_json(const DeviceBench& bench, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"raster\",\n  \"backend\": \"{}\",\n  \"device\": \"{}\",\n  \"driver\": \"{}\",\n  \"commit\": "
      "\"{}\",\n  \"rows\": [",
      bench.backend, bench.device, bench.driver, commit);
  for (const DeviceRow& r : bench.rows)
    text += fmt::format(
        "{}\n    {{\"question\": \"{}\", \"scene\": \"{}\", \"method\": \"{}\", \"polygons\": {}, \"pixels\": {}, "
        "\"rounds\": {}, \"ms\": {:.5g}, \"least_ms\": {:.5g}, \"published_ms\": {}, \"overlapping\": {}, \"processors\": "
        "{}, \"notes\": \"{}\"}}",
        &r == &bench.rows.front() ? "" : ",", r.question, r.scene, r.method, r.polygons, r.pixels, r.rounds, r.ms,
        r.least_ms, r.published_ms > 0 ? fmt::format("{}", r.published_ms) : "null", r.overlapping, r.processors, r.notes);
  return text + "\n  ]\n}\n";
}

}  // namespace impinge::bench
