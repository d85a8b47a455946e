// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory of a program, with the secrets that each byte depends on.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace vmb {

// The writer of a value: 0 for none, then the secrets, then the instructions of the program.
using Writer = uint32_t;

// The taint of a value: the bits that depend on secrets, the secrets (a bit each), and the last
// writer.
struct Taint {
  uint64_t bits = 0;
  uint32_t secrets = 0;
  Writer writer = 0;
};

// A piece of memory of this many bytes, initially 0.
template <typename T>
class Zeros {
 public:
  explicit Zeros(size_t size) : data_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
    if (!data_) throw std::bad_alloc();
  }
  T& operator[](size_t i) { return data_.get()[i]; }
  const T& operator[](size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
};

struct Region {
  Region(uint64_t begin, uint64_t length)
      : base(begin), size(length), bytes(length), bits(length), secrets(length), writers(length) {}
  bool contains(uint64_t address, uint64_t length) const {
    return address >= base && address - base <= size && length <= size - (address - base);
  }

  uint64_t base, size;
  Zeros<uint8_t> bytes, bits;
  Zeros<uint32_t> secrets;
  Zeros<Writer> writers;
};

class Memory {
 public:
  // Overlapping or adjacent regions become one, so none may be added once there are contents.
  void add(uint64_t base, uint64_t size);
  void make();
  Region* find(uint64_t address, uint64_t length);
  // The taint of some bytes, the first one lowest.
  Taint load(const Region& region, uint64_t address, unsigned length) const;
  void store(Region& region, uint64_t address, unsigned length, const Taint& taint);

 private:
  struct Range { uint64_t begin, end; };
  std::vector<Range> ranges_;
  std::vector<std::unique_ptr<Region>> regions_;
};

}  // namespace vmb
