/* Scene files and bone maps from C99: read, asked, written and read again. */
#include <kine_c/kine.h>
#include <kine_scenes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static char message[300];

static const char* const kBvh =
    "HIERARCHY\nROOT hips\n{\n OFFSET 0 100 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
    "Yrotation\n"
    " JOINT leg\n {\n  OFFSET 0 -50 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 -50 0\n"
    "  }\n }\n}\nMOTION\nFrames: 3\nFrame Time: 0.05\n0 0 0 0 0 0 0 0 0\n1 2 3 10 20 30 40 50 60\n"
    "2 4 6 20 40 60 50 60 70\n";
static const char* const kAsf =
    ":units\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\naxis XYZ\nposition 0 0 0\norientation 0 0 0\n"
    ":bonedata\nbegin\nname femur\ndirection 0 -1 0\nlength 12\naxis 10 20 30 XYZ\ndof rx ry\nlimits (-160 20)\n(-70 "
    "70)\n"
    "end\n:hierarchy\nbegin\nroot femur\nend\n";
static const char* const kAmc =
    ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\nfemur 0 0\n2\nroot 1 20 -3 11 -22 33\nfemur 5.5 -60\n";
static const char* const kUrdf =
    "<robot name='r'><link name='base'/><link name='arm'/><joint name='turn' type='revolute'><parent link='base'/>"
    "<child link='arm'/><axis xyz='0 1 0'/><limit lower='-1' upper='2' velocity='3'/></joint></robot>";
static const char* const kGltf =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"by hand\"},\"scene\":0,\"scenes\":[{\"nodes\":[1]}],"
    "\"nodes\":[{\"name\":\"tip\",\"translation\":[0,1,0]},{\"name\":\"root\",\"children\":[0]}]}";

static void add_text(kine_reader* reader, const char* name, const char* text) {
  CHECK(kine_reader_add(reader, name, text, strlen(text)) == KINE_OK);
}

static kine_file* read_text(const char* name, const char* text) {
  kine_reader* reader = kine_reader_create();
  add_text(reader, name, text);
  kine_file* file = kine_reader_read(reader, message, sizeof message);
  kine_reader_destroy(reader);
  return file;
}

/* What a writer made, as a file of its own; NULL and a sentence where it would not. */
static kine_file* read_written(kine_writer* writer, const char* name) {
  if (!kine_writer_write(writer, message, sizeof message)) return NULL;
  kine_reader* reader = kine_reader_create();
  CHECK(kine_reader_add(reader, name, kine_writer_bytes(writer), kine_writer_size(writer)) == KINE_OK);
  kine_file* file = kine_reader_read(reader, message, sizeof message);
  kine_reader_destroy(reader);
  return file;
}

static void test_bvh(void) {
  kine_file* file = read_text("folder/Walk.BVH", kBvh);
  CHECK(file != NULL && message[0] == '\0');
  CHECK(strcmp(kine_file_name(file), "Walk") == 0 && strcmp(kine_file_format(file), "bvh") == 0);
  CHECK(kine_file_up(file) == 'y' && kine_file_clip_count(file) == 1 && kine_file_alias_count(file) == 0);
  CHECK(kine_file_metres_per_unit(file) == 0.01 && fabs(kine_file_height(file) - 1) < 1e-12);
  CHECK(kine_file_note_count(file) == 2 && strstr(kine_file_note(file, 0), "unit") != NULL);
  CHECK(kine_file_note(file, 2) == NULL && kine_file_clip(file, 1) == NULL && kine_file_clip(file, -1) == NULL);
  kine_skeleton* body = kine_file_skeleton(file);
  kine_clip* clip = kine_file_clip(file, 0);
  kine_file_destroy(file); /* what came from it is good for longer */
  double pose[10];
  CHECK(kine_skeleton_joint_count(body) == 3 && kine_skeleton_value_count(body) == 10);
  CHECK(kine_clip_frame_count(clip) == 3 && kine_clip_rate(clip) == 20);
  CHECK(kine_clip_get_frame(clip, 1, pose, 10) == KINE_OK && fabs(pose[7] - 40 * 0.017453292519943295) < 1e-12);

  kine_clip* copy = kine_clip_copy(clip, "again");
  pose[7] = 0.5;
  CHECK(strcmp(kine_clip_name(copy), "again") == 0 && kine_clip_set_frame(copy, 1, pose, 10) == KINE_OK);
  CHECK(kine_clip_get_frame(clip, 1, pose, 10) == KINE_OK && pose[7] != 0.5);
  CHECK(kine_clip_copy(NULL, "x") == NULL);

  kine_writer* writer = kine_writer_create(body, "bvh", message, sizeof message);
  CHECK(writer != NULL && kine_writer_bytes(writer) == NULL && kine_writer_size(writer) == 0);
  CHECK(kine_writer_set(writer, "metres_per_unit", 0.001) == KINE_OK &&
        kine_writer_set(writer, "decimals", 9) == KINE_OK);
  CHECK(kine_writer_set_order(writer, "XYZ") == KINE_OK && kine_writer_add_clip(writer, copy) == KINE_OK);
  kine_file* again = read_written(writer, "again.bvh");
  CHECK(again != NULL && kine_file_metres_per_unit(again) == 0.001);
  kine_skeleton* other = kine_file_skeleton(again);
  CHECK(kine_writer_set_file(writer, again) == KINE_WRONG_SKELETON && kine_writer_set_file(writer, NULL) == KINE_OK);
  kine_clip* foreign = kine_file_clip(again, 0);
  CHECK(kine_writer_add_clip(writer, foreign) == KINE_WRONG_SKELETON);
  CHECK(kine_writer_add_clip(writer, clip) == KINE_OK && kine_writer_write(writer, message, sizeof message) == 0);
  CHECK(strstr(message, "one clip") != NULL && kine_writer_bytes(writer) == NULL);
  kine_clip_destroy(foreign);
  kine_skeleton_destroy(other);
  kine_file_destroy(again);
  kine_writer_destroy(writer);
  kine_clip_destroy(copy);
  kine_clip_destroy(clip);
  kine_skeleton_destroy(body);
}

static void test_asf(void) {
  kine_reader* reader = kine_reader_create();
  add_text(reader, "walk.amc", kAmc); /* the order does not matter */
  add_text(reader, "walk.asf", kAsf);
  CHECK(kine_reader_set(reader, "rate", 60) == KINE_OK);
  kine_file* file = kine_reader_read(reader, message, sizeof message);
  CHECK(file != NULL && strcmp(kine_file_format(file), "asf") == 0 && kine_file_clip_count(file) == 1);
  kine_skeleton* body = kine_file_skeleton(file);
  kine_clip* clip = kine_file_clip(file, 0);
  CHECK(kine_clip_rate(clip) == 60 && kine_clip_frame_count(clip) == 2);
  kine_writer* asf = kine_writer_create(body, "asf", message, sizeof message);
  kine_writer* amc = kine_writer_create(body, "amc", message, sizeof message);
  CHECK(kine_writer_set_file(asf, file) == KINE_OK && kine_writer_set_file(amc, file) == KINE_OK);
  CHECK(kine_writer_add_clip(amc, clip) == KINE_OK);
  CHECK(kine_writer_write(asf, message, sizeof message) == 1 && kine_writer_write(amc, message, sizeof message) == 1);
  kine_reader* again = kine_reader_create();
  CHECK(kine_reader_add(again, "b.asf", kine_writer_bytes(asf), kine_writer_size(asf)) == KINE_OK);
  CHECK(kine_reader_add(again, "b.amc", kine_writer_bytes(amc), kine_writer_size(amc)) == KINE_OK);
  kine_file* back = kine_reader_read(again, message, sizeof message);
  CHECK(back != NULL);
  kine_clip* same = kine_file_clip(back, 0);
  double first[20], second[20];
  const int size = kine_skeleton_value_count(body);
  CHECK(kine_clip_get_frame(clip, 1, first, size) == KINE_OK && kine_clip_get_frame(same, 1, second, size) == KINE_OK);
  for (int i = 0; i < size; ++i) CHECK(fabs(first[i] - second[i]) < 1e-6);
  kine_clip_destroy(same);
  kine_file_destroy(back);
  kine_reader_destroy(again);
  kine_writer_destroy(amc);
  kine_writer_destroy(asf);
  kine_clip_destroy(clip);
  kine_skeleton_destroy(body);
  kine_file_destroy(file);
  kine_reader_destroy(reader);
}

static void test_urdf(void) {
  kine_reader* reader = kine_reader_create();
  add_text(reader, "r.urdf", kUrdf);
  CHECK(kine_reader_set(reader, "free_root", 1) == KINE_OK);
  kine_file* file = kine_reader_read(reader, message, sizeof message);
  kine_skeleton* robot = kine_file_skeleton(file);
  CHECK(strcmp(kine_file_format(file), "urdf") == 0 && kine_file_up(file) == 'z');
  CHECK(kine_skeleton_joint_kind(robot, 0) == KINE_FREE && kine_skeleton_joint_count(robot) == 2);
  CHECK(kine_file_alias_count(file) >= 1 && kine_file_find(file, "arm", message, sizeof message) == 1);
  for (int i = 0; i < kine_file_alias_count(file); ++i)
    CHECK(kine_file_find(file, kine_file_alias_name(file, i), NULL, 0) == kine_file_alias_joint(file, i));
  CHECK(kine_file_find(file, "tunr", message, sizeof message) == -1 && strstr(message, "turn") != NULL);
  CHECK(kine_file_node(file, 0) == -1 && kine_file_alias_name(file, 99) == NULL &&
        kine_file_alias_joint(file, 99) == -1);
  kine_writer* writer = kine_writer_create(robot, "glb", message, sizeof message);
  CHECK(kine_writer_set_file(writer, file) == KINE_OK &&
        kine_writer_write_document(writer, message, sizeof message) == 0);
  CHECK(strstr(message, "glTF") != NULL);
  kine_writer_destroy(writer);
  kine_skeleton_destroy(robot);
  kine_file_destroy(file);
  kine_reader_destroy(reader);
}

static int contains(const kine_writer* writer, const char* text) {
  const char* bytes = (const char*)kine_writer_bytes(writer);
  const size_t size = kine_writer_size(writer), length = strlen(text);
  for (size_t i = 0; i + length <= size; ++i)
    if (memcmp(bytes + i, text, length) == 0) return 1;
  return 0;
}

static void test_gltf(void) {
  kine_file* file = read_text("thing.gltf", kGltf);
  CHECK(file != NULL && strcmp(kine_file_format(file), "gltf") == 0 && kine_file_clip_count(file) == 0);
  CHECK(kine_file_node(file, 0) == 1 && kine_file_node(file, 1) == 0 && kine_file_node(file, 2) == -1);
  kine_skeleton* thing = kine_file_skeleton(file);
  kine_writer* writer = kine_writer_create(thing, "glb", message, sizeof message);
  CHECK(kine_writer_set_file(writer, file) == KINE_OK);
  CHECK(kine_writer_write_document(writer, message, sizeof message) == 1 && contains(writer, "by hand"));
  const int size = kine_skeleton_value_count(thing);
  double pose[20];
  kine_clip* clip = kine_clip_create(thing, "turn", 30);
  CHECK(kine_rest_pose(thing, pose, size) == KINE_OK && kine_clip_append(clip, pose, size, NULL) == KINE_OK);
  CHECK(kine_clip_append(clip, pose, size, NULL) == KINE_OK && kine_writer_add_clip(writer, clip) == KINE_OK);
  kine_file* again = read_written(writer, "again.glb");
  CHECK(again != NULL && kine_file_clip_count(again) == 1 && contains(writer, "by hand"));
  kine_file_destroy(again);
  kine_writer* fresh = kine_writer_create(thing, "gltf", message, sizeof message);
  CHECK(kine_writer_set(fresh, "stick_mesh", 0) == KINE_OK && kine_writer_set(fresh, "up", 'z') == KINE_OK);
  CHECK(kine_writer_set_name(fresh, "thing two") == KINE_OK);
  CHECK(kine_writer_write(fresh, message, sizeof message) == 1 && !contains(fresh, "by hand"));
  kine_writer_destroy(fresh);
  kine_clip_destroy(clip);
  kine_writer_destroy(writer);
  kine_skeleton_destroy(thing);
  kine_file_destroy(file);
}

static void test_misuse(void) {
  kine_reader* reader = kine_reader_create();
  CHECK(kine_reader_read(reader, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_reader_set(reader, "metres_per_unit", -1) == KINE_BAD_VALUE &&
        kine_reader_set(reader, "rate", NAN) == KINE_BAD_VALUE);
  CHECK(kine_reader_set(reader, "up", 'w') == KINE_BAD_VALUE && kine_reader_set(reader, "up", 'z') == KINE_OK);
  CHECK(kine_reader_set(reader, "up", 0) == KINE_OK && kine_reader_set(reader, "rate", 0) == KINE_OK);
  CHECK(kine_reader_set(reader, "three_dofs", 2) == KINE_BAD_VALUE &&
        kine_reader_set(reader, "three_dofs", 1) == KINE_OK);
  CHECK(kine_reader_set(reader, "colour", 1) == KINE_BAD_INDEX && kine_reader_set(NULL, "up", 0) == KINE_NULL);
  CHECK(kine_reader_add(reader, NULL, "x", 1) == KINE_NULL && kine_reader_add(reader, "x", NULL, 1) == KINE_NULL);
  CHECK(kine_reader_add(NULL, "x", "x", 1) == KINE_NULL && kine_reader_add(reader, "empty.bvh", NULL, 0) == KINE_OK);
  CHECK(kine_reader_read(reader, message, sizeof message) == NULL && strstr(message, "empty.bvh") != NULL);
  CHECK(kine_reader_read(NULL, message, sizeof message) == NULL);
  kine_reader_destroy(reader);
  CHECK(read_text("broken.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0\n") == NULL &&
        strstr(message, "broken.bvh:") != NULL);
  CHECK(read_text("m.amc", kAmc) == NULL && strstr(message, "ASF") != NULL);

  CHECK(kine_file_name(NULL) == NULL && kine_file_format(NULL) == NULL && kine_file_skeleton(NULL) == NULL);
  CHECK(kine_file_clip_count(NULL) == -1 && kine_file_clip(NULL, 0) == NULL && kine_file_up(NULL) == 0);
  CHECK(isnan(kine_file_metres_per_unit(NULL)) && isnan(kine_file_height(NULL)) && kine_file_note_count(NULL) == -1);
  CHECK(kine_file_note(NULL, 0) == NULL && kine_file_alias_count(NULL) == -1 && kine_file_node(NULL, 0) == -1);
  CHECK(kine_file_find(NULL, "a", message, sizeof message) == -1);

  kine_skeleton* arm = kine_scene_build("planar-arm", 0, NULL, 0);
  CHECK(kine_writer_create(arm, "fbx", message, sizeof message) == NULL && strstr(message, "fbx") != NULL);
  CHECK(kine_writer_create(NULL, "bvh", message, sizeof message) == NULL);
  kine_writer* writer = kine_writer_create(arm, "bvh", message, sizeof message);
  CHECK(kine_writer_set(writer, "decimals", 3) == KINE_BAD_VALUE &&
        kine_writer_set(writer, "decimals", 6.5) == KINE_BAD_VALUE);
  CHECK(kine_writer_set(writer, "metres_per_unit", INFINITY) == KINE_BAD_VALUE);
  CHECK(kine_writer_set(writer, "up", 1) == KINE_BAD_VALUE &&
        kine_writer_set(writer, "stick_mesh", 2) == KINE_BAD_VALUE);
  CHECK(kine_writer_set(writer, "colour", 1) == KINE_BAD_INDEX && kine_writer_set_order(writer, "XXY") == KINE_OK);
  CHECK(kine_writer_write(writer, message, sizeof message) == 0 && strstr(message, "XXY") != NULL);
  CHECK(kine_writer_set_order(writer, "") == KINE_OK && kine_writer_write(writer, message, sizeof message) == 1);
  CHECK(kine_writer_set(NULL, "up", 0) == KINE_NULL && kine_writer_set_file(NULL, NULL) == KINE_NULL);
  CHECK(kine_writer_set_name(writer, NULL) == KINE_NULL && kine_writer_set_order(NULL, "") == KINE_NULL);
  CHECK(kine_writer_add_clip(writer, NULL) == KINE_NULL && kine_writer_write(NULL, message, sizeof message) == 0);
  CHECK(kine_writer_bytes(NULL) == NULL && kine_writer_size(NULL) == 0);
  kine_writer_destroy(writer);
  kine_skeleton_destroy(arm);
  kine_reader_destroy(NULL);
  kine_file_destroy(NULL);
  kine_writer_destroy(NULL);
}

static void test_bones(void) {
  kine_skeleton* person = kine_scene_build("humanoid", 0, NULL, 0);
  kine_skeleton* hand = kine_scene_build("hand", 0, NULL, 0);
  kine_bones* bones = kine_bones_find(person, 0, 1, 0, NULL, NULL, 0, message, sizeof message);
  CHECK(bones != NULL && message[0] == '\0' && kine_bone_count() > 20 && kine_bone_name(-1) == NULL);
  CHECK(kine_bones_joint(bones, "left_hand") == kine_skeleton_find(person, "left_hand", NULL, 0));
  CHECK(kine_bones_first_joint(bones, "left_hand") == kine_bones_joint(bones, "left_hand"));
  CHECK(kine_bones_joint(bones, "tail") == -1 && kine_bones_joint(NULL, "head") == -1);
  for (int i = 0; i < kine_bone_count(); ++i) CHECK(strlen(kine_bone_name(i)) >= 4);
  CHECK(kine_bone_part_count() == kine_bone_count() && kine_bone_part_name(3) == kine_bone_name(3));
  double directions[6];
  CHECK(kine_bones_directions(bones, directions) == KINE_OK);
  CHECK(fabs(directions[0] - 1) < 1e-9 && fabs(directions[5] - 1) < 1e-9); /* left is +x, ahead is +z */
  CHECK(kine_bones_directions(NULL, directions) == KINE_NULL && kine_bones_directions(bones, NULL) == KINE_NULL);
  const int spine = kine_bones_spine_count(bones);
  CHECK(spine >= 1 && kine_bones_spine_joint(bones, spine - 1) >= 0 && kine_bones_spine_joint(bones, spine) == -1);
  CHECK(kine_bones_spine_count(NULL) == -1 && kine_bones_note_count(NULL) == -1 && kine_bones_note_count(bones) >= 0);
  CHECK(kine_bones_note(bones, -1) == NULL);
  const char* parts[] = {"head"};
  const char* joints[] = {""};
  kine_bones* headless = kine_bones_find(person, 0, 1, 0, parts, joints, 1, message, sizeof message);
  CHECK(headless != NULL && kine_bones_joint(headless, "head") == -1);
  joints[0] = "haed";
  CHECK(kine_bones_find(person, 0, 1, 0, parts, joints, 1, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_bones_find(hand, 0, 1, 0, NULL, NULL, 0, message, sizeof message) == NULL && strlen(message) > 5);
  CHECK(kine_bones_find(NULL, 0, 1, 0, NULL, NULL, 0, message, sizeof message) == NULL);
  CHECK(kine_bones_find(person, 0, 1, 0, NULL, NULL, 1, message, sizeof message) == NULL);
  kine_bones_destroy(headless);
  kine_bones_destroy(bones);
  kine_bones_destroy(NULL);
  kine_skeleton_destroy(hand);
  kine_skeleton_destroy(person);
}

int main(void) {
  test_bvh();
  test_asf();
  test_urdf();
  test_gltf();
  test_misuse();
  test_bones();
  return failures == 0 ? 0 : 1;
}
