// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "io/exchange/bcf_guid.h"
#include "io/exchange/bcf_topic.h"
#include "io/file/output_file.h"
#include "io/file/zip_writer.h"

namespace impinge {
namespace {

/// Now, or what builds that can be repeated say it is.
std::time_t time_of_writing() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  char* end = nullptr;
  const long long seconds = epoch != nullptr ? std::strtoll(epoch, &end, 10) : -1;
  constexpr long long kYear3000 = 32503680000;
  if (end != epoch && end != nullptr && *end == '\0' && seconds >= 0 && seconds < kYear3000)
    return static_cast<std::time_t>(seconds);
  return std::time(nullptr);
}

/// Findings, and what was decided about: a rule may accept thousands of pairs that nobody wants to see as topics.
std::vector<std::size_t> topics_of(const Review& review) {
  std::vector<std::size_t> topics;
  for (std::size_t i = 0; i < review.items.size(); ++i) {
    const ReviewItem& item = review.items[i];
    if (item.state == ReviewState::finding || item.state == ReviewState::known || item.decision) topics.push_back(i);
  }
  return topics;
}

}  // namespace

void write_bcf(const Review& review, const std::filesystem::path& file, const ReviewOptions& options) {
  if (options.bcf_version != "2.1" && options.bcf_version != "3.0")
    throw Error(ErrorCode::bad_argument, fmt::format("BCF {}: 2.1 and 3.0 are written", options.bcf_version));
  const std::time_t time = time_of_writing();
  const io::BcfFrame frame{.version_3 = options.bcf_version == "3.0",
                           .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time))};
  const std::vector<std::size_t> topics = topics_of(review), drawn = io::items_with_pictures(review, options.pictures);
  io::ItemViews views(review, options);
  io::ZipWriter zip(time);
  zip.add("bcf.version", io::bcf_version_xml(frame));
  if (frame.version_3) zip.add("extensions.xml", io::bcf_extensions_xml(review, topics));
  for (std::size_t k = 0; k < topics.size(); ++k) {
    const ReviewItem& item = review.items[topics[k]];
    const bool has_snapshot = std::binary_search(drawn.begin(), drawn.end(), topics[k]);
    const io::ItemView view = has_snapshot ? views.best(item) : views.usual(item);
    const std::string folder = io::guid_of(io::topic_key(review, item)) + '/';
    const double ratio = static_cast<double>(options.width) / options.height;
    zip.add(folder + "markup.bcf", io::bcf_markup_xml(review, item, frame, k + 1, has_snapshot));
    zip.add(folder + "viewpoint.bcfv", io::bcf_viewpoint_xml(review, item, frame, view, ratio));
    if (has_snapshot) zip.add(folder + "snapshot.png", views.picture(item, view), true);
  }
  const std::string bytes = zip.take();
  io::OutputFile out(file);
  out.append(bytes);
  out.close();
}

}  // namespace impinge
