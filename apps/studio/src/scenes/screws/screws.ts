// Van den Bergen's demonstrations: one at a time, each with an address of its own.
import * as THREE from 'three';
import { el } from '../../shell/dom';
import type { Probe, Scene, SceneContext } from '../../shell/scene';
import { Room } from '../../view/stage3d';
import { createAdd } from './add';
import { createChasles } from './chasles';
import type { Demo, DemoEntry } from './demo';
import { createDrift } from './drift';
import { createGimbal } from './gimbal';
import { createLines } from './lines';

const demos: readonly DemoEntry[] = [
  {
    key: 'add',
    title: 'Speeds add',
    words: ['The angular velocity of a link is the sum of what every hinge above it turns at, each about its own axis as it stands now.'],
    look: [0.3, 0, 0.38],
    eye: [1.1, -1.55, 1.05],
    create: createAdd,
  },
  {
    key: 'gimbal',
    title: 'Gimbal lock',
    words: ['The craft may turn about the dashed axis only. The middle hinge is driven; the outer and the inner one must make up for what leaves the axis. At 90° they are parallel.'],
    look: [0, 0, 0.42],
    eye: [0, -2.9, 1.15],
    wide: 1.42,
    create: createGimbal,
  },
  {
    key: 'chasles',
    title: 'One screw',
    words: ['Any displacement of a rigid body is a turn about one line and a travel along the same line. Drag and turn the blue and the green pose.'],
    look: [0, 0, 0.42],
    eye: [1.1, -1.9, 1.2],
    create: createChasles,
  },
  {
    key: 'lines',
    title: 'Lines',
    words: ['A line is a direction and a moment. A dual quaternion carries it as it carries points, in one product.'],
    look: [0.1, 0, 0.32],
    eye: [1.1, -1.7, 1.15],
    create: createLines,
  },
  {
    key: 'drift',
    title: 'Drift',
    words: ['Two arms follow the same target by their speeds. One leads a part of its error back in each step, the other does not.'],
    look: [0.2, 0, 0.42],
    eye: [1.5, -1.35, 0.95],
    create: createDrift,
  },
];

export function create(context: SceneContext): Scene {
  return new Screws(context);
}

class Screws implements Scene {
  #entry: DemoEntry;
  #room: Room;
  #demo: Demo;

  constructor(context: SceneContext) {
    const { stage, panel, kine, route } = context;
    const entry = demos.find(({ key }) => key === route[0]) ?? demos[0];
    if (!entry) throw new Error('there are no demonstrations');
    this.#entry = entry;
    const words = panel.element.querySelector('.words');
    words?.append(this.#links(), ...entry.words.map((sentence) => el('p', {}, sentence)));
    this.#room = new Room(stage, { up: 'z', look: entry.look, eye: entry.eye, size: 0.9, floor: 0, ...(entry.wide ? { wide: entry.wide } : {}), redraw: () => context.redraw() });
    const group = new THREE.Group();
    this.#room.scene.add(group);
    let part: HTMLElement | undefined;
    this.#demo = entry.create({
      kine,
      stage,
      room: this.#room,
      group,
      section: (heading, ...children) => (part = panel.section(heading, ...children)),
      plot: (options) => panel.plot(options, part),
      redraw: () => context.redraw(),
      commit: () => context.history.record(this.snapshot()),
      figures: (figures) => context.figures(figures),
      say: (tone, sentence) => context.say(tone, sentence),
    });
  }

  routed(route: readonly string[]): boolean {
    return (route[0] ?? demos[0]?.key) === this.#entry.key;
  }

  snapshot(): string {
    return JSON.stringify(this.#demo.state());
  }

  restore(snapshot: string): void {
    this.#demo.restore(JSON.parse(snapshot) as unknown);
  }

  step(dt: number): void {
    this.#demo.step?.(dt);
  }

  running(): boolean {
    return this.#demo.running?.() ?? false;
  }

  themed(): void {
    this.#room.themed();
    this.#demo.themed();
  }

  draw(): void {
    this.#room.resize();
    this.#demo.draw();
    this.#room.render();
  }

  probe(): Probe {
    return { demo: this.#entry.key, ...this.#demo.probe() };
  }

  picture(): HTMLCanvasElement {
    return this.#room.picture();
  }

  dispose(): void {
    this.#demo.dispose();
    this.#room.dispose();
  }

  #links(): HTMLElement {
    const nav = el('nav', { class: 'demos', 'aria-label': 'Demonstrations' });
    for (const { key, title } of demos) {
      nav.append(el('a', { href: `#/screws/${key}`, class: 'tab', ...(key === this.#entry.key ? { 'aria-current': 'true' } : {}) }, title));
    }
    return nav;
  }
}

