#pragma once

namespace kine::test {

/// Counts the allocations made on this thread while it lives: proof that a call makes none.
class AllocationTrap {
 public:
  AllocationTrap();
  ~AllocationTrap();
  AllocationTrap(const AllocationTrap&) = delete;
  AllocationTrap& operator=(const AllocationTrap&) = delete;

  int count() const;
};

}  // namespace kine::test
