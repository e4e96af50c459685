#include "kine/core/scratch.h"

#include <array>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace kine {
namespace {

int g_failures = 0;
void count_failure(const char*, const char*, const char*, int) { ++g_failures; }

/// Counts failed assertions while it lives.
class CountingFailures {
 public:
  CountingFailures() : before_(set_assert_handler(&count_failure)) { g_failures = 0; }
  ~CountingFailures() { set_assert_handler(before_); }
  CountingFailures(const CountingFailures&) = delete;
  CountingFailures& operator=(const CountingFailures&) = delete;

  /// `times` in builds with assertions, none in those without.
  void expect(int times) const { EXPECT_EQ(g_failures, KINE_ASSERTS ? times : 0); }

 private:
  AssertHandler before_;
};

std::size_t address(const void* p) { return reinterpret_cast<std::size_t>(p); }

TEST(Scratch, HandsOutSpansThatDoNotOverlap) {
  Scratch scratch(1024);
  const std::span<double> a = scratch.take<double>(7);
  const std::span<int> b = scratch.take<int>(5);
  ASSERT_EQ(a.size(), 7u);
  ASSERT_EQ(b.size(), 5u);
  EXPECT_LE(address(a.data() + a.size()), address(b.data()));
  for (double& x : a) x = 1.5;
  for (int& x : b) x = -1;
  for (const double x : a) EXPECT_EQ(x, 1.5);
  EXPECT_EQ(scratch.capacity(), 1024u);
  EXPECT_EQ(scratch.used(), 7 * sizeof(double) + 5 * sizeof(int));
}

struct alignas(64) CacheLine {
  unsigned char bytes[64];
};

TEST(Scratch, AlignsWhateverIsAskedFor) {
  Scratch scratch(4096);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(scratch.take<char>(1).size(), 1u);
    EXPECT_EQ(address(scratch.take<double>(1).data()) % alignof(double), 0u);
    EXPECT_EQ(scratch.take<char>(3).size(), 3u);
    EXPECT_EQ(address(scratch.take<CacheLine>(2).data()) % 64, 0u);
  }
}

TEST(Scratch, ScopesGiveBackAndNest) {
  Scratch scratch(256);
  const double* first = nullptr;
  {
    const Scratch::Scope outer(scratch);
    first = scratch.take<double>(2).data();
    {
      const Scratch::Scope inner(scratch);
      EXPECT_EQ(scratch.take<double>(20).size(), 20u);
    }
    EXPECT_EQ(scratch.used(), 2 * sizeof(double));
  }
  EXPECT_EQ(scratch.used(), 0u);
  EXPECT_EQ(scratch.take<double>(2).data(), first);
}

TEST(Scratch, FillsToTheLastByteAndThenRefuses) {
  alignas(8) std::array<std::byte, 64> bytes{};
  Scratch scratch{std::span<std::byte>(bytes)};
  EXPECT_EQ(scratch.take<std::uint64_t>(8).size(), 8u);
  EXPECT_EQ(scratch.used(), 64u);
  const CountingFailures failures;
  EXPECT_TRUE(scratch.take<char>(1).empty());
  failures.expect(1);
  EXPECT_EQ(scratch.used(), 64u);  // a refusal takes nothing
}

TEST(Scratch, RefusesWhatOnlyPaddingPushesOut) {
  alignas(8) std::array<std::byte, 16> bytes{};
  Scratch scratch{std::span<std::byte>(bytes)};
  EXPECT_EQ(scratch.take<char>(1).size(), 1u);
  const CountingFailures failures;
  EXPECT_TRUE(scratch.take<std::uint64_t>(2).empty());
  failures.expect(1);
  EXPECT_EQ(scratch.take<std::uint64_t>(1).size(), 1u);
}

TEST(Scratch, RefusesCountsWhoseBytesOverflow) {
  Scratch scratch(64);
  const CountingFailures failures;
  EXPECT_TRUE(scratch.take<double>(std::numeric_limits<std::size_t>::max() / 4).empty());
  EXPECT_TRUE(scratch.take<double>(std::numeric_limits<std::size_t>::max()).empty());
  failures.expect(2);
}

TEST(Scratch, WorksInTheCallersBytes) {
  alignas(8) std::array<std::byte, 32> bytes{};
  Scratch scratch{std::span<std::byte>(bytes)};
  EXPECT_EQ(static_cast<void*>(scratch.take<std::uint32_t>(1).data()), static_cast<void*>(bytes.data()));
}

struct Model {
  std::size_t scratch_bytes() const { return 123; }
};

TEST(Scratch, TakesItsSizeFromAModel) {
  const Scratch scratch{Model{}};
  EXPECT_EQ(scratch.capacity(), 123u);
  EXPECT_EQ(scratch.used(), 0u);
}

}  // namespace
}  // namespace kine
