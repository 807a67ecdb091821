// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <impinge/io/cad.h>

#include "io/cad/cad_body.h"

namespace impinge {

struct CadScene::Data {
  std::vector<std::unique_ptr<io::CadProcess>> processes;
  std::map<std::uint32_t, io::TrueObject> objects;  ///< by the id in the scene
  std::vector<std::string> notes;
  CadStats stats;
  double largest_bound = 0;  ///< of all
};

}  // namespace impinge
