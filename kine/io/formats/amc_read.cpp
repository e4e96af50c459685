#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kine/core/internal/text.h"
#include "kine/io/asf_amc.h"
#include "kine/io/formats/asf_plan.h"
#include "kine/io/formats/figure.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/text_cursor.h"
#include "kine/io/text/text_reader.h"
#include "kine/math/trig.h"

namespace kine {
namespace {

constexpr double kUsualRate = 120;  // of the CMU collection

/// A bone made ready for its lines.
struct Line {
  std::string name;
  std::string dofs;         ///< a letter a column
  std::vector<int> values;  ///< where a column goes in the pose; -1: nowhere
  int serial = 0;           ///< the frame that named it last
  int place = -1;           ///< among those that have been named, in the order of the file
};

class AmcReader {
 public:
  AmcReader(std::string_view text, std::string_view name, const Scene& scene, const LoadOptions& options,
            std::vector<std::string>& notes)
      : cursor_(text, name),
        size_(text.size()),
        scene_(scene),
        options_(options),
        rig_(scene.asf ? *scene.asf : asf_rig(scene.skeleton)),
        notes_(notes),
        three_dofs_(forces_three_dofs(text)),
        degrees_(rig_.degrees),
        pose_(zero_pose(scene.skeleton)) {}

  Result<Clip> read() {
    if (!prepare() || !read_head()) return std::move(error_);
    Clip clip(scene_.skeleton, scene_name(cursor_.name()), rate_);
    do {
      if (!read_line(clip)) return std::move(error_);
    } while (!cut_ && cursor_.next_line());
    if (!end_frame(clip, true)) return std::move(error_);
    if (!unknown_.empty() && !any_named_)
      return cursor_.error_at(1, "no line names a bone of the skeleton: the motion belongs to another one");
    say_what_was_met(clip);
    return clip;
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }

  bool prepare() {
    for (const AsfRig::Bone& bone : rig_.bones) {
      Line line;
      const bool root = lines_.empty();
      line.name = root ? "root" : scene_.skeleton.name(bone.joint);
      line.dofs = !root && three_dofs_ ? "xyz" : bone.dofs;
      int turns = 0;
      for (const char dof : bone.dofs) turns += is_turn(dof) ? 1 : 0;
      if (!root && scene_.skeleton.value_count(bone.joint) != turns)
        return fail(cursor_.error_at(1, "the joint " + quoted(line.name) + " is no bone of an ASF file"));
      for (const char dof : line.dofs) {
        // The last column is the joint's first value: the outermost turn.
        int after = 0;
        const std::size_t own = bone.dofs.find(dof);
        for (std::size_t k = own; k < bone.dofs.size(); ++k) after += is_turn(bone.dofs[k]) ? 1 : 0;
        const bool goes = !root && is_turn(dof) && own != std::string::npos;
        line.values.push_back(goes ? scene_.skeleton.first_value(bone.joint) + after - 1 : -1);
      }
      moving_ += line.dofs.empty() ? 0 : 1;
      index_of_.emplace(line.name, static_cast<int>(lines_.size()));
      lines_.push_back(std::move(line));
    }
    return true;
  }

  // ---- the lines before the first frame
  // ------------------------------------------------------------------------------

  bool read_head() {
    bool said = false;
    do {
      if (!cursor_.skip_blanks() || cursor_.peek() == '#') continue;
      if (cursor_.peek() != ':') break;
      const std::string_view word = cursor_.word();
      if (same_word(word, ":DEGREES") || same_word(word, ":RADIANS")) {
        degrees_ = same_word(word, ":DEGREES");
        said = true;
      } else if (same_word(word, ":SAMPLES-PER-SECOND")) {
        const std::optional<double> rate = cursor_.number();
        if (!rate || !(*rate > 0))
          return fail(cursor_.word_error("the samples per second should be a positive number"));
        rate_ = *rate;
      }
    } while (cursor_.next_line());
    if (cursor_.at_end()) return fail(cursor_.error("the file ends where the first frame should be"));
    if (!said)
      note(std::string("nothing says whether angles are degrees or radians: ") + (degrees_ ? "degrees" : "radians") +
           " are taken, as in the skeleton's file");
    if (options_.rate) rate_ = *options_.rate;
    if (rate_ == 0) {
      rate_ = kUsualRate;
      note("the file states no rate: 120 frames a second are taken");
    }
    if (!(rate_ > 0) || !std::isfinite(rate_)) return fail(cursor_.error_at(1, "the rate must be positive"));
    return true;
  }

  // ---- frames
  // --------------------------------------------------------------------------------------------------------

  bool read_line(Clip& clip) {
    if (!cursor_.skip_blanks() || cursor_.peek() == '#' || cursor_.peek() == ':') return true;
    const std::string_view word = cursor_.word();
    const bool digits = word.find_first_not_of("0123456789") == std::string_view::npos;
    if (digits && !cursor_.skip_blanks()) return end_frame(clip, false) && begin_frame(word, clip);
    if (!in_frame_)
      return fail(cursor_.word_error(shown_word(word) + " stands where the number of the first frame should be"));
    const int index = find_bone(word);
    if (index < 0) {
      if (unknown_.size() < 1000) unknown_.emplace(word);
      return true;
    }
    return read_bone(lines_[static_cast<std::size_t>(index)], index == 0);
  }

  /// Frames name their bones in the same order, so the one that followed last time is asked first.
  int find_bone(std::string_view word) {
    if (next_ < followers_.size()) {
      const int guess = followers_[next_];
      if (lines_[static_cast<std::size_t>(guess)].name == word) {
        ++next_;
        return guess;
      }
    }
    const auto found = index_of_.find(std::string(word));
    if (found == index_of_.end()) return -1;
    Line& line = lines_[static_cast<std::size_t>(found->second)];
    if (line.place < 0) {  // its first time
      line.place = static_cast<int>(followers_.size());
      followers_.push_back(found->second);
    }
    next_ = static_cast<std::size_t>(line.place) + 1;
    return found->second;
  }

  bool begin_frame(std::string_view number, const Clip& clip) {
    in_frame_ = true;
    next_ = 0;
    named_now_ = 0;
    ++serial_;
    // Memory must not grow faster than the file: a frame of a few bytes could stand for a pose of thousands.
    constexpr std::size_t kAlways = std::size_t{1} << 22;
    const auto values = static_cast<std::size_t>(clip.value_count());
    if (values * (static_cast<std::size_t>(clip.frame_count()) + 1) > kAlways + size_)
      return fail(cursor_.word_error("the frames name too few of the skeleton's bones"));
    long long now = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), now).ec != std::errc{})
      return fail(cursor_.word_error("the number of the frame is too large"));
    if (clip.frame_count() == 0) first_number_ = now;
    if (clip.frame_count() > 0 && now - 1 != last_number_) in_order_ = false;
    last_number_ = now;
    return true;
  }

  bool end_frame(Clip& clip, bool last) {
    if (!in_frame_) return true;
    const bool fewer = named_now_ < (clip.frame_count() == 0 ? moving_ : named_before_);
    if (last && (cut_ || (fewer && clip.frame_count() > 0))) {
      note("the last frame is cut short: it was left out");
      return true;
    }
    if (named_now_ < moving_ && incomplete_++ == 0) incomplete_number_ = last_number_;
    named_before_ = std::max(named_before_, named_now_);
    clip.append(pose_);
    return true;
  }

  bool read_bone(Line& line, bool root) {
    std::array<double, 7> values{};
    const std::size_t columns = line.dofs.size();
    for (std::size_t k = 0; k < columns; ++k) {
      const std::optional<double> value = cursor_.number();
      if (!value || !cursor_.at_word_end()) return bad_value(line, k);
      values[k] = *value;
    }
    // Some programs write zeros for bones that the skeleton lets not move.
    if (columns == 0 && skip_zeros()) rigid_.emplace(line.name);
    if (cursor_.skip_blanks())
      return fail(cursor_.error("bone " + quoted(line.name) + " has more values than its " + std::to_string(columns) +
                                (columns == 1 ? " dof" : " dofs")));
    if (line.serial != serial_) {
      line.serial = serial_;
      named_now_ += columns > 0 ? 1 : 0;
    }
    any_named_ = true;
    if (root) {
      take_root(line, values);
      return true;
    }
    for (std::size_t k = 0; k < columns; ++k) {
      if (line.values[k] >= 0) {
        pose_[static_cast<std::size_t>(line.values[k])] = angle(values[k]);
      } else if (values[k] != 0) {
        dropped_ = true;
      }
    }
    return true;
  }

  /// Passes over zeros to the end of the line; true if there was one.
  bool skip_zeros() {
    bool any = false;
    while (cursor_.skip_blanks()) {
      const std::optional<double> value = parse_number(cursor_.whole_word());
      if (!value || *value != 0) break;
      cursor_.word();
      any = true;
    }
    return any;
  }

  bool bad_value(const Line& line, std::size_t column) {
    const bool missing = !cursor_.skip_blanks();
    if (!missing)
      return fail(
          cursor_.error(shown_word(cursor_.whole_word()) + " is not a finite number, for bone " + quoted(line.name)));
    const int here = cursor_.line();
    if (!cursor_.skip_space()) {
      cut_ = true;
      return true;
    }
    return fail(cursor_.error_at(here, "bone " + quoted(line.name) + " should have " +
                                           std::to_string(line.dofs.size()) + " values, found " +
                                           std::to_string(column)));
  }

  double angle(double value) const { return degrees_ ? radians(value) : value; }

  void take_root(const Line& line, const std::array<double, 7>& values) {
    const AsfRig::Bone& root = rig_.bones[0];
    if (!root.joint.valid()) return;
    Vec3 shift;
    Quat turn;
    for (std::size_t k = 0; k < line.dofs.size(); ++k) {
      const char dof = line.dofs[k];
      if (is_turn(dof)) turn = from_axis_angle(rotate(root.axis, kAsfAxes[axis_of(dof)]), angle(values[k])) * turn;
      if (dof >= 'X' && dof <= 'Z') shift[dof - 'X'] = values[k] * scene_.metres_per_unit;
    }
    const double all[] = {turn.x, turn.y, turn.z, turn.w, shift.x, shift.y, shift.z};
    std::copy(std::begin(all), std::end(all), pose_.begin() + scene_.skeleton.first_value(root.joint));
  }

  // ---- notes
  // ---------------------------------------------------------------------------------------------------------

  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  void say_what_was_met(const Clip& clip) {
    if (!unknown_.empty())
      note("bones that the skeleton does not have were left out: " + std::to_string(unknown_.size()) + ", such as " +
           shown_word(*unknown_.begin()));
    if (incomplete_ > 0)
      note("frames that do not name every bone: " + std::to_string(incomplete_) + ", the first is frame " +
           std::to_string(incomplete_number_) + "; such bones stay as they were");
    if (!rigid_.empty())
      note("bones without dofs have zeros as values, which were passed over: " + std::to_string(rigid_.size()) +
           ", such as " + quoted(*rigid_.begin()));
    if (dropped_) note("bones have values for dofs that the skeleton does not give them: those were left out");
    if (clip.frame_count() > 0 && (first_number_ != 1 || !in_order_))
      note("the frames are numbered from " + std::to_string(first_number_) + (in_order_ ? "" : ", not in order") +
           ": they are kept in the order of the file");
  }

  TextCursor cursor_;
  std::size_t size_;
  const Scene& scene_;
  const LoadOptions& options_;
  const AsfRig rig_;
  std::vector<std::string>& notes_;
  bool three_dofs_;
  bool degrees_;
  double rate_ = 0;
  std::vector<double> pose_;
  std::vector<Line> lines_;  // the root first
  std::unordered_map<std::string, int> index_of_;
  int moving_ = 0;              // bones that have columns
  std::vector<int> followers_;  // the bones in the order in which the first frame named them
  std::size_t next_ = 0;
  bool in_frame_ = false, cut_ = false, any_named_ = false, dropped_ = false, in_order_ = true;
  int serial_ = 0;  // of the frame that is being read
  int named_now_ = 0, named_before_ = 0;
  long long first_number_ = 0, last_number_ = 0, incomplete_number_ = 0;
  int incomplete_ = 0;
  std::set<std::string, std::less<>> unknown_;
  std::set<std::string, std::less<>> rigid_;  // bones without dofs that have zeros all the same
  Error error_;
};

}  // namespace

Result<Clip> read_amc(std::string_view text, std::string_view name, const Scene& scene, const LoadOptions& options,
                      std::vector<std::string>& notes) {
  return AmcReader(text, name, scene, options, notes).read();
}

}  // namespace kine
