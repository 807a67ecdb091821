// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A check in parts, for other processes: what impinge.dask hands round.
#include <impinge/engine.h>
#include <impinge/io.h>

#include <filesystem>

#include "answers.h"
#include "options.h"
#include "watch.h"

namespace impinge::python {
namespace {

std::filesystem::path file_named(const py::object& file) {
  const py::object text = py::module_::import("os").attr("fsencode")(file);
  return std::string(py::reinterpret_borrow<py::bytes>(text));
}

std::shared_ptr<SceneHandle> open(const py::object& file, const py::object& index, const py::object& progress) {
  Watch watch(progress);
  OpenOptions options;
  if (!index.is_none()) options.index = file_named(index);
  options.on_progress = watch.on_progress();
  options.is_cancelled = watch.is_cancelled();
  const std::filesystem::path path = file_named(file);
  return std::make_shared<SceneHandle>(watch.run([&] { return open_scene(path, options); }));
}

py::dict plan(const Engine& engine, const SceneHandle& scene, const py::object& options) {
  const auto state = scene.share();
  const CheckOptions asked = check_options(Fields(options), scene.scene());
  const CheckPlan found = unlocked([&] { return engine.plan(state->scene, asked); });
  py::list tasks;
  for (const CheckTask& task : found.tasks) {
    std::vector<std::uint32_t> pairs;
    for (const auto& [a, b] : task.pairs) pairs.insert(pairs.end(), {a.value, b.value});
    const auto n = static_cast<py::ssize_t>(task.pairs.size());
    py::dict one;
    one["pairs"] = take(std::move(pairs), {n, 2});
    one["objects"] = task.objects;
    one["faces"] = task.faces;
    one["bytes"] = task.bytes;
    one["seconds"] = task.seconds;
    tasks.append(one);
  }
  py::dict all;
  all["tasks"] = tasks;
  all["pairs"] = found.pairs;
  all["faces"] = found.faces;
  all["shapes"] = found.shapes;
  all["bytes"] = found.bytes;
  all["seconds"] = found.seconds;
  return all;
}

py::tuple check_task(const Engine& engine, const SceneHandle& scene,
                     const py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>& pairs,
                     const py::object& options) {
  if (pairs.ndim() != 2 || pairs.shape(1) != 2) throw py::value_error("pairs: an array (n, 2) is expected");
  const auto state = scene.share();
  CheckTask task;
  const auto rows = pairs.unchecked<2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) task.pairs.push_back({ObjectId{rows(i, 0)}, ObjectId{rows(i, 1)}});
  const CheckOptions asked = check_options(Fields(options), scene.scene());
  double reading = 0;
  std::uint64_t reads = 0;
  const std::string bytes = unlocked([&] {
    const CheckResult result = engine.check_task(state->scene, task, asked);
    for (const StageStats& stage : result.stats.stages)
      if (stage.name == "read") {
        reading += stage.ms / 1000;
        reads += stage.out;
      }
    return pack_answer(state->scene, result);
  });
  return py::make_tuple(py::bytes(bytes), reading, reads);
}

std::shared_ptr<CheckHandle> join(const Engine& engine, const SceneHandle& scene, const py::list& parts,
                                  const py::object& options) {
  auto handle = std::make_shared<CheckHandle>();
  handle->scene = scene.share();
  handle->options = check_options(Fields(options), scene.scene());
  std::vector<CheckResult> all;
  for (const py::handle part : parts) {
    char* data = nullptr;
    py::ssize_t size = 0;
    if (PyBytes_AsStringAndSize(part.ptr(), &data, &size) != 0) throw py::error_already_set();
    all.push_back(unpack_answer(handle->scene->scene, {data, static_cast<std::size_t>(size)}));
  }
  handle->result = unlocked([&] { return engine.join(handle->scene->scene, std::move(all), handle->options); });
  return handle;
}

}  // namespace

void bind_tasks(py::module_& m) {
  m.def("open_scene", &open, py::arg("file"), py::arg("index") = py::none(), py::arg("progress") = py::none(),
        "Opens a scene file that may be larger than memory: mesh files are read when a query needs them, see "
        "CheckOptions.memory. What it has to know of them is kept in an index, beside the scene unless `index` is named.");
  m.def("_plan", &plan);
  m.def("_check_task", &check_task);
  m.def("_join", &join);
}

}  // namespace impinge::python
