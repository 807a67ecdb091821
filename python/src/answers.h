// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>

#include <impinge/answer.h>
#include <impinge/engine.h>
#include <impinge/io/cad.h>
#include <impinge/overlap.h>

#include "apps/cli/reports.h"
#include "handles.h"
#include "words.h"

namespace impinge {

py::object to_python(const Bounded& b);
py::object to_python(const SlopeStats& s);
py::object to_python(const ViewChoice& v);
py::object to_python(const Witness& w);
py::object to_python(const StageStats& s);
py::object to_python(const Stats& s);
py::object to_python(const Overlap& o);
py::object to_python(const OverlapSolid& s);
py::object to_python(const Rule& r);
py::object to_python(const RuleUse& r);
py::object to_python(const SkippedPairs& s);

namespace python {

py::object pair_to_python(const Scene& scene, const PairAnswer& pair);
py::object swept_to_python(const Scene& scene, const SweptPair& pair);

/// An answer with the scene it is about, as that was.
struct CheckHandle {
  std::shared_ptr<const SceneState> scene;
  CheckResult result;
  CheckOptions options;                 ///< without its callbacks
  std::shared_ptr<const CadScene> cad;  ///< the CAD files it was judged by, if there are some
  std::vector<cli::RobotState> robots;  ///< in the scene, as they stand
  std::vector<cli::Trouble> trouble;    ///< pairs that nobody could check
};
struct SweepHandle {
  std::shared_ptr<const SceneState> scene;
  SweepResult result;
  SweepOptions options;
};
struct MapHandle {
  std::shared_ptr<const SceneState> scene;
  ObjectId a, b;
  InterferenceMap map;
  MapOptions options;
};

}  // namespace python
}  // namespace impinge
