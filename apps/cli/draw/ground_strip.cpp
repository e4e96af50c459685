#include "apps/cli/draw/ground_strip.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>

#include "apps/cli/draw/draw.h"

namespace kine::cli {

namespace {

constexpr double kLargest = 110;  // pixels a metre: a person is 190 high
constexpr double kSmallest = 55;  // what rows are added for
constexpr int kMostRows = 4;
constexpr double kMargin = 0.9;    // metres before the first figure and behind the last
constexpr double kApart = 0.34;    // figures stand apart at least by this part of their height
constexpr double kBelow = 0.12;    // metres of ground below the lowest point
constexpr double kTimes = 24;      // pixels for the times below a row
constexpr double kGroundStep = 2;  // pixels from sample to sample of the ground
constexpr double kNowhere = 1e-9;  // metres: a root that moves by less stands

Vec3 level(const Vec3& v) { return {v.x, 0, v.z}; }

/// The way of the root: how far it has come at each moment, and where it goes.
struct Course {
  std::vector<double> along;  ///< metres
  std::vector<Vec3> heading;  ///< level, unit length
};

Course course_of(std::span<const StandingFigure> moments) {
  Course course;
  Vec3 heading = kUnitZ;
  for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
    const Vec3 step = level(moments[i + 1].root - moments[i].root);
    if (length(step) > kNowhere) {
      heading = normalised(step);
      break;
    }
  }
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Vec3 step = i > 0 ? level(moments[i].root - moments[i - 1].root) : Vec3{};
    course.along.push_back(i > 0 ? course.along.back() + length(step) : 0);
    // Over a quarter of a metre, so that the sway of the hips turns nothing.
    std::size_t from = i, to = i;
    while (from > 0 && course.along[i] - course.along[from] < 0.25) --from;
    while (to + 1 < moments.size() && length(level(moments[to].root - moments[i].root)) < 0.25) ++to;
    const Vec3 way = level(moments[to].root - moments[from].root);
    if (length(way) > kNowhere) heading = normalised(way);
    course.heading.push_back(heading);
  }
  return course;
}

/// The place on the ground that is `side` metres to the left of the course after so many metres.
Vec3 place_on(const GroundStrip& strip, const Course& course, double along, double side) {
  const auto after = std::ranges::lower_bound(course.along, along);
  const std::size_t next =
      std::min<std::size_t>(static_cast<std::size_t>(after - course.along.begin()), course.along.size() - 1);
  const std::size_t i = along <= 0 || next == 0 ? 0 : along >= course.along.back() ? course.along.size() - 1 : next - 1;
  const Vec3 left = cross(kUnitY, course.heading[i]);
  return strip.course[i].root + course.heading[i] * (along - course.along[i]) + left * side;
}

/// What is drawn in one row.
struct Row {
  double from = 0, to = 0;                    ///< metres along the course
  double low = kInfinity, high = -kInfinity;  ///< metres
  std::vector<std::size_t> moments{};
};

class Strip {
 public:
  Strip(const GroundStrip& strip, double width) : strip_(strip), course_(course_of(strip.course)) {
    const double whole = course_.along.back();
    double tall = 1e-3;
    for (const StandingFigure& figure : strip.course) {
      double low = kInfinity, high = -kInfinity;
      for (const Vec3& joint : figure.joints) {
        low = std::min<double>(low, joint.y);
        high = std::max<double>(high, joint.y);
      }
      tall = std::max(tall, high - low);
    }
    const double size = tall / 1.75;  // of a person
    const double wide = whole + 2 * kMargin * size;
    const int rows = std::clamp(static_cast<int>(std::ceil(wide * kSmallest / size / width)), 1, kMostRows);
    const double row_length = whole / rows + 2 * kMargin * size;
    scale_ = std::min(kLargest / size, width / row_length);
    const int fit = static_cast<int>(whole / (kApart * tall)) + 1;
    choose_moments(std::min(fit, rows > 1 ? strip.figures * rows : strip.figures));
    for (int i = 0; i < rows; ++i) rows_.push_back(row(whole * i / rows, whole * (i + 1) / rows, kMargin * size));
  }

  double draw(Point2 corner, Svg* svg) const {
    double top = corner.y;
    for (const Row& each : rows_) {
      const double high = (each.high - each.low) * scale_;
      if (svg != nullptr) draw_row(each, {corner.x, top + high}, *svg);
      top += high + kTimes;
    }
    return top - corner.y;
  }

 private:
  /// Evenly apart along the course.
  void choose_moments(int count) {
    const double whole = course_.along.back();
    for (int i = 0; i < count; ++i) {
      const double at = count > 1 ? whole * i / (count - 1) : 0;
      const auto found = std::ranges::lower_bound(course_.along, at - kNowhere);
      const auto moment = static_cast<std::size_t>(found - course_.along.begin());
      chosen_.push_back(std::min(moment, course_.along.size() - 1));
    }
  }

  Row row(double from, double to, double margin) const {
    Row out{from - margin, to + margin};
    const bool last = to >= course_.along.back();
    for (const std::size_t moment : chosen_)
      if (course_.along[moment] >= from && (course_.along[moment] < to || last)) out.moments.push_back(moment);
    for (const std::size_t moment : out.moments) {
      for (const Vec3& joint : strip_.course[moment].joints) {
        out.low = std::min<double>(out.low, joint.y);
        out.high = std::max<double>(out.high, joint.y);
      }
    }
    for (const double at : ground_steps(out)) {
      const std::optional<double> height = ground(at, 0);
      out.low = std::min(out.low, height.value_or(out.low));
      out.high = std::max(out.high, height.value_or(out.high));
    }
    out.low -= kBelow;
    return out;
  }

  /// Where the ground of a row is looked at: metres along the course.
  std::vector<double> ground_steps(const Row& row) const {
    std::vector<double> steps;
    double at = row.from;
    while (at <= row.to) {
      steps.push_back(at);
      at += kGroundStep / scale_;
    }
    return steps;
  }

  std::optional<double> ground(double along, double side) const {
    const Vec3 place = place_on(strip_, course_, along, side);
    const GroundHit hit = strip_.ground.at(place.x, place.z);
    return hit.hit ? std::optional<double>(hit.point.y) : std::nullopt;
  }

  void draw_row(const Row& row, Point2 floor, Svg& svg) const {
    const auto on_page = [&](double along, double height) {
      return Point2{floor.x + (along - row.from) * scale_, floor.y - (height - row.low) * scale_};
    };
    draw_ground(row, floor, on_page, svg);
    for (const std::size_t moment : row.moments) {
      const StandingFigure& figure = strip_.course[moment];
      const auto joint_on_page = [&](std::size_t joint) {
        const Vec3& at = figure.joints[joint];
        return on_page(course_.along[moment] + dot(level(at - figure.root), course_.heading[moment]), at.y);
      };
      for (std::size_t j = 0; j < figure.joints.size(); ++j) {
        const JointId parent = strip_.skeleton.parent(JointId{static_cast<int>(j)});
        if (!parent.valid() || strip_.bone_colours[j].empty()) continue;
        svg.line(joint_on_page(static_cast<std::size_t>(parent.index)), joint_on_page(j),
                 {.stroke = strip_.bone_colours[j], .width = 2});
      }
      char time[32];
      std::snprintf(time, sizeof time, "%.2f s", figure.time);
      svg.text({on_page(course_.along[moment], 0).x, floor.y + 15}, time,
               {.size = 11, .colour = colour::kMuted, .anchor = Anchor::Middle});
    }
  }

  /// The ground below the root as a body of earth, and below each foot as a line in its colour. Holes part them.
  template <class OnPage>
  void draw_ground(const Row& row, Point2 floor, const OnPage& on_page, Svg& svg) const {
    const auto each_run = [&](double side, const auto& draw) {
      std::vector<Point2> run;
      const std::vector<double> steps = ground_steps(row);
      for (const double at : steps) {
        const std::optional<double> height = ground(at, side);
        if (height) run.push_back(on_page(at, *height));
        if ((height && at != steps.back()) || run.empty()) continue;
        if (run.size() > 1) draw(run);
        run.clear();
      }
    };
    each_run(0, [&](std::vector<Point2> run) {
      svg.polyline(run, {.stroke = colour::kMuted, .width = 1.5});
      run.push_back({run.back().x, floor.y});
      run.push_back({run.front().x, floor.y});
      svg.polygon(run, {.fill = colour::kFlesh, .opacity = 0.45});
    });
    if (!(strip_.foot_side > 0)) return;
    for (const double side : {strip_.foot_side, -strip_.foot_side})
      each_run(side, [&](const std::vector<Point2>& run) {
        svg.polyline(run, {.stroke = side > 0 ? colour::kLeft : colour::kRight, .width = 1, .opacity = 0.6});
      });
  }

  const GroundStrip& strip_;
  Course course_;
  double scale_ = 1;                   // pixels a metre
  std::vector<std::size_t> chosen_{};  // moments that are drawn
  std::vector<Row> rows_{};
};

}  // namespace

double draw_ground_strip(const GroundStrip& strip, Point2 corner, double width, Svg* svg) {
  return Strip(strip, width).draw(corner, svg);
}

}  // namespace kine::cli
