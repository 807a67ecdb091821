// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/report_page.h"

#include <io/report/page_text.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <impinge/error.h>

#include "io/file/output_file.h"

namespace impinge::io {
namespace {

// A block is read as a whole: large enough to compress well, small enough to leave the browser time between two.
constexpr std::size_t kFullBlock = 4 << 20;
constexpr std::string_view kPlaceOfData = "<!--impinge:data-->";

// Blocks of meshes lose a tenth of their size to the fastest level, which takes a seventh of the time of the usual one.
std::string deflate(std::string_view bytes, int level) {
  std::string packed(compressBound(static_cast<uLong>(bytes.size())), '\0');
  auto size = static_cast<uLongf>(packed.size());
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), level);
  if (status != Z_OK) throw Error(ErrorCode::too_large, "the report is too large to be compressed; lower --report-faces");
  packed.resize(size);
  return packed;
}

/// The two digits of every twelve bits.
std::array<std::array<char, 2>, 4096> digit_pairs() {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::array<char, 2>, 4096> pairs;
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kDigits[i >> 6], kDigits[i & 63]};
  return pairs;
}

std::string base64(std::string_view bytes) {
  static const auto pairs = digit_pairs();
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* to = text.data();
  const auto put = [&](const char* from, std::size_t count) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? static_cast<std::uint8_t>(from[k]) : 0u);
    const auto &high = pairs[word >> 12], &low = pairs[word & 4095];
    const char digits[] = {high[0], high[1], low[0], low[1]};
    to = std::copy_n(digits, count + 1, to);
  };
  const std::size_t whole = bytes.size() / 3 * 3;
  for (std::size_t i = 0; i < whole; i += 3) put(bytes.data() + i, 3);
  if (whole < bytes.size()) put(bytes.data() + whole, bytes.size() - whole);
  return text;
}

}  // namespace

OrderedJson point_json(const Vec3& point) { return OrderedJson::array({point.x(), point.y(), point.z()}); }

OrderedJson ReportPage::add_bytes(std::string_view bytes) {
  if (blocks_.empty() || (!blocks_.back().empty() && blocks_.back().size() + bytes.size() > kFullBlock))
    blocks_.emplace_back();
  OrderedJson place = OrderedJson::array({blocks_.size() - 1, blocks_.back().size()});
  blocks_.back().append(bytes);
  return place;
}

OrderedJson ReportPage::add_mesh(const EncodedMesh& mesh, const GridMesh& grid) {
  OrderedJson json = add_bytes(mesh.bytes);
  for (std::uint32_t count : {mesh.points, mesh.faces, mesh.symbols, mesh.references}) json.push_back(count);
  for (double x : grid.low) json.push_back(x);
  json.push_back(grid.step);
  return json;
}

void ReportPage::write(const OrderedJson& document, const std::filesystem::path& file) const {
  const std::string_view page = page_text::report;
  const std::size_t place = page.find(kPlaceOfData);
  if (place == std::string_view::npos) throw std::logic_error("the bundled page has no place for data");
  OutputFile out(file);
  out.append(page.substr(0, place));
  // Base64 has no character that could end the element, whatever names say.
  const auto block = [&](std::string_view kind, std::string_view bytes, int level) {
    out.append("<script type=\"text/plain\" class=\"impinge-");
    out.append(kind);
    out.append("\">");
    out.append(base64(deflate(bytes, level)));
    out.append("</script>\n");
  };
  // File names may be anything; bytes that are no UTF-8 become U+FFFD.
  block("document", document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace), Z_DEFAULT_COMPRESSION);
  for (const std::string& bytes : blocks_) block("block", bytes, Z_BEST_SPEED);
  out.append(page.substr(place + kPlaceOfData.size()));
  out.close();
}

}  // namespace impinge::io
