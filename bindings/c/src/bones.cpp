#include "bindings/c/src/bones.hpp"

#include <utility>

#include "bindings/c/src/numbers.hpp"

using namespace kine::c_api;

int kine_bone_count(void) { return static_cast<int>(kine::bone_names().size()); }

// The names are literals, which end in a zero.
const char* kine_bone_name(int bone) {
  return bone >= 0 && bone < kine_bone_count() ? kine::bone_names()[static_cast<std::size_t>(bone)].data() : nullptr;
}

int kine_bone_part_count(void) { return kine_bone_count(); }
const char* kine_bone_part_name(int bone) { return kine_bone_name(bone); }

kine_bones* kine_bones_find(const kine_skeleton* skeleton, double up_x, double up_y, double up_z,
                            const char* const* bones, const char* const* joints, int count, char* message,
                            size_t message_size) {
  if (!skeleton || count < 0 || (count > 0 && (!bones || !joints))) {
    write_message(kine_status_text(KINE_NULL), message, message_size);
    return nullptr;
  }
  std::vector<kine::BoneOverride> overrides;
  for (int i = 0; i < count; ++i) overrides.push_back({bones[i] ? bones[i] : "", joints[i] ? joints[i] : ""});
  const kine::Vec3 up{up_x, up_y, up_z};
  kine::Result<kine::BoneMap> map = kine::find_bones(*skeleton->model, up, overrides);
  write_message(map.error(), message, message_size);
  return map ? new kine_bones{skeleton->model, *std::move(map), up} : nullptr;
}

void kine_bones_destroy(kine_bones* bones) { delete bones; }

int kine_bones_joint(const kine_bones* bones, const char* bone) {
  return bones && bone ? kine::bone(bones->map, bone).last.index : -1;
}

int kine_bones_first_joint(const kine_bones* bones, const char* bone) {
  return bones && bone ? kine::bone(bones->map, bone).first.index : -1;
}

int kine_bones_spine_count(const kine_bones* bones) { return bones ? static_cast<int>(bones->map.spine.size()) : -1; }

int kine_bones_spine_joint(const kine_bones* bones, int index) {
  return index >= 0 && index < kine_bones_spine_count(bones) ? bones->map.spine[static_cast<std::size_t>(index)].index
                                                             : -1;
}

kine_status kine_bones_directions(const kine_bones* bones, double* out) {
  if (!bones || !out) return KINE_NULL;
  write(bones->map.left, out);
  write(bones->map.forward, out + 3);
  return KINE_OK;
}

int kine_bones_note_count(const kine_bones* bones) { return bones ? static_cast<int>(bones->map.notes.size()) : -1; }

const char* kine_bones_note(const kine_bones* bones, int note) {
  return note >= 0 && note < kine_bones_note_count(bones) ? bones->map.notes[static_cast<std::size_t>(note)].c_str()
                                                          : nullptr;
}
