// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Sorted lists, made band by band: a band of rows is drawn, sorted and handed on while it is in the cache, so that whoever
// looks at each list once never waits for memory. A crossing is a key of 8 bytes until it is handed on.

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <mutex>

#include "base/stopwatch.h"
#include "raster/bands/band_drawing.h"
#include "raster/zlist/zlist.h"

namespace impinge {

class ZlistBands {
 public:
  /// Brings all objects onto the lattice of the view. Throws Error (too_large) for more objects than can be numbered.
  /// `times`, if given, gets the time of that, and those of drawing and sorting added when it comes to them.
  ZlistBands(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
             Zlist::Times* times = nullptr);

  int bands() const { return drawing_.bands().count; }

  /// On how many lines two closed bodies overlap over more than a point. Nothing is made of the lists but that. `crossings`,
  /// if given, gets how many there are.
  std::uint64_t overlapping_lines(std::uint64_t* crossings = nullptr) const;

  /// A sorted list of two meshes in its slots, with the code that says which crossings are what.
  class CodedList {
   public:
    std::uint32_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const ListCode& code() const { return code_; }
    std::int32_t z(int i) const { return static_cast<std::int32_t>(key(i) >> kDepthShift<std::uint64_t>); }
    Fragment fragment(int i) const { return bands_->fragment<PairKey>(key(i)); }

   private:
    friend ZlistBands;
    CodedList(const ZlistBands& bands, const std::uint64_t* first, std::size_t stride, std::uint32_t size,
              const ListCode& code)
        : bands_(&bands), first_(first), stride_(stride), size_(size), code_(code) {}
    std::uint64_t key(int i) const { return first_[static_cast<std::size_t>(i) * stride_]; }

    const ZlistBands* bands_;
    const std::uint64_t* first_;
    std::size_t stride_;
    std::uint32_t size_;
    ListCode code_;
  };

  /// Calls on_line(cell, list) for every line of the view with two meshes, from many threads; the list is a CodedList, or
  /// sorted fragments where it is long. Returns how many crossings there are.
  template <typename OnLine>
  std::uint64_t for_each_line(const OnLine& on_line) const;

  /// The lists of a band of rows, sorted: that of its cell c is in fragments begin[c] up to begin[c + 1].
  struct Lists {
    std::size_t band, first_cell;
    std::span<const std::uint32_t> begin;
    std::span<const Fragment> fragments;
    std::size_t cells() const { return begin.size() - 1; }
    std::span<const Fragment> list(std::size_t cell) const {
      return fragments.subspan(begin[cell], begin[cell + 1] - begin[cell]);
    }
  };

  /// Calls on_lists(lists) for every band, from many threads. Returns how many crossings there are.
  template <typename OnLists>
  std::uint64_t for_each_band(const OnLists& on_lists) const {
    return objects_ <= 2 ? visit<PairKey>(on_lists) : visit<CrowdKey>(on_lists);
  }

 private:
  // What lists are sorted by: depth, sign, object, face. It holds the whole crossing but for the error.
  template <typename Key, int ObjectBits>
  struct KeyOf {
    using Word = Key;
    static_assert(kDepthShift<Word> == 33 + ObjectBits);
    // Of a crossing at depth 0, see key_at.
    static Word base(std::uint32_t face, std::uint32_t entry, std::uint32_t object) {
      return (static_cast<Word>(entry) << ObjectBits | object) << 32 | face;
    }
    static std::uint32_t face(Word w) { return static_cast<std::uint32_t>(w); }
    static std::uint32_t object(Word w) { return static_cast<std::uint32_t>(w >> 32) & ((1u << ObjectBits) - 1); }
    static std::uint32_t depth(Word w) { return static_cast<std::uint32_t>(w >> (32 + ObjectBits)); }
  };
  __extension__ using Wide = unsigned __int128;
  static constexpr int kCrowdBits = 19;
  using PairKey = KeyOf<std::uint64_t, 1>;
  using CrowdKey = KeyOf<Wide, kCrowdBits>;

  template <typename K>
  Fragment fragment(typename K::Word key) const {
    const std::uint32_t object = K::object(key), depth = K::depth(key), face = K::face(key);
    KeptVector<std::int32_t>& errors = errors_[object];
    const bool faces = !errors.empty();
    return {static_cast<std::int32_t>(depth >> 1),
            faces ? std::atomic_ref(errors[face]).load(std::memory_order_relaxed) : static_cast<std::int32_t>(face),
            object | depth << 31, faces ? face : kNoFace};
  }

  // Draws a band of all objects.
  template <typename K>
  void fill(int band, BandLists<typename K::Word>& lists) const {
    lists.fill(drawing_.bands().cells(band), [&](auto& writer) {
      for (std::uint32_t o = 0; o < objects_; ++o) draw_object<K>(o, band, writer);
    });
  }

  template <typename K, typename Writer>
  void draw_object(std::uint32_t o, int band, Writer& writer) const {
    // The bands of a face all write the same.
    std::int32_t* const errors = errors_[o].data();
    const auto on_error = [errors](std::uint32_t face, std::int32_t error) {
      std::atomic_ref(errors[face]).store(error, std::memory_order_relaxed);
    };
    const auto base = [o](std::uint32_t face, std::uint32_t entry) { return K::base(face, entry, o); };
    drawing_.draw(o, band, writer, base, on_error);
  }

  template <typename K, typename OnLists>
  std::uint64_t visit(const OnLists& on_lists) const {
    struct Memory {
      BandLists<typename K::Word> lists;
      KeptVector<Fragment> fragments;
    };
    tbb::enumerable_thread_specific<Memory> memory;
    std::atomic<std::uint64_t> crossings = 0;
    tbb::parallel_for(0, bands(), [&](int band) {
      Memory& m = memory.local();
      Stopwatch watch;
      fill<K>(band, m.lists);
      const double draw_ms = watch.lap();
      m.lists.take_sorted(m.fragments, [this](const typename K::Word& key) { return fragment<K>(key); });
      add_times(draw_ms, watch.lap());
      crossings += m.lists.size();
      on_lists(Lists{static_cast<std::size_t>(band), drawing_.bands().first_cell(band), m.lists.begin(), m.fragments});
    });
    return crossings;
  }

  void add_times(double draw_ms, double sort_ms) const;

  Stopwatch watch_;  // runs while what follows is made
  std::size_t objects_;
  BandDrawing drawing_;
  mutable std::vector<KeptVector<std::int32_t>> errors_;  // of every face of every mesh; empty for other shapes
  Zlist::Times* times_;
  mutable std::mutex times_mutex_;
};

template <typename OnLine>
std::uint64_t ZlistBands::for_each_line(const OnLine& on_line) const {
  struct Memory {
    BandLists<std::uint64_t> lists;
    KeptVector<Fragment> fragments;
  };
  tbb::enumerable_thread_specific<Memory> memory;
  std::atomic<std::uint64_t> crossings = 0;
  tbb::parallel_for(0, bands(), [&](int band) {
    BandLists<std::uint64_t>& lists = memory.local().lists;
    fill<PairKey>(band, lists);
    crossings += lists.size();
    const std::size_t first = drawing_.bands().first_cell(band), cells = drawing_.bands().cells(band);
    if (lists.in_slots()) {
      const std::span<const ListCode> codes = lists.sort();
      const SlotLists<std::uint64_t> slots = lists.slots();
      for (std::size_t c = 0; c < cells; ++c)
        on_line(first + c, CodedList(*this, slots.slots + c, slots.stride, slots.counts[c], codes[c]));
      return;
    }
    KeptVector<Fragment>& fragments = memory.local().fragments;
    lists.take_sorted(fragments, [this](std::uint64_t key) { return fragment<PairKey>(key); });
    for (std::size_t c = 0; c < cells; ++c)
      on_line(first + c,
              std::span<const Fragment>(fragments.data() + lists.begin()[c], fragments.data() + lists.begin()[c + 1]));
  });
  return crossings;
}

}  // namespace impinge
