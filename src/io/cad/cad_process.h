// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/cad/cad_wire.h"

namespace impinge::io {

using CadProgress = std::function<void(std::string_view stage, double share)>;

/// What may be spent on a file.
struct CadLimits {
  double seconds = 600;
  std::uint64_t memory = 0;  ///< of addresses, in bytes; 0: no limit
};

/// A process that has the CAD module and one file. It ends with this object. Whatever happens to it, a crash included, is an
/// Error here that names the file.
class CadProcess {
 public:
  /// Throws Error (unsupported) where the module is not there, with what to install.
  CadProcess(std::string file, const CadLimits& limits);
  ~CadProcess();
  CadProcess(const CadProcess&) = delete;
  CadProcess& operator=(const CadProcess&) = delete;

  CadFile load(const std::string& path, const CadOptions& options, const CadProgress& progress);
  std::vector<SplitAnswer> split(const std::vector<SplitQuestion>& questions);
  std::vector<double> bound(const std::vector<BoundQuestion>& questions);

  /// Any other question; `question` begins with its CadRequest.
  WireIn ask(const WireOut& question, const CadProgress& progress = {});

 private:
  [[noreturn]] void give_up();
  void wait_for_bytes();

  std::string file_;
  CadLimits limits_;
  int socket_ = -1;
  int child_ = -1;
};

}  // namespace impinge::io
