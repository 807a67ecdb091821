// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/report_page.h"

#include <io/report/page_text.h>
#include <zlib.h>

#include <array>
#include <stdexcept>

#include <impinge/error.h>

#include "io/file/output_file.h"

namespace impinge::io {
namespace {

// A block is read as a whole: large enough to compress well, small enough to leave the browser time between two.
constexpr std::size_t kFullBlock = 4 << 20;
constexpr std::string_view kPlaceOfData = "<!--impinge:data-->";

std::string deflate(std::string_view bytes) {
  std::string packed(compressBound(static_cast<uLong>(bytes.size())), '\0');
  auto size = static_cast<uLongf>(packed.size());
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (status != Z_OK) throw Error(ErrorCode::too_large, "the report is too large to be compressed; lower --report-faces");
  packed.resize(size);
  return packed;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text.push_back(i + k > bytes.size() ? '=' : kDigits[word >> (18 - 6 * k) & 63]);
  }
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

std::string ReportPage::pack(std::string_view bytes) { return base64(deflate(bytes)); }

void ReportPage::write(const OrderedJson& document, const std::filesystem::path& file) const {
  const std::string_view page = page_text::report;
  const std::size_t place = page.find(kPlaceOfData);
  if (place == std::string_view::npos) throw std::logic_error("the bundled page has no place for data");
  OutputFile out(file);
  out.append(page.substr(0, place));
  // Base64 has no character that could end the element, whatever names say.
  const auto block = [&](std::string_view kind, std::string_view bytes) {
    out.append("<script type=\"text/plain\" class=\"impinge-");
    out.append(kind);
    out.append("\">");
    out.append(pack(bytes));
    out.append("</script>\n");
  };
  // File names may be anything; bytes that are no UTF-8 become U+FFFD.
  block("document", document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
  for (const std::string& bytes : blocks_) block("block", bytes);
  out.append(page.substr(place + kPlaceOfData.size()));
  out.close();
}

}  // namespace impinge::io
