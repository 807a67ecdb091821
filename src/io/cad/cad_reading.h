// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <memory>

#include <impinge/io/cad.h>

#include "io/cad/cad_process.h"

namespace impinge::io {

/// A CAD file that was read, and the process that still knows its surfaces.
struct CadReading {
  std::unique_ptr<CadProcess> process;
  CadFile file;
  std::uint64_t unread = 0;  ///< of its notes, how many are about bodies that are left out, or stand otherwise than meant
};

/// Throws Error for what is damaged, empty or too large, with the file in front.
CadReading read_cad_file(const std::filesystem::path& file, const CadLoadOptions& options);

/// World = matrix of the instance times local; lengths in mm.
Pose pose_of(const CadInstance& instance);

}  // namespace impinge::io
