import type { PlanarSolution } from 'kine';
import { degrees, el } from '../../shell/dom';
import type { Point } from '../../view/canvas2d';

const line = (formula: string, name: string, value: string): HTMLElement =>
  el('li', {}, el('span', { class: 'formula' }, `${name} = ${formula}`), el('b', {}, `${name} = ${value}`));

/** The equations of the column as the library uses them, with the numbers of this very solve. */
export function equationsOf(
  strategy: 'algebraic' | 'geometric',
  upper: number,
  lower: number,
  [x, y]: Point,
  solution: PlanarSolution,
): HTMLElement[] {
  const { distance, cosElbow, root, elbow, direction, inner } = solution;
  const sign = elbow < 0 ? '−' : '';
  const first = line('√(x² + y²)', 'd', `√(${x.toFixed(3)}² + ${y.toFixed(3)}²) = ${distance.toFixed(4)} m`);
  const bend = line(
    `${sign}2 atan2(√((L₁+L₂−d)(L₁+L₂+d)), √((d−L₁+L₂)(d+L₁−L₂)))`,
    'θ₂',
    `${degrees(elbow, 2)}   (cos θ₂ = ${cosElbow.toFixed(4)})`,
  );
  if (strategy === 'algebraic') {
    return [
      first,
      bend,
      line(
        'atan2((L₁+L₂cos θ₂)·y − L₂sin θ₂·x, (L₁+L₂cos θ₂)·x + L₂sin θ₂·y)',
        'θ₁',
        `${degrees(root, 2)}`,
      ),
      line('(L₁cos θ₁ + L₂cos(θ₁+θ₂), L₁sin θ₁ + L₂sin(θ₁+θ₂))', 'P', `for L₁ = ${upper.toFixed(3)}, L₂ = ${lower.toFixed(3)}`),
    ];
  }
  return [
    first,
    line('atan2(y, x)', 'θ₃', degrees(direction, 2)),
    line('2 atan2(√((L₁+L₂−d)(d−L₁+L₂)), √((L₁+L₂+d)(d+L₁−L₂)))', 'θ₄', degrees(inner, 2)),
    bend,
    line(elbow < 0 ? 'θ₃ + θ₄' : 'θ₃ − θ₄', 'θ₁', degrees(root, 2)),
  ];
}
