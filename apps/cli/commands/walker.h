#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands/walk.h"
#include "kine/io/scene.h"
#include "kine/motion/walking_figure.h"

/// kine walk: who walks.
namespace kine::cli {

/// A character made ready to walk, with what its motion is written into.
struct Walker {
  std::unique_ptr<kine::Scene> scene;      ///< as it was read
  std::unique_ptr<kine::Scene> written;    ///< with heels and toes
  std::optional<Biped> own;                ///< our figure itself
  std::optional<WalkingFigure> figure{};   ///< any other one
  Gait gait{};                             ///< as far as it can
  std::array<JointId, 2> heels{}, toes{};  ///< in `written`
  std::vector<std::string> notes{};        ///< a sentence each: what was guessed, and what had to give

  const Biped& body() const { return figure ? figure->body() : *own; }
  /// Into the axes of the character.
  Quat file_from_walk() const { return figure ? figure->figure_from_walk() : Quat{}; }
};

/// Loads the character of the settings and suits their gait to it. Refused with a sentence: what is no humanoid, or
/// cannot walk.
Result<Walker> make_walker(const WalkSettings& settings);

}  // namespace kine::cli
