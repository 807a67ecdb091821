// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>

namespace impinge::bench {

/// What every benchmark is asked with.
struct BenchArguments {
  std::string json, csv, commit;
  bool quick = false;
};

}  // namespace impinge::bench
