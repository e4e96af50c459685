// The same for the binary container: the bytes as they are, and as a JSON and a binary chunk in a proper container (the
// first two bytes say where the one ends and the other begins).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kine/io/formats/glb.h"
#include "tests/fuzz/use_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (kine::is_glb(bytes) || size < 2) {
    kine::fuzz::read_and_write_gltf(bytes);
    return 0;
  }
  const std::size_t split = std::min<std::size_t>(data[0] + std::size_t{256} * data[1], size - 2);
  const kine::Result<std::string> glb = kine::join_glb(bytes.substr(2, split), bytes.substr(2 + split));
  kine::fuzz::require(glb.ok());
  kine::fuzz::read_and_write_gltf(*glb);
  return 0;
}
