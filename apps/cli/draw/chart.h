#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/draw/svg.h"

/// Line charts on a card: axes with ticks, straight or logarithmic, lines with marks and a legend. The same data has
/// the same bytes everywhere.
namespace kine::cli {

struct Tick {
  double value;
  std::string label;
};

/// From `from` to `to`, in the data's units. `ticks` have lines across the chart.
struct Axis {
  std::string title;
  double from = 0, to = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks{};
};

/// Ticks at all powers of ten between, labelled 10⁻³; where `plain`, 0.01 to 1000 are written out.
std::vector<Tick> decades(double from, double to, bool plain = false);
/// Ticks at from, from + step ... to, with a unit behind each number.
std::vector<Tick> steps(double from, double to, double step, std::string_view unit = "");

enum class Mark { None, Disc, Ring, Square, Triangle, Diamond };

/// How a line looks, in the chart and in the legend.
struct Style {
  std::string_view colour;
  Mark mark = Mark::Disc;
  std::string_view dash{};
};

struct Series {
  std::string name;
  Style style;
  std::vector<Point2> points;  ///< in the data's units, in the order they are joined
  std::string note{};          ///< behind the name in the legend, muted
};

class Chart {
 public:
  /// Draws the frame, the grid and the labels. `corner` and the sizes are those of the plotted area; the labels lie
  /// outside of it, to the left and below, the title of the upright axis above.
  Chart(Svg& svg, Point2 corner, double width, double height, Axis x, Axis y);

  /// Where a point of the data lies on the page; what is out of range lies on the edge.
  Point2 place(Point2 data) const;
  /// A line with its marks. Where it leaves the chart upwards or downwards it runs along the edge without marks, and
  /// ends after one such point if nothing comes back.
  void draw(const Series& series);
  /// A line across the data's range that is no data: a bound, an average.
  void guide(Point2 from, Point2 to);
  /// Words in the chart.
  void note(Point2 data, Point2 shift, std::string_view words, Anchor anchor = Anchor::Start);

 private:
  bool inside(Point2 data) const;

  Svg& svg_;
  Point2 corner_;
  double width_, height_;
  Axis x_, y_;
};

/// The names of the lines below one another, 22 pixels each, the first at `at`.
void draw_legend(Svg& svg, Point2 at, std::span<const Series> all);

/// The heading of a card: a bold title at the top left, and muted lines below it.
void draw_heading(Svg& svg, std::string_view title, std::span<const std::string> lines);

}  // namespace kine::cli
