// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// What is known of a face that takes part in a contact.
struct ContactFace {
  bool cut = false;            ///< its inside is divided or covered by the other body
  bool looked_along = false;   ///< along all its edges at which it does not go on into a neighbour in one plane
  std::optional<bool> simple;  ///< no other face of its own body meets it beyond what they share
  std::optional<FaceSides> sides;
  std::array<std::optional<bool>, 3> flat;  ///< edges at which it goes on into a neighbour in one plane
  std::array<bool, 3> along{};              ///< edges that are looked along, whatever lies there
};

/// Contact faces by their numbers: an array where a large part of all faces are, a table of few where they are not.
class ContactFaces {
 public:
  ContactFaces(std::size_t faces, std::size_t contacts) {
    if (contacts * kFacesPerContact >= faces) all_.resize(faces);
  }

  ContactFace& operator[](std::uint32_t face) { return all_.empty() ? few_[face] : all_[face]; }

 private:
  static constexpr std::size_t kFacesPerContact = 4;

  std::vector<ContactFace> all_;
  std::unordered_map<std::uint32_t, ContactFace> few_;
};

}  // namespace impinge
