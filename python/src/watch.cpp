// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "watch.h"

#include "convert.h"

namespace impinge::python {

// Exceptions are copied and destroyed by threads that do not hold the lock of the interpreter.
Raised::Raised()
    : error_(new py::error_already_set, [](py::error_already_set* error) {
        const py::gil_scoped_acquire lock;
        delete error;
      }) {}

void Raised::restore() const { error_->restore(); }

void Raised::rethrow() const {
  restore();  // pybind11 then finds it raised
  throw py::error_already_set();
}

Watch::~Watch() = default;

// Under the lock of the interpreter; the first exception is the one that is told.
void Watch::raise() {
  auto raised = std::make_unique<Raised>();
  if (!raised_) raised_ = std::move(raised);
  stop_ = true;
}

ProgressCallback Watch::on_progress() {
  if (progress_.is_none()) return {};
  return [this](std::string_view stage, double share) {
    if (stop_) return;
    const py::gil_scoped_acquire lock;
    PyObject* answer =
        PyObject_CallFunctionObjArgs(progress_.ptr(), to_python(stage).ptr(), to_python(share).ptr(), nullptr);
    Py_XDECREF(answer);
    if (answer != nullptr) return;
    raise();
  };
}

// Signals are heard by the main thread alone, which takes part in every query that it asks.
bool Watch::poll() {
  if (stop_) return true;
  if (std::this_thread::get_id() != caller_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(20);
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  raise();
  return true;
}

CancelCallback Watch::is_cancelled() {
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  return [this] { return poll(); };
}

}  // namespace impinge::python
