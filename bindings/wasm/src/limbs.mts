import { quat, vec3 } from './frames.mjs';
import { KineError, type Module } from './module.mjs';
import type { ElbowRing, PlanarOptions, PlanarSolution, TwoBoneOptions, TwoBoneSolution, Vec3 } from './types.mjs';

const kStrategies = ['algebraic', 'geometric'];
const kElbows = ['down', 'up'];
const kReachabilities = ['reachable', 'tooFar', 'tooNear'] as const;

/** Two bones in closed form, without a skeleton. Kine.limbs has these. */
export class Limbs {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /**
   * Lander's arm in the plane, its root at the origin: the angles that bring the tip to (x, y) or, out of reach, to the
   * nearest point.
   */
  planar(
    upper: number,
    lower: number,
    x: number,
    y: number,
    { strategy = 'algebraic', elbow = 'down' }: PlanarOptions = {},
  ): PlanarSolution {
    const module = this.#module;
    const [out = 0] = module.rooms(48);
    const answer = module.call('kine_planar_solve', kStrategies.indexOf(strategy), kElbows.indexOf(elbow), upper, lower,
      x, y, out);
    const reachability = kReachabilities[answer];
    if (!reachability) throw new KineError('a planar arm needs lengths that are not negative and a finite target');
    const [root = 0, bend = 0, distance = 0, cosElbow = 0, direction = 0, inner = 0] = module.readDoubles(out, 6);
    return { reachability, root, elbow: bend, distance, cosElbow, direction, inner };
  }

  /** Where the tip and the elbow of Lander's arm are. */
  planarTip(
    upper: number,
    lower: number,
    root: number,
    elbow: number,
  ): { x: number; y: number; elbowX: number; elbowY: number } {
    const [out = 0] = this.#module.rooms(32);
    this.#module.check('kine_planar_tip', upper, lower, root, elbow, out);
    const [x = 0, y = 0, elbowX = 0, elbowY = 0] = this.#module.readDoubles(out, 4);
    return { x, y, elbowX, elbowY };
  }

  /** Two bones in space, along x of their joints, that bend about z. */
  twoBone(
    upper: number,
    lower: number,
    root: Vec3,
    target: Vec3,
    { pole = [0, 0, 0], twist = 0, softness = 0 }: TwoBoneOptions = {},
  ): TwoBoneSolution {
    const module = this.#module;
    const [out = 0, from = 0, to = 0, side = 0] = module.rooms(112, 24, 24, 24);
    module.writeDoubles(from, root);
    module.writeDoubles(to, target);
    module.writeDoubles(side, pole);
    const answer = module.call('kine_two_bone', upper, lower, from, to, side, twist, softness, out);
    if (answer < 0) throw new KineError('bones have lengths that are finite and not negative');
    const n = module.readDoubles(out, 14);
    return { reached: answer === 1, rootRotation: quat(n, 0), midRotation: quat(n, 4), mid: vec3(n, 8), tip: vec3(n, 11) };
  }

  /** The circle on which the mid joint may lie while root and tip stay. */
  elbowRing(upper: number, lower: number, root: Vec3, target: Vec3): ElbowRing {
    const module = this.#module;
    const [out = 0, from = 0, to = 0] = module.rooms(56, 24, 24);
    module.writeDoubles(from, root);
    module.writeDoubles(to, target);
    const answer = module.call('kine_elbow_ring', upper, lower, from, to, out);
    if (answer < 0) throw new KineError('bones have lengths that are finite and not negative');
    const n = module.readDoubles(out, 7);
    return { reached: answer === 1, centre: vec3(n, 0), normal: vec3(n, 3), radius: n[6] ?? 0 };
  }
}
