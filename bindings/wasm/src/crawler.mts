import { quat, vec3 } from './frames.mjs';
import { Handle } from './handle.mjs';
import { kMessageBytes, KineError, type Module } from './module.mjs';
import { applySettings, readSettings } from './settings.mjs';
import type { Skeleton } from './skeleton.mjs';
import type { Terrain } from './terrain.mjs';
import type { CrawlFrame, CrawlSettings, CrawlTip, JointRef, Numbers, Stick } from './types.mjs';

/** A body on three to six legs that crawls: how, and where it has come to. Y is up. */
export class Crawler extends Handle {
  readonly skeleton: Skeleton;
  /** How it stands: a pose of its skeleton. */
  readonly standing: Float64Array<ArrayBuffer>;
  readonly #module: Module;
  #pose: Float64Array;
  readonly #tips: readonly number[];

  /** Kine.createCrawler makes these. */
  constructor(module: Module, skeleton: Skeleton, standing: Numbers, tips: readonly number[], pointer: number) {
    super(module, pointer, 'kine_crawler_destroy', 'this crawler was disposed of');
    this.#module = module;
    this.#pose = Float64Array.from(standing);
    this.#tips = tips;
    this.skeleton = skeleton;
    this.standing = this.#pose.slice();
  }

  /** Changes how it crawls, at any time. */
  set(settings: CrawlSettings): void {
    applySettings(this.#module, this, 'kine_crawler', {}, Object.entries(settings));
  }

  /** All settings as numbers. */
  get settings(): Record<string, number> {
    return readSettings(this.#module, this.pointer, 'kine_crawler');
  }

  /**
   * Starts again: the next step puts it on the ground there. That is the highest ground, or with a height the highest
   * that is not more than the height of its body above it.
   */
  place(x: number, z: number, heading = 0, height?: number): void {
    if (height === undefined) this.#module.check('kine_crawler_place', this.pointer, x, z, heading);
    else this.#module.check('kine_crawler_place_at', this.pointer, x, height, z, heading);
  }

  /** One frame: moves on by `dt` seconds as the stick asks. */
  step(terrain: Terrain, { forward = 0, turn = 0, side = 0 }: Stick, dt: number): CrawlFrame {
    const module = this.#module;
    const count = this.#pose.length;
    const [q = 0, out = 0] = module.rooms(8 * count, 56);
    module.writeDoubles(q, this.#pose);
    module.check('kine_crawl', this.pointer, terrain.pointer, forward, turn, side, dt, q, count);
    this.#pose = module.readDoubles(q, count);
    module.check('kine_crawler_body', this.pointer, out);
    const body = module.readDoubles(out, 7);
    return {
      pose: this.#pose.slice(),
      body: { translation: vec3(body, 0), rotation: quat(body, 3) },
      x: this.#result('x'),
      z: this.#result('z'),
      heading: this.#result('heading'),
      speed: this.#result('speed'),
      stepping: this.#result('stepping') === 1,
      tips: this.#tips.map((joint, leg) => this.#tip(joint, leg, out)),
      positionError: this.#result('position_error'),
      iterations: this.#result('iterations'),
      blocked: this.#result('blocked') === 1,
      noGround: this.#result('no_ground') === 1,
    };
  }

  /** All that the crawl remembers: see `restore`. */
  state(): Uint8Array<ArrayBuffer> {
    const size = this.#module.call('kine_crawler_state_size');
    const [out = 0] = this.#module.rooms(size);
    this.#module.check('kine_crawler_get_state', this.pointer, out, size);
    return this.#module.readBytes(out, size);
  }

  /** Goes back to a state; the same sticks then give the same bits. */
  restore(state: Uint8Array): void {
    const pointer = this.#module.newBytes(state);
    const status = this.#module.call('kine_crawler_set_state', this.pointer, pointer, state.byteLength);
    this.#module.free(pointer);
    if (status !== 0) throw new KineError('these bytes are no state of a crawl');
  }

  /** Microseconds that the last frame costs, all legs and planning: it is done again and again, and nothing changes. */
  time(terrain: Terrain, repeats = 200): number {
    const start = performance.now();
    this.#module.check('kine_crawl_again', this.pointer, terrain.pointer, repeats);
    return (1000 * (performance.now() - start)) / repeats;
  }

  #tip(joint: number, leg: number, out: number): CrawlTip {
    const module = this.#module;
    const stands = module.call('kine_crawler_tip', this.pointer, leg, out) === 1;
    const position = vec3(module.readDoubles(out, 3), 0);
    const lands = module.call('kine_crawler_landing', this.pointer, leg, out) === 1;
    return { joint, position, stands, landing: lands ? vec3(module.readDoubles(out, 3), 0) : undefined };
  }

  #result(name: string): number {
    return this.#module.call('kine_crawler_result', this.pointer, this.#module.word(name));
  }
}

export function createCrawler(
  module: Module,
  skeleton: Skeleton,
  standing: Numbers,
  tips: readonly JointRef[],
  settings: CrawlSettings,
): Crawler {
  const joints = tips.map((tip) => skeleton.joint(tip));
  const [q = 0, ends = 0] = module.rooms(8 * standing.length, 4 * joints.length);
  module.writeDoubles(q, standing);
  module.writeInts(ends, joints);
  const pointer = module.call('kine_crawler_create', skeleton.pointer, q, standing.length, ends, joints.length,
    module.message, kMessageBytes);
  if (pointer === 0) throw new KineError(module.readMessage());
  const crawler = new Crawler(module, skeleton, standing, joints, pointer);
  try {
    crawler.set(settings);
  } catch (error) {
    crawler.dispose();
    throw error;
  }
  return crawler;
}
