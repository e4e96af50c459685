import type { JointDescription, Quat, Vec3 } from 'kine';

export interface ChainShape {
  links: number;
  /** Half-angle of every cone, degrees; 180: no limit. */
  cone: number;
  /** -1: the root moves most willingly, 1: the tip does, 0: all alike. */
  willing: number;
  /** The rest pose is an arc (true) or straight, which is singular. */
  bowed: boolean;
}

/** So many bones from the origin, one metre together, a ball at the start of each, and a tip: an arc, or along +x. */
export function chainJoints({ links, cone, willing, bowed }: ChainShape): JointDescription[] {
  const length = 1 / links;
  const limit = (cone * Math.PI) / 180;
  const joints: JointDescription[] = [];
  for (let i = 0; i < links; ++i) {
    const place = links > 1 ? (2 * i) / (links - 1) - 1 : 0;
    const weight = 10 ** (willing * place);
    joints.push({
      name: `link_${i}`,
      ...(i > 0 ? { parent: `link_${i - 1}` } : {}),
      kind: 'ball',
      translation: i > 0 ? [length, 0, 0] : [0, 0, 0],
      ...(bowed ? { rotation: aboutZ(i > 0 ? -bow / (links - 1) : bow / 2) } : {}),
      axes: [{ weight }, { weight }, { weight }],
      ...(cone < 180 ? { ball: { swing: [limit, limit], twist: [-limit, limit] } } : {}),
    });
  }
  joints.push({ name: 'tip', parent: `link_${links - 1}`, translation: [length, 0, 0] });
  return joints;
}

/** How much the arc bends in all, radians. */
const bow = 1.9;
const aboutY = (angle: number): Quat => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
const aboutZ = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/** Joints of the serpent that lie coiled on the floor, those that rise, and how long each is. */
export const serpentShape = { coiled: 18, rising: 12, length: 0.1 } as const;

/** A serpent: it lies coiled and rears its neck; its rest posture is in the rest transforms, so that cones sit about it. */
export function serpentJoints(): JointDescription[] {
  const { coiled, rising, length } = serpentShape;
  const joints: JointDescription[] = [];
  for (let i = 0; i < coiled + rising; ++i) {
    const up = i - coiled;
    // The coil winds inwards; then the neck goes up and bends forward again.
    const rotation: Quat =
      up < 0 ? aboutY(0.22 + 0.012 * i) : up < 5 ? aboutZ(0.3) : up < rising - 1 ? aboutZ(-0.12) : aboutZ(-0.62);
    const start: Vec3 = [0.05, 0.06, -0.42];
    joints.push({
      name: `link_${i}`,
      ...(i > 0 ? { parent: `link_${i - 1}` } : {}),
      kind: 'ball',
      translation: i > 0 ? [length, 0, 0] : start,
      rotation,
      ball: { swing: up < 0 ? [0.08, 0.08] : [0.5, 0.5], twist: up < 0 ? [-0.02, 0.02] : [-0.35, 0.35] },
      axes: Array.from({ length: 3 }, () => ({ weight: up < 0 ? 0.15 : 1 })),
    });
  }
  joints.push({ name: 'head', parent: `link_${coiled + rising - 1}`, translation: [length, 0, 0] });
  return joints;
}
