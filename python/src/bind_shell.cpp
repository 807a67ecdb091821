// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// `impinge check` whose pairs a Python function checks: the shell of impinge.dask.
#include <impinge/io.h>

#include <atomic>

#include "answers.h"
#include "apps/cli/check/check_arguments.h"
#include "apps/cli/check/elsewhere.h"
#include "apps/cli/commands.h"
#include "options.h"
#include "watch.h"

namespace impinge {

py::object to_python(const ViewOptions& o) {
  python::Record record("ViewOptions");
  record.set("resolution", o.resolution).set("direction", o.direction).set("rule", o.rule);
  return record.set("direction_count", o.direction_count).done();
}

py::object to_python(const CheckOptions& o) {
  python::Record record("CheckOptions");
  record.set("method", o.method).set("clearance", o.clearance).set("level", o.level).set("view", o.view);
  record.set("certified", o.certified).set("volume", o.volume).set("refine", o.refine).set("error", o.error);
  record.set("contacts", o.contacts).set("curves", o.curves).set("patches", o.patches).set("overlap", o.overlap);
  record.set("parting", o.parting).set("tolerance", o.tolerance).set("open", o.open).set("ignored", o.ignored);
  record.set("self", o.self).set("pairs", o.pairs).set("face_pairs", o.face_pairs).set("max_pairs", o.max_pairs);
  return record.set("memory", o.memory).done();
}

namespace cli {

namespace {
std::atomic<bool> interrupt_seen{false};
}

// Signals are heard by the main thread; what it raised is told at the end.
bool interrupted() noexcept {
  if (interrupt_seen) return true;
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  PyErr_Clear();
  interrupt_seen = true;
  return true;
}

InterruptEnds::InterruptEnds() = default;
InterruptEnds::~InterruptEnds() = default;

void stop_if_interrupted() {
  if (interrupted()) throw Error(ErrorCode::cancelled, "interrupted");
}

}  // namespace cli

namespace python {
namespace {

using Options = std::vector<cli::OptionElsewhere>;

/// The function gets the scene, the options, those of the engine, a dictionary of other words, and whom to tell how far it
/// is; it returns the answer, which knows its troubles.
cli::FoundElsewhere ask(const py::function& check, const Options& own, const cli::CheckArguments& arguments,
                        const Scene& scene, const CheckOptions& options) {
  const py::gil_scoped_acquire lock;
  try {
    py::dict given;
    for (const cli::OptionElsewhere& option : own) given[py::str(option.name)] = to_python(option.value);
    given["--scene"] = to_python(arguments.scene);
    given["--index"] = to_python(arguments.index);
    given["--quiet"] = arguments.quiet;
    const EngineOptions engine = to_engine_options(arguments);
    const py::object workers = Record("EngineOptions").set("threads", engine.threads).set("backend", engine.backend).done();
    const py::cpp_function progress([&options](const std::string& stage, double share) {
      if (options.on_progress) options.on_progress(stage, share);
    });
    const py::object found = check(std::make_shared<SceneHandle>(scene), to_python(options), workers, given, progress);
    const CheckHandle& handle = found.cast<const CheckHandle&>();
    return {handle.result, handle.trouble};
  } catch (py::error_already_set& error) {
    error.restore();
    throw Raised();
  }
}

int check_shell(const std::string& program, const py::list& words, const py::list& options, const py::function& check) {
  std::vector<std::string> typed;
  from_python(words, "words", typed);
  Options own;
  for (const py::handle option : options) {
    std::vector<std::string> texts;  // name, type, help
    from_python(option, "options", texts);
    own.push_back({texts.at(0), texts.at(1), texts.at(2)});
  }
  cli::interrupt_seen = false;
  return unlocked([&] {
    return cli::run_check_elsewhere(program, typed, own, [&](const auto& arguments, const auto& scene, const auto& asked) {
      return ask(check, own, arguments, scene, asked);
    });
  });
}

}  // namespace

void bind_shell(py::module_& m) { m.def("_check_shell", &check_shell); }

}  // namespace python
}  // namespace impinge
