#include "kine/motion/walk/course_motion.h"

#include <gtest/gtest.h>

#include "kine/math/trig.h"

namespace kine {
namespace {

using namespace detail;

TEST(CourseMotion, DoesNotMindHowTimeIsCutIntoFrames) {
  const Course start{0.3, -0.2, 0.5, {0.4, 0.1, -0.2}};
  const CourseSpeeds wanted{1.3, -0.2, 0.9};
  const SpeedRates rates{1.3, 1.3, 5};
  const Course whole = advance_course(start, wanted, rates, 1.5);
  for (const int frames : {3, 50, 1000}) {
    Course course = start;
    for (int k = 0; k < frames; ++k) course = advance_course(course, wanted, rates, 1.5 / frames);
    EXPECT_NEAR(course.x, whole.x, 1e-5);
    EXPECT_NEAR(course.z, whole.z, 1e-5);
    EXPECT_NEAR(course.heading, whole.heading, 1e-9);
    EXPECT_NEAR(course.speeds.forward, 1.3, 1e-12);
  }
}

TEST(CourseMotion, AQuarterTurnAtSteadySpeedIsAnArc) {
  const double radius = 2, speed = 1;
  Course course{0, 0, 0, {speed, 0, speed / radius}};
  for (int k = 0; k < 10; ++k)
    course = advance_course(course, course.speeds, {1, 1, 1}, 0.1 * radius * kPi / 2 / speed);
  EXPECT_NEAR(course.x, radius, 1e-6) << "to the left";
  EXPECT_NEAR(course.z, radius, 1e-6);
}

}  // namespace
}  // namespace kine
