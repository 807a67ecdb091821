// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>

#include "handles.h"
#include "watch.h"
#include "words.h"

namespace impinge::python {

void bind_error(py::module_& m) {
  // The class itself is Python's, see impinge/_error.py.
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      const py::object type = py::module_::import("impinge._error").attr("Error");
      const py::object raised = type(to_python(std::string(error.what())), to_python(error.code()));
      PyErr_SetObject(type.ptr(), raised.ptr());
    } catch (const Raised& raised) {
      raised.restore();
    }
  });
  m.def("raise_error", [](const std::string& code, const std::string& message) {
    ErrorCode value = ErrorCode::bad_argument;
    from_string(code, value);
    throw Error(value, message);
  });
}

}  // namespace impinge::python
