// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <optional>
#include <string>

#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"

namespace impinge::cli {

/// What the rules say about a pair, for the column of notes.
std::string rule_note(const Report& report, const PairAnswer& pair);

/// "new", "new, was near" or "known" where there is a baseline.
std::string state_text(const Report& report, const PairAnswer& pair);

/// What the findings have in common, and those that are gone, where asked for.
std::string findings_text(const Report& report);

/// Adds the same to a document: `gone`, `causes`, `rules`, `skipped`.
void add_findings_json(const Report& report, Json& document);

/// Adds what is known of a pair beyond its answer: `id`, `finding`, `rule`, `severity`, `state` …
void add_rule_json(const Report& report, std::size_t index, Json& pair);

/// Lines about rules that nothing fell under.
std::string unused_rules_text(const Report& report);

/// "; not computed: 3 ignored, 12 that no rule asks about", or nothing.
std::string skipped_text(const SkippedPairs& skipped);

Json skipped_json(const SkippedPairs& skipped);

/// The findings of a report, and where its objects stand.
struct Findings findings_of(const Report& report);

/// Why the scene or one of its rules ignores the pair; nothing if none does.
std::optional<std::string> ignored_because(const Scene& scene, ObjectId a, ObjectId b);

}  // namespace impinge::cli
