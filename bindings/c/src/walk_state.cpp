// A walker's state as bytes, to rewind it.
#include "bindings/c/src/state_bytes.hpp"
#include "bindings/c/src/walk.hpp"

using namespace kine::c_api;
using kine::WalkState;

size_t kine_walker_state_size(void) { return sealed_size<WalkState, kine::ReachState>(); }

// A state is that of the walk and that of the hands.
kine_status kine_walker_get_state(const kine_walker* walker, void* bytes, size_t size) {
  return walker ? write_sealed(bytes, size, walker->state, walker->reach) : KINE_NULL;
}

kine_status kine_walker_set_state(kine_walker* walker, const void* bytes, size_t size) {
  const kine_status status = walker ? read_sealed(bytes, size, walker->state, walker->reach) : KINE_NULL;
  if (status == KINE_OK) walker->walked = false;
  return status;
}
