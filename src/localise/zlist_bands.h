// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Crossings on their way into sorted lists. A crossing is 12 bytes until its band is sorted: cell and object, depth and
// sign, face; its error is that of the face. Lists are made, sorted and handed on band by band, so that whoever looks at
// each of them once never waits for memory.

#include "localise/raster_bands.h"
#include "localise/zlist.h"

namespace impinge {

class ZlistBands {
 public:
  /// Draws all objects. Throws Error (too_large) for more objects or crossings than can be numbered.
  ZlistBands(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
             Zlist::Times* times = nullptr);

  /// How many crossings.
  std::size_t size() const { return starts_.back(); }
  /// Crossings before those of a band.
  std::size_t start(std::size_t band) const { return starts_[band]; }

  /// On how many lines two closed bodies overlap over more than a point. Nothing is made of the lists but that.
  std::uint64_t overlapping_lines() const;

  /// The lists of a band of rows, sorted; `begin` and `fragments` as in RasterBands::Band.
  struct Lists {
    std::size_t band, first_cell;
    std::span<const std::uint32_t> begin;
    std::span<const Fragment> fragments;
    std::size_t cells() const { return begin.size() - 1; }
    std::span<const Fragment> list(std::size_t cell) const {
      return fragments.subspan(begin[cell], begin[cell + 1] - begin[cell]);
    }
  };

  /// Calls on_lists(lists) for every band, from many threads.
  template <typename OnLists>
  void for_each_band(const OnLists& on_lists) const {
    objects_ <= 2 ? visit<PairKey>(on_lists) : visit<CrowdKey>(on_lists);
  }

 private:
  struct Item {
    std::uint32_t depth;  // and 1 in the last bit where the line enters
    std::uint32_t face;   // the error of a crossing that has none
  };
  using Bands = RasterBands<Item>;

  // What lists are sorted by: depth, sign, object, face. It holds the whole crossing but for the error.
  template <typename Key, int object_bits>
  struct KeyOf {
    using Word = Key;
    static Word make(const Item& i, std::uint32_t object) { return (Word{i.depth} << object_bits | object) << 32 | i.face; }
    static std::uint32_t face(Word w) { return static_cast<std::uint32_t>(w); }
    static std::uint32_t object(Word w) { return static_cast<std::uint32_t>(w >> 32) & ((1u << object_bits) - 1); }
    static std::uint32_t depth(Word w) { return static_cast<std::uint32_t>(w >> (32 + object_bits)); }
  };
  __extension__ using Wide = unsigned __int128;
  using PairKey = KeyOf<std::uint64_t, 1>;
  using CrowdKey = KeyOf<Wide, 32 - Bands::kCellBits>;

  static bool overlap(std::span<std::uint64_t> list);

  template <typename K>
  Fragment fragment(typename K::Word key) const {
    const std::uint32_t object = K::object(key), depth = K::depth(key), face = K::face(key);
    const KeptVector<std::int32_t>& errors = errors_[object];
    const bool faces = !errors.empty();
    return {static_cast<std::int32_t>(depth >> 1), faces ? errors[face] : static_cast<std::int32_t>(face),
            object | depth << 31, faces ? face : kNoFace};
  }

  template <typename K, typename OnLists>
  void visit(const OnLists& on_lists) const {
    tbb::enumerable_thread_specific<KeptVector<Fragment>> memory;
    // A lambda, so that it is compiled into the loop.
    const auto make = [](const Item& i, std::uint32_t object) { return K::make(i, object); };
    bands_.for_each_band(make, [&](std::size_t number, const Bands::Band<typename K::Word>& band) {
      KeptVector<Fragment>& fragments = memory.local();
      fragments.resize(band.items.size());
      for (std::size_t c = 0; c < band.cells(); ++c) sort_short(band.list(c));
      for (std::size_t i = 0; i < fragments.size(); ++i) fragments[i] = fragment<K>(band.items[i]);
      on_lists(Lists{number, band.first_cell, band.begin, fragments});
    });
  }

  std::size_t objects_;
  Bands bands_;
  std::vector<KeptVector<std::int32_t>> errors_;  // of every face of every mesh; empty for other shapes
  std::vector<std::size_t> starts_;
};

}  // namespace impinge
