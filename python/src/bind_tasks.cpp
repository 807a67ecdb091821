// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A check in parts, for other processes: what impinge.dask hands round.
#include <impinge/engine.h>
#include <impinge/io.h>

#include <filesystem>
#include <map>

#include "answers.h"
#include "options.h"
#include "shape/deferred/defer_mesh.h"
#include "watch.h"

namespace impinge::python {
namespace {

std::shared_ptr<SceneHandle> open(const py::object& file, const py::object& index, const py::object& progress) {
  Watch watch(progress);
  OpenOptions options;
  if (!index.is_none()) options.index = path_of(index);
  options.on_progress = watch.on_progress();
  options.is_cancelled = watch.is_cancelled();
  const std::filesystem::path path = path_of(file);
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

using Pairs = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

CheckTask task_of(const Pairs& pairs, const Scene& scene) {
  if (pairs.ndim() != 2 || pairs.shape(1) != 2) throw py::value_error("pairs: an array (n, 2) is expected");
  CheckTask task;
  const auto rows = pairs.unchecked<2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    if (std::max(rows(i, 0), rows(i, 1)) >= scene.objects().size() || rows(i, 0) > rows(i, 1))
      throw py::value_error("pairs: two objects of the scene are expected, the earlier one first");
    task.pairs.push_back({ObjectId{rows(i, 0)}, ObjectId{rows(i, 1)}});
  }
  return task;
}

std::shared_ptr<CheckHandle> check_part(const Engine& engine, const SceneHandle& scene, const Pairs& pairs,
                                        const py::object& options) {
  auto handle = std::make_shared<CheckHandle>();
  handle->scene = scene.share();
  handle->options = check_options(Fields(options), scene.scene());
  const CheckTask task = task_of(pairs, scene.scene());
  handle->result = unlocked([&] { return engine.check_task(handle->scene->scene, task, handle->options); });
  return handle;
}

py::tuple check_task(const Engine& engine, const SceneHandle& scene, const Pairs& pairs, const py::object& options) {
  const auto state = scene.share();
  const CheckTask task = task_of(pairs, scene.scene());
  const CheckOptions asked = check_options(Fields(options), scene.scene());
  Stats stats;
  const std::string bytes = unlocked([&] {
    const CheckResult result = engine.check_task(state->scene, task, asked);
    stats = result.stats;
    return pack_answer(state->scene, result);
  });
  py::dict work;
  for (const StageStats& stage : stats.stages) work[py::str(stage.name)] = py::make_tuple(stage.ms / 1000, stage.out);
  return py::make_tuple(py::bytes(bytes), work);
}

std::shared_ptr<CheckHandle> join(const Engine& engine, const SceneHandle& scene, const py::list& parts,
                                  const py::object& options, const py::list& trouble) {
  auto handle = std::make_shared<CheckHandle>();
  handle->scene = scene.share();
  handle->options = check_options(Fields(options), scene.scene());
  for (const py::handle pair : trouble) {
    std::vector<std::string> texts;  // a, b, why
    from_python(pair, "trouble", texts);
    handle->trouble.push_back({texts.at(0), texts.at(1), texts.at(2)});
  }
  std::vector<CheckResult> all;
  for (const py::handle part : parts) {
    if (py::isinstance<CheckHandle>(part)) {
      all.push_back(part.cast<const CheckHandle&>().result);
      continue;
    }
    char* data = nullptr;
    py::ssize_t size = 0;
    if (PyBytes_AsStringAndSize(part.ptr(), &data, &size) != 0) throw py::error_already_set();
    all.push_back(unpack_answer(handle->scene->scene, {data, static_cast<std::size_t>(size)}));
  }
  handle->result = unlocked([&] { return engine.join(handle->scene->scene, std::move(all), handle->options); });
  return handle;
}

/// The mesh files that were opened by an index, and hashes of their content.
py::dict contents(const SceneHandle& scene) {
  std::map<std::string, std::string> found;
  for (const SceneObject& object : scene.scene().objects())
    if (const std::string hash = deferred::content(object.mesh); !hash.empty()) found[object.mesh.origin()] = hash;
  py::dict all;
  for (const auto& [file, hash] : found) all[to_python(file)] = hash;
  return all;
}

}  // namespace

void bind_tasks(py::module_& m) {
  m.def("open_scene", &open, py::arg("file"), py::arg("index") = py::none(), py::arg("progress") = py::none(),
        "Opens a scene file that may be larger than memory: mesh files are read when a query needs them, see "
        "CheckOptions.memory. What it has to know of them is kept in an index, beside the scene unless `index` is named.");
  m.def("_contents", &contents);
  m.def("_plan", &plan);
  m.def("_check_task", &check_task);
  m.def("_check_part", &check_part);
  m.def("_join", &join, py::arg("engine"), py::arg("scene"), py::arg("parts"), py::arg("options"),
        py::arg("trouble") = py::list());
  m.def("_pack_answer",
        [](const CheckHandle& h) { return py::bytes(unlocked([&] { return pack_answer(h.scene->scene, h.result); })); });
  m.def("_unpack_answer", [](const SceneHandle& scene, const py::bytes& bytes) {
    auto handle = std::make_shared<CheckHandle>();
    handle->scene = scene.share();
    const std::string text = bytes;
    handle->result = unlocked([&] { return unpack_answer(handle->scene->scene, text); });
    return handle;
  });
}

}  // namespace impinge::python
