// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "peer.h"

namespace impinge::bench {

std::unique_ptr<RobotPeer> make_robot_peer() { return nullptr; }

}  // namespace impinge::bench
