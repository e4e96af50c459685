// Any bytes are either a BVH file that can be used and written again, or refused with a sentence.
#include "kine/io/bvh.h"

#include "tests/fuzz/use_motion.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const kine::Result<kine::Scene> scene = kine::read_bvh(text, "file");
  if (!kine::fuzz::is_usable_or_refused(scene)) return 0;
  if (scene->clips.empty() || scene->skeleton.joint_count() > 200) return 0;
  const kine::Result<std::string> written = kine::write_bvh(scene->skeleton, scene->clips[0]);
  if (!written) return 0;
  const kine::Result<kine::Scene> again = kine::read_bvh(*written, "again");
  kine::fuzz::require(again.ok() && !again->clips.empty());
  const int frames = scene->clips[0].frame_count();
  kine::fuzz::require(again->clips[0].frame_count() == (frames > 0 ? frames : 1));
  return 0;
}
