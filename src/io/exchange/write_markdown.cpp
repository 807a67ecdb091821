// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Markdown for merge requests, as GitHub and GitLab show it: a table for each state. Pictures lie beside the file, since
// hosts show no pictures that are written into it as data.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "io/exchange/item_view.h"
#include "io/exchange/plain_text.h"
#include "io/exchange/review_words.h"
#include "io/file/output_file.h"

namespace impinge {
namespace {

// Hosts cut comments at 65,536 characters.
constexpr std::size_t kMostRows = 100, kLongestCell = 200;

std::string cell(std::string_view text) { return io::markdown_escaped(io::clipped(text, kLongestCell)); }

/// A reference to a file beside the document.
std::string reference(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '/' ||
                       c == '-' || c == '_';
    if (plain)
      text += c;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

/// What the table shows of the facts; the verdict has a column of its own.
std::string facts_cell(const Review& review, const ReviewItem& item) {
  std::string text;
  for (const std::string& line : io::item_lines(review, item)) {
    if (line.starts_with("verdict: ") || line.starts_with("id: ")) continue;
    text += (text.empty() ? "" : "<br>") + cell(line);
  }
  return text;
}

class Table {
 public:
  Table(const Review& review, bool pictures) : review_(review), pictures_(pictures) {
    text_ = pictures ? "| a | b | verdict | what is known | picture |\n|---|---|---|---|---|\n"
                     : "| a | b | verdict | what is known |\n|---|---|---|---|\n";
  }

  void add(const ReviewItem& item, const std::string& picture) {
    const std::string a = cell(review_.scene->object(item.a).name);
    const std::string b = item.a == item.b ? "(itself)" : cell(review_.scene->object(item.b).name);
    text_ += fmt::format("| {} | {} | {} | {} |", a, b, cell(item.verdict), facts_cell(review_, item));
    if (pictures_)
      text_ += picture.empty() ? " |"
                               : fmt::format(" <img src=\"{}\" width=\"320\" alt=\"{}\"> |", reference(picture),
                                             cell(io::headline(review_, item)));
    text_ += '\n';
  }

  const std::string& text() const { return text_; }

 private:
  const Review& review_;
  bool pictures_;
  std::string text_;
};

struct Section {
  ReviewState state;
  const char* title;  ///< empty: what counts, which is not folded away
};

}  // namespace

std::string markdown_text(const Review& review, std::span<const std::string> pictures) {
  std::string text = fmt::format("## impinge {}: {}\n", review.command, io::summary_words(review));
  if (!review.scene_file.empty()) text += fmt::format("\nScene: {}\n", cell(review.scene_file));
  std::map<std::size_t, std::string> of_item;
  const std::vector<std::size_t> shown = io::items_with_pictures(review, pictures.size());
  for (std::size_t k = 0; k < shown.size(); ++k) of_item[shown[k]] = pictures[k];
  constexpr std::array kSections = {Section{ReviewState::finding, ""}, Section{ReviewState::known, "known"},
                                    Section{ReviewState::accepted, "accepted"}, Section{ReviewState::listed, "not counted"}};
  for (const auto& [state, title] : kSections) {
    const std::size_t count = io::count_of(review, state);
    if (count == 0) continue;
    Table table(review, !of_item.empty() && state != ReviewState::accepted && state != ReviewState::listed);
    std::size_t rows = 0;
    for (std::size_t i = 0; i < review.items.size() && rows < kMostRows; ++i) {
      if (review.items[i].state != state) continue;
      table.add(review.items[i], of_item.contains(i) ? of_item[i] : "");
      ++rows;
    }
    const bool folded = *title != '\0';
    text += folded ? fmt::format("\n<details><summary>{} {}</summary>\n\n", count, title) : "\n";
    text += table.text();
    if (count > rows) text += fmt::format("\nand {} more\n", count - rows);
    if (folded) text += "\n</details>\n";
  }
  if (!review.gone.empty()) {
    text += fmt::format("\n<details><summary>{} gone</summary>\n\n", review.gone.size());
    for (std::size_t i = 0; i < review.gone.size() && i < kMostRows; ++i)
      text += fmt::format("- {} / {}: {}\n", cell(review.gone[i].a), cell(review.gone[i].b), cell(review.gone[i].verdict));
    if (review.gone.size() > kMostRows) text += fmt::format("- and {} more\n", review.gone.size() - kMostRows);
    text += "\n</details>\n";
  }
  return text;
}

namespace {

/// Takes back what was written, unless all went well.
class Written {
 public:
  ~Written() {
    std::error_code ignored;
    for (auto file = files_.rbegin(); file != files_.rend(); ++file) std::filesystem::remove(*file, ignored);
  }
  void folder(const std::filesystem::path& path) {
    std::error_code trouble;
    if (std::filesystem::create_directory(path, trouble)) files_.push_back(path);
    if (trouble)
      throw Error(ErrorCode::write_failed, fmt::format("{}: cannot be made: {}", path.string(), trouble.message()));
  }
  void file(const std::filesystem::path& path, std::string_view bytes) {
    std::error_code ignored;
    const bool is_new = !std::filesystem::exists(path, ignored);
    io::OutputFile out(path);
    out.append(bytes);
    out.close();
    if (is_new) files_.push_back(path);
  }
  void keep() { files_.clear(); }

 private:
  std::vector<std::filesystem::path> files_;
};

}  // namespace

void write_markdown(const Review& review, const std::filesystem::path& file, const ReviewOptions& options) {
  const std::vector<std::size_t> shown = io::items_with_pictures(review, options.pictures);
  std::filesystem::path folder = file;
  folder.replace_extension(".pictures");
  Written written;
  if (!shown.empty()) written.folder(folder);
  io::ItemViews views(review, options);
  std::vector<std::string> pictures;
  for (const std::size_t i : shown) {
    const ReviewItem& item = review.items[i];
    const bool plain = !item.id.empty() && item.id.find_first_not_of("0123456789abcdef-") == std::string::npos;
    const std::string name = fmt::format("{}.png", plain ? item.id : fmt::format("item-{}", i));
    written.file(folder / name, views.picture(item, views.best(item)));
    pictures.push_back((folder.filename() / name).string());
  }
  written.file(file, markdown_text(review, pictures));
  written.keep();
}

}  // namespace impinge
