// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "rows.h"
#include "measure.h"

#include <fmt/format.h>

#include <fstream>

namespace impinge::bench {
namespace {

std::string peer_time(const ConvexRow& r, const char* name) {
  const auto it = r.peer_ns.find(name);
  return it == r.peer_ns.end() ? std::string("-") : fmt::format("{:.0f}", it->second);
}

template <typename Values, typename Name>
std::string object_of(const Values& values, const Name& name) {
  std::string text;
  for (const auto& v : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", name(v));
  return "{" + text + "}";
}

std::string stops_object(const ConvexRow& r) {
  std::string text;
  for (int i = 0; i < kConvexStops; ++i)
    text += fmt::format("{}\"{}\": {:.6g}", i == 0 ? "" : ", ", to_string(static_cast<ConvexStop>(i)),
                        r.stops[static_cast<std::size_t>(i)]);
  return "{" + text + "}";
}

}  // namespace

std::string rows_csv(const std::vector<ConvexRow>& rows) {
  std::string text =
      "kind,dimension,axes,stops_of,vertices,faces,distance,hits,ours_ns,warm_ns,fcl_ns,bullet_ns,pair_checks,"
      "bound_share,map_bytes_per_face,hull_ms,build_ms";
  for (int i = 0; i < kConvexStops; ++i) text += fmt::format(",{}", to_string(static_cast<ConvexStop>(i)));
  for (const ConvexRow& r : rows) {
    text += fmt::format("\n{},{},{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{},{},{:.4g},{:.5g},{:.4g},{:.4g},{:.4g}", r.kind,
                        r.dimension, r.axes, r.stops_of, r.vertices, r.faces, r.distance, r.hits, r.ours_ns, r.warm_ns,
                        peer_time(r, "fcl"), peer_time(r, "bullet"), r.pair_checks, r.bound_share, r.map_bytes_per_face,
                        r.hull_ms, r.build_ms);
    for (const double share : r.stops) text += fmt::format(",{:.5g}", share);
  }
  return text + "\n";
}

std::string rows_json(const std::vector<ConvexRow>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"convex\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), commit);
  for (const ConvexRow& r : rows) {
    const auto ns = [](const auto& v) { return fmt::format("\"{}\": {:.4g}", v.first, v.second); };
    const auto count = [](const auto& v) { return fmt::format("\"{}\": {}", v.first, v.second); };
    text += fmt::format(
        "{}\n    {{\"kind\": \"{}\", \"dimension\": {}, \"axes\": \"{}\", \"stops_of\": \"{}\", \"vertices\": {}, "
        "\"faces\": {}, "
        "\"distance\": {:.4g}, \"queries\": {}, \"hits\": {:.4g}, \"ours_ns\": {:.4g}, \"warm_ns\": {:.4g}, \"peer_ns\": "
        "{}, "
        "\"peer_disagreements\": {}, \"pair_checks\": {:.4g}, \"bound_share\": {:.5g}, \"map_bytes_per_face\": {:.4g}, "
        "\"bound_bytes\": {:.0f}, \"hull_ms\": {:.4g}, \"build_ms\": {:.4g}, \"stops\": {}}}",
        &r == &rows.front() ? "" : ",", r.kind, r.dimension, r.axes, r.stops_of, r.vertices, r.faces, r.distance, r.queries,
        r.hits, r.ours_ns, r.warm_ns, object_of(r.peer_ns, ns), object_of(r.peer_disagreements, count), r.pair_checks,
        r.bound_share, r.map_bytes_per_face, r.bound_bytes, r.hull_ms, r.build_ms, stops_object(r));
  }
  return text + "\n  ]\n}\n";
}

void print_head() {
  fmt::print("{:8} {:3} {:14} {:6} {:>8} {:>5} {:>6} {:>8} {:>8} {:>9} {:>10} {:>6} {:>8} {:>7}\n", "kind", "dim", "axes",
             "stops", "vertices", "dist", "hits", "ours ns", "warm ns", "fcl ns", "bullet ns", "checks", "tables", "B/face");
}

void print_row(const ConvexRow& r) {
  fmt::print("{:8} {:3} {:14} {:6} {:8} {:5.2f} {:5.1f}% {:8.1f} {:8.1f} {:>9} {:>10} {:6.2f} {:7.2f}% {:7.1f}  ", r.kind,
             r.dimension, r.axes, r.stops_of, r.vertices, r.distance, 100 * r.hits, r.ours_ns, r.warm_ns,
             peer_time(r, "fcl"), peer_time(r, "bullet"), r.pair_checks, 100 * r.bound_share, r.map_bytes_per_face);
  for (int i = 0; i < kConvexStops; ++i)
    if (r.stops[static_cast<std::size_t>(i)] > 0)
      fmt::print(" {} {:.3g}%", to_string(static_cast<ConvexStop>(i)), 100 * r.stops[static_cast<std::size_t>(i)]);
  for (const auto& [name, n] : r.peer_disagreements)
    if (n > 0) fmt::print(" ({} differs {} times)", name, n);
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace impinge::bench
