// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The files of a BCF archive; buildingSMART's BCF-XML, versions 2.1 and 3.0.

#include <impinge/io.h>

#include <string>
#include <vector>

#include "io/exchange/item_view.h"

namespace impinge::io {

/// What the files of all topics have in common.
struct BcfFrame {
  bool version_3 = false;  ///< 3.0, else 2.1
  std::string date;        ///< of all topics, as XML writes it
};

/// What tells a topic from others: the same when it is written again.
std::string topic_key(const Review& review, const ReviewItem& item);

/// bcf.version
std::string bcf_version_xml(const BcfFrame& frame);

/// extensions.xml of 3.0: the words that topics use.
std::string bcf_extensions_xml(const Review& review, const std::vector<std::size_t>& topics);

/// markup.bcf of a topic; `number` counts them from 1.
std::string bcf_markup_xml(const Review& review, const ReviewItem& item, const BcfFrame& frame, std::size_t number,
                           bool has_snapshot);

/// viewpoint.bcfv of a topic: a camera framed on the contact, in metres.
std::string bcf_viewpoint_xml(const Review& review, const ReviewItem& item, const BcfFrame& frame, const ItemView& view,
                              double aspect_ratio);

}  // namespace impinge::io
