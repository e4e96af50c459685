/// Inverse kinematics: goals, the methods that meet them, and how it went. Part of <kine_c/kine.h>.
///
///   kine_goals* goals = kine_goals_create(arm);
///   int hand = kine_goals_add(goals, KINE_REACH, forearm);
///   kine_goals_set_offset(goals, hand, 0.25, 0, 0);
///   kine_goals_set_target(goals, hand, 0.3, 0.2, 0);
///   kine_solver* solver = kine_solver_create(arm, "jacobian", message, sizeof message);
///   kine_solver_set(solver, "max_iterations", 50);
///   kine_solve(solver, goals, pose, pose_size);
///   if (kine_solver_outcome(solver) != KINE_REACHED) kine_solver_sentence(solver, message, sizeof message);
///
/// A solver works on one skeleton and keeps its settings, its working memory and the report of its last solve; use one
/// for each thread. Solving with max_iterations = k shows the error after k iterations.
#ifndef KINE_C_KINE_SOLVE_H_
#define KINE_C_KINE_SOLVE_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- goals ---------------------------------------------------------------------------------------------------------

typedef struct kine_goals kine_goals;  ///< what is wanted, all at once: a list

/// What a goal measures, by how many rows, and which settings below it reads beside offset, frame, weight, priority,
/// fade and bounds. A row is met when its number lies within its bounds (0 to 0 unless it says otherwise).
typedef enum kine_goal_kind {
  KINE_REACH = 0,           ///< 3, metres: the point comes to the target
  KINE_ORIENT = 1,          ///< 3, radians: the joint is turned as the orientation
  KINE_PLACE = 2,           ///< 6: both, angles first: target and orientation
  KINE_AIM = 3,             ///< 2, radians: the ray from the point along the axis goes through the target
  KINE_HOLD = 4,            ///< one per freedom: every value near those of the posture. `joint` is not looked at
  KINE_CENTRE_OF_MASS = 5,  ///< 3, metres: the centre of all masses comes to the target. `joint` is not looked at
  KINE_DISTANCE = 6,        ///< 1, metres: from the point to the target; set its bounds
  KINE_HALF_SPACE = 7       ///< 1, metres: how far the point is in front of the plane through the target whose normal
                            ///< is the axis; its bounds are 0 to infinity
} kine_goal_kind;

/// An empty list for a skeleton; NULL for NULL.
kine_goals* kine_goals_create(const kine_skeleton* skeleton);
void kine_goals_destroy(kine_goals* goals);

/// Adds a goal for a joint and gives its place in the list; -1 for NULL, an unknown kind or joint. Numbers are checked
/// by kine_solve, which refuses goals that make no sense.
int kine_goals_add(kine_goals* goals, int kind, int joint);
/// Takes all goals away. Their memory is kept for those to come, so that lists made again and again allocate nothing.
kine_status kine_goals_clear(kine_goals* goals);
/// How many; -1 for NULL.
int kine_goals_count(const kine_goals* goals);
/// The kine_goal_kind of a goal, and how many rows it has; -1 for misuse.
int kine_goals_kind(const kine_goals* goals, int goal);
int kine_goals_row_count(const kine_goals* goals, int goal);

/// Where: in the frame (default 0).
kine_status kine_goals_set_target(kine_goals* goals, int goal, double x, double y, double z);
/// How turned: in the frame, any length but zero (default unturned).
kine_status kine_goals_set_orientation(kine_goals* goals, int goal, double x, double y, double z, double w);
/// Aim: the pointing axis in the joint's frame. Half space: the normal, in the frame. Any length but zero.
kine_status kine_goals_set_axis(kine_goals* goals, int goal, double x, double y, double z);
/// Hold: a whole pose, which is copied.
kine_status kine_goals_set_posture(kine_goals* goals, int goal, const double* pose, int pose_size);
/// Hold: a weight for each freedom, > 0, times that of kine_goals_set_weight; they are copied. A freedom of ten times
/// the weight gives way a tenth as much. NULL and 0 (the default): none, and all count alike, or by effort where the
/// skeleton has masses.
kine_status kine_goals_set_freedom_weights(kine_goals* goals, int goal, const double* weights, int freedom_count);
/// The point that is meant, in the joint's frame (default 0), or in the tool's where a place has one.
kine_status kine_goals_set_offset(kine_goals* goals, int goal, double x, double y, double z);
/// Place: a tool that is fixed to the joint, whose frame comes to target and orientation in place of the joint's.
/// `joint_from_tool`: seven numbers, translation x, y, z, then rotation x, y, z, w of any length but zero (default: the
/// joint's own frame).
kine_status kine_goals_set_tool(kine_goals* goals, int goal, const double* joint_from_tool);
/// "two-bone", "hybrid": the direction in the world to which the middle of this goal's limb points, any length; 0 (the
/// default): as the solver's settings pole_x, pole_y, pole_z say.
kine_status kine_goals_set_pole(kine_goals* goals, int goal, double x, double y, double z);
/// Measure in the frame of this joint; KINE_WORLD (the default): in the world. A reach in the frame of another joint
/// closes a loop at a point; a place does so rigidly.
kine_status kine_goals_set_frame(kine_goals* goals, int goal, int joint);
/// Against other goals of the same priority, > 0 (default 1).
kine_status kine_goals_set_weight(kine_goals* goals, int goal, double weight);
/// 0 (the default) comes first; a goal of a later priority never costs an earlier one anything. For "full-body".
kine_status kine_goals_set_priority(kine_goals* goals, int goal, int priority);
/// 0 to 1: how much of the way from where it is to where it is wanted (default 1).
kine_status kine_goals_set_fade(kine_goals* goals, int goal, double fade);
/// Row `row` is met within lower to upper; infinities: on that side it does not matter. Hold has none.
kine_status kine_goals_set_bounds(kine_goals* goals, int goal, int row, double lower, double upper);

/// Why a goal cannot be used, one sentence; "" if it can; NULL for misuse.
const char* kine_goals_fault(const kine_goals* goals, int goal);

/// How far a goal is missed: out[0] metres, out[1] radians; 0 within bounds. `frames` come from kine_forward of `pose`.
kine_status kine_goals_error(const kine_goals* goals, int goal, const kine_frames* frames, const double* pose,
                             int pose_size, double* out);

// ---- methods -------------------------------------------------------------------------------------------------------

/// How many methods there are, their names and what each is, in one line; NULL where there is none.
///   "jacobian"   "two-bone"   "ccd"   "fabrik"   "shake"   "full-body"   "hybrid"   "global"
int kine_method_count(void);
const char* kine_method_name(int method);
const char* kine_method_description(int method);

/// A solver by the method's name, with the method's defaults; NULL and a sentence where there is no such method.
/// "distance", as "shake" was called in 0.1, is still understood.
kine_solver* kine_solver_create(const kine_skeleton* skeleton, const char* method, char* message, size_t message_size);
void kine_solver_destroy(kine_solver* solver);

/// Sets a number of the method by name. KINE_BAD_INDEX: it has no such setting; KINE_BAD_VALUE: NaN, a part where a
/// whole number is needed, no such choice, no such joint. Ranges are checked by kine_solve.
///   all             tolerance (of the reach), angle_tolerance (radians), metres_tolerance (metres; 0: `tolerance`)
///   all but         max_iterations
///     two-bone, global
///   jacobian        inverse (a kine_inverse), step (0 to 1), from (a joint; -1: all may move), penultimate (0, 1),
///                   max_change (radians per solve), ease (0 to 1), inner_limit, inverse_error
///   two-bone        root, mid (joints; -1: found), pole_x, pole_y, pole_z, bend_axis_x, ..._y, ..._z,
///                   twist (radians), softness (0 to 1), fade (0 to 1), keep (1: a pose that misses is not taken)
///   ccd             max_turn (radians), tip_first (0, 1), shakes
///   fabrik          shakes
///   shake           shakes, cycle, bone_tolerance
///   full-body       from, restarts, seed, try_again (0, 1: a first level that is stuck is tried once more)
///   global          choice (a kine_choice), max_starts, from, turns (0, 1: kine_solve_all counts poses whole turns apart)
///   hybrid          those of full-body, of two-bone less root and mid, and stretch (0 to 1)
kine_status kine_solver_set(kine_solver* solver, const char* setting, double value);
/// What it is set to; NaN for misuse and where the method has no such setting.
double kine_solver_get(const kine_solver* solver, const char* setting);
/// All settings of the solver's method: how many (-1 for NULL) and their names (NULL where there is none).
int kine_solver_setting_count(const kine_solver* solver);
const char* kine_solver_setting_name(const kine_solver* solver, int setting);

/// "jacobian": a pose to stay near in what freedom the goals leave, which is copied; NULL: none. "ease" says how much
/// of the way to it is gone in each solve. "global": the pose that KINE_CHOICE_POSTURE means. KINE_BAD_VALUE for other
/// methods.
kine_status kine_solver_set_posture(kine_solver* solver, const double* pose, int pose_size);

/// Locks for the solves to come, without another skeleton: all freedoms of a joint stay as the pose has them (not 0) or
/// may move again (0: the default). What the skeleton fixes stays fixed. Where a value follows another, the one that it
/// follows is meant.
kine_status kine_solver_set_locked(kine_solver* solver, int joint, int locked);
/// The same for one freedom, by its index (kine_skeleton_freedom_of), and for all of them.
kine_status kine_solver_set_freedom_locked(kine_solver* solver, int freedom, int locked);
kine_status kine_solver_set_all_locked(kine_solver* solver, int locked);
/// 1: the freedom is not locked; 0: it is; -1 for misuse.
int kine_solver_may_move(const kine_solver* solver, int freedom);

/// How the Jacobian is inverted.
typedef enum kine_inverse {
  KINE_INVERSE_DAMPED = 0,             ///< damped least squares that tunes itself: the default
  KINE_INVERSE_PAPER = 1,              ///< the right pseudo-inverse, by Meredith & Maddock's algorithm
  KINE_INVERSE_TRANSPOSE = 2,          ///< the transpose
  KINE_INVERSE_SELECTIVELY_DAMPED = 3  ///< Buss & Kim
} kine_inverse;

/// Which pose "global" takes where there are several.
typedef enum kine_choice {
  KINE_CHOICE_QUICK = 0,            ///< the first that is found, looking outwards from the seed: the default
  KINE_CHOICE_NEAREST = 1,          ///< the nearest to the seed
  KINE_CHOICE_POSTURE = 2,          ///< the nearest to the pose of kine_solver_set_posture
  KINE_CHOICE_FAR_FROM_LIMITS = 3,  ///< the one whose worst joint is farthest from its limits
  KINE_CHOICE_MANIPULABLE = 4       ///< the one with the largest sqrt(det(J J^T))
} kine_choice;

/// How a solve ended.
typedef enum kine_outcome {
  KINE_REACHED = 0,      ///< every goal is met within tolerance
  KINE_NOT_FOUND = 1,    ///< no pose that meets them was found; there may be one
  KINE_UNREACHABLE = 2,  ///< proved: a target is farther than the bones are long, or nearer than they can fold
  KINE_BAD_INPUT = 3     ///< goals, settings or a pose that make no sense; the pose is as it was
} kine_outcome;

/// Solves from the given pose and writes the best one found, inside its limits: the very bits that the C++ library
/// gives. The status is about misuse only; how it went, kine_solver_outcome says. Allocates nothing, unless the goals
/// need more working memory than any before.
kine_status kine_solve(kine_solver* solver, const kine_goals* goals, double* pose, int pose_size);

/// "global": finds all poses, nearest to the given one first, `most` of them at the most (1 to 100000). KINE_BAD_VALUE for
/// other methods. Allocates where `most` is not that of the call before.
kine_status kine_solve_all(kine_solver* solver, const kine_goals* goals, const double* pose, int pose_size, int most);
/// How many it found; 1: they are proved to be all, 0: there may be more; -1 for NULL.
int kine_solver_solution_count(const kine_solver* solver);
int kine_solver_solutions_complete(const kine_solver* solver);
/// One of them. out[4]: its branch (-1 without structure), from where to where the locked joint of seven may turn on this
/// branch (-infinity and infinity where none is locked), and the distance to the pose it was asked for from.
kine_status kine_solver_solution(const kine_solver* solver, int solution, double* pose, int pose_size, double* out);

/// "global": the closed form that it sees for a place of this joint, as words: "three axes meet at the tip: square roots;
/// joint7 is searched". KINE_BAD_VALUE for other methods.
kine_status kine_solver_structure(const kine_solver* solver, int joint, char* message, size_t message_size);
/// The joint of seven that is searched, or -1: no joint is, or misuse.
int kine_solver_searched_joint(const kine_solver* solver, int joint);
/// A branch of a solution as words: "shoulder 1, elbow 2, wrist 1"; empty without structure.
kine_status kine_solver_branch_name(const kine_solver* solver, int joint, int branch, char* message,
                                    size_t message_size);

// ---- how the last solve went ---------------------------------------------------------------------------------------

/// A kine_outcome; -1 for NULL and before the first solve.
int kine_solver_outcome(const kine_solver* solver);
/// The largest error of any goal, metres and radians; NaN for NULL.
double kine_solver_position_error(const kine_solver* solver);
double kine_solver_angle_error(const kine_solver* solver);
/// The goal that is farthest off, against its tolerance, -1 for none; how many iterations it took; -1 for NULL.
int kine_solver_worst_goal(const kine_solver* solver);
int kine_solver_iterations(const kine_solver* solver);

/// The report as a sentence, e.g. "31.0 mm short: l_elbow at its 145.0° limit; 6.0° more reaches".
kine_status kine_solver_sentence(const kine_solver* solver, char* message, size_t message_size);

/// What stood in the way: limits at which the solve ended, and goals of an earlier priority. "full-body" says so itself
/// and kine_explain for every method. -1 for NULL.
int kine_solver_blocker_count(const kine_solver* solver);
/// Whose limit (KINE_WORLD: it is a goal), and which of its axes; -2 for misuse.
int kine_solver_blocker_joint(const kine_solver* solver, int blocker);
int kine_solver_blocker_axis(const kine_solver* solver, int blocker);
/// Of a ball: 1 its swing, 2 its twist; 0: it is no ball's; -1 for misuse.
int kine_solver_blocker_ball_part(const kine_solver* solver, int blocker);
/// Which goal came first; -1: it is a limit, or misuse.
int kine_solver_blocker_goal(const kine_solver* solver, int blocker);
/// out[3]: the limit itself (radians or metres; of a swing: how far it is swung); metres of error gone for each radian
/// or metre that it gives way; and how far it must give way, by itself, for the goals to be reached (0: not known).
kine_status kine_solver_blocker_numbers(const kine_solver* solver, int blocker, double* out);

/// After a solve that missed: finds out what stood in the way and by how much each limit would have to give way, and
/// completes the report, for whatever method. `goals` and `pose` are those that kine_solve was given and gave back; the
/// pose stays. For people, not for the loop: it solves many times over, and allocates.
kine_status kine_explain(kine_solver* solver, const kine_goals* goals, const double* pose, int pose_size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_SOLVE_H_
