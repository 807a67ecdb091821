// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/baseline.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <unordered_map>

namespace impinge::cli {
namespace {

[[noreturn]] void refuse(const std::string& origin, const std::string& what) {
  throw Error(ErrorCode::file_format, fmt::format("{}: {}", origin, what));
}

std::string text_at(const Json& value, const char* key, const std::string& where) {
  const auto found = value.find(key);
  if (found == value.end() || !found->is_string()) refuse(where, fmt::format("\"{}\" must be a string", key));
  return found->get<std::string>();
}

Finding read_finding(const Json& pair, const std::string& where) {
  Finding finding;
  for (const auto& [key, text] :
       {std::pair{"id", &finding.id}, {"a", &finding.a}, {"b", &finding.b}, {"severity", &finding.severity}})
    *text = text_at(pair, key, where);
  const std::string word = text_at(pair, "verdict", where);
  if (!from_string(word, finding.verdict)) refuse(where, fmt::format("no verdict is called \"{}\"", word));
  return finding;
}

Place read_place(const Json& object, const std::string& where) {
  const auto centre = object.find("centre"), size = object.find("size");
  const bool fits = centre != object.end() && centre->is_array() && centre->size() == 3 && size != object.end() &&
                    size->is_number() &&
                    std::all_of(centre->begin(), centre->end(), [](const Json& x) { return x.is_number(); });
  if (!fits) refuse(where, "\"centre\" must be three numbers, \"size\" one");
  const auto at = [&](std::size_t k) { return (*centre)[k].get<double>(); };
  return {{at(0), at(1), at(2)}, size->get<double>()};
}

const Json& array_at(const Json& document, const char* key, const std::string& origin) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_array()) refuse(origin, fmt::format("\"{}\" must be an array", key));
  return *found;
}

// How bad a verdict is; too far apart is something else.
int rank_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::disjoint: return 0;
    case Verdict::near: return 1;
    case Verdict::touching: return 2;
    case Verdict::undecided: return 3;
    default: return 4;
  }
}

/// Which object of before each object of today is, where its name tells too little: the nearest of that name, if it is as
/// near as a small part of their size.
class SameObjects {
 public:
  SameObjects(const Findings& before, const Findings& now) : now_(now) {
    const auto sort = [](const Findings& from, auto& by_base) {
      std::unordered_set<std::string> names;
      for (const auto& [name, place] : from.places) names.insert(name);
      for (const auto& [name, place] : from.places) by_base[base_name(name, names)].push_back({name, place});
    };
    sort(before, before_);
    sort(now, today_);
    for (const auto& [base, objects] : today_)
      for (const Named& object : objects) bases_.emplace(object.name, base);
  }

  /// Empty where there is none.
  std::string find(const std::string& name) const {
    const auto base = bases_.find(name);
    const auto known = base == bases_.end() ? before_.end() : before_.find(base->second);
    if (known == before_.end()) return "";
    if (known->second.size() == 1 && today_.at(base->second).size() == 1) return known->second.front().name;
    const Place& place = now_.places.at(name);
    double least = std::numeric_limits<double>::infinity();
    std::string nearest;
    for (const Named& other : known->second) {
      const double distance = (other.place.centre - place.centre).norm();
      if (distance >= least || distance > kNear * std::min(place.size, other.place.size)) continue;
      least = distance;
      nearest = other.name;
    }
    return nearest;
  }

 private:
  static constexpr double kNear = 1.0 / 32;
  struct Named {
    std::string name;
    Place place;
  };
  const Findings& now_;
  std::unordered_map<std::string, std::vector<Named>> before_, today_;  // by their base names
  std::unordered_map<std::string, std::string> bases_;                  // of the objects of today
};

}  // namespace

bool is_worse(Verdict now, Verdict before) {
  const int rank = rank_of(now), last = rank_of(before);
  return rank == 0 || last == 0 ? rank != last : rank > last;
}

Findings load_findings(const std::string& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be read; give an answer of 'impinge check --json'", file));
  const std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  try {
    return read_findings(Json::parse(text), file);
  } catch (const Json::exception& error) {
    refuse(file, error.what());
  }
}

Findings read_findings(const Json& document, const std::string& origin) {
  if (!document.is_object() || document.value("schema", Json()) != "impinge.check/1")
    refuse(origin, "is not an answer of 'impinge check --json' (impinge.check/1)");
  Findings findings;
  const Json& objects = array_at(document, "objects", origin);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string where = fmt::format("{}: objects[{}]", origin, i);
    if (!objects[i].is_object()) refuse(where, "must be an object");
    findings.places[text_at(objects[i], "name", where)] = read_place(objects[i], where);
  }
  const Json& pairs = array_at(document, "pairs", origin);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string where = fmt::format("{}: pairs[{}]", origin, i);
    if (!pairs[i].is_object() || !pairs[i].contains("id") || !pairs[i].contains("finding"))
      refuse(where, "has no \"id\" or \"finding\"; it was written by an older impinge, write it again");
    if (!pairs[i]["finding"].is_boolean()) refuse(where, "\"finding\" must be true or false");
    if (pairs[i]["finding"].get<bool>()) findings.all.push_back(read_finding(pairs[i], where));
  }
  return findings;
}

std::size_t Comparison::count_new() const {
  return static_cast<std::size_t>(std::count_if(now.begin(), now.end(), [](const Compared& c) { return !c.known; }));
}

Comparison compare(const Findings& before, const Findings& now) {
  std::unordered_map<std::string, std::size_t> by_id, by_names;
  const auto names = [](const std::string& a, const std::string& b) { return std::min(a, b) + '\xff' + std::max(a, b); };
  for (std::size_t i = 0; i < before.all.size(); ++i) {
    by_id.emplace(before.all[i].id, i);
    by_names.emplace(names(before.all[i].a, before.all[i].b), i);
  }
  std::vector<char> met(before.all.size(), 0);
  Comparison result;
  const auto meet = [&](Compared& compared, std::size_t i) {
    met[i] = 1;
    compared.known = !is_worse(compared.finding.verdict, before.all[i].verdict);
    if (!compared.known) compared.was = to_string(before.all[i].verdict);
  };
  std::vector<std::size_t> left;
  for (const Finding& finding : now.all) {
    result.by_id.emplace(finding.id, result.now.size());
    result.now.push_back({finding});
    if (const auto it = by_id.find(finding.id); it != by_id.end())
      meet(result.now.back(), it->second);
    else
      left.push_back(result.now.size() - 1);
  }
  const SameObjects same(before, now);
  for (const std::size_t k : left) {
    const std::string a = same.find(now.all[k].a), b = same.find(now.all[k].b);
    const auto it = a.empty() || b.empty() ? by_names.end() : by_names.find(names(a, b));
    if (it != by_names.end() && met[it->second] == 0) meet(result.now[k], it->second);
  }
  for (std::size_t i = 0; i < before.all.size(); ++i)
    if (met[i] == 0) result.gone.push_back(before.all[i]);
  return result;
}

std::string comparison_text(const Comparison& comparison) {
  return fmt::format("{} new, {} known, {} gone", comparison.count_new(), comparison.count_known(), comparison.gone.size());
}

Json to_json(const Finding& finding) {
  return {{"id", finding.id},
          {"a", finding.a},
          {"b", finding.b},
          {"verdict", to_string(finding.verdict)},
          {"severity", finding.severity}};
}

}  // namespace impinge::cli
