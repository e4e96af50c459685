/* Files from C: a motion in memory is read, and written in another format. */
#include <kine_c/kine.h>
#include <stdio.h>
#include <string.h>

static const char kMotion[] =
    "HIERARCHY\n"
    "ROOT Hips\n{\n  OFFSET 0 0 0\n"
    "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "  JOINT Spine\n  {\n    OFFSET 0 20 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    End Site\n    {\n      OFFSET 0 40 0\n    }\n  }\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.033333\n0 90 0 0 0 0 0 0 0\n0 90 5 0 0 0 10 0 0\n";

int main(void) {
  char sentence[200];
  FILE* out = tmpfile();
  /* [files] */
  kine_reader* reader = kine_reader_create();
  kine_reader_add(reader, "walk.bvh", kMotion, strlen(kMotion));         /* an ASF and its AMC files: add each */
  kine_file* file = kine_reader_read(reader, sentence, sizeof sentence); /* NULL: "walk.bvh:112: ..." */
  if (!file) return puts(sentence), 1;
  kine_skeleton* body = kine_file_skeleton(file); /* good for longer than the file */
  kine_clip* walk = kine_file_clip(file, 0);

  kine_writer* writer = kine_writer_create(body, "glb", sentence, sizeof sentence);
  kine_writer_add_clip(writer, walk);
  if (!kine_writer_write(writer, sentence, sizeof sentence)) return puts(sentence), 1;
  fwrite(kine_writer_bytes(writer), 1, kine_writer_size(writer), out);
  /* [/files] */
  printf("%d joints, %zu bytes of GLB\n", kine_skeleton_joint_count(body), (size_t)kine_writer_size(writer));
  const int good = kine_writer_size(writer) > 0;

  fclose(out);
  kine_writer_destroy(writer);
  kine_clip_destroy(walk);
  kine_skeleton_destroy(body);
  kine_file_destroy(file);
  kine_reader_destroy(reader);
  return good ? 0 : 1;
}
