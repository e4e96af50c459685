// Any bytes are either a robot that can be posed or refused with a sentence.
#include "kine/io/urdf.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/use_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const kine::Result<kine::Scene> robot =
      kine::read_urdf({reinterpret_cast<const char*>(data), size}, "file", {.free_root = size % 2 == 0});
  if (robot) {
    kine::fuzz::use(*robot);
  } else {
    kine::fuzz::require_sentence(robot.error());
  }
  return 0;
}
