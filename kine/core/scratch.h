#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "kine/core/assert.h"

namespace kine {

/// Memory for working values: one block, sized once, handed out from front to back and taken back all at once.
/// It never grows, so whoever uses it allocates nothing. One Scratch serves one thread at a time.
///
///   Scratch scratch(4096);
///   {
///     const Scratch::Scope scope(scratch);
///     std::span<double> row = scratch.take<double>(7);
///   }                                                  // row's bytes are free again
class Scratch {
 public:
  /// Owns `bytes` bytes.
  explicit Scratch(std::size_t bytes) : owned_(new std::byte[bytes]), bytes_(owned_.get(), bytes) {}

  /// Works over the caller's bytes, which must outlive it.
  explicit Scratch(std::span<std::byte> bytes) : bytes_(bytes) {}

  /// Owns as much as `model` says it needs.
  template <class Model>
    requires requires(const Model& m) {
      { m.scratch_bytes() } -> std::convertible_to<std::size_t>;
    }
  explicit Scratch(const Model& model) : Scratch(model.scratch_bytes()) {}

  Scratch(Scratch&& other) noexcept
      : owned_(std::move(other.owned_)),
        bytes_(std::exchange(other.bytes_, {})),
        used_(std::exchange(other.used_, 0)) {}
  Scratch& operator=(Scratch&&) = delete;

  std::size_t capacity() const { return bytes_.size(); }
  std::size_t used() const { return used_; }
  std::size_t free() const { return bytes_.size() - used_; }

  /// `count` values of T, not initialised. An empty span (and a failed assertion) when there is no
  /// room left.
  template <class T>
  std::span<T> take(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    const std::size_t address = reinterpret_cast<std::size_t>(bytes_.data()) + used_;
    const std::size_t padding = (alignof(T) - address % alignof(T)) % alignof(T);
    const std::size_t free_bytes = bytes_.size() - used_;
    constexpr std::size_t size = sizeof(T);  // NOLINT(bugprone-sizeof-expression): T may be a pointer
    const bool fits = padding <= free_bytes && count <= (free_bytes - padding) / size;
    KINE_ASSERT(fits, "the scratch memory is too small for this call");
    if (!fits) return {};
    // Bytes hold any implicit-lifetime type as soon as it is written: nothing to construct.
    T* first = reinterpret_cast<T*>(bytes_.data() + used_ + padding);
    used_ += padding + count * size;
    return {first, count};
  }

  /// Gives back, at its end, all that was taken since its beginning.
  class Scope {
   public:
    explicit Scope(Scratch& scratch) : scratch_(scratch), used_before_(scratch.used_) {}
    ~Scope() { scratch_.used_ = used_before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Scratch& scratch_;
    std::size_t used_before_;
  };

 private:
  std::unique_ptr<std::byte[]> owned_;
  std::span<std::byte> bytes_;
  std::size_t used_ = 0;
};

}  // namespace kine
