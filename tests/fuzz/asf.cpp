// Any bytes are either an ASF file that can be used and written again, or refused with a sentence.
#include "kine/io/asf_amc.h"
#include "tests/fuzz/use_motion.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const kine::Result<kine::Scene> scene = kine::read_asf(text, "file");
  if (!kine::fuzz::is_usable_or_refused(scene)) return 0;
  const kine::Result<std::string> written = kine::write_asf(scene->skeleton, {.rig = scene->asf});
  if (!written) return 0;
  const kine::Result<kine::Scene> again = kine::read_asf(*written, "again");
  kine::fuzz::require(again.ok());
  kine::fuzz::require(again->skeleton.value_count() == scene->skeleton.value_count());
  return 0;
}
