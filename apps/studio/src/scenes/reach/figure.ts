// The figure: a person drawn of limbs, whose near arm is the two bones. Nothing here is computed, only drawn.
import type { Colours } from '../../shell/theme';
import { between, polar, type Plane, type Point } from '../../view/canvas2d';

export interface FigurePose {
  shoulder: Point;
  elbow: Point;
  hand: Point;
  /** Where the eyes look. */
  look: Point;
  happy: boolean;
}

/** The floor, metres below the shoulder. */
export const floor = -1.02;

export function drawFigure(plane: Plane, colours: Colours, pose: FigurePose): void {
  const { shirt, trousers, skin, 'body-dark': shade } = colours;
  const hip: Point = [-0.02, -0.5];
  const towards = Math.sign(pose.look[0] + 0.03) || 1;
  shadow(plane, shade, towards);

  // Far side first: arm and leg.
  plane.limb([-0.07 * towards, -0.02], [-0.125 * towards, -0.25], 0.05, 0.038, shirt);
  plane.limb([-0.125 * towards, -0.25], [-0.075 * towards, -0.45], 0.036, 0.027, skin);
  plane.disc([-0.07 * towards, -0.475], 0.033, skin);
  dim(plane, () => leg(plane, colours, hip, [-0.085 * towards, -0.76], [-0.13 * towards, floor + 0.04], towards));
  leg(plane, colours, hip, [0.055 * towards, -0.75], [0.045 * towards, floor + 0.04], towards);

  // Neck, hips, trunk, collar.
  plane.limb([-0.01, 0.03], [0.004 * towards, 0.16], 0.05, 0.046, skin);
  plane.limb([-0.02, -0.41], [-0.02, -0.5], 0.108, 0.1, trousers);
  plane.limb([-0.015, -0.055], [-0.02, -0.34], 0.138, 0.108, shirt);
  plane.limb([-0.015, -0.34], [-0.02, -0.42], 0.108, 0.11, shirt);
  head(plane, colours, pose, towards);
}

function shadow(plane: Plane, colour: string, towards: number): void {
  const { pen } = plane;
  const [x, y] = plane.toPixels([-0.02 * towards, floor]);
  pen.globalAlpha = 0.28;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.ellipse(x, y + 3, 0.27 * plane.scale, 0.024 * plane.scale, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.globalAlpha = 1;
}

/** What lies on the far side is a little darker. */
function dim(plane: Plane, draw: () => void): void {
  plane.pen.filter = 'brightness(0.82)';
  draw();
  plane.pen.filter = 'none';
}

function leg(plane: Plane, { trousers, shoes }: Colours, hip: Point, knee: Point, ankle: Point, towards: number): void {
  plane.limb([ankle[0] - 0.025 * towards, floor + 0.026], [ankle[0] + 0.1 * towards, floor + 0.022], 0.026, 0.022, shoes);
  plane.limb([hip[0], hip[1] + 0.01], knee, 0.085, 0.058, trousers);
  plane.limb(knee, ankle, 0.058, 0.04, trousers);
}

function head(plane: Plane, colours: Colours, pose: FigurePose, towards: number): void {
  const { skin, hair } = colours;
  const centre: Point = [0.015 * towards, 0.26];
  // Hair behind, then the face, an ear and a fringe.
  plane.disc([centre[0] - 0.022 * towards, centre[1] + 0.022], 0.138, hair);
  plane.disc([centre[0] + 0.006 * towards, centre[1] - 0.008], 0.124, skin);
  const { pen } = plane;
  const [hx, hy] = plane.toPixels([centre[0] - 0.01 * towards, centre[1] + 0.03]);
  pen.fillStyle = hair;
  pen.beginPath();
  pen.arc(hx, hy, 0.128 * plane.scale, Math.PI, 2 * Math.PI);
  pen.quadraticCurveTo(hx + 0.05 * towards * plane.scale, hy - 0.045 * plane.scale, hx - 0.128 * plane.scale, hy);
  pen.fill();
  const way = Math.atan2(pose.look[1] - centre[1], pose.look[0] - centre[0]);
  const away = Math.hypot(pose.look[0] - centre[0], pose.look[1] - centre[1]);
  const turn = Math.min(1, away / 0.3);
  const face: Point = [centre[0] + 0.012 * towards + 0.034 * turn * Math.cos(way), centre[1] - 0.012 + 0.022 * turn * Math.sin(way)];
  for (const side of [-1, 1]) plane.disc([face[0] + 0.038 * side, face[1] + 0.022], 0.0125, faceInk);
  const [x, y] = plane.toPixels([face[0], face[1] - 0.04]);
  const wide = 0.032 * plane.scale;
  pen.strokeStyle = faceInk;
  pen.lineWidth = Math.max(1.5, 0.009 * plane.scale);
  pen.lineCap = 'round';
  pen.beginPath();
  if (pose.happy) pen.arc(x, y - wide * 0.6, wide, 0.2 * Math.PI, 0.8 * Math.PI);
  else {
    pen.moveTo(x - wide * 0.6, y);
    pen.lineTo(x + wide * 0.6, y);
  }
  pen.stroke();
}

/** Eyes and mouth are dark in both lights. */
const faceInk = '#2a2320';

export function drawArm(plane: Plane, colours: Colours, { shoulder, elbow, hand }: FigurePose): void {
  const { accent, panel, skin } = colours;
  // A mitten: a palm and a thumb, the middle of the palm where the second bone ends.
  const way = Math.atan2(hand[1] - elbow[1], hand[0] - elbow[0]);
  const palm = polar(hand, -0.012, way);
  plane.limb(palm, polar(palm, 0.052, way), 0.034, 0.028, skin);
  plane.limb(palm, polar(palm, 0.056, way + 0.95), 0.017, 0.013, skin);
  plane.limb(shoulder, elbow, 0.055, 0.042, accent);
  plane.limb(elbow, between(elbow, hand, 0.86), 0.042, 0.032, accent);
  plane.line(shoulder, elbow, panel, 1.5, [1, 5]);
  plane.line(elbow, hand, panel, 1.5, [1, 5]);
  for (const at of [shoulder, elbow]) plane.disc(at, 0.017, panel);
}

/** The angle's arc, the leg it starts from, and its name on the far side of that leg, or at `named`. */
export function drawAngle(
  plane: Plane,
  colours: Colours,
  at: Point,
  from: number,
  to: number,
  radius: number,
  name: string,
  named?: Point,
): void {
  plane.line(at, polar(at, radius * 1.3, from), colours.ink, 1.2, [4, 4]);
  plane.arc(at, radius, from, to, colours.target, 2.5);
  const lean = (to >= from ? -1 : 1) * (18 / (radius * 1.2 * plane.scale));
  plane.text(name, named ?? polar(at, radius * 1.2, from + lean), colours.ink, { size: 13, weight: 650, ground: colours.sky });
}
