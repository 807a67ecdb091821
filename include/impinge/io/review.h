// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/answer.h>
#include <impinge/engine.h>
#include <impinge/io_export.h>
#include <impinge/scene.h>

/// The part of <impinge/io.h> that is about reviews: what people decide about findings, and what build servers, code hosts
/// and review tools are told. Included by it.
namespace impinge {

/// What a reviewer has decided about a pair: open and assigned ones stay findings.
enum class DecisionState : std::uint8_t { open, assigned, accepted };

/// A decision about one pair, as a report page keeps it.
struct Decision {
  std::string id;                             ///< of the pair, as in the answer of a check
  std::string a{};                            ///< name of the first object, for people
  std::string b{};                            ///< and of the second
  DecisionState state = DecisionState::open;  ///< what was decided
  std::string reason{};                       ///< why it is accepted
  std::string assignee{};                     ///< who sees to it
  std::string comment{};                      ///< anything else
  /// What the pair was when it was decided about; one that has become worse is a finding again.
  std::optional<Verdict> verdict{};
  std::string origin{};  ///< where it stands, for messages: "decisions.json: decisions[2]"
};

/// Reads decisions: `{"schema": "impinge.decisions/1", "decisions": [ … ]}`. Throws Error: bad_scene, with the file, the
/// number of the decision and the key, file_missing or file_format.
IMPINGE_IO_EXPORT std::vector<Decision> load_decisions(const std::filesystem::path& file);
/// The same from text; `origin` names it in messages.
IMPINGE_IO_EXPORT std::vector<Decision> parse_decisions(std::string_view json, std::string_view origin);

/// What becomes of a pair in a review.
enum class ReviewState : std::uint8_t {
  finding,   ///< it counts
  known,     ///< a finding of before; it does not count
  accepted,  ///< by the scene, a rule or a decision
  listed,    ///< not counted: a touch that does not matter, or nothing found on the lines of a raster
};

/// The word for each, as it stands in the enum; from_string() sets the value of a word, or is false and leaves it.
/// @{
IMPINGE_IO_EXPORT const char* to_string(DecisionState state) noexcept;
IMPINGE_IO_EXPORT const char* to_string(ReviewState state) noexcept;
IMPINGE_IO_EXPORT bool from_string(std::string_view word, DecisionState& state) noexcept;
IMPINGE_IO_EXPORT bool from_string(std::string_view word, ReviewState& state) noexcept;
/// @}

/// A number or place of a review, ready to be read: "distance", "0.125 mm".
struct ReviewFact {
  std::string name;   ///< what it is
  std::string value;  ///< with its unit
};

/// One pair as other tools are told of it.
struct ReviewItem {
  std::string id{};                          ///< stays from run to run; need not be there
  ObjectId a{};                              ///< the first object
  ObjectId b{};                              ///< the second, or the first again for an object with itself
  std::string verdict{};                     ///< the word of the Verdict, "beyond", or of a motion "contact" or "near"
  ReviewState state = ReviewState::finding;  ///< whether it counts
  Severity severity = Severity::medium;      ///< of its rule
  std::optional<std::uint32_t> rule{};       ///< which of Scene::rules() it fell under, if one
  std::string reason{};                      ///< of the rule or the decision
  std::string was{};                         ///< the verdict of before, where it got worse
  std::vector<ReviewFact> facts{};           ///< in the order in which they are read
  std::vector<Vec3> places{};                ///< the witness, both nearest points, or the first contact
  std::optional<std::size_t> pair{};         ///< which of CheckResult::pairs, of a check
  std::optional<Decision> decision{};        ///< what was decided about it, if something was
};

/// A finding of before that is no longer there, as it was.
struct GoneFinding {
  std::string id;       ///< as it was
  std::string a;        ///< name of the first object
  std::string b;        ///< and of the second
  std::string verdict;  ///< of before
};

/// An answer as other tools are told of it: all pairs that it lists, and what becomes of them.
struct Review {
  const Scene* scene = nullptr;         ///< borrowed
  const CheckResult* result = nullptr;  ///< borrowed; null for a motion
  std::string command = "check";        ///< which question it answers
  std::string scene_file{};             ///< as the user named it; empty where there is none
  std::vector<ReviewItem> items{};      ///< in the order of the answer
  std::vector<GoneFinding> gone{};      ///< where there are findings of before
  std::vector<RuleUse> rules{};         ///< of each of Scene::rules(); empty for a motion
  std::uint64_t asked = 0;              ///< pairs that were asked about
  double seconds = 0;                   ///< that the answer took
};

/// The review of an answer: every pair counts that is neither ignored nor accepted, and that something was found about.
/// Scene and result are borrowed. `ids` are those of the pairs; none need be given.
IMPINGE_IO_EXPORT Review review_of(const Scene& scene, const CheckResult& result, std::span<const std::string> ids = {});
/// The same of a motion.
IMPINGE_IO_EXPORT Review review_of(const Scene& scene, const SweepResult& result, std::span<const std::string> ids = {});

/// JUnit XML for build servers: a case for each rule, which fails if a finding falls under it, and one for each item; what
/// does not count is skipped, with the reason.
IMPINGE_IO_EXPORT std::string junit_text(const Review& review);
/// SARIF 2.1.0 for code hosts. Results stand where the first object is in the scene file, with the other object and the rule
/// as related places; `scene_text` is the content of that file. What is accepted is suppressed.
IMPINGE_IO_EXPORT std::string sarif_text(const Review& review, std::string_view scene_text = {});
/// Tables in Markdown; `pictures` are names of files for the items that write_markdown draws, in their order.
IMPINGE_IO_EXPORT std::string markdown_text(const Review& review, std::span<const std::string> pictures = {});

/// How reviews are written that show pictures.
struct ReviewOptions {
  std::size_t pictures = 100;            ///< at most so many; the findings first
  int width = 640;                       ///< pixels of each, 16 to 4096
  int height = 480;                      ///< likewise
  Backend backend = Backend::cpu;        ///< who draws, as in PictureOptions
  std::string_view bcf_version = "2.1";  ///< or "3.0"
};

/// Writes markdown_text and its pictures, the latter into a folder beside it that is named after it: report.md has
/// report.pictures. Throws Error (write_failed); then neither is there.
IMPINGE_IO_EXPORT void write_markdown(const Review& review, const std::filesystem::path& file,
                                      const ReviewOptions& options = {});
/// Writes a topic for each finding as BCF (BIM Collaboration Format), with a viewpoint that is framed on the contact, the
/// two components, by IFC GUID where the name has one, and a snapshot. Throws Error: bad_argument for another version,
/// write_failed.
IMPINGE_IO_EXPORT void write_bcf(const Review& review, const std::filesystem::path& file, const ReviewOptions& options = {});
/// Writes the scene of a check as GLB: a node for each object under `objects`, and for each item one under `findings` with
/// its lumps, contact curves and nearest points, as far as the answer has them. Throws Error: bad_argument for another
/// ending, or a review of a motion, write_failed.
IMPINGE_IO_EXPORT void write_review_scene(const Review& review, const std::filesystem::path& file);

}  // namespace impinge
