#include "kine/io/formats/urdf_parts.h"

#include <algorithm>
#include <span>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/formats/unique_names.h"
#include "kine/io/text/text_reader.h"

namespace kine::detail {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// As many numbers as fit, apart by blanks, and nothing more.
bool read_numbers(std::string_view text, std::span<double> out) {
  for (double& number : out) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return false;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    const std::optional<double> value = parse_number(word);
    if (!value) return false;
    number = *value;
    text.remove_prefix(word.size());
  }
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

bool is_tag(const xml::Element& element, std::string_view tag) {
  // Drake writes what it adds to URDF with a prefix: drake:joint.
  const std::string_view name = element.name;
  return name == tag || (name.starts_with("drake:") && name.substr(6) == tag);
}

class PartsReader {
 public:
  PartsReader(const xml::Element& robot, std::string_view name) : robot_(robot) { parts_.name = name; }

  Result<UrdfParts> read() {
    if (robot_.name != "robot") {
      fail(robot_, "the root element is <" + robot_.name + ">, not <robot>: is this a URDF?" +
                       (robot_.attribute("xmlns:xacro") != nullptr ? " (xacro files must be expanded first)" : ""));
    }
    for (const xml::Element& element : robot_.children) {
      if (!ok()) break;
      if (element.name.starts_with("xacro:") && !noted_xacro_) {
        noted_xacro_ = true;
        parts_.note("Xacro tags are passed over: expand the file with xacro first.");
      }
      if (parts_.links.size() > static_cast<std::size_t>(kMaxFileJoints))
        fail(element, "there are more than " + std::to_string(kMaxFileJoints) + " links");
      if (is_tag(element, "link")) read_link(element);
      if (is_tag(element, "joint")) read_joint(element);
    }
    add_world();
    if (ok() && parts_.links.empty()) fail(robot_, "the robot has no links");
    if (!ok()) return std::move(error_);
    return std::move(parts_);
  }

 private:
  bool ok() const { return error_.sentence.empty(); }
  void fail(const xml::Element& where, std::string_view sentence) {
    if (ok()) error_.sentence = at_line(parts_.name, where.line, sentence);
  }

  std::string name_of(const xml::Element& element, std::string_view what) {
    const std::string* name = element.attribute("name");
    if (name != nullptr && !name->empty()) return *name;
    fail(element, "a " + std::string(what) + " has no name");
    return {};
  }

  /// ROS launch files fill in "$(optenv NAME 1 2 3)" from the environment; what is left unfilled has its default.
  std::string_view without_optenv(std::string_view text) {
    constexpr std::string_view kOpen = "$(optenv ";
    if (!text.starts_with(kOpen) || !text.ends_with(')')) return text;
    parts_.note(quoted(text) + " is taken as its default.");
    text = text.substr(kOpen.size(), text.size() - kOpen.size() - 1);
    return text.substr(std::min(text.find(' '), text.size()));
  }

  /// Numbers of an attribute that is there; false where it is not.
  bool numbers(const xml::Element& element, std::string_view attribute, std::span<double> out) {
    const std::string* written = element.attribute(attribute);
    if (written == nullptr) return false;
    const std::string_view text = without_optenv(*written);
    if (read_numbers(text, out)) return true;
    fail(element, "<" + element.name + " " + std::string(attribute) + "=" + quoted(text.substr(0, 60)) + ">: " +
                      std::to_string(out.size()) + (out.size() == 1 ? " number" : " numbers") + " should stand there");
    return false;
  }

  void read_origin(const xml::Element& element, Vec3& translation, Quat& rotation) {
    const xml::Element* origin = element.child("origin");
    if (origin == nullptr) return;
    double xyz[3]{}, rpy[3]{};
    numbers(*origin, "xyz", xyz);
    numbers(*origin, "rpy", rpy);
    translation = {xyz[0], xyz[1], xyz[2]};
    rotation =
        normalised(from_axis_angle(kUnitZ, rpy[2]) * from_axis_angle(kUnitY, rpy[1]) * from_axis_angle(kUnitX, rpy[0]));
  }

  /// A link's mass matters to balance only, so what is wrong with it is noted and left out.
  void read_link(const xml::Element& element) {
    UrdfLink link;
    link.name = name_of(element, "link");
    link.line = element.line;
    const xml::Element* inertial = element.child("inertial");
    const xml::Element* mass = inertial == nullptr ? nullptr : inertial->child("mass");
    const std::string* value = mass == nullptr ? nullptr : mass->attribute("value");
    if (value != nullptr) {
      double kilograms = 0, xyz[3]{};
      const xml::Element* origin = inertial->child("origin");
      const std::string* where = origin == nullptr ? nullptr : origin->attribute("xyz");
      if (read_numbers(*value, {&kilograms, 1}) && kilograms >= 0 && (where == nullptr || read_numbers(*where, xyz))) {
        link.mass = kilograms;
        link.centre_of_mass = {xyz[0], xyz[1], xyz[2]};
      } else {
        parts_.note("Link " + quoted(link.name) + ": its mass cannot be used and is taken as 0.");
      }
    }
    parts_.links.push_back(std::move(link));
  }

  /// Drake and Gazebo have a link "world" that need not be written.
  void add_world() {
    constexpr std::string_view kWorldLink = "world";
    const auto hangs_on_it = [&](const UrdfJoint& joint) { return joint.parent_link == kWorldLink; };
    const auto is_it = [&](const UrdfLink& link) { return link.name == kWorldLink; };
    if (!ok() || std::ranges::none_of(parts_.joints, hangs_on_it) || std::ranges::any_of(parts_.links, is_it)) return;
    UrdfLink world;
    world.name = kWorldLink;
    world.line = robot_.line;
    parts_.links.push_back(std::move(world));
    parts_.note("The link \"world\" is not written in the file; it was added.");
  }

  std::string link_name(const xml::Element& element, std::string_view which, const std::string& joint) {
    const xml::Element* part = element.child(which);
    const std::string* link = part == nullptr ? nullptr : part->attribute("link");
    if (link != nullptr) return *link;
    fail(element, "joint " + quoted(joint) + " names no " + std::string(which) + " link");
    return {};
  }

  void read_joint(const xml::Element& element) {
    UrdfJoint joint;
    joint.name = name_of(element, "joint");
    joint.line = element.line;
    const std::string* type = element.attribute("type");
    if (ok() && type == nullptr) fail(element, "joint " + quoted(joint.name) + " has no type");
    joint.parent_link = link_name(element, "parent", joint.name);
    joint.child_link = link_name(element, "child", joint.name);
    read_origin(element, joint.translation, joint.rotation);
    if (!ok()) return;
    read_kind(*type, joint);
    double axis[3]{1, 0, 0};
    const xml::Element* axis_element = element.child("axis");
    const bool needs_axis = joint.one_axis() || joint.kind == UrdfJoint::Kind::Planar;
    if (needs_axis && axis_element != nullptr && numbers(*axis_element, "xyz", axis)) {
      const double size = length(Vec3{axis[0], axis[1], axis[2]});
      if (!(size > 1e-150 && size < 1e150))
        fail(*axis_element, "joint " + quoted(joint.name) + ": its axis is no direction");
    }
    joint.axis = {axis[0], axis[1], axis[2]};
    if (joint.one_axis()) {
      read_limits(element, *type == "continuous", joint);
      read_mimic(element, joint);
    }
    parts_.joints.push_back(std::move(joint));
  }

  void read_kind(const std::string& type, UrdfJoint& joint) {
    using Kind = UrdfJoint::Kind;
    constexpr std::pair<std::string_view, Kind> kKinds[] = {
        {"revolute", Kind::Hinge}, {"continuous", Kind::Hinge},  {"prismatic", Kind::Slider},
        {"fixed", Kind::Fixed},    {"floating", Kind::Floating}, {"planar", Kind::Planar},
        {"ball", Kind::Ball},      {"spherical", Kind::Ball},    {"universal", Kind::Universal}};
    for (const auto& [known, kind] : kKinds) {
      if (type != known) continue;
      joint.kind = kind;
      if (kind == Kind::Ball || kind == Kind::Universal)
        parts_.note("Joint " + quoted(joint.name) + " is of the type " + quoted(type) +
                    ", which URDF does not have; it is understood.");
      if (kind == Kind::Planar)
        parts_.note("Joint " + quoted(joint.name) + " is planar: it is two sliders, " + quoted(joint.name + " 1") +
                    " and " + quoted(joint.name + " 2") + ", and a hinge.");
      return;
    }
    parts_.note("Joint " + quoted(joint.name) + " is of the type " + quoted(type) +
                ", which is not known: it is held fixed.");
  }

  void read_limits(const xml::Element& element, bool continuous, UrdfJoint& joint) {
    const xml::Element* limit = element.child("limit");
    if (limit == nullptr) {
      if (!continuous) parts_.note("Joint " + quoted(joint.name) + " has no limits, though its type asks for them.");
      return;
    }
    double speed = 0;
    if (numbers(*limit, "velocity", {&speed, 1})) {
      if (speed > 0) {
        joint.max_speed = speed;
      } else {
        parts_.note("Joint " + quoted(joint.name) + ": its speed limit of " + number_text(speed) +
                    " is taken as none.");
      }
    }
    if (continuous) return;
    double lower = 0, upper = 0;
    const bool has_lower = numbers(*limit, "lower", {&lower, 1});
    const bool has_upper = numbers(*limit, "upper", {&upper, 1});
    if (!has_lower && !has_upper) {
      parts_.note("Joint " + quoted(joint.name) + ": its limits name no bounds; it has none.");
    } else if (lower > upper) {
      parts_.note("Joint " + quoted(joint.name) + ": its limits, " + number_text(lower) + " to " + number_text(upper) +
                  ", are in the wrong order; it has none.");
    } else {
      joint.limits = {lower, upper};
    }
  }

  void read_mimic(const xml::Element& element, UrdfJoint& joint) {
    const xml::Element* mimic = element.child("mimic");
    if (mimic == nullptr) return;
    UrdfJoint::Mimic follow;
    const std::string* leader = mimic->attribute("joint");
    if (leader == nullptr) return fail(*mimic, "joint " + quoted(joint.name) + " mimics a joint without a name");
    follow.joint = *leader;
    numbers(*mimic, "multiplier", {&follow.factor, 1});
    numbers(*mimic, "offset", {&follow.offset, 1});
    joint.mimic = std::move(follow);
  }

  const xml::Element& robot_;
  UrdfParts parts_;
  Error error_;
  bool noted_xacro_ = false;
};

}  // namespace

std::string at_line(std::string_view name, int line, std::string_view sentence) {
  std::string text(name);
  text.append(":").append(std::to_string(line)).append(": ").append(sentence);
  return text;
}

Result<UrdfParts> read_urdf_parts(const xml::Element& robot, std::string_view name) {
  return PartsReader(robot, name).read();
}

}  // namespace kine::detail
