// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The kernel's own algorithms on two placed bodies, for judges and benchmarks: no answer of ours rests on them.
#include <BRepAlgoAPI_Common.hxx>
#include <BRepExtrema_DistShapeShape.hxx>
#include <BRepGProp.hxx>
#include <GProp_GProps.hxx>
#include <gp_Trsf.hxx>

#include <chrono>
#include <stdexcept>

#include "cad/kernel.h"

namespace impinge::cad {
namespace {

TopoDS_Shape placed(const TrueFile& file, std::uint32_t shape, const std::array<double, 12>& m) {
  if (shape >= file.shapes.size()) throw std::runtime_error("no such shape");
  gp_Trsf where;
  where.SetValues(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]);
  return file.shapes[shape].shape.Moved(TopLoc_Location(where));
}

template <class Work>
double ms_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

io::ExtremaAnswer extrema(const TrueFile& file, const io::ExtremaQuestion& question) {
  const TopoDS_Shape a = placed(file, question.shapes[0], question.poses[0]),
                     b = placed(file, question.shapes[1], question.poses[1]);
  io::ExtremaAnswer answer;
  answer.distance_ms = ms_of([&] {
    const BRepExtrema_DistShapeShape nearest(a, b);
    if (nearest.IsDone() && nearest.NbSolution() > 0) answer.distance = nearest.Value();
  });
  answer.volume_ms = ms_of([&] {
    BRepAlgoAPI_Common common(a, b);
    if (!common.IsDone()) return;
    GProp_GProps properties;
    BRepGProp::VolumeProperties(common.Shape(), properties);
    answer.volume = properties.Mass();
  });
  return answer;
}

}  // namespace impinge::cad
