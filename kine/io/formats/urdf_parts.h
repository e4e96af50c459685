#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/text/xml.h"
#include "kine/math/quat.h"
#include "kine/model/limits.h"

namespace kine::detail {

/// `robot.urdf:12: sentence`
std::string at_line(std::string_view name, int line, std::string_view sentence);

/// A link as its element says; the indices are set when links and joints are joined.
struct UrdfLink {
  std::string name;
  int line = 0;
  double mass = 0;
  Vec3 centre_of_mass{};      ///< in the link's frame
  int joint = -1;             ///< the joint whose child it is; -1: the root
  int carrier = -1;           ///< the joint of the skeleton that has its frame
  std::vector<int> children;  ///< the joints that hang on it
};

struct UrdfJoint {
  enum class Kind : unsigned char { Fixed, Hinge, Slider, Floating, Planar, Ball, Universal };
  struct Mimic {
    std::string joint;
    double factor = 1, offset = 0;
  };

  std::string name;
  int line = 0;
  Kind kind = Kind::Fixed;
  std::string parent_link, child_link;
  Vec3 translation{};  ///< parent link from joint
  Quat rotation{};
  Vec3 axis = kUnitX;  ///< in the joint's frame, not of length zero
  Range limits{};
  double max_speed = kInfinity;
  std::optional<Mimic> mimic{};
  bool stands = false;  ///< it mimics what never moves

  int child = -1;         ///< its child link
  int leader = -1;        ///< the joint it mimics; -1: not there
  int parent_joint = -1;  ///< the skeleton's joint that it hangs on

  bool one_axis() const { return kind == Kind::Hinge || kind == Kind::Slider; }
};

struct UrdfParts {
  std::string name;  ///< what sentences call the file
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
  std::vector<std::string> notes;

  void note(std::string sentence) { notes.push_back(std::move(sentence)); }
};

/// Reads the links and joints of a <robot>, each by itself.
Result<UrdfParts> read_urdf_parts(const xml::Element& robot, std::string_view name);

}  // namespace kine::detail
