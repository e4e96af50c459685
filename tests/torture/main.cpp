// kine_torture: random solves, and whether what is promised of them is kept. See docs/reliability.md and tools/torture.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "tests/torture/promises.h"
#include "tests/torture/shrink.h"

namespace kine::torture {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  double seconds = 0;          // 0: as many cases as asked for
  std::uint64_t cases = 1000;  // where no seconds are given
  std::uint64_t seed = 0;
  std::int64_t only_case = -1;  // this one alone
  Numbers numbers = Numbers::Ordinary;
  bool arms = false;  // arms with structure instead of skeletons of every kind
  ScratchMemory memory = ScratchMemory::Filled;
  double patience = 300;  // seconds after which a case counts as one that does not end
};

struct Tally {
  std::uint64_t solves = 0;
  std::uint64_t by_status[4] = {};
  double slowest = 0;
  std::uint64_t slowest_case = 0;
  int most_iterations = 0;
  std::uint64_t most_iterations_case = 0;
};

/// Ends the program with a sentence when one case takes too long.
class Watchdog {
 public:
  explicit Watchdog(const Options& options) : options_(options), thread_([this] { watch(); }) {}
  ~Watchdog() {
    ended_ = true;
    thread_.join();
  }
  void begin(std::uint64_t number) {
    number_ = number;
    begin_ = Clock::now().time_since_epoch().count();
  }

 private:
  void watch() {
    while (!ended_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      const Clock::duration so_far = Clock::now().time_since_epoch() - Clock::duration(begin_.load());
      if (begin_ == 0 || std::chrono::duration<double>(so_far).count() < options_.patience) continue;
      std::printf("BROKEN case %llu of seed %llu did not end in %.0f s\n",
                  static_cast<unsigned long long>(number_.load()), static_cast<unsigned long long>(options_.seed),
                  options_.patience);
      std::fflush(stdout);
      std::_Exit(1);
    }
  }

  const Options& options_;
  std::atomic<bool> ended_{false};
  std::atomic<std::uint64_t> number_{0};
  std::atomic<Clock::rep> begin_{0};
  std::thread thread_;
};

void usage() {
  std::printf(
      "kine_torture [--seconds S | --cases N] [--seed K] [--extreme] [--arms] [--case NUMBER] [--patience S] "
      "[--unfilled]\n");
  std::exit(2);
}

Options read_options(int count, char** words) {
  Options options;
  options.seed = std::random_device{}();
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--extreme") {
      options.numbers = Numbers::Absurd;
      continue;
    }
    if (word == "--arms") {
      options.arms = true;
      continue;
    }
    if (word == "--unfilled") {
      options.memory = ScratchMemory::Unfilled;
      continue;
    }
    if (i + 1 == count) usage();
    const char* value = words[++i];
    if (word == "--seconds") {
      options.seconds = std::atof(value);
    } else if (word == "--cases") {
      options.cases = std::strtoull(value, nullptr, 10);
    } else if (word == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (word == "--case") {
      options.only_case = std::atoll(value);
    } else if (word == "--patience") {
      options.patience = std::atof(value);
    } else {
      usage();
    }
  }
  return options;
}

class Torture {
 public:
  explicit Torture(const Options& options) : options_(options) {}

  int run() {
    const Clock::time_point begin = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    const auto first = static_cast<std::uint64_t>(options_.only_case < 0 ? 0 : options_.only_case);
    std::uint64_t number = first;
    Watchdog watchdog(options_);
    const auto more = [&] {
      if (options_.only_case >= 0) return number == first;
      return options_.seconds > 0 ? passed() < options_.seconds : number < options_.cases;
    };
    for (; more(); ++number) {
      watchdog.begin(number);
      try_case(number, watchdog);
    }
    print_tables();
    std::printf("seed %llu: %llu cases, %llu solves, %llu broken promises in %.0f s\n",
                static_cast<unsigned long long>(options_.seed), static_cast<unsigned long long>(number - first),
                static_cast<unsigned long long>(solves_), static_cast<unsigned long long>(broken_), passed());
    return broken_ > 0 ? 1 : 0;
  }

 private:
  void try_case(std::uint64_t number, Watchdog& watchdog) {
    const auto& draw = options_.arms ? random_arms : random_cases;
    const std::vector<Case> cases = draw(options_.seed, number, options_.numbers);
    const std::vector<Outcome> outcomes = solve_and_check(cases, options_.memory);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Outcome& outcome = outcomes[i];
      if (!outcome.built) continue;
      ++solves_;
      Tally& tally = tallies_[std::string(name_of(cases[i].method))];
      ++tally.solves;
      ++tally.by_status[static_cast<int>(outcome.status)];
      if (outcome.seconds > tally.slowest) tally.slowest = outcome.seconds, tally.slowest_case = number;
      if (outcome.iterations > tally.most_iterations)
        tally.most_iterations = outcome.iterations, tally.most_iterations_case = number;
      if (outcome.broken_promise.empty()) continue;
      ++broken_;
      tell(number, cases[i], outcome, watchdog);
    }
  }

  /// The first of each kind is shrunk and printed.
  void tell(std::uint64_t number, Case one, const Outcome& outcome, Watchdog& watchdog) {
    const std::string method(name_of(one.method));
    if (breaches_[method + ": " + kind_of_breach(outcome.broken_promise)]++ > 0) return;
    std::printf("BROKEN case %llu of seed %llu, %s: %s\n", static_cast<unsigned long long>(number),
                static_cast<unsigned long long>(options_.seed), method.c_str(), outcome.broken_promise.c_str());
    std::fflush(stdout);
    if (!outcome.witness.empty()) {
      std::size_t v = 0;
      for (CaseJoint& joint : one.joints)
        for (int k = 0; k < value_count_of(joint.joint); ++k)
          joint.witness[static_cast<std::size_t>(k)] = outcome.witness[v++];
      one.has_witness = true;
    }
    watchdog.begin(number);
    const Case small = shrunk(one);
    const std::string name = "Seed" + std::to_string(options_.seed) + "Case" + std::to_string(number);
    std::printf("%s\n", as_cpp_test(small, name, broken_promise_of(small)).c_str());
    std::fflush(stdout);
  }

  void print_tables() const {
    std::printf("%-30s %10s %10s %10s %11s %10s %12s %10s %10s %10s\n", "method", "solves", "reached", "not found",
                "unreachable", "refused", "slowest, ms", "case", "iterations", "case");
    for (const auto& [name, tally] : tallies_)
      std::printf("%-30s %10llu %10llu %10llu %11llu %10llu %12.1f %10llu %10d %10llu\n", name.c_str(),
                  static_cast<unsigned long long>(tally.solves), static_cast<unsigned long long>(tally.by_status[0]),
                  static_cast<unsigned long long>(tally.by_status[1]),
                  static_cast<unsigned long long>(tally.by_status[2]),
                  static_cast<unsigned long long>(tally.by_status[3]), tally.slowest * 1e3,
                  static_cast<unsigned long long>(tally.slowest_case), tally.most_iterations,
                  static_cast<unsigned long long>(tally.most_iterations_case));
    for (const auto& [kind, count] : breaches_)
      std::printf("broken %llu times: %s\n", static_cast<unsigned long long>(count), kind.c_str());
  }

  Options options_;
  std::uint64_t solves_ = 0, broken_ = 0;
  std::map<std::string, Tally> tallies_;
  std::map<std::string, std::uint64_t> breaches_;
};

}  // namespace
}  // namespace kine::torture

int main(int count, char** words) {
  kine::torture::catch_assertions();
  return kine::torture::Torture(kine::torture::read_options(count, words)).run();
}
