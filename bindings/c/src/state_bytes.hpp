// States that begin somewhere, and as bytes, to be kept and given back by who calls. Private to the C API.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "bindings/c/include/kine_c/kine.h"

namespace kine::c_api {

/// A state that begins at a place on the map; with a height, on the ground about there.
template <class State>
kine_status begin_at(double x, double z, double heading, std::optional<double> height, State& state) {
  if (!(std::isfinite(x) && std::isfinite(z) && std::isfinite(heading) && std::isfinite(height.value_or(0))))
    return KINE_BAD_VALUE;
  state = State{};
  state.start_height = height;
  state.course.x = x;
  state.course.z = z;
  state.course.heading = heading;
  return KINE_OK;
}

/// Bytes of states are followed by this, so that others are told apart.
inline std::uint64_t seal_of(const unsigned char* bytes, size_t size) {
  std::uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

/// How many bytes these states make, sealed.
template <class... States>
constexpr size_t sealed_size() {
  return (sizeof(States) + ... + sizeof(std::uint64_t));
}

template <class... States>
kine_status write_sealed(void* bytes, size_t size, const States&... states) {
  static_assert((std::is_trivially_copyable_v<States> && ...));
  if (!bytes) return KINE_NULL;
  if (size != sealed_size<States...>()) return KINE_BAD_SIZE;
  auto* out = static_cast<unsigned char*>(bytes);
  ((std::memcpy(out, &states, sizeof states), out += sizeof states), ...);
  const std::uint64_t seal = seal_of(static_cast<unsigned char*>(bytes), size - sizeof seal);
  std::memcpy(out, &seal, sizeof seal);
  return KINE_OK;
}

/// Changes nothing unless the seal is right.
template <class... States>
kine_status read_sealed(const void* bytes, size_t size, States&... states) {
  if (!bytes) return KINE_NULL;
  if (size != sealed_size<States...>()) return KINE_BAD_SIZE;
  const auto* in = static_cast<const unsigned char*>(bytes);
  std::uint64_t seal = 0;
  std::memcpy(&seal, in + size - sizeof seal, sizeof seal);
  if (seal != seal_of(in, size - sizeof seal)) return KINE_BAD_VALUE;
  ((std::memcpy(&states, in, sizeof states), in += sizeof states), ...);
  return KINE_OK;
}

}  // namespace kine::c_api
