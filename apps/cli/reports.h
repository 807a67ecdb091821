// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/scene.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impinge {
class CadScene;
}

namespace impinge::cli {

struct Comparison;
struct Decided;

/// What was asked about overlaps; the reports write nothing else of them.
struct OverlapAsked {
  bool contacts = false, curves = false, patches = false, solid = false, parting = false;
  bool any() const { return contacts || curves || patches || solid || parting; }
};

/// A robot as it stands: the values of its joints, mimic ones included.
struct RobotState {
  std::string name, file;
  std::vector<std::pair<std::string, double>> joints;
};

/// A pair that nobody could check.
struct Trouble {
  std::string a, b, why;
};

/// What a report is written from.
struct Report {
  const Scene& scene;
  const CheckResult& result;
  bool touching_is_finding = true;
  bool sampled_is_finding = false;       ///< a pair where lines found nothing, which proves nothing
  bool self = false;                     ///< each object was also checked with itself
  bool verdicts = false;                 ///< face pairs were not asked for, so there are no counts
  bool volume = false;                   ///< was asked for
  OverlapAsked overlap{};                ///< likewise
  std::string hint{};                    ///< what may be wrong with the input; empty if nothing seems so
  std::vector<std::string> ids{};        ///< of the pairs, see pair_ids()
  const Comparison* baseline = nullptr;  ///< the findings against those of before, if asked for
  const Decided* decided = nullptr;      ///< what was decided about pairs, if asked for
  bool causes = false;                   ///< findings of one cause are joined
  bool stats = true;                     ///< the JSON says how the answer was found, which differs from run to run
  std::vector<RobotState> robots{};      ///< in the scene, as they stand
  std::vector<Trouble> trouble{};        ///< nothing is known of these pairs
  const CadScene* cad = nullptr;         ///< the CAD files, if there are some
};

/// Whether inside is defined for it.
bool is_closed(const SceneObject& object);

/// True if the pair counts for the exit status: neither ignored nor accepted, not a touch that the caller ignores, and not a
/// pair where lines found nothing unless the caller wants a proof.
bool is_finding(const Report& report, const PairAnswer& pair);
std::uint64_t count_findings(const Report& report);

/// Tables for people, with the summary as last line.
std::string format_table(const Report& report);

/// What the doctor found in words, "3 open edges (first at face 7), …"; empty for a clean mesh.
std::string describe_findings(const MeshReport& report);

/// "closed", "open", or "mixed orientation" for a watertight mesh whose faces look both ways.
const char* closed_word(const MeshReport& report);

/// The same for the column "closed" of a table, where "yes" is what one hopes for.
const char* closed_column(const SceneObject& object);

/// The JSON document impinge.check/1, see docs/check.schema.json.
std::string format_json(const Report& report);

/// Rows a,b,a_face,b_face,relation for every face pair that is listed, quoted as RFC 4180 says.
std::string format_face_pairs_csv(const Report& report);

/// A row for every pair of the table: what the JSON says of it, with the units in the header.
std::string format_pairs_csv(const Report& report);

/// A field of a CSV row, quoted where it must be.
std::string csv_field(std::string_view field);

/// Throws Error (write_failed) now if writing later must fail; `option` names the one to mend. "-" is standard output.
void require_writable(std::string_view option, const std::filesystem::path& target);

/// Writes to a file, or to standard output for "-". A file appears once all of it is written. A pipe whose reader has gone
/// is not an error; anything else is an Error (write_failed).
void write_text(const std::filesystem::path& target, std::string_view text);

}  // namespace impinge::cli
