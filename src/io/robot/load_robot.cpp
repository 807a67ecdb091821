// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/io.h>
#include <impinge/robot.h>

#include <new>

#include "io/file/input_file.h"
#include "io/robot/robot_files.h"

namespace impinge {

Robot load_robot(const std::filesystem::path& file, const RobotFiles& options) {
  require_unit(options.units);
  const std::string origin = file.string();
  try {
    RobotModel model;
    {
      const io::InputFile input(file);
      const io::PackageFinder packages(file, options.packages);
      model = io::read_urdf(io::as_text(input.bytes()), origin, packages, options.units);
    }
    std::filesystem::path srdf = options.srdf;
    if (srdf.empty()) {
      srdf = std::filesystem::path(file).replace_extension(".srdf");
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(srdf, ignored)) srdf.clear();
    }
    if (!srdf.empty()) {
      const io::InputFile input(srdf);
      io::read_srdf(io::as_text(input.bytes()), srdf.string(), model);
    }
    return Robot(std::move(model));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large, origin + ": there is not enough memory to load it");
  }
}

}  // namespace impinge
