#include "tests/support/allocation_trap.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace kine::test {
namespace {

thread_local bool watching = false;
thread_local int allocations = 0;

}  // namespace

static void* counted_allocation(std::size_t size, std::size_t alignment) {
  if (watching) ++allocations;
  if (size == 0) size = 1;
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(size)
                     : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) std::abort();
  return memory;
}

AllocationTrap::AllocationTrap() {
  allocations = 0;
  watching = true;
}
AllocationTrap::~AllocationTrap() { watching = false; }
int AllocationTrap::count() const { return allocations; }

}  // namespace kine::test

// The whole test program allocates through these.
void* operator new(std::size_t size) { return kine::test::counted_allocation(size, 1); }
void* operator new[](std::size_t size) { return kine::test::counted_allocation(size, 1); }
void* operator new(std::size_t size, std::align_val_t a) {
  return kine::test::counted_allocation(size, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
  return kine::test::counted_allocation(size, static_cast<std::size_t>(a));
}
// std::stable_sort asks in this way; a sanitizer has ones of its own, which do not come here.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return kine::test::counted_allocation(size, 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return kine::test::counted_allocation(size, 1);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
