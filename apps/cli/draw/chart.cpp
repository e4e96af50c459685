#include "apps/cli/draw/chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/cli/draw/draw.h"
#include "apps/cli/figures/power_law.h"

namespace kine::cli {

namespace {

constexpr double kLabelSize = 13;

std::string superscript(int power) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = power < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(power))) text += kDigits[digit - '0'];
  return text;
}

/// At most two decimals, and no more than there are.
std::string short_number(double value) {
  const auto hundredths = std::llround(value * 100);
  const auto size = hundredths < 0 ? -hundredths : hundredths;
  std::string text = (hundredths < 0 ? "−" : "") + std::to_string(size / 100);
  if (size % 100 == 0) return text;
  text += '.';
  text += std::to_string(size % 100 / 10);
  if (size % 10 != 0) text += std::to_string(size % 10);
  return text;
}

/// Where between 0 and 1 of the axis; what is out of range at its end.
double along(const Axis& axis, double value) {
  if (!axis.logarithmic) return std::clamp((value - axis.from) / (axis.to - axis.from), 0.0, 1.0);
  if (!(value > axis.from)) return 0;
  if (value >= axis.to) return 1;
  const double low = log10_of(axis.from);
  return std::clamp((log10_of(value) - low) / (log10_of(axis.to) - low), 0.0, 1.0);
}

void draw_mark(Svg& svg, Point2 at, const Style& style) {
  const auto corners = [&](std::initializer_list<Point2> offsets) {
    std::vector<Point2> points;
    for (const Point2& offset : offsets) points.push_back(at + offset);
    svg.polygon(points, {.fill = style.colour});
  };
  switch (style.mark) {
    case Mark::None:
      return;
    case Mark::Disc:
      return svg.circle(at, 3.2, {.fill = style.colour});
    case Mark::Ring:
      return svg.circle(at, 3.2, {.fill = "#131c31", .stroke = style.colour, .width = 1.8});
    case Mark::Square:
      return corners({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}});
    case Mark::Triangle:
      return corners({{0, -4.2}, {3.8, 2.8}, {-3.8, 2.8}});
    case Mark::Diamond:
      return corners({{0, -4.4}, {4.4, 0}, {0, 4.4}, {-4.4, 0}});
  }
}

}  // namespace

std::vector<Tick> decades(double from, double to, bool plain) {
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::lround(log10_of(from))), last = static_cast<int>(std::lround(log10_of(to)));
  double value = 1;
  for (int power = 0; power > first; --power) value /= 10;
  for (int power = 0; power < first; ++power) value *= 10;
  for (int power = first; power <= last; ++power, value *= 10) {
    ticks.push_back({value, plain && power >= -2 && power <= 3 ? short_number(value)
                            : power == 0                       ? "1"
                                                               : "10" + superscript(power)});
  }
  return ticks;
}

std::vector<Tick> steps(double from, double to, double step, std::string_view unit) {
  std::vector<Tick> ticks;
  const auto count = std::llround((to - from) / step);
  for (long long i = 0; i <= count; ++i) {
    const double value = from + step * static_cast<double>(i);
    ticks.push_back({value, short_number(value).append(unit)});
  }
  return ticks;
}

Chart::Chart(Svg& svg, Point2 corner, double width, double height, Axis x, Axis y)
    : svg_(svg), corner_(corner), width_(width), height_(height), x_(std::move(x)), y_(std::move(y)) {
  svg.rectangle(corner, width, height, 4, {.fill = "#0f1729", .opacity = 0.55});
  const Paint grid{.stroke = colour::kGrid, .width = 1};
  const Lettering label{.size = kLabelSize, .colour = colour::kMuted, .anchor = Anchor::Middle};
  for (const Tick& tick : x_.ticks) {
    const double at = corner.x + width * along(x_, tick.value);
    svg.line({at, corner.y}, {at, corner.y + height}, grid);
    svg.text({at, corner.y + height + 19}, tick.label, label);
  }
  for (const Tick& tick : y_.ticks) {
    const double at = corner.y + height * (1 - along(y_, tick.value));
    svg.line({corner.x, at}, {corner.x + width, at}, grid);
    svg.text({corner.x - 9, at + 4.5}, tick.label,
             {.size = kLabelSize, .colour = colour::kMuted, .anchor = Anchor::End});
  }
  const Paint edge{.stroke = colour::kMuted, .width = 1.2};
  svg.line(corner, {corner.x, corner.y + height}, edge);
  svg.line({corner.x, corner.y + height}, {corner.x + width, corner.y + height}, edge);
  svg.text({corner.x + width / 2, corner.y + height + 42}, x_.title,
           {.size = 14, .colour = colour::kText, .anchor = Anchor::Middle});
  svg.text({corner.x, corner.y - 12}, y_.title, {.size = 14, .colour = colour::kText});
}

Point2 Chart::place(Point2 data) const {
  return {corner_.x + width_ * along(x_, data.x), corner_.y + height_ * (1 - along(y_, data.y))};
}

bool Chart::inside(Point2 data) const {
  return data.x >= x_.from && data.x <= x_.to && data.y >= y_.from && data.y <= y_.to;
}

void Chart::draw(const Series& series) {
  std::size_t last = series.points.size();  // behind the last point that counts
  while (last > 1 && !inside(series.points[last - 1]) && !inside(series.points[last - 2])) --last;
  std::vector<Point2> line;
  for (std::size_t i = 0; i < last; ++i) line.push_back(place(series.points[i]));
  if (line.size() > 1) {
    svg_.polyline(line, {.stroke = series.style.colour, .width = 2, .dash = series.style.dash});
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (inside(series.points[i])) draw_mark(svg_, line[i], series.style);
  }
}

void Chart::guide(Point2 from, Point2 to) {
  svg_.line(place(from), place(to), {.stroke = colour::kMuted, .width = 1.2, .dash = "2 5"});
}

void Chart::note(Point2 data, Point2 shift, std::string_view words, Anchor anchor) {
  svg_.text(place(data) + shift, words, {.size = kLabelSize, .colour = colour::kMuted, .anchor = anchor});
}

void draw_legend(Svg& svg, Point2 at, std::span<const Series> all) {
  for (const Series& series : all) {
    const Point2 middle = at + Point2{13, -4.5};
    svg.line(middle - Point2{13, 0}, middle + Point2{13, 0},
             {.stroke = series.style.colour, .width = 2, .dash = series.style.dash});
    draw_mark(svg, middle, series.style);
    svg.text(at + Point2{34, 0}, series.name, {.size = 13.5, .colour = colour::kText});
    at.y += 22;
    if (series.note.empty()) continue;
    svg.text(at + Point2{34, -5}, series.note, {.size = 12, .colour = colour::kMuted});
    at.y += 15;
  }
}

void draw_heading(Svg& svg, std::string_view title, std::span<const std::string> lines) {
  svg.text({28, 38}, title, {.size = 19, .colour = colour::kText, .bold = true});
  double y = 60;
  for (const std::string& line : lines) {
    svg.text({28, y}, line, {.size = 13, .colour = colour::kMuted});
    y += 18;
  }
}

}  // namespace kine::cli
