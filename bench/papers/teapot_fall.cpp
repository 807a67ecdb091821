// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "teapot_fall.h"

#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include "measure.h"
#include "rigid_body.h"
#include "timing.h"

namespace impinge::bench::papers {
namespace {

constexpr double kField = 20, kHeight = 4, kTeapot = 4, kGravity = 22, kStep = 1.0 / 60;
constexpr std::size_t kMarks = 12;  // contacts that are shown in a picture, at most

struct Contact {
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();  // the mean of all
  std::vector<Vec3> points;                          // on the teapot
};

// Middles of the teapot's faces in contact, and the mean normal of the field's.
Contact contact_of(const PairAnswer& pair, const Mesh& field, const Mesh& teapot, const Pose& pose) {
  Contact contact;
  for (const FacePair& p : pair.face_pairs) {
    const Face &f = field.faces()[p.a_face], &g = teapot.faces()[p.b_face];
    const Vec3 a = field.vertices()[f[0]], b = field.vertices()[f[1]], c = field.vertices()[f[2]];
    contact.normal += (b - a).cross(c - a);
    Vec3 middle = Vec3::Zero();
    for (const std::uint32_t corner : g) middle += teapot.vertices()[corner] / 3;
    contact.points.push_back(world_point(pose, middle));
    contact.point += contact.points.back() / static_cast<double>(pair.face_pairs.size());
  }
  // Where the teapot is in the field as deep as its side walls, the way out is up.
  contact.normal.z() = std::abs(contact.normal.z());
  contact.normal = contact.normal.norm() > 0 ? contact.normal.normalized() : Vec3::UnitZ();
  return contact;
}

std::string numbers(const Vec3& v) { return fmt::format("{:.3f},{:.3f},{:.3f}", v.x(), v.y(), v.z()); }

std::string body_json(const Mesh& mesh) {
  std::string vertices, faces;
  for (const Vec3& v : mesh.vertices()) vertices += fmt::format("{}{}", vertices.empty() ? "" : ",", numbers(v));
  for (const Face& f : mesh.faces()) faces += fmt::format("{}{},{},{}", faces.empty() ? "" : ",", f[0], f[1], f[2]);
  return fmt::format(R"({{"vertices": [{}], "faces": [{}]}})", vertices, faces);
}

std::string frame_json(const RigidBody& body, const std::vector<Vec3>& contacts) {
  const Eigen::Quaterniond& q = body.turn();
  std::string marks;
  // Some of them, spread over the list.
  const std::size_t step = (contacts.size() + kMarks - 1) / kMarks;
  for (std::size_t i = 0; i < contacts.size(); i += step) {
    marks += fmt::format("{}{}", marks.empty() ? "" : ",", numbers(contacts[i]));
  }
  return fmt::format(R"({{"at": [{}], "turn": [{:.4f},{:.4f},{:.4f},{:.4f}], "contacts": [{}]}})", numbers(body.origin()),
                     q.x(), q.y(), q.z(), q.w(), marks);
}

}  // namespace

Figure teapot_fall(const Setting& setting) {
  Figure f{.id = "shinya_forgue_7",
           .name = "Figure 7",
           .title = "a teapot falls onto a Mandelbrot field",
           .machine = "Personal IRIS 4D/25",
           .setting =
               "552 and 8,192 polygons, a check by complete z-lists at 128 × 128 lines for each picture, sixty a second; "
               "where faces meet, Newton's law of impact with friction at the middle of the contact.",
           .stand_in =
               "Our own closed teapot of as many polygons as the paper's, and a field after its description; the "
               "paper prints two shots and neither speeds nor an impact law.",
           .shape = "The paper shows it in real time; ours leaves nearly all of a sixtieth of a second over."};
  const Mesh field = make_mandelbrot_field(kField, kHeight, 2), teapot = make_closed_teapot(kTeapot);
  RigidBody body(teapot, {1.5, 0.5, 13});
  Scene scene;
  scene.add("field", field);
  scene.add("teapot", teapot, body.pose());
  const Engine engine({.threads = 1});
  CheckOptions options;
  options.method = Method::zlist;
  options.view.resolution = 128;
  options.view.direction = Vec3(0, 0, 1);
  std::vector<double> ms;
  std::string frames;
  int first = -1, in_contact = 0, bounces = 0;
  const int pictures = setting.pick(120, 160);
  for (int frame = 0; frame < pictures; ++frame) {
    body.fall(kStep, kGravity);
    scene.set_pose({1}, body.pose());
    CheckResult result;
    const double check_ms = ms_of(BenchClock::thread, [&] { result = engine.check(scene, options); });
    Contact contact;
    if (!result.pairs.empty()) {
      contact = contact_of(result.pairs.front(), field, teapot, body.pose());
      ++in_contact;
      ms.push_back(check_ms);
      if (first < 0) first = frame;
      bounces += body.bounce(contact.point, contact.normal, 0.45, 0.3) ? 1 : 0;
      // What the last step went too deep, little by little.
      body.shift(0.02 * contact.normal);
    }
    frames += (frames.empty() ? "" : ",\n") + frame_json(body, contact.points);
  }
  const Mesh surface = make_mandelbrot_field(kField, kHeight);
  std::string heights;
  for (const Vec3& v : surface.vertices()) heights += fmt::format("{}{:.2f}", heights.empty() ? "" : ",", v.z());
  f.animation = fmt::format("{{\"step\": {:.5f}, \"size\": {}, \"heights\": [{}],\n\"body\": {},\n\"frames\": [{}]}}", kStep,
                            kField, heights, body_json(teapot), frames);
  f.add({.series = "a check", .what = "median of the pictures with a contact", .ours = median(ms)});
  f.add({.series = "first contact", .what = "picture", .ours = static_cast<double>(first), .unit = "picture"});
  f.add({.series = "in contact",
         .what = fmt::format("of {} pictures", pictures),
         .ours = static_cast<double>(in_contact),
         .unit = "pictures"});
  f.add({.series = "impacts",
         .what = fmt::format("of {} pictures", pictures),
         .ours = static_cast<double>(bounces),
         .unit = "impacts"});
  f.claim("pictures before the first contact, as a free fall of that height has", first, 30, 60);
  f.claim("impacts", bounces, 3, pictures);
  f.claim("speed at the end", body.speed(), 0, 8);
  f.claim("milliseconds of a check, of the sixtieth of a second that a picture has", f.rows[0].ours, 0, 1000.0 / 60, true);
  return f;
}

}  // namespace impinge::bench::papers
