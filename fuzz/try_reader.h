// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <impinge/error.h>
#include <impinge/mesh.h>

#include "io/mesh/cut_polygons.h"
#include "io/mesh/format.h"

namespace impinge::fuzz {

/// Reads bytes as a file of some format, up to the doctor. An Error is an answer; anything else is a finding.
template <class Read>
int try_reader(const std::uint8_t* data, std::size_t size, const Read& read) {
  try {
    io::MeshArrays arrays = read(std::as_bytes(std::span(data, size)));
    io::cut_polygons(arrays, "fuzz");
    const Mesh mesh(std::move(arrays.vertices), std::move(arrays.faces), "fuzz", std::move(arrays.source_faces));
    if (mesh.faces().empty()) __builtin_trap();
  } catch (const Error&) {
  }
  return 0;
}

}  // namespace impinge::fuzz
