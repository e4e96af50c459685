// Any bytes are either a motion of a small skeleton, which can be used and written again, or refused with a sentence.
#include "kine/io/asf_amc.h"
#include "tests/fuzz/use_motion.h"

namespace {

const kine::Scene& skeleton() {
  static const kine::Scene scene = *kine::read_asf(
      ":units\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\n:bonedata\n"
      "begin\nname hip\ndirection 1 0 0\nlength 2\naxis 0 0 0 XYZ\nend\n"
      "begin\nname femur\ndirection 0 -1 0\nlength 12\naxis 10 20 30 XYZ\ndof rx ry rz\nend\n"
      "begin\nname foot\ndirection 0 -1 0\nlength 15\naxis 0 0 20 XYZ\ndof rx rz\nend\n"
      "begin\nname toes\ndirection 0 0 1\nlength 3\naxis 0 0 20 XYZ\ndof rx\nend\n"
      ":hierarchy\nroot hip\nhip femur\nfemur foot\nfoot toes\n",
      "small.asf");
  return scene;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  kine::Scene scene = skeleton();
  const kine::Result<kine::Clip> clip = kine::read_amc(text, "file", scene, {}, scene.notes);
  if (!clip) {
    kine::fuzz::is_usable_or_refused(kine::Error{clip.error()});
    return 0;
  }
  scene.clips.push_back(*clip);
  kine::fuzz::is_usable_or_refused(scene);
  const kine::Result<std::string> written = kine::write_amc(scene.skeleton, *clip, {.rig = scene.asf});
  if (!written || clip->frame_count() == 0) return 0;
  const kine::Result<kine::Clip> again = kine::read_amc(*written, "again", scene, {}, scene.notes);
  kine::fuzz::require(again.ok() && again->frame_count() == clip->frame_count());
  return 0;
}
