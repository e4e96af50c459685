// What a walker of the C API holds. Private to the C API.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/motion/reach_out.h"
#include "kine/motion/walk.h"
#include "kine/motion/walking_figure.h"

struct kine_walker {
  kine_walker(std::shared_ptr<const kine::Skeleton> skeleton, kine::Biped body)
      : model(std::move(skeleton)),
        own(std::move(body)),
        scratch(*own),
        pose(own->standing().begin(), own->standing().end()) {}
  kine_walker(std::shared_ptr<const kine::Skeleton> skeleton, kine::WalkingFigure made)
      : model(std::move(skeleton)),
        figure(std::move(made)),
        scratch(*figure),
        suited(false),
        can_walk(false),
        pose(figure->body().standing().begin(), figure->body().standing().end()),
        notes(figure->notes()) {}

  std::shared_ptr<const kine::Skeleton> model;
  std::optional<kine::Biped> own;             // the skeleton itself walks,
  std::optional<kine::WalkingFigure> figure;  // or one that was made for it
  kine::Scratch scratch;
  kine::Gait wanted{};
  kine::Gait gait{};    // what was wanted, suited to the figure
  kine::Gait served{};  // what was wanted then
  bool suited = true;
  bool can_walk = true;  // it was suited once
  kine::WalkMode mode = kine::WalkMode::Full;
  kine::WalkState state{};
  kine::ReachState reach{};
  std::vector<kine::ObjectInReach> objects{};
  bool walked = false;
  // The last frame: what went in, and what came out.
  kine::WalkState before{};
  kine::ReachState reach_before{};
  kine::Stick stick{};
  double dt = 0;
  std::vector<double> pose;  // of what walks
  kine::WalkReport report{};
  kine::ReachReport reached{};
  std::vector<std::string> notes{};
  std::string fit_note{};

  const kine::Biped& body() const { return figure ? figure->body() : *own; }
};

namespace kine::c_api {

inline bool is_foot(int foot) { return foot == 0 || foot == 1; }

/// A figure that was never shown an object walks as if there were no such thing.
inline bool reaches(const kine_walker& walker, const ReachState& state) {
  return !walker.objects.empty() || state.started;
}

}  // namespace kine::c_api
