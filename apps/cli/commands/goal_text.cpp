#include "apps/cli/commands/goal_text.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/cli/outcome.h"
#include "apps/cli/parse_text.h"
#include "kine/core/internal/nearest_name.h"
#include "kine/core/internal/text.h"
#include "kine/io/text/text_reader.h"
#include "kine/model/pose.h"

namespace kine::cli {

const char* const kGoalHelp =
    "Goals, in place of --tip and --target or beside them, any number of them:\n"
    "  reach JOINT x,y,z                     the joint comes to a point\n"
    "  place JOINT x,y,z,qx,qy,qz,qw         to a point, turned as the quaternion says\n"
    "  orient JOINT qx,qy,qz,qw              is turned so, wherever it is\n"
    "  aim JOINT x,y,z axis=0,0,1            its axis points at a point\n"
    "  hold [start|rest]                     all joints stay near where they start, or near rest;\n"
    "                                        weights=chest:10,head:5 (1 for the others): these give way less\n"
    "  centre-of-mass x,y,z                  the centre of all masses comes to a point\n"
    "  distance JOINT x,y,z range=0.2..0.4   it keeps its distance to a point within a range\n"
    "  half-space JOINT x,y,z normal=0,1,0   it stays in front of the plane through a point\n"
    "  coincide JOINT OTHER at=x,y,z         it comes to a point of another joint: a closed loop\n"
    "  relative JOINT OTHER x,y,z,qx,qy,qz,qw   it keeps this place in the frame of another joint\n"
    "Behind each, as needed: offset=x,y,z[,qx,qy,qz,qw] (the point of the joint that is meant, and for place and\n"
    "orient how it is turned), frame=JOINT (measured there, not in the world), weight=1, priority=0 (0 comes first),\n"
    "fade=1 (0 to 1: how much of the way), pole=x,y,z (where the elbow or knee points, for two-bone and hybrid),\n"
    "free=y (axes that do not matter, of reach, place and centre-of-mass).\n"
    "Names with blanks stand between '...'.\n";

namespace {

/// One text, taken apart.
class GoalReader {
 public:
  GoalReader(const kine::Scene& scene, const std::string& text, std::span<const double> start, GoalList& list)
      : scene_(scene), text_(text), start_(start), list_(list) {}

  void read() {
    split();
    if (words_.empty()) refuse("it is empty");
    const std::string kind = next("a kind of goal");
    const auto maker = makers().find(kind);
    if (maker == makers().end()) {
      NearestName nearest(kind);
      for (const auto& known : makers()) nearest.offer(known.first);
      refuse("there is no kind of goal " + kine::quoted(kind) + nearest.question());
    }
    read_common_options();
    const Goal goal = (this->*maker->second)();
    if (place_ < words_.size()) refuse(kine::quoted(words_[place_]) + " is one word too many");
    if (!settings_.empty()) refuse_setting(settings_.begin()->first, kind);
    list_.add(goal, text_);
  }

 private:
  using Maker = Goal (GoalReader::*)();

  static const std::map<std::string, Maker>& makers() {
    static const std::map<std::string, Maker> all = {
        {"reach", &GoalReader::make_reach},       {"place", &GoalReader::make_place},
        {"orient", &GoalReader::make_orient},     {"aim", &GoalReader::make_aim},
        {"hold", &GoalReader::make_hold},         {"centre-of-mass", &GoalReader::make_centre_of_mass},
        {"distance", &GoalReader::make_distance}, {"half-space", &GoalReader::make_half_space},
        {"coincide", &GoalReader::make_coincide}, {"relative", &GoalReader::make_relative},
    };
    return all;
  }

  // ---- words and settings
  // --------------------------------------------------------------------------------------------

  /// Words are apart by blanks; a blank behind a comma, or between quotation marks, parts nothing.
  void split() {
    std::string word;
    char quote = 0;
    const auto end_word = [&] {
      if (word.empty()) return;
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) {
        words_.push_back(word);
      } else {
        settings_[word.substr(0, equals)] = word.substr(equals + 1);
      }
      word.clear();
    };
    for (const char c : text_) {
      const bool blank = c == ' ' || c == '\t';
      if (quote != 0 || c == '\'' || c == '"') {
        if (c == quote) {
          quote = 0;
        } else if (quote == 0) {
          quote = c;
        } else {
          word += c;
        }
      } else if (!blank) {
        word += c;
      } else if (!word.empty() && word.back() != ',') {
        end_word();
      }
    }
    end_word();
    if (quote != 0) refuse("a quotation mark is not closed");
  }

  [[noreturn]] void refuse(const std::string& why) const { stop_usage("--goal " + kine::quoted(text_) + ": " + why); }

  [[noreturn]] void refuse_setting(const std::string& name, const std::string& kind) const {
    NearestName nearest(name);
    for (const char* known :
         {"offset", "frame", "weight", "priority", "fade", "pole", "weights", "free", "axis", "range", "normal", "at"})
      nearest.offer(known);
    const bool misspelled = !nearest.name().empty() && nearest.name() != name;
    refuse(kind + " has no setting " + kine::quoted(name) + (misspelled ? nearest.question() : ""));
  }

  template <class T>
  T value_of(Result<T> result) const {
    if (!result) refuse(result.error());
    return *std::move(result);
  }

  std::string next(const std::string& what) {
    if (place_ >= words_.size()) refuse(what + " is missing");
    return words_[place_++];
  }
  std::optional<std::string> setting(const std::string& name) {
    const auto found = settings_.find(name);
    if (found == settings_.end()) return std::nullopt;
    std::string value = found->second;
    settings_.erase(found);
    return value;
  }
  std::string needed(const std::string& name) {
    const std::optional<std::string> value = setting(name);
    if (!value) refuse(name + "=... is missing");
    return *value;
  }
  JointId joint(const std::string& name) const { return value_of(find_joint(scene_, name)); }
  JointId next_joint() { return joint(next("the name of a joint")); }
  Vec3 next_point() { return value_of(kine::cli::parse_point(next("x,y,z"))); }
  double number(const std::string& text, double least, double most) const {
    const std::optional<double> value = parse_number(text);
    if (!value || !(*value >= least && *value <= most))
      refuse(kine::quoted(text) + " is not a number from " + number_text(least) + " to " + number_text(most));
    return *value;
  }

  void read_common_options() {
    if (const std::optional<std::string> text = setting("offset")) {
      const PlaceText tool = value_of(parse_place(*text));
      options_.offset = tool.position;
      joint_from_tool_ = {tool.rotation.value_or(Quat{}), tool.position};
      turned_tool_ = tool.rotation.has_value();
    }
    if (const std::optional<std::string> text = setting("frame")) options_.frame = joint(*text);
    if (const std::optional<std::string> text = setting("weight")) options_.weight = number(*text, 1e-9, 1e9);
    if (const std::optional<std::string> text = setting("pole"))
      options_.pole = value_of(kine::cli::parse_point(*text));
    if (const std::optional<std::string> text = setting("fade")) options_.fade = number(*text, 0, 1);
    if (const std::optional<std::string> text = setting("priority")) {
      const double priority = number(*text, 0, 1000);
      if (priority != static_cast<int>(priority)) refuse(kine::quoted(*text) + " is not a whole number");
      options_.priority = static_cast<int>(priority);
    }
  }

  /// Axes that do not matter; the goal's rows of position begin at `first`.
  Goal with_free_axes(Goal goal, std::size_t first) {
    const std::optional<std::string> letters = setting("free");
    for (const char letter : letters.value_or("")) {
      if (letter < 'x' || letter > 'z') refuse("free=" + *letters + " should be letters of x, y and z");
      goal.bounds[first + static_cast<std::size_t>(letter - 'x')] = Goal::kAnything;
    }
    return goal;
  }
  void no_turned_tool(const char* kind) const {
    if (turned_tool_) refuse(std::string(kind) + " is about a point: its offset is x,y,z");
  }

  // ---- the kinds
  // -----------------------------------------------------------------------------------------------------

  Goal make_reach() {
    no_turned_tool("reach");
    const JointId tip = next_joint();
    const Vec3 point = next_point();
    return with_free_axes(reach(tip, point, options_), 0);
  }
  Goal make_place() {
    const JointId tip = next_joint();
    const PlaceText target = value_of(parse_place(next("x,y,z,qx,qy,qz,qw")));
    if (!target.rotation) refuse("place takes x,y,z,qx,qy,qz,qw; reach takes x,y,z");
    return with_free_axes(place_tool(tip, {*target.rotation, target.position}), 3);
  }
  /// The offset, which is a tool here, comes to the target.
  Goal place_tool(JointId tip, const Transform& target) {
    options_.offset = {};
    return place(tip, joint_from_tool_, target, options_);
  }
  Goal make_orient() {
    const JointId tip = next_joint();
    const Quat rotation = value_of(parse_rotation(next("qx,qy,qz,qw")));
    return orient(tip, rotation * conjugate(joint_from_tool_.rotation), options_);
  }
  Goal make_aim() {
    no_turned_tool("aim");
    const JointId tip = next_joint();
    const Vec3 point = next_point();
    const Vec3 axis = value_of(kine::cli::parse_point(needed("axis")));
    if (!(length(axis) > 0)) refuse("axis=0,0,0 points nowhere");
    return aim(tip, axis, point, options_);
  }
  Goal make_hold() {
    const std::string which = place_ < words_.size() ? next("") : "start";
    if (which != "start" && which != "rest") refuse("hold takes start or rest, not " + kine::quoted(which));
    if (which == "rest") {
      list_.postures.push_back(scene_.skeleton.rest_pose().q);
    } else {
      list_.postures.emplace_back(start_.begin(), start_.end());
    }
    const std::vector<double>& posture = list_.postures.back();
    const std::optional<std::string> weights = setting("weights");
    return weights ? hold(posture, freedom_weights(*weights), options_) : hold(posture, options_);
  }
  /// "chest:10,head:5": so much for each freedom of these joints, 1 for all others.
  const std::vector<double>& freedom_weights(const std::string& text) {
    const Skeleton& skeleton = scene_.skeleton;
    std::vector<double>& weights = list_.weights.emplace_back(static_cast<std::size_t>(skeleton.freedom_count()), 1.0);
    for (std::size_t start = 0, comma = 0; comma != std::string::npos; start = comma + 1) {
      comma = text.find(',', start);
      const std::string entry = text.substr(start, comma == std::string::npos ? comma : comma - start);
      const std::size_t colon = entry.rfind(':');
      if (colon == std::string::npos)
        refuse("weights=" + text + " should be joints and numbers such as chest:10,head:5");
      const JointId held = joint(entry.substr(0, colon));
      const double weight = number(entry.substr(colon + 1), 1e-9, 1e9);
      for (int k = 0; k < skeleton.axis_count(held); ++k)
        weights[static_cast<std::size_t>(skeleton.freedom_of(held, k))] = weight;
    }
    return weights;
  }
  Goal make_centre_of_mass() {
    if (!(scene_.skeleton.mass() > 0)) refuse("the model has no masses");
    return with_free_axes(centre_of_mass_at(next_point(), options_), 0);
  }
  Goal make_distance() {
    no_turned_tool("distance");
    const JointId tip = next_joint();
    const Vec3 point = next_point();
    const std::string text = needed("range");
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) refuse("range=" + text + " should be two lengths such as 0.2..0.4");
    const Range range{number(text.substr(0, dots), 0, 1e9), number(text.substr(dots + 2), 0, 1e9)};
    if (range.lower > range.upper) refuse("range=" + text + " ends before it begins");
    return distance(tip, point, range, options_);
  }
  Goal make_half_space() {
    no_turned_tool("half-space");
    const JointId tip = next_joint();
    const Vec3 point = next_point();
    const Vec3 normal = value_of(kine::cli::parse_point(needed("normal")));
    if (!(length(normal) > 0)) refuse("normal=0,0,0 points nowhere");
    return half_space(tip, point, normal, options_);
  }
  Goal make_coincide() {
    no_turned_tool("coincide");
    const JointId tip = next_joint(), other = next_joint();
    const Vec3 point = value_of(kine::cli::parse_point(setting("at").value_or("0,0,0")));
    return coincide({tip, options_.offset}, {other, point}, options_);
  }
  Goal make_relative() {
    const JointId tip = next_joint();
    options_.frame = next_joint();
    const PlaceText target = value_of(parse_place(next("x,y,z,qx,qy,qz,qw")));
    return place_tool(tip, {target.rotation.value_or(Quat{}), target.position});
  }

  const kine::Scene& scene_;
  const std::string& text_;
  std::span<const double> start_;
  GoalList& list_;
  std::vector<std::string> words_;
  std::size_t place_ = 0;  // the next word
  std::map<std::string, std::string> settings_;
  GoalOptions options_{};
  Transform joint_from_tool_{};
  bool turned_tool_ = false;
};

}  // namespace

void GoalList::add(const Goal& goal, std::string text) {
  goals.push_back(goal);
  words.push_back(std::move(text));
}

void add_goal_text(const kine::Scene& scene, const std::string& text, std::span<const double> start, GoalList& list) {
  GoalReader(scene, text, start, list).read();
}

}  // namespace kine::cli
