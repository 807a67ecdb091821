// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/engine.h>

namespace impinge {
struct Engine::State {
  EngineOptions options;
};
Engine::Engine(EngineOptions options) : state_(std::make_unique<State>(State{std::move(options)})) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
CheckResult Engine::check(const Scene&, const CheckOptions&) const { return {}; }
std::span<const MethodInfo> methods() noexcept { return {}; }
}  // namespace impinge
