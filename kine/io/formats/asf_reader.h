#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/scene.h"
#include "kine/io/text/text_cursor.h"
#include "kine/math/trig.h"

namespace kine::detail {

/// A bone as the file has it.
struct AsfBone {
  std::string name;
  std::size_t mark = 0;  ///< where it begins
  Vec3 direction{};
  double length = 0;
  Vec3 axis{};  ///< file's unit of angle
  std::array<int, 3> axis_order{0, 1, 2};
  std::string dofs{};           ///< as AsfRig::Bone has them
  std::vector<Range> limits{};  ///< file's units, one a dof
  double mass = 0, centre = 0;
  int parent = -1;
  std::vector<int> children{};

  Vec3 vector() const { return direction * length; }
};

/// Reads an ASF file: its lines (asf_read.cpp), and then the skeleton that they make (asf_skeleton.cpp).
class AsfReader {
 public:
  AsfReader(std::string_view text, std::string_view name, const LoadOptions& options);

  Result<Scene> read();

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  /// A broken file may give a note a bone: the first ones tell enough.
  void note(std::string sentence);
  AsfBone& bone(int i) { return bones_[static_cast<std::size_t>(i)]; }

  // asf_read.cpp
  bool read_line();
  bool number(std::string_view what, double& value);
  bool numbers(std::string_view what, Vec3& values);
  bool read_unit();

  /// `XYZ` and the like.
  bool read_axis_order(std::array<int, 3>& order);
  bool read_root();

  /// `rx ry rz`, `TX TY TZ RX RY RZ`, `l`.
  bool read_dofs(AsfBone& owner);
  bool read_bone();

  /// `(-160 20)`, one or more, on this line or the next ones.
  bool read_limits(AsfBone& owner);
  bool end_bone();
  bool read_hierarchy();

  // asf_skeleton.cpp
  bool finish_root();

  /// Parents before children, depth first.
  bool order_bones();

  void settle_unit();

  double angle(double value) const { return degrees_ ? radians(value) : value; }

  Quat axis_of(const AsfBone& now) const;

  Range range(const Range& limits, const std::string& name);

  /// The joint's axes are those of C that its dofs turn about, the last dof outermost.
  void add_freedoms(const AsfBone& now, const Quat& axis, Joint& joint);

  /// Every bone has three dofs; the limits of those it had stay with them.
  static void force_three(AsfBone& now);

  Result<Scene> build();

  TextCursor cursor_;
  const LoadOptions& options_;
  bool three_dofs_;
  std::string section_;
  bool in_bone_ = false, has_hierarchy_ = false;
  double length_unit_ = 0;
  bool degrees_ = true;
  Vec3 root_position_{};
  std::vector<AsfBone> bones_;  // the root first
  std::unordered_map<std::string, int> index_of_;
  std::vector<int> order_;
  double unit_ = 1;
  std::vector<std::string> notes_;
  Error error_;
};

}  // namespace kine::detail
