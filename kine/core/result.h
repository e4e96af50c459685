#pragma once

#include <optional>
#include <string>
#include <utility>

#include "kine/core/assert.h"

namespace kine {

/// What went wrong, as one sentence that a person can act on, e.g. `walk.bvh:112: CHANNELS says 6, found 5`.
struct Error {
  std::string sentence;
};

/// Either a value or an Error. Only loaders, builders and look-ups return it; a solve answers with its Report.
///
///   Result<Skeleton> arm = Skeleton::build(joints);
///   if (!arm) return fail(arm.error());
///   use(*arm);
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  /// The value. Asking for it when there is none is a programmer's error.
  const T& value() const& {
    KINE_ASSERT(ok(), "a Result without a value was read: check ok() first");
    return *value_;
  }
  T& value() & {
    KINE_ASSERT(ok(), "a Result without a value was read: check ok() first");
    return *value_;
  }
  T&& value() && {
    KINE_ASSERT(ok(), "a Result without a value was read: check ok() first");
    return *std::move(value_);
  }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  /// The sentence; empty when there is a value.
  const std::string& error() const { return error_.sentence; }

 private:
  std::optional<T> value_;
  Error error_;
};

}  // namespace kine
