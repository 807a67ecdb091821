// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/cad_scene.h"

namespace impinge {

void CadScene::settle(const Scene&, const CheckOptions&, const CadSettleOptions&, CheckResult&) {}

}  // namespace impinge
