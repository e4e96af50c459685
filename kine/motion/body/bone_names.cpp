#include "kine/motion/body/bone_names.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace kine::detail {
namespace {

using enum BoneKind;

struct Word {
  std::string_view text;
  BoneKind kind;
};

// Endings such as "usy" are those of the Atlas robots: where (upper shoulder) and about which axis.
constexpr auto kWords = std::to_array<Word>({
    {"pelvis", Pelvis},    {"spine", Spine},      {"back", Spine},        {"lowerback", Spine},  {"upperback", Spine},
    {"abdomen", Spine},    {"waist", Spine},      {"torso", Spine},       {"belly", Spine},      {"lumbar", Spine},
    {"chest", Chest},      {"thorax", Chest},     {"neck", Neck},         {"lowerneck", Neck},   {"upperneck", Neck},
    {"head", Head},        {"skull", Head},       {"leg", Leg},           {"arm", Arm},          {"hip", Hip},
    {"hips", Hip},         {"buttock", Hip},      {"hipjoint", Hip},      {"uhz", Hip},          {"mhx", Hip},
    {"lhy", Hip},          {"hpz", Hip},          {"hpx", Hip},           {"hpy", Hip},          {"shoulder", Shoulder},
    {"shldr", Shoulder},   {"usy", Shoulder},     {"shx", Shoulder},      {"shz", Shoulder},     {"clavicle", Collar},
    {"collar", Collar},    {"clav", Collar},      {"scapula", Collar},    {"thigh", Thigh},      {"femur", Thigh},
    {"upleg", Thigh},      {"upperleg", Thigh},   {"shank", Shank},       {"shin", Shank},       {"calf", Shank},
    {"knee", Shank},       {"tibia", Shank},      {"lowerleg", Shank},    {"lowleg", Shank},     {"loleg", Shank},
    {"kny", Shank},        {"foot", Foot},        {"ankle", Foot},        {"sole", Foot},        {"metatarsal", Foot},
    {"uay", Foot},         {"lax", Foot},         {"aky", Foot},          {"akx", Foot},         {"toe", Toes},
    {"toes", Toes},        {"toebase", Toes},     {"ball", Toes},         {"heel", Heel},        {"upperarm", UpperArm},
    {"uparm", UpperArm},   {"humerus", UpperArm}, {"forearm", Forearm},   {"lowerarm", Forearm}, {"lowarm", Forearm},
    {"loarm", Forearm},    {"elbow", Forearm},    {"radius", Forearm},    {"ulna", Forearm},     {"ely", Forearm},
    {"elx", Forearm},      {"hand", Hand},        {"wrist", Hand},        {"palm", Hand},        {"gripper", Finger},
    {"uwy", Hand},         {"mwx", Hand},         {"lwy", Hand},          {"finger", Finger},    {"fingers", Finger},
    {"fingertip", Finger}, {"thumb", Finger},     {"index", Finger},      {"middle", Finger},    {"ring", Finger},
    {"pinky", Finger},     {"little", Finger},    {"metacarpal", Finger},
});

constexpr auto kHelpers =
    std::to_array<std::string_view>({"ik", "pole", "poletarget", "target", "sensor", "camera", "imu", "led", "hokuyo",
                                     "effector", "rotor", "optical", "logo", "spindle", "gaze", "bumper"});

BoneKind kind_of(std::string_view word) {
  for (const Word& known : kWords)
    if (known.text == word) return known.kind;
  return None;
}

bool is_helper(std::string_view word) {
  for (const std::string_view known : kHelpers)
    if (known == word) return true;
  return false;
}

BodySide side_of(std::string_view word) {
  if (word == "left" || word == "l") return BodySide::Left;
  if (word == "right" || word == "r") return BodySide::Right;
  return BodySide::None;
}

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// The words of a name in lower case; digits and signs separate them, and so does the beginning of a capitalised word.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool open = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_lower(c) && !is_upper(c)) {
      open = false;
      continue;
    }
    const bool after_lower = i > 0 && is_lower(name[i - 1]);
    const bool before_lower = i + 1 < name.size() && is_lower(name[i + 1]);
    if (!open || (is_upper(c) && (after_lower || before_lower))) words.emplace_back();
    open = true;
    words.back() += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

/// "up" or "lower" and then "leg" or "arm" are one word.
void join_compounds(std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& first = words[i];
    if (first != "up" && first != "upper" && first != "low" && first != "lo" && first != "lower" && first != "fore")
      continue;
    const std::string both = first + words[i + 1];
    if (kind_of(both) == None) continue;
    words[i] = both;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

void read_word(std::string_view word, BoneLabel& label) {
  BodySide side = side_of(word);
  BoneKind kind = kind_of(word);
  if (kind == None && side == BodySide::None) {
    for (const std::string_view before : {"left", "right", "l", "r"}) {  // lfemur, leftupleg
      if (!word.starts_with(before) || kind_of(word.substr(before.size())) == None) continue;
      side = side_of(before);
      word.remove_prefix(before.size());
      kind = kind_of(word);
      break;
    }
  }
  if (label.side == BodySide::None) label.side = side;
  if (kind > label.kind) label.kind = kind;
  label.helper = label.helper || is_helper(word);
  label.thumb = label.thumb || word == "thumb";
  label.end = label.end || word == "end" || word == "nub" || word == "tip";
}

}  // namespace

BoneLabel read_bone_name(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  join_compounds(words);
  BoneLabel label;
  for (const std::string& word : words) read_word(word, label);
  if (label.kind == Hip && label.side == BodySide::None) label.kind = Pelvis;
  return label;
}

}  // namespace kine::detail
