// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>

namespace impinge::test {

/// The folder that the build was configured from.
std::filesystem::path source_folder();

/// The folder of real meshes: IMPINGE_DATA, or shared/data beside the source folder. It may be absent.
std::filesystem::path data_folder();

}  // namespace impinge::test
