// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/candidate_limit.h"

#include <fmt/format.h>
#include <impinge/error.h>

namespace impinge {

std::string CandidateLimit::name_of(std::uint32_t object) const {
  return object < objects_.size() ? fmt::format("'{}'", objects_[object].name) : std::string("an object");
}

void CandidateLimit::refuse(const ObjectPair& pair) const {
  const std::string who = pair.a == pair.b ? fmt::format("{} with itself", name_of(pair.a))
                                           : fmt::format("{} with {}", name_of(pair.a), name_of(pair.b));
  throw Error(
      ErrorCode::too_large,
      fmt::format("{}: more than {} face pairs may meet, too many for one check to hold. Where so many faces share a "
                  "place, most are copies of each other: remove the copies, or check fewer objects at a time.",
                  who, most_));
}

}  // namespace impinge
