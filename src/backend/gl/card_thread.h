// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>

namespace impinge::gl {

/// Runs all that touches a driver, of all devices, in one thread of the process, one after the other; the caller waits, and
/// gets what was thrown. Drivers keep memory for every thread that has called them, for contexts long gone as well, and
/// fail when such threads end while the process does; letting go of a thread takes them 40 ms.
void run_on_card_thread(const std::function<void()>& work);

}  // namespace impinge::gl
