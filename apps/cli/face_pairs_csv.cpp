// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <iterator>

#include "reports.h"

namespace impinge::cli {
/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, and its quotes are doubled.
std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string text = "\"";
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string format_face_pairs_csv(const Report& report) {
  std::string text = "a,b,a_face,b_face,relation\n";
  for (const PairAnswer& pair : report.result.pairs) {
    const std::string names =
        csv_field(report.scene.object(pair.a).name) + ',' + csv_field(report.scene.object(pair.b).name);
    for (const FacePair& faces : pair.face_pairs) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", names, faces.a_face, faces.b_face,
                     to_string(faces.relation));
    }
  }
  return text;
}

}  // namespace impinge::cli
