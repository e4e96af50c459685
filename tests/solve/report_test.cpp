#include "kine/solve/report.h"

#include <gtest/gtest.h>

#include "kine/math/trig.h"
#include "scenes/scenes.h"

namespace kine {
namespace {

Report report_of(Status status, double metres, double turn = 0) {
  Report report;
  report.status = status;
  report.position_error = metres;
  report.angle_error = turn;
  return report;
}

TEST(Report, BeginsAsOneOfASolveThatDidNotStart) {
  const Report report;
  EXPECT_EQ(report.status, Status::BadInput);
  EXPECT_FALSE(report.reached());
  EXPECT_EQ(report.worst_goal, -1);
  EXPECT_EQ(report.blocker_count, 0);
}

TEST(Report, NamesItsStatus) {
  EXPECT_EQ(to_string(Status::Reached), "reached");
  EXPECT_EQ(to_string(Status::NotFound), "not found");
  EXPECT_EQ(to_string(Status::Unreachable), "unreachable");
  EXPECT_EQ(to_string(Status::BadInput), "bad input");
}

TEST(Report, SaysInASentenceHowItWent) {
  const Skeleton body = scenes::humanoid();
  EXPECT_EQ(sentence(body, report_of(Status::Reached, 1e-6)), "reached");
  EXPECT_EQ(sentence(body, report_of(Status::Unreachable, 0.25)),
            "250 mm short: out of reach, however the joints turn");
  EXPECT_EQ(sentence(body, report_of(Status::NotFound, 0.031)), "31.0 mm short: no better pose was found");
  EXPECT_EQ(sentence(body, report_of(Status::NotFound, 0, radians(12.0))), "12.0° short: no better pose was found");
  EXPECT_EQ(sentence(body, report_of(Status::NotFound, 0.0021, radians(3.5))),
            "2.10 mm and 3.50° short: no better pose was found");
  Report bad;
  bad.fault = "a goal has a number that is not finite";
  EXPECT_EQ(sentence(body, bad), "a goal has a number that is not finite");
}

TEST(Report, SaysWhatStoodInTheWay) {
  const Skeleton body = scenes::humanoid(), rail = scenes::slider_arm();
  Report report = report_of(Status::NotFound, 0.031);
  report.blocker_count = 1;
  report.blockers[0].joint = body.joint("left_shank");
  report.blockers[0].at = radians(145.0);
  report.blockers[0].relax = radians(6.0);
  EXPECT_EQ(sentence(body, report), "31.0 mm short: left_shank at its 145.0° limit; 6.0° more reaches");
  report.blocker_count = 2;
  report.blockers[1].goal = 0;
  EXPECT_EQ(sentence(body, report),
            "31.0 mm short: left_shank at its 145.0° limit; 6.0° more reaches; goal 1 comes first");

  Report slid = report_of(Status::NotFound, 0.2);
  slid.blocker_count = 1;
  slid.blockers[0].joint = rail.joint("rail");
  slid.blockers[0].at = 0.5;
  EXPECT_EQ(sentence(rail, slid), "200 mm short: rail at its 500 mm limit");  // how much more is not known
}

}  // namespace
}  // namespace kine
