// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#ifdef ZERO_FILL

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) writeonly buffer Filled { uvec4 filled[]; };
uniform uint count;

void main() {
  uint i = item();
  if (i < count) filled[i] = uvec4(0u);
}

#endif
