#include "apps/cli/commands/walker.h"

#include <cmath>
#include <utility>

#include "apps/cli/commands/bone_map_text.h"
#include "apps/cli/models.h"
#include "apps/cli/outcome.h"
#include "kine/io/formats/leaves.h"
#include "kine/motion/gait_fit.h"

namespace kine::cli {
namespace {

/// Our own figure walks as it is.
Result<Walker> our_figure(const WalkSettings& settings, kine::Scene scene) {
  Walker walker;
  walker.gait = gait_of(settings);
  walker.scene = std::make_unique<kine::Scene>(std::move(scene));
  const Skeleton& skeleton = walker.scene->skeleton;
  Result<Biped> body = Biped::build(skeleton, scenes::standing_pose(skeleton).q);
  if (!body) return Error{body.error()};
  walker.own = *std::move(body);
  walker.written = std::make_unique<kine::Scene>(*walker.scene);
  walker.heels = {skeleton.joint("left_heel"), skeleton.joint("right_heel")};
  walker.toes = {skeleton.joint("left_toe_tip"), skeleton.joint("right_toe_tip")};
  return walker;
}

/// Adds the heels and toes that it does not have.
std::string add_points(Walker& walker) {
  std::vector<Leaf> leaves;
  for (int side = 0; side < 2; ++side)
    for (const WalkingFigure::FootPoint* point : {&walker.figure->heel(side), &walker.figure->toe(side)})
      if (!point->is_joint) leaves.push_back({point->name, point->joint, point->offset});
  Result<kine::Scene> written = with_leaves(*walker.scene, leaves);
  if (!written) return written.error();
  walker.written = std::make_unique<kine::Scene>(*std::move(written));
  for (int side = 0; side < 2; ++side) {
    const auto s = static_cast<std::size_t>(side);
    walker.heels[s] = walker.written->skeleton.joint(walker.figure->heel(side).name);
    walker.toes[s] = walker.written->skeleton.joint(walker.figure->toe(side).name);
  }
  return {};
}

Gait fitted_gait(const WalkSettings& settings, const Biped& body) {
  Gait gait = gait_of(settings);
  // A gait's speeds are those of a leg of 0.87 m; what the user says is meant as it is.
  if (settings.speed > 0) gait.top_speed /= std::sqrt(body.measures().scale());
  return gait;
}

}  // namespace

Result<Walker> make_walker(const WalkSettings& settings) {
  LoadOptions options;
  options.files = settings.access;
  options.free_root = true;  // a robot that walks does not stand bolted to the world
  kine::Scene model = value_or_bad_file(load_model(std::vector<std::string>{settings.character}, options));
  if (settings.character == "humanoid") return our_figure(settings, std::move(model));
  Walker walker;
  walker.scene = std::make_unique<kine::Scene>(std::move(model));
  const Result<BoneMap> map = find_bones(*walker.scene, load_bone_map(settings.map_file, settings.access));
  if (!map) return Error{settings.character + " cannot walk: " + map.error()};
  const Vec3 up = to_vector(walker.scene->up);
  Result<WalkingFigure> figure = WalkingFigure::build(walker.scene->skeleton, *map, up);
  if (!figure) return Error{settings.character + " cannot walk: " + figure.error()};
  walker.figure = *std::move(figure);
  const Result<GaitFit> fit = fit_gait(walker.body(), fitted_gait(settings, walker.body()));
  if (!fit) return Error{settings.character + " cannot walk: " + fit.error()};
  walker.gait = fit->gait;
  walker.notes = walker.figure->notes();
  if (!fit->note.empty()) walker.notes.push_back(fit->note);
  if (const std::string fault = add_points(walker); !fault.empty()) return Error{fault};
  return walker;
}

}  // namespace kine::cli
