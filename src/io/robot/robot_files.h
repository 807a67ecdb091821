// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/robot.h>

#include "io/file/xml_document.h"

namespace impinge::io {

/// Where the files that a URDF names are: package://NAME/… in a folder of packages or a package that was given, else in a
/// folder above the URDF that is called NAME, has a package.xml of that name, or holds a folder NAME; file://…, and paths
/// relative to the URDF.
class PackageFinder {
 public:
  PackageFinder(const std::filesystem::path& urdf, std::vector<std::filesystem::path> given);

  /// Throws Error (file_missing) at the element, with where it was looked for.
  std::filesystem::path find(const XmlElement& element, std::string_view name) const;

 private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> given_;
};

/// The model that a URDF describes, lengths times `scale`; meshes are read in the unit. Throws Error that names file and
/// line.
RobotModel read_urdf(std::string_view text, const std::string& origin, const PackageFinder& packages,
                     const std::string& units);

/// Adds what an SRDF says: disabled pairs, groups, states.
void read_srdf(std::string_view text, const std::string& origin, RobotModel& model);

}  // namespace impinge::io
