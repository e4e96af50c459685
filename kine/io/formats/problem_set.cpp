#include "kine/io/formats/problem_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_set>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/text/read_file.h"
#include "kine/io/text/text_reader.h"
#include "kine/math/quat.h"
#include "kine/model/joint.h"

namespace kine {
namespace {

constexpr int kMaxProblems = 100'000'000;  // only bounds the number in the file: memory grows with the lines that come

/// Far from zero and from infinity, so that it can be normalised.
bool has_length(double length) { return length > 1e-12 && length < 1e12; }

Vec3 read_vector(TextReader& reader, std::string_view what) {
  std::array<double, 3> v{};
  reader.numbers(v, what);
  return {v[0], v[1], v[2]};
}

Vec3 read_direction(TextReader& reader, std::string_view what) {
  const Vec3 v = read_vector(reader, what);
  if (has_length(length(v))) return v * (1 / length(v));
  reader.fail(std::string(what) + " has no length");
  return kUnitX;
}

Quat read_rotation(TextReader& reader, std::string_view what) {
  std::array<double, 4> q{};
  reader.numbers(q, what);
  const Quat rotation{q[0], q[1], q[2], q[3]};
  if (!has_length(length(rotation))) reader.fail(std::string(what) + " has no length");
  return normalised(rotation);
}

Transform read_transform(TextReader& reader, std::string_view what) {
  const Vec3 translation = read_vector(reader, what);
  return {read_rotation(reader, what), translation};
}

/// Rotation vectors, one per joint, appended as the quaternions of a pose.
void read_turns(TextReader& reader, int joints, std::vector<double>& pose) {
  for (int i = 0; i < joints && reader.ok(); ++i) {
    const Vec3 turn = read_vector(reader, "a joint's rotation vector");
    if (!(length(turn) < 1e6)) reader.fail("a joint's rotation vector is too long");
    const Quat q = normalised(exp(turn));
    pose.insert(pose.end(), {q.x, q.y, q.z, q.w});
  }
}

std::string joined(std::string_view a, std::string_view b) { return std::string(a).append(b); }

/// The lines of the problems, each read by `read`, and that there are as many as the set promised.
template <class Read>
void read_problems(TextReader& reader, std::size_t promised, std::string_view noun, ProblemSet& set, Read read) {
  while (reader.next_line()) {
    if (set.count == promised)
      return reader.fail(joined("there are more ", noun) + " than " + std::to_string(promised));
    read();
    reader.expect_end();
    ++set.count;
  }
  if (set.count < promised)
    reader.fail(joined(noun, " says ") + std::to_string(promised) + ", found " + std::to_string(set.count));
}

/// Builds the skeleton once all of the text is known to be right, and finds the tips in it.
void finish(TextReader& reader, std::span<const Joint> joints, std::span<const std::string> tips, ProblemSet& set) {
  if (!reader.ok()) return;
  Result<Skeleton> skeleton = Skeleton::build(joints);
  if (!skeleton) return reader.fail(skeleton.error());
  for (const std::string& tip : tips) set.tips.push_back(skeleton->joint(tip));
  set.skeleton.push_back(*std::move(skeleton));
}

// ---- Arm ------------------------------------------------------------------------------------------------------------

Joint read_arm_joint(TextReader& reader, std::string_view parent) {
  reader.need_line("a joint");
  reader.expect("joint");
  Joint joint;
  joint.name = reader.need_word("the joint's name");
  joint.parent = parent;
  const std::string_view kind = reader.need_word("R or P");
  if (kind != "R" && kind != "P") reader.fail("a joint is R (it turns) or P (it slides)");
  joint.kind = kind == "P" ? JointKind::Slider : JointKind::Hinge;
  const Transform rest = read_transform(reader, "the joint's place");
  joint.rest.translation = rest.translation;
  joint.rest.rotation = rest.rotation;
  joint.axis = read_direction(reader, "the joint's axis");
  std::array<double, 2> limits{};
  reader.numbers(limits, "the joint's limits");
  if (!(limits[0] <= limits[1])) reader.fail("the joint's lower limit is above its upper one");
  joint.axes[0].limits = {limits[0], limits[1]};
  reader.expect_end();
  return joint;
}

/// What stands after the promised numbers is `key value` pairs; only the tip's name is of use.
std::string read_tip_name(TextReader& reader) {
  std::string name = "tip";
  for (std::string_view key = reader.next_word(); !key.empty(); key = reader.next_word()) {
    const std::string_view value = reader.next_word();
    if (key == "tip" && !value.empty()) name = value;
  }
  return name;
}

void read_arm(TextReader& reader, ProblemSet& set) {
  reader.need_line("\"robot\"");
  reader.expect("robot");
  reader.need_word("the robot's name");
  reader.expect("joints");
  const int joint_count = reader.whole_number("joints", 1, kMaxProblemJoints);
  reader.expect("problems");
  const int promised = reader.whole_number("problems", 0, kMaxProblems);
  std::string tip_name = read_tip_name(reader);

  std::vector<Joint> joints;
  std::unordered_set<std::string> names;
  for (int i = 0; i < joint_count && reader.ok(); ++i) {
    joints.push_back(read_arm_joint(reader, i == 0 ? std::string_view{} : joints.back().name));
    if (!names.insert(joints.back().name).second) reader.fail("a joint of that name has been before");
  }
  if (!reader.ok()) return;
  while (names.contains(tip_name)) tip_name += " tip";  // words have no blanks, so this one ends
  reader.need_line("the tip");
  reader.expect("tip");
  const Transform tip = read_transform(reader, "the tip");
  reader.expect_end();
  joints.push_back(fixed_joint(tip_name, joints.back().name, tip.translation));
  joints.back().rest.rotation = tip.rotation;

  std::vector<double> seed(static_cast<std::size_t>(joint_count));
  read_problems(reader, static_cast<std::size_t>(promised), "problems", set, [&] {
    reader.expect("p");
    set.targets.push_back(read_transform(reader, "the target"));
    reader.numbers(seed, "the cold seed");
    set.starts.insert(set.starts.end(), seed.begin(), seed.end());
    reader.numbers(seed, "the warm seed");
    set.warm_starts.insert(set.warm_starts.end(), seed.begin(), seed.end());
  });
  finish(reader, joints, {&tip_name, 1}, set);
}

// ---- TwoBone --------------------------------------------------------------------------------------------------------

void read_two_bone(TextReader& reader, ProblemSet& set) {
  reader.need_line("\"problems\"");
  reader.expect("problems");
  const int promised = reader.whole_number("problems", 0, kMaxProblems);
  reader.expect_end();
  read_problems(reader, static_cast<std::size_t>(promised), "problems", set, [&] {
    TwoBoneProblem problem;
    problem.reachable = reader.whole_number("reachable", 0, 1) == 1;
    problem.world_from_root = read_transform(reader, "the root");
    problem.upper = reader.number("the first bone's length");
    problem.lower = reader.number("the second bone's length");
    if (problem.upper < 0 || problem.lower < 0 || !has_length(problem.upper + problem.lower))
      reader.fail("the bones' lengths must be positive");
    problem.bend = reader.number("beta");
    problem.target = read_vector(reader, "the target");
    problem.pole = read_direction(reader, "the pole");
    set.two_bones.push_back(problem);
  });
}

// ---- Chain and Track ------------------------------------------------------------------------------------------------

void finish_chain(TextReader& reader, int links, ProblemSet& set) {
  if (!reader.ok()) return;
  std::vector<Joint> joints;
  for (int i = 0; i <= links; ++i) {
    const Vec3 offset{i == 0 ? 0.0 : 1.0 / links, 0, 0};
    const std::string parent = i == 0 ? std::string() : joints.back().name;
    joints.push_back(i < links ? ball("link_" + std::to_string(i), parent, offset)
                               : fixed_joint("tip", parent, offset));
  }
  finish(reader, joints, {&joints.back().name, 1}, set);
}

void read_chain(TextReader& reader, ProblemSet& set) {
  reader.need_line("\"links\"");
  reader.expect("links");
  const int links = reader.whole_number("links", 1, kMaxProblemJoints);
  reader.expect("problems");
  const int promised = reader.whole_number("problems", 0, kMaxProblems);
  reader.expect_end();
  read_problems(reader, static_cast<std::size_t>(promised), "problems", set, [&] {
    set.targets.push_back({{}, read_vector(reader, "the target")});
    read_turns(reader, links, set.starts);
  });
  finish_chain(reader, links, set);
}

void read_track(TextReader& reader, ProblemSet& set) {
  reader.need_line("\"links\"");
  reader.expect("links");
  const int links = reader.whole_number("links", 1, kMaxProblemJoints);
  reader.expect("frames");
  const int promised = reader.whole_number("frames", 0, kMaxProblems);
  reader.expect_end();
  reader.need_line("\"start\"");
  reader.expect("start");
  read_turns(reader, links, set.starts);
  reader.expect_end();
  read_problems(reader, static_cast<std::size_t>(promised), "frames", set,
                [&] { set.targets.push_back({{}, read_vector(reader, "the target")}); });
  finish_chain(reader, links, set);
}

// ---- Body -----------------------------------------------------------------------------------------------------------

struct Segments {
  std::vector<Joint> joints;
  std::vector<Vec3> far_ends;  ///< of each, from its joint
  std::unordered_set<std::string> names;
};

void read_segment(TextReader& reader, Segments& segments) {
  reader.need_line("a segment");
  reader.expect("segment");
  const std::string name(reader.need_word("the segment's name"));
  const int last = static_cast<int>(segments.joints.size()) - 1;
  const int parent = reader.whole_number("the parent", -1, last);
  const Vec3 far_end = read_vector(reader, "the segment's offset");
  reader.expect_end();
  if (!reader.ok()) return;
  if (!segments.names.insert(name).second) return reader.fail("a segment of that name has been before");
  const auto above = static_cast<std::size_t>(std::max(parent, 0));
  segments.joints.push_back(parent < 0 ? ball(name, {}, {})
                                       : ball(name, segments.joints[above].name, segments.far_ends[above]));
  segments.far_ends.push_back(far_end);
}

/// Appends a fixed joint at the far end of each effector and returns their names.
std::vector<std::string> read_effectors(TextReader& reader, int count, Segments& segments) {
  std::vector<std::string> tips;
  reader.need_line("\"effectors\"");
  reader.expect("effectors");
  const std::size_t segment_count = segments.joints.size();
  for (int i = 0; i < count && reader.ok(); ++i) {
    const std::string name(reader.need_word("an effector's name"));
    if (!reader.ok()) break;
    std::size_t at = 0;
    while (at < segment_count && segments.joints[at].name != name) ++at;
    if (at == segment_count) {
      reader.fail("an effector is no segment");
    } else if (!segments.names.insert(name + " end").second) {
      reader.fail("an effector is named twice");
    } else {
      tips.push_back(name + " end");
      segments.joints.push_back(fixed_joint(tips.back(), name, segments.far_ends[at]));
    }
  }
  reader.expect_end();
  return tips;
}

void read_body(TextReader& reader, ProblemSet& set) {
  reader.need_line("\"segments\"");
  reader.expect("segments");
  const int segment_count = reader.whole_number("segments", 1, kMaxProblemJoints);
  reader.expect("effectors");
  const int effector_count = reader.whole_number("effectors", 1, segment_count);
  reader.expect("problems");
  const int promised = reader.whole_number("problems", 0, kMaxProblems);
  reader.expect_end();
  Segments segments;
  for (int i = 0; i < segment_count && reader.ok(); ++i) read_segment(reader, segments);
  const std::vector<std::string> tips = read_effectors(reader, effector_count, segments);
  read_problems(reader, static_cast<std::size_t>(promised), "problems", set, [&] {
    for (int i = 0; i < effector_count; ++i) set.targets.push_back({{}, read_vector(reader, "an effector's target")});
  });
  for (int i = 0; i < segment_count && reader.ok(); ++i) set.starts.insert(set.starts.end(), {0, 0, 0, 1});
  finish(reader, segments.joints, tips, set);
}

struct Format {
  std::string_view word;
  ProblemKind kind;
  void (*read)(TextReader&, ProblemSet&);
};
constexpr Format kFormats[] = {{"IKSET", ProblemKind::Arm, read_arm},
                               {"TWOBONESET", ProblemKind::TwoBone, read_two_bone},
                               {"CHAINSET", ProblemKind::Chain, read_chain},
                               {"TRACKSET", ProblemKind::Track, read_track},
                               {"BODYSET", ProblemKind::Body, read_body}};

}  // namespace

Result<ProblemSet> parse_problem_set(std::string_view text, std::string_view name) {
  TextReader reader(text, name);
  constexpr std::string_view kWanted = "IKSET, TWOBONESET, CHAINSET, TRACKSET or BODYSET";
  reader.need_line(kWanted);
  const std::string_view word = reader.need_word(kWanted);
  const Format* const format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                            [&](const Format& candidate) { return candidate.word == word; });
  ProblemSet set;
  if (format == std::end(kFormats)) {
    reader.fail(joined("this is no problem set: it should begin with ", kWanted));
  } else {
    reader.whole_number("the format's version", 1, 1);
    reader.expect_end();
    set.kind = format->kind;
    if (reader.ok()) format->read(reader, set);
  }
  if (!reader.ok()) return reader.error();
  return set;
}

Result<ProblemSet> read_problem_set(const std::string& path, const FileAccess& access) {
  const Result<std::string> text = read_file(path, access);
  if (!text) return Error{text.error()};
  return parse_problem_set(*text, path);
}

Result<Skeleton> two_bone_skeleton(const TwoBoneProblem& problem) {
  const Joint joints[] = {ball("root", {}, problem.world_from_root.translation),
                          ball("mid", "root", {problem.upper, 0, 0}), fixed_joint("end", "mid", {problem.lower, 0, 0})};
  return Skeleton::build(joints);
}

}  // namespace kine
