#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kine/core/result.h"
#include "kine/io/formats/figure.h"
#include "kine/io/formats/unique_names.h"
#include "kine/io/scene.h"
#include "kine/io/text/text_cursor.h"

namespace kine::detail {

constexpr std::array<Vec3, 3> kBvhAxes{kUnitX, kUnitY, kUnitZ};

/// A joint or an end site as the file has it.
struct BvhNode {
  std::string name;
  int parent = -1;
  Vec3 offset{};                            ///< file units
  std::array<int, 3> position{-1, -1, -1};  ///< the columns of x, y and z
  std::array<int, 3> turn{};                ///< the columns of the rotations, outermost first
  std::array<int, 3> turn_axis{};           ///< 0 to 2 each
  int turns = 0;
  bool is_end = false;

  bool has_position() const { return position[0] >= 0 || position[1] >= 0 || position[2] >= 0; }
};

/// What one row of numbers becomes.
struct BvhRowPlan {
  struct Angle {
    int column, value;
  };
  struct Root {
    int node, value;
  };
  struct Shift {
    int node;
    std::size_t track;
  };
  std::vector<Angle> angles;
  std::vector<Root> roots;
  std::vector<Shift> shifts;
};

/// Reads a BVH file: its hierarchy (bvh_read.cpp) and its rows of numbers (bvh_motion.cpp).
class BvhReader {
 public:
  BvhReader(std::string_view text, std::string_view name, const LoadOptions& options)
      : cursor_(text, name), options_(options) {}

  Result<Scene> read();

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  // bvh_read.cpp
  bool read_hierarchy();
  bool read_root(std::string_view word);
  bool read_entry(std::string_view word);
  bool open_node(bool is_end);
  bool read_number(std::string_view what, double& value);
  bool read_channels(BvhNode& node);
  bool read_channel(BvhNode& node, std::string_view word);
  double units_large() const;
  bool build();
  Joint joint_of(const BvhNode& node) const;
  void finish();
  /// Some programs write root positions that hold the OFFSET already; nothing in the file says so.
  void note_root_offsets();

  // bvh_motion.cpp
  /// `Frames: 120` or `Frame Time: 0.0333`, whatever the blanks.
  bool read_head();
  double rate();
  bool read_motion();

  /// Room for what the file promises, but for no more rows than its bytes can hold.
  void reserve(Clip& clip) const;
  BvhRowPlan make_plan(Clip& clip) const;

  /// One row. `use` becomes false where it is not whole because the file ends, or not a row at all after the last.
  bool read_row(std::vector<double>& row, int frame, bool& use);
  bool bad_row(std::size_t column, bool enough, bool& use);
  void append(const BvhRowPlan& plan, const std::vector<double>& row, std::vector<double>& pose, Clip& clip) const;

  TextCursor cursor_;
  const LoadOptions& options_;
  std::vector<BvhNode> nodes_;
  std::vector<int> open_;  // the nodes whose braces are open, outermost first
  UniqueNames names_;
  int columns_ = 0, nameless_ = 0;
  bool has_motion_ = false;
  double unit_ = 1;
  std::optional<double> frames_, frame_time_;
  int fused_line_ = 0;
  std::vector<std::string> notes_;
  std::optional<Scene> scene_;
  Error error_;
};

}  // namespace kine::detail
