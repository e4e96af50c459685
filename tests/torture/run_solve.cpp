#include "tests/torture/run_solve.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <type_traits>

#include "kine/core/assert.h"
#include "tests/support/allocation_trap.h"
#include "tests/torture/promises.h"

namespace kine::torture {
namespace {

thread_local const char* failed_assertion = nullptr;

constexpr std::size_t kGuardBytes = 64;  // behind the scratch memory, never to be written
constexpr std::byte kGuard{0xA5};

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

void catch_assertions() {
  set_assert_handler([](const char*, const char* sentence, const char*, int) {
    if (!failed_assertion) failed_assertion = sentence;
  });
}

SolveRun run_solve(const Problem& problem, std::optional<std::byte> fill) {
  SolveRun run;
  run.pose = problem.start();
  run.speeds = problem.speeds();
  const Skeleton& skeleton = problem.skeleton();
  failed_assertion = nullptr;
  std::visit(
      [&](const auto& method) {
        constexpr bool is_velocity = std::is_same_v<std::decay_t<decltype(method)>, Velocity>;
        std::size_t bytes = 0;
        if constexpr (is_velocity) {
          bytes = scratch_bytes(skeleton, problem.constraints());
        } else {
          bytes = scratch_bytes(skeleton, problem.goals(), method);
        }
        const std::unique_ptr<std::byte[]> memory(new std::byte[bytes + kGuardBytes]);
        if (fill) std::fill_n(memory.get(), bytes, *fill);
        std::fill_n(memory.get() + bytes, kGuardBytes, kGuard);
        Scratch scratch(std::span<std::byte>(memory.get(), bytes));
        const auto begin = std::chrono::steady_clock::now();
        {
          const test::AllocationTrap trap;
          if constexpr (is_velocity) {
            run.velocity = step(skeleton, problem.constraints(), method, run.speeds, run.pose, scratch);
            run.report.status = run.velocity.status;
            run.report.fault = run.velocity.fault;
          } else {
            run.report = solve(skeleton, problem.goals(), method, run.pose, scratch);
          }
          run.allocations = trap.count();
        }
        run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        for (std::size_t i = 0; i < kGuardBytes; ++i) run.wrote_beyond_scratch |= memory[bytes + i] != kGuard;
      },
      problem.method());
  if (failed_assertion) run.assertion = failed_assertion;
  return run;
}

bool is_same(const SolveRun& a, const SolveRun& b) {
  const Report &x = a.report, &y = b.report;
  bool same = same_bits(a.pose, b.pose) && same_bits(a.speeds, b.speeds) && x.status == y.status &&
              x.iterations == y.iterations && x.worst_goal == y.worst_goal && x.outside_limits == y.outside_limits &&
              same_bits(x.position_error, y.position_error) && same_bits(x.angle_error, y.angle_error) &&
              same_bits(x.hold_error, y.hold_error) && x.blocker_count == y.blocker_count &&
              same_bits(x.wrist.away, y.wrist.away) && same_bits(a.velocity.scale, b.velocity.scale) &&
              a.velocity.rank == b.velocity.rank && same_bits(a.velocity.linear, b.velocity.linear) &&
              same_bits(a.velocity.angular, b.velocity.angular);
  for (int i = 0; same && i < x.blocker_count; ++i) {
    const Blocker &p = x.blockers[static_cast<std::size_t>(i)], &q = y.blockers[static_cast<std::size_t>(i)];
    same = p.joint == q.joint && p.component == q.component && p.goal == q.goal && same_bits(p.at, q.at) &&
           same_bits(p.gain, q.gain);
  }
  return same;
}

}  // namespace kine::torture
