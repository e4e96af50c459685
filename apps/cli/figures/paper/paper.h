#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/draw/draw.h"
#include "apps/cli/figures/plots.h"
#include "kine/motion/walk.h"
#include "scenes/terrains.h"

/// "The paper beside ours": the figures and tables of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of
/// the Jacobian", drawn and counted anew from what kine does. Our own drawings of our own data.
namespace kine::cli {

/// The pictures, by the numbers of the paper's figures, and two more. None is timed.
std::span<const Plot> paper_plots();

Picture paper_figure_1_1(int);  ///< the hierarchy of the figure
Picture paper_figure_1_2(int);  ///< inverting a matrix, in flops
Picture paper_figure_1_3(int);  ///< where a knee can be when only the heel is told
Picture paper_figure_1_4(int);  ///< the stride
Picture paper_figure_1_5(int);  ///< the two stages of a step
Picture paper_figure_1_6(int);  ///< the centre of a turn
Picture paper_figure_1_7(int);  ///< the arcs of hips and heels
Picture paper_figure_1_8(int);  ///< walking over uneven ground
Picture paper_strips(int);      ///< the same from the side, on three grounds
Picture paper_iterations(int);  ///< why the full solver ran to its limit

/// Tables 1.1 to 1.3 and how many iterations solves take, as Markdown.
std::string paper_tables();
/// Table 1.4 and what an iteration costs: times of this machine.
std::string paper_times();

/// A walk, frame by frame.
struct PaperWalk {
  Skeleton skeleton;
  std::vector<std::vector<double>> poses;
  std::vector<WalkPlan> plans;
  std::vector<WalkState> states;
  double rate = 120;

  std::size_t frame_at(double time) const;
  /// Where a joint of a side is in a frame: `left_heel` and its like.
  Vec3 at(std::size_t frame, int foot, const char* part) const;
  Frames frames_of(std::size_t frame) const;
};

/// Walks in the gait of the paper.
PaperWalk paper_walk(const std::string& terrain, const Stick& stick, double seconds, double rate = 120);

/// What the solves of a walk took.
struct SolveCounts {
  std::string name;
  std::string note;
  std::vector<int> iterations;  ///< sorted
  int failed = 0;

  double mean() const;
  double failed_percent() const;
};

/// The same walk's feet asked of the paper's solver and of ours in several ways.
std::vector<SolveCounts> count_solves();

/// Seconds for each iteration of the paper's solver, by three rows and by six.
struct IterationTimes {
  double half = 0, full = 0;
};
IterationTimes time_paper_iterations();

/// Bones alone: lighter than draw_humanoid.
void draw_bones(const Skeleton& skeleton, const Frames& frames, const Camera& camera, double width, Svg& svg);

/// A red triangle below a planted point, as in figure 1.5.
void draw_plant(Point2 at, Svg& svg);

/// From the side: the way ahead to the right.
Camera side_view(const Vec3& centre, Point2 middle, double pixels_per_metre);
/// From above: ahead is up, the left is left.
Camera top_view(const Vec3& centre, Point2 middle, double pixels_per_metre);

}  // namespace kine::cli
