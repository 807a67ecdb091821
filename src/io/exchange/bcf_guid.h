// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace impinge::io {

/// A GUID that is the same for the same text, on every machine; so tools know a topic again when it is written anew.
std::string guid_of(std::string_view text);

/// The IFC GUID, 22 characters, that a name consists of, ends in after one of ":/| ", or has as a GUID of hexadecimal
/// digits.
std::optional<std::string> ifc_guid_in(std::string_view name);

}  // namespace impinge::io
