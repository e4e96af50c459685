// Lander's figure 2 to pull: one slider and one hinge, each a skeleton of the core with a single freedom.
import type { Kine, Skeleton, Solver } from 'kine';
import { degrees, el } from '../../shell/dom';
import { colours } from '../../shell/theme';
import { Handle } from '../../shell/stage';
import { Plane, polar, type Point } from '../../view/canvas2d';

type Kind = 'slider' | 'hinge';

const start: Record<Kind, Point> = { slider: [0.12, 0], hinge: [0.15, 0.12] };

export class Toy {
  readonly element: HTMLElement;
  #plane: Plane;
  #handle: Handle;
  #words = el('p', {});
  #skeleton: Skeleton;
  #solver: Solver;
  #pose: Float64Array;
  #observer: ResizeObserver;

  constructor(
    kine: Kine,
    readonly kind: Kind,
    onEnd: () => void,
  ) {
    const layer = el('div', { class: 'layer' });
    this.element = el('div', { class: 'toy', 'data-toy': kind });
    this.#plane = new Plane(this.element);
    this.element.append(layer, this.#words);
    this.#skeleton = kine.buildSkeleton([
      kind === 'slider'
        ? { name: 'rod', kind: 'slider', axis: [1, 0, 0], axes: [{ limits: [0, 0.2] }] }
        : { name: 'flap', kind: 'hinge', axis: [0, 0, 1], axes: [{ limits: [-0.5, 2.4] }] },
      { name: 'end', parent: kind === 'slider' ? 'rod' : 'flap', translation: [kind === 'slider' ? 0.1 : 0.22, 0, 0] },
    ]);
    this.#solver = this.#skeleton.createSolver('jacobian');
    this.#pose = this.#skeleton.restPose();
    this.pull(start[kind]);
    this.#handle = new Handle(layer, {
      label: kind === 'slider' ? 'Slider: pull it' : 'Hinge: pull it',
      look: 'toy',
      onMove: (x, y) => this.pull(this.#plane.toWorld(x, y)),
      onNudge: (right, up) => {
        const [x, y] = this.end();
        this.pull([x + 0.02 * right, y + 0.02 * up]);
      },
      onEnd,
    });
    this.#observer = new ResizeObserver(() => this.draw());
    this.#observer.observe(this.element);
  }

  /** The end goes as near to a point as its one freedom lets it. */
  pull([x, y]: Point): void {
    this.#pose = this.#solver.solve([{ kind: 'reach', joint: 'end', target: [x, y, 0] }], this.#pose).pose;
    if (this.#handle) this.draw();
  }

  get value(): number {
    return this.#pose[0] ?? 0;
  }

  set value(value: number) {
    this.#pose = Float64Array.of(value);
    this.draw();
  }

  end(): Point {
    const frames = this.#skeleton.forward(this.#pose);
    const [x, y] = frames.position('end');
    frames.dispose();
    return [x, y];
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    const plane = this.#plane;
    const c = colours();
    const end = this.end();
    if (this.kind === 'slider') {
      plane.fit(width, height, [-0.09, -0.13], [0.35, 0.13]);
      plane.clear(c.panel);
      plane.line([-0.05, -0.09], [-0.05, 0.09], c['body-dark'], 5);
      plane.limb([-0.03, 0], [0.1, 0], 0.034, 0.034, c.body);
      plane.line([0.0, 0], end, c.accent, 0.028 * plane.scale);
      for (let i = 0; i < 5; ++i) plane.line([0.015 + 0.018 * i, -0.03], [0.015 + 0.018 * i, 0.03], c['body-dark'], 2);
      this.#words.textContent = `Slider: ${(1e3 * this.value).toFixed(0)} mm`;
    } else {
      plane.fit(width, height, [-0.2, -0.17], [0.3, 0.24]);
      plane.clear(c.panel);
      plane.limb([-0.16, 0], [0, 0], 0.034, 0.034, c.body);
      plane.arc([0, 0], 0.12, -0.5, 2.4, c.line, 2);
      plane.arc([0, 0], 0.09, 0, this.value, c.target, 2.5);
      plane.limb([0, 0], end, 0.026, 0.02, c.accent);
      plane.disc([0, 0], 0.014, c.panel);
      plane.disc(polar([0, 0], 0.12, this.value), 0.006, c.accent);
      this.#words.textContent = `Hinge: ${degrees(this.value)}`;
    }
    this.#handle.place(...plane.toPixels(end));
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#solver.dispose();
    this.#skeleton.dispose();
  }
}
