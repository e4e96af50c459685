// A case as C++: only what differs from the defaults is written.
#include <charconv>
#include <climits>
#include <cmath>
#include <sstream>

#include "tests/torture/shrink.h"

namespace kine::torture {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string number(double value) {
  if (std::isnan(value)) return "std::nan(\"\")";
  if (std::isinf(value)) return value > 0 ? "kInfinity" : "-kInfinity";
  if (value == kPi) return "kPi";
  if (value == -kPi) return "-kPi";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}
std::string number(int value) {
  return value == INT_MAX ? "INT_MAX" : value == INT_MIN ? "INT_MIN" : std::to_string(value);
}
std::string number(bool value) { return value ? "true" : "false"; }
std::string number(std::uint64_t value) { return std::to_string(value) + "u"; }
std::string number(const Vec3& v) { return "{" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}"; }
std::string number(const Quat& q) {
  return "{" + number(q.x) + ", " + number(q.y) + ", " + number(q.z) + ", " + number(q.w) + "}";
}
std::string number(const Range& r) { return "{" + number(r.lower) + ", " + number(r.upper) + "}"; }
std::string number(const JointId& id) { return "{" + number(id.index) + "}"; }
std::string number(const Tolerance& t) {
  return "{" + number(t.position) + ", " + number(t.angle) + ", " + number(t.metres) + "}";
}
std::string number(const Twist& t) { return "{" + number(t.angular) + ", " + number(t.linear) + "}"; }
std::string number(const Transform& t) { return "{" + number(t.rotation) + ", " + number(t.translation) + "}"; }
std::string number(const std::string& s) { return "\"" + s + "\""; }
template <class Value, std::size_t N>
std::string number(const std::array<Value, N>& values) {
  std::string out = "{{";
  for (std::size_t i = 0; i < N; ++i) out += (i ? ", " : "") + number(values[i]);
  return out + "}}";
}
std::string number(JointKind kind) {
  constexpr const char* kNames[] = {"Fixed", "Hinge", "Slider", "Euler", "Ball", "Free"};
  return std::string("JointKind::") + kNames[static_cast<int>(kind)];
}
std::string number(GoalKind kind) {
  constexpr const char* kNames[] = {"Reach", "Orient", "Place", "Aim", "Hold", "CentreOfMass", "Distance", "HalfSpace"};
  return std::string("GoalKind::") + kNames[static_cast<int>(kind)];
}
std::string number(VelocityKind kind) {
  constexpr const char* kNames[] = {"Axis", "Pose", "Point", "Plane", "General"};
  return std::string("VelocityKind::") + kNames[static_cast<int>(kind)];
}
std::string number(Inverse inverse) {
  constexpr const char* kNames[] = {"Damped", "Paper", "Transpose", "SelectivelyDamped"};
  return std::string("Inverse::") + kNames[static_cast<int>(inverse)];
}
std::string number(Choice choice) {
  constexpr const char* kNames[] = {"Quick", "Nearest", "Posture", "FarFromLimits", "Manipulable"};
  return std::string("Choice::") + kNames[static_cast<int>(choice)];
}
std::string number(Ccd::Order order) {
  return order == Ccd::Order::RootFirst ? "Ccd::Order::RootFirst" : "Ccd::Order::TipFirst";
}
std::string number(OnUnreachable what) {
  return what == OnUnreachable::Keep ? "OnUnreachable::Keep" : "OnUnreachable::Nearest";
}
std::string number(DriftCorrection drift) {
  return drift == DriftCorrection::Printed ? "DriftCorrection::Printed" : "DriftCorrection::Logarithm";
}
std::string number(VelocityInverse inverse) {
  constexpr const char* kNames[] = {"Plain", "ByRank", "Damped"};
  return std::string("VelocityInverse::") + kNames[static_cast<int>(inverse)];
}

bool equal(const Tolerance& a, const Tolerance& b) {
  return a.position == b.position && a.angle == b.angle && a.metres == b.metres;
}
bool equal(const Twist& a, const Twist& b) { return a.angular == b.angular && a.linear == b.linear; }
template <class Value>
bool equal(const Value& a, const Value& b) {
  return a == b;
}

class Writer {
 public:
  /// `where.field = value;`, unless it is what it is by default.
  template <class Struct, class Field>
  void field(const std::string& where, const char* name, const Struct& it, Field Struct::* member,
             const Struct& usual = Struct{}) {
    if (equal(it.*member, usual.*member)) return;
    line(where + "." + name + " = " + number(it.*member));
  }
  void line(const std::string& statement) { out_ << "  " << statement << ";\n"; }
  void open(const std::string& text) { out_ << text << "\n"; }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

void write_joint(Writer& out, const CaseJoint& made, bool witness) {
  out.open("  {");
  out.line("CaseJoint& made = one.joints.emplace_back()");
  out.line("Joint& joint = made.joint");
  const Joint& joint = made.joint;
  const std::string j = "joint";
  out.field(j, "name", joint, &Joint::name);
  out.field(j, "parent", joint, &Joint::parent);
  out.field(j, "kind", joint, &Joint::kind);
  out.field(j + ".rest", "translation", joint.rest, &LocalTransform::translation);
  out.field(j + ".rest", "rotation", joint.rest, &LocalTransform::rotation);
  out.field(j + ".rest", "scale", joint.rest, &LocalTransform::scale);
  if (joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider) out.field(j, "axis", joint, &Joint::axis);
  if (joint.kind == JointKind::Euler) {
    out.field(j, "euler_axes", joint, &Joint::euler_axes);
    out.field(j, "euler_count", joint, &Joint::euler_count);
  }
  out.field(j, "mass", joint, &Joint::mass);
  out.field(j, "centre_of_mass", joint, &Joint::centre_of_mass);
  if (joint.kind == JointKind::Ball) {
    out.field(j + ".ball", "twist_axis", joint.ball, &BallLimits::twist_axis);
    out.field(j + ".ball", "first_axis", joint.ball, &BallLimits::first_axis);
    out.field(j + ".ball", "swing_first", joint.ball, &BallLimits::swing_first);
    out.field(j + ".ball", "swing_second", joint.ball, &BallLimits::swing_second);
    out.field(j + ".ball", "twist", joint.ball, &BallLimits::twist);
  }
  for (int k = 0; k < axis_count_of(joint); ++k) {
    const std::string a = j + ".axes[" + std::to_string(k) + "]";
    const AxisSettings& axis = joint.axes[at(k)];
    out.field(a, "limits", axis, &AxisSettings::limits);
    out.field(a, "max_speed", axis, &AxisSettings::max_speed);
    out.field(a, "weight", axis, &AxisSettings::weight);
    out.field(a, "fixed", axis, &AxisSettings::fixed);
    if (axis.follows)
      out.line(a + ".follows = Follow{" + number(axis.follows->joint) + ", " + number(axis.follows->component) + ", " +
               number(axis.follows->factor) + ", " + number(axis.follows->offset) + "}");
  }
  const std::string m = "made";
  out.field(m, "start", made, &CaseJoint::start);
  if (witness) out.field(m, "witness", made, &CaseJoint::witness);
  out.field(m, "posture", made, &CaseJoint::posture);
  out.field(m, "hold_weights", made, &CaseJoint::hold_weights);
  out.field(m, "speeds", made, &CaseJoint::speeds);
  out.field(m, "locked", made, &CaseJoint::locked);
  out.open("  }");
}

void write_goal(Writer& out, const Goal& goal) {
  out.open("  {");
  out.line("Goal& goal = one.goals.emplace_back()");
  const std::string g = "goal";
  out.field(g, "kind", goal, &Goal::kind);
  out.field(g, "joint", goal, &Goal::joint);
  out.field(g, "offset", goal, &Goal::offset);
  out.field(g, "frame", goal, &Goal::frame);
  out.field(g, "target", goal, &Goal::target);
  out.field(g, "orientation", goal, &Goal::orientation);
  out.field(g, "axis", goal, &Goal::axis);
  out.field(g, "pole", goal, &Goal::pole);
  out.field(g, "bounds", goal, &Goal::bounds);
  out.field(g, "weight", goal, &Goal::weight);
  out.field(g, "priority", goal, &Goal::priority);
  out.field(g, "fade", goal, &Goal::fade);
  out.open("  }");
}

void write_constraint(Writer& out, const VelocityConstraint& constraint) {
  out.open("  {");
  out.line("VelocityConstraint& constraint = one.constraints.emplace_back()");
  const std::string c = "constraint";
  out.field(c, "kind", constraint, &VelocityConstraint::kind);
  out.field(c, "joint", constraint, &VelocityConstraint::joint);
  out.field(c, "offset", constraint, &VelocityConstraint::offset);
  out.field(c, "target", constraint, &VelocityConstraint::target);
  out.field(c, "velocity", constraint, &VelocityConstraint::velocity);
  out.field(c, "axis", constraint, &VelocityConstraint::axis);
  out.field(c, "axis_in_joint", constraint, &VelocityConstraint::axis_in_joint);
  for (int k = 0; k < 6; ++k)
    if (!equal(constraint.rows[at(k)], Twist{}))
      out.line(c + ".rows[" + std::to_string(k) + "] = " + number(constraint.rows[at(k)]));
  out.field(c, "values", constraint, &VelocityConstraint::values);
  out.field(c, "errors", constraint, &VelocityConstraint::errors);
  out.field(c, "row_count", constraint, &VelocityConstraint::row_count);
  out.field(c, "weight", constraint, &VelocityConstraint::weight);
  out.field(c, "correct", constraint, &VelocityConstraint::correct);
  out.open("  }");
}

void write_settings(Writer& out, const std::string& m, const Jacobian& method) {
  out.field(m, "inverse", method, &Jacobian::inverse);
  out.field(m, "tolerance", method, &Jacobian::tolerance);
  out.field(m, "max_iterations", method, &Jacobian::max_iterations);
  out.field(m, "step", method, &Jacobian::step);
  out.field(m, "from", method, &Jacobian::from);
  out.field(m, "penultimate", method, &Jacobian::penultimate);
  out.field(m, "max_change", method, &Jacobian::max_change);
  out.field(m, "ease", method, &Jacobian::ease);
  out.field(m, "inner_limit", method, &Jacobian::inner_limit);
  out.field(m, "inverse_error", method, &Jacobian::inverse_error);
}
void write_settings(Writer& out, const std::string& m, const FullBody& method) {
  out.field(m, "tolerance", method, &FullBody::tolerance);
  out.field(m, "max_iterations", method, &FullBody::max_iterations);
  out.field(m, "from", method, &FullBody::from);
  out.field(m, "try_again", method, &FullBody::try_again);
  out.field(m, "restarts", method, &FullBody::restarts);
  out.field(m, "seed", method, &FullBody::seed);
}
void write_settings(Writer& out, const std::string& m, const TwoBone& method) {
  out.field(m, "root", method, &TwoBone::root);
  out.field(m, "mid", method, &TwoBone::mid);
  out.field(m, "pole", method, &TwoBone::pole);
  out.field(m, "bend_axis", method, &TwoBone::bend_axis);
  out.field(m, "twist", method, &TwoBone::twist);
  out.field(m, "softness", method, &TwoBone::softness);
  out.field(m, "fade", method, &TwoBone::fade);
  out.field(m, "on_unreachable", method, &TwoBone::on_unreachable);
  out.field(m, "tolerance", method, &TwoBone::tolerance);
}
void write_settings(Writer& out, const std::string& m, const Hybrid& method) {
  write_settings(out, m + ".body", method.body);
  write_settings(out, m + ".limb", method.limb);
  out.field(m, "stretch", method, &Hybrid::stretch);
}
void write_settings(Writer& out, const std::string& m, const Ccd& method) {
  out.field(m, "tolerance", method, &Ccd::tolerance);
  out.field(m, "max_iterations", method, &Ccd::max_iterations);
  out.field(m, "max_turn", method, &Ccd::max_turn);
  out.field(m, "order", method, &Ccd::order);
  out.field(m, "shakes", method, &Ccd::shakes);
}
void write_settings(Writer& out, const std::string& m, const Fabrik& method) {
  out.field(m, "tolerance", method, &Fabrik::tolerance);
  out.field(m, "max_iterations", method, &Fabrik::max_iterations);
  out.field(m, "shakes", method, &Fabrik::shakes);
}
void write_settings(Writer& out, const std::string& m, const Shake& method) {
  out.field(m, "tolerance", method, &Shake::tolerance);
  out.field(m, "max_iterations", method, &Shake::max_iterations);
  out.field(m, "cycle", method, &Shake::cycle);
  out.field(m, "bone_tolerance", method, &Shake::bone_tolerance);
  out.field(m, "shakes", method, &Shake::shakes);
}
void write_settings(Writer& out, const std::string& m, const Global& method) {
  out.field(m, "tolerance", method, &Global::tolerance);
  out.field(m, "choice", method, &Global::choice);
  out.field(m, "max_starts", method, &Global::max_starts);
  out.field(m, "from", method, &Global::from);
}
void write_settings(Writer& out, const std::string& m, const Velocity& method) {
  out.field(m, "h", method, &Velocity::h);
  out.field(m, "beta", method, &Velocity::beta);
  out.field(m, "drift", method, &Velocity::drift);
  out.field(m, "inverse", method, &Velocity::inverse);
  out.field(m, "rank_threshold", method, &Velocity::rank_threshold);
  out.field(m, "damping", method, &Velocity::damping);
  out.field(m, "separate", method, &Velocity::separate);
  out.field(m, "length", method, &Velocity::length);
  out.field(m, "tolerance", method, &Velocity::tolerance);
}

}  // namespace

std::string as_cpp_test(const Case& one, const std::string& name, const std::string& sentence) {
  constexpr const char* kTypes[] = {"Jacobian", "FullBody", "Hybrid",   "Ccd",   "Fabrik",
                                    "Shake",    "TwoBone",  "Velocity", "Global"};
  Writer out;
  out.open("// " + sentence);
  out.open("TEST(Torture, " + name + ") {");
  out.line("Case one");
  for (const CaseJoint& joint : one.joints) write_joint(out, joint, one.has_witness);
  const bool velocity = std::holds_alternative<Velocity>(one.method);
  if (!velocity)
    for (const Goal& goal : one.goals) write_goal(out, goal);
  if (velocity)
    for (const VelocityConstraint& constraint : one.constraints) write_constraint(out, constraint);
  out.line(std::string(kTypes[one.method.index()]) + " method");
  std::visit([&](const auto& settings) { write_settings(out, "method", settings); }, one.method);
  out.line("one.method = method");
  out.field("one", "has_witness", one, &Case::has_witness);
  out.field("one", "weighs_holds", one, &Case::weighs_holds);
  out.field("one", "is_masked", one, &Case::is_masked);
  out.field("one", "near_posture", one, &Case::near_posture);
  out.line("EXPECT_EQ(broken_promise_of(one), \"\")");
  out.open("}");
  return out.text();
}

}  // namespace kine::torture
