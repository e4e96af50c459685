// Our walk beside two people of the CMU motion capture database, where those files are at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "kine/io/load.h"
#include "kine/kinematics/forward.h"
#include "kine/model/clip.h"
#include "kine/motion/walk.h"
#include "tests/support/gait_cycle.h"
#include "tests/support/people_walks.h"
#include "tests/support/shared_data.h"

namespace kine {
namespace {

using testing::apart;
using testing::correlation;
using testing::Curve;
using testing::cycle_of;
using testing::GaitCycle;
using testing::LegTrack;
using testing::mean_of;
using testing::range_of;
using testing::stance_knee;
using testing::StanceKnee;

/// The sine of one cycle that lies nearest to a curve.
Curve fitted_sine(const Curve& curve) {
  double mean = 0, a = 0, b = 0;
  for (std::size_t k = 0; k < 100; ++k) {
    const double t = 2 * kPi * static_cast<double>(k) / 100;
    mean += curve[k] / 100;
    a += curve[k] * std::sin(t) / 50;
    b += curve[k] * std::cos(t) / 50;
  }
  Curve sine(101);
  for (std::size_t k = 0; k < 101; ++k) {
    const double t = 2 * kPi * static_cast<double>(k) / 100;
    sine[k] = mean + a * std::sin(t) + b * std::cos(t);
  }
  return sine;
}

constexpr double kFarthestApart = 7;  // degrees

bool passes(const GaitCycle& person, const GaitCycle& walk) {
  const struct {
    const Curve &a, &b;
    double least;
  } all[] = {{person.hip, walk.hip, 0.95}, {person.knee, walk.knee, 0.90}, {person.ankle, walk.ankle, 0.80}};
  bool good = true;
  for (const auto& [a, b, least] : all) {
    const double ratio = range_of(b) / range_of(a);
    good = good && correlation(a, b) >= least && ratio >= 0.8 && ratio <= 1.2 && apart(a, b) <= kFarthestApart;
  }
  return good;
}

struct Person {
  double speed = 0;
  GaitCycle gait;
};

/// A captured walk; both legs count.
Result<Person> person_of(const std::string& asf, const std::string& amc) {
  const std::vector<std::string> files = {asf, amc};
  const Result<Scene> scene = load_scene(files, {});
  if (!scene) return Error{scene.error()};
  const Skeleton& skeleton = scene->skeleton;
  const Clip& clip = scene->clips.at(0);
  Frames frames(skeleton);
  std::array<LegTrack, 2> legs;
  for (int k = 0; k < clip.frame_count(); ++k) {
    forward(skeleton, clip.pose(k), frames);
    for (const auto& [leg, side] : {std::pair{&legs[0], 'l'}, std::pair{&legs[1], 'r'}}) {
      const auto joint = [&](const char* name) { return skeleton.joint(side + std::string(name)); };
      leg->add(frames, JointId{0}, joint("femur"), joint("tibia"), joint("foot"), joint("toes"));
    }
  }
  Person person;
  const Vec3 way = legs[0].pelvis.back() - legs[0].pelvis.front();
  person.speed = std::sqrt(way.x * way.x + way.z * way.z) / clip.duration();
  const GaitCycle left = cycle_of(legs[0], 0), right = cycle_of(legs[1], 0);
  person.gait = left;
  for (std::size_t k = 0; k < 101; ++k) {
    person.gait.hip[k] = 0.5 * (left.hip[k] + right.hip[k]);
    person.gait.knee[k] = 0.5 * (left.knee[k] + right.knee[k]);
    person.gait.ankle[k] = 0.5 * (left.ankle[k] + right.ankle[k]);
  }
  return person;
}

GaitCycle our_walk(double speed) {
  Gait gait;
  gait.top_speed = speed;
  return testing::cycle_of(gait);
}

/// Prints how alike they are.
void tell(const testing::PersonWalk& person, const GaitCycle& theirs, const GaitCycle& ours) {
  const struct {
    const char* joint;
    const Curve &theirs, &ours;
  } all[] = {{"hip", theirs.hip, ours.hip}, {"knee", theirs.knee, ours.knee}, {"ankle", theirs.ankle, ours.ankle}};
  for (const auto& each : all)
    std::printf(
        "%s at %.2f m/s, %s: correlation %.3f, range %.2f of theirs, %.1f degrees apart (means %.1f and %.1f)\n",
        person.name, person.speed, each.joint, correlation(each.theirs, each.ours),
        range_of(each.ours) / range_of(each.theirs), apart(each.theirs, each.ours), mean_of(each.ours),
        mean_of(each.theirs));
}

TEST(WalkAndPeople, AWalkIsAWalk) {
  for (const testing::PersonWalk& person : testing::kPeopleWalks) {
    const GaitCycle theirs = cycle_of(person), ours = our_walk(person.speed);
    tell(person, theirs, ours);
    EXPECT_TRUE(passes(theirs, ours)) << person.name;
    // A walk of the very same shape in a crouch fails.
    GaitCycle crouched = theirs;
    for (double& angle : crouched.knee) angle += 10;
    EXPECT_FALSE(passes(theirs, crouched));
    // The comparison is worth something: sines fitted to this very person fail it.
    EXPECT_FALSE(passes(theirs, {fitted_sine(theirs.hip), fitted_sine(theirs.knee), fitted_sine(theirs.ankle)}));
    EXPECT_TRUE(passes(theirs, theirs));
  }
}

TEST(WalkAndPeople, AWalkIsAsUprightAsPeople) {
  const StanceKnee knee = stance_knee(our_walk(1.3).knee);
  EXPECT_LE(knee.mid, 22);   // people: 29 and 23
  EXPECT_LE(knee.late, 15);  // 20 and 15
}

TEST(WalkAndPeople, TheTableIsWhatTheFilesShow) {
  const std::string root = testing::shared_data();
  if (root.empty()) {
    std::printf("left out: ../shared/data is not here, so the table of people's walks is taken as it is\n");
    return;
  }
  constexpr double kRounded = 0.06, kRoundedSpeed = 0.006;  // degrees and m/s: the table has one decimal, and two
  for (const testing::PersonWalk& person : testing::kPeopleWalks) {
    const std::string name = person.name, subject = name.substr(0, name.find('_'));
    const std::string file = root + "/asf_amc/cmu_" + subject + "/";
    const Result<Person> found = person_of(file + subject + ".asf", file + name + ".amc");
    ASSERT_TRUE(found) << found.error();
    EXPECT_NEAR(found->speed, person.speed, kRoundedSpeed);
    const GaitCycle table = cycle_of(person);
    for (std::size_t k = 0; k <= 100; k += 2) {
      EXPECT_NEAR(found->gait.hip[k], table.hip[k], kRounded) << name << " at " << k;
      EXPECT_NEAR(found->gait.knee[k], table.knee[k], kRounded) << name << " at " << k;
      EXPECT_NEAR(found->gait.ankle[k], table.ankle[k], kRounded) << name << " at " << k;
    }
  }
}

}  // namespace
}  // namespace kine
