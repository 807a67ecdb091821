// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "base/enum_words.h"

#include <impinge/engine.h>
#include <impinge/experiments.h>
#include <impinge/overlap.h>

namespace impinge {

namespace {

constexpr EnumWord<Verdict> kVerdicts[] = {{Verdict::disjoint, "disjoint"}, {Verdict::near, "near"},
                                           {Verdict::touching, "touching"}, {Verdict::crossing, "crossing"},
                                           {Verdict::a_in_b, "a_in_b"},     {Verdict::b_in_a, "b_in_a"},
                                           {Verdict::same, "same"},         {Verdict::undecided, "undecided"}};

constexpr EnumWord<Relation> kRelations[] = {
    {Relation::disjoint, "disjoint"}, {Relation::touching, "touching"}, {Relation::crossing, "crossing"}};

constexpr EnumWord<Guarantee> kGuarantees[] = {
    {Guarantee::superset, "superset"}, {Guarantee::sampled, "sampled"}, {Guarantee::direct, "direct"}};

constexpr EnumWord<Certainty> kCertainties[] = {{Certainty::proved, "proved"},
                                                {Certainty::likely, "likely"},
                                                {Certainty::sampled, "sampled"},
                                                {Certainty::within_bound, "within_bound"},
                                                {Certainty::undecided, "undecided"}};

constexpr EnumWord<OpenBodies> kOpenBodies[] = {{OpenBodies::solid, "solid"}, {OpenBodies::surface, "surface"}};

constexpr EnumWord<PointSide> kSides[] = {{PointSide::outside, "outside"},
                                          {PointSide::inside, "inside"},
                                          {PointSide::on, "on"},
                                          {PointSide::undecided, "undecided"}};

constexpr EnumWord<Drawing> kDrawings[] = {{Drawing::compute, "compute"}, {Drawing::raster, "raster"}};

constexpr EnumWord<DirectionRule> kDirectionRules[] = {{DirectionRule::boxes, "boxes"},
                                                       {DirectionRule::faces, "faces"},
                                                       {DirectionRule::last, "last"},
                                                       {DirectionRule::several, "several"},
                                                       {DirectionRule::local_boxes, "local_boxes"}};

constexpr EnumWord<ZlistForm> kZlistForms[] = {{ZlistForm::complete, "complete"}, {ZlistForm::minmax, "minmax"}};

constexpr EnumWord<RasterScope> kRasters[] = {{RasterScope::pairs, "pairs"}, {RasterScope::scene, "scene"}};

constexpr EnumWord<DepthCountForm> kDepthForms[] = {
    {DepthCountForm::basic, "basic"}, {DepthCountForm::extended, "extended"}, {DepthCountForm::simplified, "simplified"}};

constexpr EnumWord<DepthPasses> kDepthPasses[] = {
    {DepthPasses::all, "all"}, {DepthPasses::early, "early"}, {DepthPasses::one, "one"}, {DepthPasses::two, "two"}};

constexpr EnumWord<SweptPairs> kSweptPairs[] = {
    {SweptPairs::trees, "trees"}, {SweptPairs::face_octree, "face_octree"}, {SweptPairs::moved_octree, "moved_octree"}};

constexpr EnumWord<MapCell> kMapCells[] = {{MapCell::empty, "empty"},        {MapCell::a_only, "a_only"},
                                           {MapCell::b_only, "b_only"},      {MapCell::gap, "gap"},
                                           {MapCell::contact, "contact"},    {MapCell::penetration, "penetration"},
                                           {MapCell::undecided, "undecided"}};

constexpr EnumWord<FaceFeature> kFeatures[] = {
    {FaceFeature::vertex, "vertex"}, {FaceFeature::edge, "edge"}, {FaceFeature::face, "face"}};

constexpr EnumWord<Combination> kCombinations[] = {
    {Combination::intersection, "intersection"}, {Combination::unite, "union"}, {Combination::difference, "difference"}};

constexpr EnumWord<Parallel> kParallels[] = {
    {Parallel::spmd, "spmd"}, {Parallel::spmd_even, "spmd_even"}, {Parallel::producer, "producer"}};

constexpr EnumWord<Swept> kSwepts[] = {{Swept::exact, "exact"}, {Swept::hull, "hull"}};

constexpr EnumWord<Group> kGroups[] = {{Group::none, "none"}, {Group::a, "a"}, {Group::b, "b"}};

constexpr EnumWord<Severity> kSeverities[] = {
    {Severity::low, "low"}, {Severity::medium, "medium"}, {Severity::high, "high"}, {Severity::critical, "critical"}};

constexpr EnumWord<Path> kPaths[] = {{Path::straight, "straight"}, {Path::screw, "screw"}};

}  // namespace

const char* to_string(Verdict verdict) noexcept { return word_of(kVerdicts, verdict); }
bool from_string(std::string_view word, Verdict& verdict) noexcept { return read_word(kVerdicts, word, verdict); }

const char* to_string(Relation relation) noexcept { return word_of(kRelations, relation); }
bool from_string(std::string_view word, Relation& relation) noexcept { return read_word(kRelations, word, relation); }

const char* to_string(Guarantee guarantee) noexcept { return word_of(kGuarantees, guarantee); }
bool from_string(std::string_view word, Guarantee& guarantee) noexcept { return read_word(kGuarantees, word, guarantee); }

const char* to_string(Certainty certainty) noexcept { return word_of(kCertainties, certainty); }
bool from_string(std::string_view word, Certainty& certainty) noexcept { return read_word(kCertainties, word, certainty); }

const char* to_string(PointSide side) noexcept { return word_of(kSides, side); }
bool from_string(std::string_view word, PointSide& side) noexcept { return read_word(kSides, word, side); }

const char* to_string(OpenBodies open) noexcept { return word_of(kOpenBodies, open); }
bool from_string(std::string_view word, OpenBodies& open) noexcept { return read_word(kOpenBodies, word, open); }

const char* to_string(Drawing drawing) noexcept { return word_of(kDrawings, drawing); }
bool from_string(std::string_view word, Drawing& drawing) noexcept { return read_word(kDrawings, word, drawing); }

const char* to_string(DirectionRule rule) noexcept { return word_of(kDirectionRules, rule); }
bool from_string(std::string_view word, DirectionRule& rule) noexcept { return read_word(kDirectionRules, word, rule); }

const char* to_string(ZlistForm form) noexcept { return word_of(kZlistForms, form); }
bool from_string(std::string_view word, ZlistForm& form) noexcept { return read_word(kZlistForms, word, form); }

const char* to_string(RasterScope scope) noexcept { return word_of(kRasters, scope); }
bool from_string(std::string_view word, RasterScope& scope) noexcept { return read_word(kRasters, word, scope); }

const char* to_string(DepthCountForm form) noexcept { return word_of(kDepthForms, form); }
bool from_string(std::string_view word, DepthCountForm& form) noexcept { return read_word(kDepthForms, word, form); }

const char* to_string(DepthPasses passes) noexcept { return word_of(kDepthPasses, passes); }
bool from_string(std::string_view word, DepthPasses& passes) noexcept { return read_word(kDepthPasses, word, passes); }

const char* to_string(SweptPairs pairs) noexcept { return word_of(kSweptPairs, pairs); }
bool from_string(std::string_view word, SweptPairs& pairs) noexcept { return read_word(kSweptPairs, word, pairs); }

const char* to_string(MapCell cell) noexcept { return word_of(kMapCells, cell); }
bool from_string(std::string_view word, MapCell& cell) noexcept { return read_word(kMapCells, word, cell); }

const char* to_string(FaceFeature feature) noexcept { return word_of(kFeatures, feature); }
bool from_string(std::string_view word, FaceFeature& feature) noexcept { return read_word(kFeatures, word, feature); }

const char* to_string(Combination how) noexcept { return word_of(kCombinations, how); }
bool from_string(std::string_view word, Combination& how) noexcept { return read_word(kCombinations, word, how); }

const char* to_string(Parallel parallel) noexcept { return word_of(kParallels, parallel); }
bool from_string(std::string_view word, Parallel& parallel) noexcept { return read_word(kParallels, word, parallel); }

const char* to_string(Swept swept) noexcept { return word_of(kSwepts, swept); }
bool from_string(std::string_view word, Swept& swept) noexcept { return read_word(kSwepts, word, swept); }

const char* to_string(Group group) noexcept { return word_of(kGroups, group); }
bool from_string(std::string_view word, Group& group) noexcept { return read_word(kGroups, word, group); }

const char* to_string(Severity severity) noexcept { return word_of(kSeverities, severity); }
bool from_string(std::string_view word, Severity& severity) noexcept { return read_word(kSeverities, word, severity); }

const char* to_string(Path path) noexcept { return word_of(kPaths, path); }
bool from_string(std::string_view word, Path& path) noexcept { return read_word(kPaths, word, path); }

Verdict mirrored(Verdict verdict) noexcept {
  if (verdict == Verdict::a_in_b) return Verdict::b_in_a;
  if (verdict == Verdict::b_in_a) return Verdict::a_in_b;
  return verdict;
}

}  // namespace impinge
