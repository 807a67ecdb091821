// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/zero_fill.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

ZeroFill::ZeroFill() : fill_(Program::compute("ZERO_FILL", {text::zero_fill})) {}

void ZeroFill::run(const Buffer& buffer, std::size_t bytes) const {
  const std::size_t quads = (bytes + 15) / 16;
  buffer.bind(0);
  fill_.set("count", static_cast<std::uint32_t>(quads));
  fill_.run(quads);
}

}  // namespace impinge::gl
