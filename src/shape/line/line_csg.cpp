// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Constructive solid geometry along a line, after: S. D. Roth, Ray casting for modeling solids, 1982. Crossings whose
// brackets overlap are one event: only what holds before and after it counts, so coincident faces leave no slivers.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "base/box.h"
#include "shape/line/distance_field.h"

namespace impinge {
namespace {

enum class Operation { unite, intersect, subtract };

const char* word(Operation operation) {
  return operation == Operation::unite ? "union" : operation == Operation::intersect ? "intersection" : "difference";
}

struct Event {
  Crossing crossing;
  std::uint32_t part;
};

class Csg final : public DistanceField {
 public:
  Csg(Operation operation, std::vector<LineShapePtr> parts, const Box& box)
      : operation_(operation), parts_(std::move(parts)), box_(box) {
    for (const LineShapePtr& part : parts_) fields_.push_back(distance_field(part.get()));
  }

  std::array<Vec3, 2> bounds() const override { return {box_.low, box_.high}; }
  std::string name() const override { return word(operation_); }
  bool knows_distance() const override { return std::find(fields_.begin(), fields_.end(), nullptr) == fields_.end(); }

  double distance(const Vec3& p) const override {
    double all = fields_[0]->distance(p);
    for (std::size_t i = 1; i < fields_.size(); ++i) {
      const double one = fields_[i]->distance(p);
      all = operation_ == Operation::unite       ? std::min(all, one)
            : operation_ == Operation::intersect ? std::max(all, one)
                                                 : std::max(all, -one);
    }
    return all;
  }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const std::vector<Event> events = sorted_events(origin, direction);
    std::vector<int> depth(parts_.size(), 0);  // in how many layers of each part the line is
    std::size_t inside_parts = 0;              // how many parts it is in
    bool first_inside = false;
    for (std::size_t i = 0; i < events.size();) {
      const bool before = holds(inside_parts, first_inside);
      Crossing whole = events[i].crossing;
      for (; i < events.size() && events[i].crossing.t_low <= whole.t_high; ++i) {
        whole.t_high = std::max(whole.t_high, events[i].crossing.t_high);
        int& layers = depth[events[i].part];
        const bool was_in = layers > 0;
        layers += events[i].crossing.sign;
        const bool is_in = layers > 0;
        if (is_in != was_in) inside_parts += is_in ? 1 : -1;
        if (events[i].part == 0) first_inside = is_in;
      }
      const bool after = holds(inside_parts, first_inside);
      if (before != after) out.push_back({whole.t_low, whole.t_high, after ? 1 : -1});
    }
  }

 private:
  bool holds(std::size_t inside_parts, bool first_inside) const {
    switch (operation_) {
      case Operation::unite: return inside_parts > 0;
      case Operation::intersect: return inside_parts == parts_.size();
      default: return first_inside && inside_parts == 1;
    }
  }

  std::vector<Event> sorted_events(const Vec3& origin, const Vec3& direction) const {
    std::vector<Event> events;
    std::vector<Crossing> found;
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      found.clear();
      parts_[part]->crossings(origin, direction, found);
      // No part, no intersection; nothing to take away from.
      if (found.empty() && (operation_ == Operation::intersect || (operation_ == Operation::subtract && part == 0)))
        return {};
      for (const Crossing& c : found) events.push_back({c, part});
    }
    std::sort(events.begin(), events.end(), [](const Event& x, const Event& y) {
      if (x.crossing.t_low != y.crossing.t_low) return x.crossing.t_low < y.crossing.t_low;
      if (x.crossing.t_high != y.crossing.t_high) return x.crossing.t_high < y.crossing.t_high;
      return x.part != y.part ? x.part < y.part : x.crossing.sign > y.crossing.sign;
    });
    return events;
  }

  Operation operation_;
  std::vector<LineShapePtr> parts_;
  std::vector<const DistanceField*> fields_;
  Box box_;
};

LineShapePtr make_csg(Operation operation, std::vector<LineShapePtr> parts) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::bad_argument, fmt::format("csg {}: {}", word(operation), what));
  };
  if (parts.empty()) refuse("is empty; give at least one part");
  Box box;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) refuse(fmt::format("part {} is null", i));
    if (!parts[i]->closed())
      refuse(fmt::format("part {} (\"{}\") is open; only solids can be combined", i, parts[i]->name()));
    const std::array<Vec3, 2> b = parts[i]->bounds();
    const Box part{b[0], b[1]};
    if (i == 0)
      box = part;
    else if (operation == Operation::unite)
      box.add(part);
    else if (operation == Operation::intersect)
      box = intersection(box, part);
  }
  if (box.empty()) refuse("is empty: the boxes of the parts have nothing in common");
  return std::make_shared<Csg>(operation, std::move(parts), box);
}

}  // namespace

LineShapePtr make_union(std::vector<LineShapePtr> parts) { return make_csg(Operation::unite, std::move(parts)); }
LineShapePtr make_intersection(std::vector<LineShapePtr> parts) { return make_csg(Operation::intersect, std::move(parts)); }
LineShapePtr make_difference(std::vector<LineShapePtr> parts) { return make_csg(Operation::subtract, std::move(parts)); }

}  // namespace impinge
