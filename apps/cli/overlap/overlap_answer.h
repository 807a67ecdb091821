// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/overlap.h>
#include <impinge/scene.h>

#include <optional>
#include <string>

#include "apps/cli/overlap/overlap_arguments.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// What `impinge overlap` found, and what its reports are written from.
struct OverlapAnswer {
  Scene scene;         ///< of the two bodies alone
  CheckResult result;  ///< of one pair, or none if they are disjoint
  OverlapAsked asked;
  std::string combine;                   ///< the word
  std::optional<OverlapSolid> combined;  ///< of a union or difference

  /// Null if they are disjoint.
  const PairAnswer* pair() const { return result.pairs.empty() ? nullptr : &result.pairs.front(); }
  Verdict verdict() const { return pair() != nullptr ? pair()->verdict : Verdict::disjoint; }
  /// The solid that was asked for; null where there is none, or nothing could be told.
  const OverlapSolid* solid() const;
  /// True unless the insides are apart, or the scene accepts that they are not.
  bool is_finding() const;
};

/// The numbers and lumps for people.
std::string format_overlap_table(const OverlapAnswer& answer);

/// The JSON document impinge.overlap/1, see docs/overlap.schema.json.
std::string format_overlap_json(const OverlapAnswer& answer);

}  // namespace impinge::cli
