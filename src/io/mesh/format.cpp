// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a file is, by its first bytes.
#include "io/mesh/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/file/text_cursor.h"
#include "io/mesh/format_table.h"

namespace impinge::io {
namespace {

struct Mark {
  std::string_view start;
  std::string_view name;
};

/// Files that people mistake for meshes, or that arrive in place of one.
constexpr std::array<Mark, 20> kMarks = {{{"\x89PNG", "a PNG picture"},
                                          {"\xff\xd8\xff", "a JPEG picture"},
                                          {"GIF8", "a GIF picture"},
                                          {"%PDF", "a PDF document"},
                                          {"\x1f\x8b", "a gzip archive; unpack it first"},
                                          {"7z\xbc\xaf", "a 7z archive; unpack it first"},
                                          {"BZh", "a bzip2 archive; unpack it first"},
                                          {"\x7f"
                                           "ELF",
                                           "a program"},
                                          {"Kaydara FBX", "an FBX file; export it as glTF or OBJ"},
                                          {"; FBX", "an FBX file; export it as glTF or OBJ"},
                                          {"BLENDER", "a Blender file; export it as glTF or PLY"},
                                          {"# vtk", "a VTK file; export it as PLY or STL"},
                                          {"#VRML", "a VRML file; export it as OBJ or PLY"},
                                          {"#Inventor", "an Inventor file; export it as OBJ or PLY"},
                                          {"$MeshFormat", "a Gmsh file; export it as STL"},
                                          {"MeshVersionFormatted", "a Medit file; export it as OFF"},
                                          {"version https://git-lfs", "a Git LFS pointer; fetch the file with git lfs pull"},
                                          {"<!DOCTYPE", "a web page; download the file itself"},
                                          {"<html", "a web page; download the file itself"},
                                          {"<", "XML; export it as one of the formats impinge reads"}}};

/// The part of a file that is enough to recognise it.
std::string_view opening(Bytes bytes) { return as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096))); }

bool is_off_header(std::string_view word) {
  const std::size_t name = word.find("OFF");
  if (name == word.npos || word.find_first_not_of("0123456789", name + 3) != word.npos) return false;
  word = word.substr(0, name);
  if (word.starts_with("ST")) word.remove_prefix(2);
  for (char letter : {'C', 'N', '4', 'n'}) {
    if (word.starts_with(letter)) word.remove_prefix(1);
  }
  return word.empty();
}

bool is_text(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code == 0x7f || (code < 0x20 && (code < '\t' || code > '\r'));
  });
}

bool is_obj_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 14> kWords = {"v", "vt", "vn", "vp",     "f",      "o",  "g",
                                                       "s", "l",  "p",  "mtllib", "usemtl", "mg", "cstype"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::string_view first_word(std::string_view text, char comment) {
  TextCursor cursor(text, "", comment);
  return cursor.next_word();
}

// The first element, behind declarations and comments.
bool is_collada(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (!first_word(text, 0).starts_with('<')) return false;
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with("<?") && !rest.starts_with("<!--")) return rest.starts_with("<COLLADA");
    at = text.find(rest[1] == '?' ? "?>" : "-->", at);
    if (at == text.npos) return false;
  }
  return false;
}

}  // namespace

std::optional<Format> format_of_content(Bytes bytes) {
  const std::string_view text = opening(bytes);
  if (text.starts_with("impinge octree")) return Format::df;
  if (text.starts_with("# Octomap OcTree binary file")) return Format::bt;
  if (text.starts_with("ISO-10303-21")) return Format::step;
  if (text.starts_with("DBRep_DrawableShape") || text.starts_with("CASCADE Topology")) return Format::brep;
  if (text.starts_with("glTF")) return Format::gltf;
  if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06")) return Format::threemf;
  if (is_collada(text)) return Format::dae;
  if (text.starts_with("ply\n") || text.starts_with("ply\r")) return Format::ply;
  if (is_off_header(first_word(text, '#'))) return Format::off;
  if (is_binary_stl(bytes)) return Format::stl;
  if (is_text(text) && is_ascii_stl(text)) return Format::stl;
  const std::string_view word = first_word(text, 0);
  if (word.starts_with('{')) {
    const bool gltf = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1u << 20))).find("\"asset\"") != text.npos;
    return gltf ? std::optional(Format::gltf) : std::nullopt;
  }
  if (is_text(text) && is_obj_keyword(first_word(text, '#'))) return Format::obj;
  return std::nullopt;
}

std::string looks_like(Bytes bytes) {
  if (const auto format = format_of_content(bytes)) return to_string(*format);
  const std::string_view text = opening(bytes);
  for (const Mark& mark : kMarks) {
    if (text.starts_with(mark.start)) return std::string(mark.name);
  }
  if (std::all_of(text.begin(), text.end(), [](char c) { return c == 0; })) return "a file of zeros";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return "UTF-16 text; save it as UTF-8";
  const std::string_view word = first_word(text, 0);
  if (word.starts_with('{')) {
    return text.find("impinge.scene") != text.npos ? "an impinge scene; check it with --scene" : "JSON, but not glTF";
  }
  return is_text(text) ? "text in no format that impinge reads" : "binary data in no format that impinge reads";
}

Format choose_format(const std::filesystem::path& file, Bytes bytes) {
  const auto ending = format_of_ending(file);
  const auto content = format_of_content(bytes);
  const std::string name = file.string();
  if (!ending) {
    if (content) return *content;
    fail(ErrorCode::file_format, name,
         fmt::format("unknown file format: it looks like {}; impinge reads {}", looks_like(bytes), readable_formats()));
  }
  if (!content || *content == *ending) return *ending;
  fail(ErrorCode::file_format, name,
       fmt::format("ends in {} but its content is {}; rename it accordingly, or export it again", file.extension().string(),
                   to_string(*content)));
}

}  // namespace impinge::io
