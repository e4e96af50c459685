// Any bytes are either a glTF that can be posed and written again, or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/use_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kine::fuzz::read_and_write_gltf({reinterpret_cast<const char*>(data), size});
  return 0;
}
