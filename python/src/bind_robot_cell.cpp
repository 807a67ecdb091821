// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/robot.h>

#include "answers.h"
#include "robots.h"
#include "watch.h"

namespace impinge {

py::object to_python(const std::array<ObjectId, 2>& pair) { return py::make_tuple(pair[0].value, pair[1].value); }

py::object to_python(const LeastDistance& d);

py::object to_python(const JointContact& c) {
  return python::Record("JointContact").set("t", c.t).set("state", c.state).done();
}

py::object to_python(const RobotSweepPair& p) {
  python::Record record("RobotSweepPair");
  record.set("a", p.a).set("b", p.b);
  record.set("contact", p.contact ? to_python(*p.contact) : py::object(py::none()));
  return record.set("least_distance", p.least_distance ? to_python(*p.least_distance) : py::object(py::none())).done();
}

py::object to_python(const RobotSweepResult& r) {
  return python::Record("RobotSweepResult")
      .set("pairs", r.pairs)
      .set("asked", r.asked)
      .set("ignored", r.ignored)
      .set("contact_gap", r.contact_gap)
      .set("ms", r.ms)
      .done();
}

py::object to_python(const LinkPairFinding& f) {
  return python::Record("LinkPairFinding")
      .set("a", f.a)
      .set("b", f.b)
      .set("kind", f.kind)
      .set("certainty", f.certainty)
      .set("hits", f.hits)
      .set("samples", f.samples)
      .set("boxes", f.boxes)
      .done();
}

namespace python {
namespace {

PoseOptions watched_options(Watch& watch) {
  PoseOptions asked;
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  return asked;
}

py::object meet_poses(const RobotCell& cell, const py::object& states, const py::object& progress) {
  const auto all = borrow_doubles(states, "states");
  Watch watch(progress);
  const PoseOptions asked = watched_options(watch);
  auto found = watch.run([&] { return cell.meet_poses(all.span, asked); });
  const auto n = static_cast<py::ssize_t>(found.size());
  return take<std::uint8_t>(std::move(found), {n}).attr("view")("bool");
}

py::object check_poses(const RobotCell& cell, const py::object& states, const py::object& progress) {
  const auto all = borrow_doubles(states, "states");
  Watch watch(progress);
  const PoseOptions asked = watched_options(watch);
  const auto found = watch.run([&] { return cell.check_poses(all.span, asked); });
  py::list list(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    list[i] = Record("RobotStateAnswer").set("hit", found[i].hit ? to_python(*found[i].hit) : py::object(py::none())).done();
  return list;
}

py::object sweep(const RobotCell& cell, const py::object& times, const py::object& states, const py::object& options,
                 const py::object& progress) {
  const auto when = borrow_doubles(times, "times"), all = borrow_doubles(states, "states");
  const JointTrajectory trajectory{{when.span.begin(), when.span.end()}, {all.span.begin(), all.span.end()}};
  Watch watch(progress);
  RobotSweepOptions asked;
  Fields(options).get("clearance", asked.clearance).get("precision", asked.precision);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  return to_python(watch.run([&] { return cell.sweep(trajectory, asked); }));
}

py::object find_pairs(const Robot& robot, const py::object& options, const py::object& progress) {
  Watch watch(progress);
  LinkPairOptions asked;
  const Fields f(options);
  f.get("samples", asked.samples).get("seed", asked.seed).get("always", asked.always).get("boxes", asked.boxes);
  f.get("threads", asked.threads);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  return to_python(watch.run([&] { return find_link_pairs(robot, asked); }));
}

}  // namespace

void bind_robot_cell(py::module_& m) {
  py::class_<RobotCell, std::shared_ptr<RobotCell>> cell(m, "RobotCell", py::dynamic_attr());
  cell.def(py::init([](const SceneHandle& scene, const Robot& robot, const py::object& placed, const py::object& base,
                       const py::object& open, int threads) {
             OpenBodies taken = OpenBodies::solid;
             from_python(open, "open", taken);
             const auto state = scene.share();
             const PlacedRobot there = placed_robot(placed);
             const Pose root = read_pose(base);
             return unlocked(
                 [&] { return std::make_shared<RobotCell>(state->scene, robot, there, root, taken, threads); });
           }),
           py::arg("scene"), py::arg("robot"), py::arg("placed"), py::arg("base") = py::none(), py::arg("open") = "solid",
           py::arg("threads") = 0);
  cell.def("_meet_poses", &meet_poses);
  cell.def("_check_poses", &check_poses);
  cell.def("_sweep", &sweep);
  cell.def_property_readonly("pairs", &RobotCell::pairs, "How many pairs are asked about.");
  cell.def_property_readonly("ignored", &RobotCell::ignored, "How many pairs the scene leaves out.");
  m.def("_find_link_pairs", &find_pairs);
}

}  // namespace python
}  // namespace impinge
