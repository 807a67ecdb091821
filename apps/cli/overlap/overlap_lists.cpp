// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Contacts as CSV and curves as OBJ.
#include <fmt/format.h>

#include <iterator>

#include "apps/cli/overlap/overlap_report.h"

namespace impinge::cli {
namespace {

std::string feature_fields(FaceFeature feature, std::uint8_t index) {
  return feature == FaceFeature::face ? "face," : fmt::format("{},{}", to_string(feature), index);
}

std::string vector_fields(const Vec3& v) { return fmt::format("{},{},{}", v.x(), v.y(), v.z()); }

void add_contact(std::string& text, const std::string& names, std::size_t number, const Contact& contact) {
  const std::string fields =
      fmt::format("{},{},{},{},{},{},{},{}", names, number, contact.a_face, contact.b_face, to_string(contact.relation),
                  contact.coplanar ? "yes" : "no", vector_fields(contact.a_normal), vector_fields(contact.b_normal));
  for (std::size_t i = 0; i < contact.points.size(); ++i) {
    const ContactPoint& p = contact.points[i];
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", fields, i, vector_fields(p.point),
                   feature_fields(p.a_feature, p.a_index), feature_fields(p.b_feature, p.b_index));
  }
}

}  // namespace

std::string pair_name(const Scene& scene, const PairAnswer& pair) {
  return fmt::format("{} & {}", scene.object(pair.a).name, scene.object(pair.b).name);
}

std::string format_contacts_csv(const Scene& scene, const CheckResult& result) {
  std::string text = fmt::format(
      "a,b,contact,a_face,b_face,relation,coplanar,a_normal_x,a_normal_y,a_normal_z,b_normal_x,b_normal_y,b_normal_z,point,"
      "x [{0}],y [{0}],z [{0}],a_feature,a_index,b_feature,b_index\n",
      scene.units);
  for (const PairAnswer& pair : result.pairs) {
    if (!pair.overlap) continue;
    const std::string names = csv_field(scene.object(pair.a).name) + ',' + csv_field(scene.object(pair.b).name);
    for (std::size_t i = 0; i < pair.overlap->contacts.size(); ++i) add_contact(text, names, i, pair.overlap->contacts[i]);
  }
  return text;
}

std::string format_curves_obj(const Scene& scene, const CheckResult& result) {
  std::string text = fmt::format("# contact curves in {}, written by impinge\n", scene.units);
  const auto out = std::back_inserter(text);
  std::size_t next = 1;
  for (const PairAnswer& pair : result.pairs) {
    if (!pair.overlap || pair.overlap->curves.empty()) continue;
    std::string name = pair_name(scene, pair);
    for (char& c : name)
      if (static_cast<unsigned char>(c) < 0x20) c = '_';
    fmt::format_to(out, "o {}\n", name);
    for (const ContactCurve& curve : pair.overlap->curves) {
      for (const Vec3& p : curve.points) fmt::format_to(out, "v {} {} {}\n", p.x(), p.y(), p.z());
      text += 'l';
      for (std::size_t i = 0; i < curve.points.size(); ++i) fmt::format_to(out, " {}", next + i);
      if (curve.closed) fmt::format_to(out, " {}", next);
      text += '\n';
      next += curve.points.size();
    }
  }
  return text;
}

}  // namespace impinge::cli
