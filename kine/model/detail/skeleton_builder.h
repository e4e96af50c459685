#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "kine/model/internal/compiled_skeleton.h"
#include "kine/model/skeleton.h"

namespace kine {

/// From name to index.
struct Skeleton::Names {
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, int, Hash, std::equal_to<>> index_of;

  int find(std::string_view name) const {
    const auto found = index_of.find(name);
    return found == index_of.end() ? -1 : found->second;
  }
};

/// Makes a Skeleton of its description, joint by joint, then binds followers. The first fault ends it with a sentence.
class SkeletonBuilder {
 public:
  Result<Skeleton> build(std::span<const Joint> joints);

 private:
  // Each returns an empty string, or the sentence to refuse the joint with.
  std::string take_name(const Joint& joint, int index);
  std::string check_numbers(const Joint& joint) const;
  std::string check_axes(Joint& joint) const;
  std::string check_ball(Joint& joint) const;
  std::string add(Joint joint, int index);
  std::string bind_follower(int joint_index, int component, const Follow& follow);
  std::string bind_followers();
  std::string narrow_leaders();  // a leader has only the limits and speeds that its followers leave it

  void add_values_and_axes(const Joint& joint, detail::CompiledJoint& compiled, int index);
  void number_freedoms();
  void note_plain_joints();
  void align_axes();
  void note_simplicity();
  std::string check_extent() const;
  void note_size();

  Skeleton skeleton_;
  detail::CompiledSkeleton compiled_;
  std::shared_ptr<Skeleton::Names> names_ = std::make_shared<Skeleton::Names>();
};

}  // namespace kine
