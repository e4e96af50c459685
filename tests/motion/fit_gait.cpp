// Fits the numbers of Gait::natural() to recorded people: tools/fit_gait. What is fitted is how hip, knee and ankle bend
// over a cycle, beside two people at their own speeds (tests/support/people_walks.h); the rules of feet and the joints'
// accelerations hold what people's curves alone would ask too much of, and knees that bear are to be as straight as those of
// straight people. A pattern search: each number in turn a step up or
// down, steps halved when none helps.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/motion/walk_measure.h"
#include "tests/support/people_walks.h"

namespace kine::testing {
namespace {

/// A number that is fitted, and how far it is moved at first.
struct Fitted {
  const char* name;
  double Gait::* value;
  double step;
};

constexpr double kMetre = 0.004, kAngle = 0.04, kPhase = 0.03, kRate = 0.15;  // first steps: m, rad, of 1, rad a step

constexpr Fitted kFitted[] = {
    {"double_support", &Gait::double_support, kPhase},
    {"landing_ahead", &Gait::landing_ahead, kPhase},
    {"strike_pitch", &Gait::strike_pitch, kAngle},
    {"flat_at", &Gait::flat_at, kPhase},
    {"heel_off_at", &Gait::heel_off_at, kPhase},
    {"heel_off_pitch", &Gait::heel_off_pitch, kAngle},
    {"heel_off_rate", &Gait::heel_off_rate, kRate},
    {"swing_pitch", &Gait::swing_pitch, kAngle},
    {"swing_pitch_at", &Gait::swing_pitch_at, kPhase},
    {"swing_up", &Gait::swing_up, kPhase},
    {"swing_down", &Gait::swing_down, kPhase},
    {"lift", &Gait::lift, kMetre},
    {"lift_at", &Gait::lift_at, kPhase},
    {"walking_height", &Gait::walking_height, kMetre},
    {"bob", &Gait::bob, kMetre},
    {"bob_low_at", &Gait::bob_low_at, kPhase},
    {"surge", &Gait::surge, kMetre},
    {"surge_at", &Gait::surge_at, kPhase},
    {"list", &Gait::list, kAngle},
    {"turn", &Gait::turn, kAngle},
    {"tilt", &Gait::tilt, kAngle},
};

/// What a gait lacks, in degrees.
struct Cost {
  double people = 0;  ///< root of the mean square off them, over cycles, joints and people
  double rules = 0;   ///< what breaking rules counts
  double sum() const { return people + rules; }
};

double squares(const Curve& a, const Curve& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum / static_cast<double>(a.size());
}

/// Rules with room: a walk on the flat may use this much of what is allowed anywhere, and what is above it counts so
/// many degrees each time over.
double broken(double value, double allowed) {
  constexpr double kShare = 0.85, kDegrees = 50;
  return kDegrees * std::max<double>(0, value / allowed - kShare);
}

/// Degrees that knees which bear are bent too much: recorded people's are bent by 14 to 29 in mid-stance and by 7 to 20 late
/// in it.
double crouch(const GaitCycle& cycle) {
  constexpr double kMid = 20, kLate = 14;
  const StanceKnee knee = stance_knee(cycle.knee);
  return std::max<double>(0, knee.mid - kMid) + std::max<double>(0, knee.late - kLate);
}

Cost cost_of(Gait gait) {
  Cost cost;
  for (const PersonWalk& person : kPeopleWalks) {
    gait.top_speed = person.speed;
    const GaitCycle theirs = cycle_of(person), ours = cycle_of(gait);
    cost.rules += crouch(ours);
    cost.people += squares(theirs.hip, ours.hip) + squares(theirs.knee, ours.knee) + squares(theirs.ankle, ours.ankle);
  }
  cost.people = std::sqrt(cost.people / (3 * std::size(kPeopleWalks)));
  for (const double speed : {Gait{}.top_speed, 0.5 * Gait{}.top_speed}) {
    gait.top_speed = speed;
    WalkSetup setup;
    setup.gait = gait;
    setup.seconds = 6;
    const WalkFigures f = measure(setup);
    constexpr double kMetres = 1e-3, kJoint = 400, kPelvis = 5;  // as tools/walk_matrix asks: m, rad/s^2, m/s^2
    cost.rules += broken(f.drift.value, kMetres) + broken(f.depth.value, kMetres);
    cost.rules += broken(f.joint_acceleration.value, kJoint) + broken(f.pelvis_acceleration.value, kPelvis);
  }
  if (!std::isfinite(cost.sum())) cost.rules = 1e9;
  return cost;
}

/// Searches for so many rounds, or until steps are a sixteenth of what they were.
Gait fit(Gait gait, int rounds) {
  constexpr double kLeastShare = 1.0 / 16;
  double share = 1, best = cost_of(gait).sum();
  for (int round = 1; round <= rounds && share >= kLeastShare; ++round) {
    bool better = false;
    for (const Fitted& each : kFitted) {
      for (const double way : {share, -share}) {
        Gait other = gait;
        other.*each.value += way * each.step;
        const double cost = cost_of(other).sum();
        if (!(cost < best)) continue;
        gait = other;
        best = cost;
        better = true;
        break;
      }
    }
    std::fprintf(stderr, "\rround %d of %d: %.3f degrees ", round, rounds, best);
    if (!better) share *= 0.5;
  }
  std::fputc('\n', stderr);
  return gait;
}

/// Every fitted number off by up to a share of itself.
Gait astray(Gait gait, double share) {
  std::mt19937 random(1);
  for (const Fitted& each : kFitted) {
    const double way = 2 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 1;
    const bool height = each.value == &Gait::walking_height;  // a share of it would be another person
    gait.*each.value += height ? way * each.step : way * share * gait.*each.value;
  }
  return gait;
}

int run(int rounds, double share) {
  const Gait natural, from = astray(natural, share), found = fit(from, rounds);
  std::printf("%-16s %10s %10s %10s\n", "", "natural", "from", "fitted");
  for (const Fitted& each : kFitted)
    std::printf("%-16s %10.4g %10.4g %10.4g\n", each.name, natural.*each.value, from.*each.value, found.*each.value);
  for (const auto& [name, gait] :
       {std::pair{"natural", natural}, std::pair{"from", from}, std::pair{"fitted", found}}) {
    const Cost cost = cost_of(gait);
    std::printf("%-8s %.3f degrees off people, %.3f for rules\n", name, cost.people, cost.rules);
  }
  return 0;
}

}  // namespace
}  // namespace kine::testing

int main(int count, char** words) {
  int rounds = 40;
  double share = 0;
  for (int i = 1; i < count; i += 2) {
    const std::string_view option = words[i];
    const char* value = i + 1 < count ? words[i + 1] : "";
    if (option == "--rounds" && std::atoi(value) > 0) {
      rounds = std::atoi(value);
    } else if (option == "--astray" && std::atof(value) > 0) {
      share = std::atof(value);
    } else {
      std::fprintf(stderr, "fit_gait: --rounds wants a count and --astray a share above 0, not \"%s %s\"\n", words[i],
                   value);
      return 2;
    }
  }
  return kine::testing::run(rounds, share);
}
