// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/json_places.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace impinge::io {
namespace {

struct Piece {
  std::size_t begin = 0, end = 0;  // bytes
};

/// Walks over JSON without reading it; stops where it is none.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  bool fine() const { return fine_; }

  /// Calls `entry` with each key of the object that begins here, in front of its value, which it must pass over.
  template <class Entry>
  void object(const Entry& entry) {
    members('{', '}', [&] {
      const Piece key = value();
      if (!take(':')) return;
      // Keys that matter have no escapes.
      entry(key.end > key.begin + 1 ? text_.substr(key.begin + 1, key.end - key.begin - 2) : std::string_view());
    });
  }

  /// The values of the array that begins here.
  std::vector<Piece> array() {
    std::vector<Piece> pieces;
    members('[', ']', [&] { pieces.push_back(value()); });
    return pieces;
  }

  /// Passes over a value of any kind.
  Piece value() {
    blanks();
    const std::size_t begin = at_;
    std::size_t depth = 0;
    do {
      blanks();
      if (at_ == text_.size()) return fail();
      const char c = text_[at_++];
      if (c == '"')
        string();
      else if (c == '[' || c == '{')
        ++depth;
      else if (c == ']' || c == '}')
        depth == 0 ? (void)fail() : (void)--depth;
      else if (c != ',' && c != ':')
        at_ = std::min(text_.find_first_of(" \t\r\n,:]}", at_), text_.size());
    } while (fine_ && depth > 0);
    return {begin, at_};
  }

 private:
  template <class Member>
  void members(char open, char close, const Member& member) {
    if (!take(open)) return;
    blanks();
    if (at_ < text_.size() && text_[at_] == close) {
      ++at_;
      return;
    }
    while (fine_) {
      member();
      blanks();
      if (at_ < text_.size() && text_[at_] == ',')
        ++at_;
      else
        break;
    }
    take(close);
  }

  bool take(char c) {
    blanks();
    if (fine_ && at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    fine_ = false;
    return false;
  }

  void string() {
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) fine_ = false;
    ++at_;
  }

  void blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  Piece fail() {
    fine_ = false;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool fine_ = true;
};

/// Turns bytes into lines and columns; asked in ascending order it passes over the text once.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }

  TextRegion region(const Piece& piece) const {
    TextRegion region;
    place(piece.begin, region.start_line, region.start_column);
    place(piece.end, region.end_line, region.end_column);
    return region;
  }

 private:
  void place(std::size_t byte, std::size_t& line, std::size_t& column) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), byte);
    line = static_cast<std::size_t>(after - starts_.begin());
    const std::string_view before = text_.substr(*(after - 1), byte - *(after - 1));
    column = 1 + static_cast<std::size_t>(std::count_if(
                     before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
  }

  std::string_view text_;
  std::vector<std::size_t> starts_;
};

/// The file of an entry in parts; nothing for an entry that is one object.
std::optional<std::string> parts_file(std::string_view entry) {
  if (entry.find("\"parts\"") == entry.npos) return {};
  const nlohmann::json json = nlohmann::json::parse(entry.begin(), entry.end(), nullptr, false);
  if (!json.is_object() || json.value("parts", nlohmann::json()) != true) return {};
  const auto file = json.find("file");
  return file != json.end() && file->is_string() ? file->get<std::string>() : std::string();
}

/// Which entry each object came from: one for each, but of a file in parts as many as name it as their origin.
std::vector<std::size_t> entries_of(const Scene& scene, std::string_view text, const std::vector<Piece>& entries) {
  std::vector<std::size_t> found;
  const auto objects = scene.objects();
  for (std::size_t e = 0; e < entries.size() && found.size() < objects.size(); ++e) {
    const auto file = parts_file(text.substr(entries[e].begin, entries[e].end - entries[e].begin));
    if (!file) {
      found.push_back(e);
      continue;
    }
    const std::string name = std::filesystem::path(*file).filename().string();
    // Entries after it need an object each at least.
    const std::size_t rest = entries.size() - e - 1;
    while (found.size() + rest < objects.size() && objects[found.size()].mesh.origin().find(name) != std::string::npos)
      found.push_back(e);
  }
  return found;
}

}  // namespace

ScenePlaces::ScenePlaces(const Scene& scene, std::string_view text)
    : objects_(scene.objects().size()), rules_(scene.rules().size()) {
  std::vector<Piece> objects, rules;
  Walker walker(text);
  walker.object([&](std::string_view key) {
    if (key == "objects")
      objects = walker.array();
    else if (key == "rules")
      rules = walker.array();
    else
      walker.value();
  });
  if (!walker.fine()) return;
  const Lines lines(text);
  const std::vector<std::size_t> entries = entries_of(scene, text, objects);
  for (std::size_t i = 0; i < entries.size(); ++i) objects_[i] = lines.region(objects[entries[i]]);
  // Rules of the scene file come after those of the command line.
  const std::size_t before = scene.rules().size() - std::min(rules.size(), scene.rules().size());
  for (std::size_t i = 0; i < rules.size() && before + i < rules_.size(); ++i) rules_[before + i] = lines.region(rules[i]);
}

std::optional<TextRegion> ScenePlaces::of_object(ObjectId id) const {
  return id.value < objects_.size() ? objects_[id.value] : std::nullopt;
}

std::optional<TextRegion> ScenePlaces::of_rule(std::uint32_t rule) const {
  return rule < rules_.size() ? rules_[rule] : std::nullopt;
}

}  // namespace impinge::io
