/// Which joints of a skeleton are which bones of a human body. Part of <kine_c/kine.h>.
#ifndef KINE_C_KINE_BONES_H_
#define KINE_C_KINE_BONES_H_

#include "kine.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The bones that have a name: "pelvis", "chest", "neck", "head", "left_collar", "left_upper_arm", ..., "right_heel".
/// How many there are, and each (NULL for misuse).
int kine_bone_count(void);
const char* kine_bone_name(int bone);
/// Their names until 0.1; they go with the next release.
int kine_bone_part_count(void);
const char* kine_bone_part_name(int bone);

/// Finds the bones of a humanoid, by the names of the joints where those tell and else by its shape at rest; `up` is a
/// direction in the world of the skeleton. The caller may know better: bone bones[i] is the joint named joints[i], or
/// is not there where that is "" or NULL; both lists are `count` long. NULL and a sentence for a figure without two
/// legs and two arms, and for bones and joints that are not there.
kine_bones* kine_bones_find(const kine_skeleton* skeleton, double up_x, double up_y, double up_z,
                            const char* const* bones, const char* const* joints, int count, char* message,
                            size_t message_size);
void kine_bones_destroy(kine_bones* bones);

/// The joint that carries a bone, and the topmost one that turns it: a robot's hip has several joints, most figures
/// have one and the same. -1 for a bone that the figure does not have, and for misuse.
int kine_bones_joint(const kine_bones* bones, const char* bone);
int kine_bones_first_joint(const kine_bones* bones, const char* bone);

/// The joints from above the pelvis to the chest: how many (-1 for NULL), and each (-1 for misuse).
int kine_bones_spine_count(const kine_bones* bones);
int kine_bones_spine_joint(const kine_bones* bones, int index);

/// out[6]: the directions to the figure's left and forward at rest, level and of unit length.
kine_status kine_bones_directions(const kine_bones* bones, double* out);

/// What was guessed or is missing, one sentence each: how many (-1 for NULL), and each (NULL for misuse).
int kine_bones_note_count(const kine_bones* bones);
const char* kine_bones_note(const kine_bones* bones, int note);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_BONES_H_
