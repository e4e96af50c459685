// The figure that walks: the humanoid in its clothes, the spider, a character in its own skin, or bones.
import * as THREE from 'three';
import { colours } from '../../shell/theme';
import { Skin } from '../../view/skin';
import { bonesOf, StickFigure } from '../../view/stick_figure';
import { Body } from './body';
import type { Sim } from './sim';
import { SpiderBody } from './spider_body';

/** A skin has come, so many metres tall; or what is wrong with it. */
export type SkinNews = { readonly tall: number } | { readonly trouble: string };

export class FigureView {
  /** Turned as the figure's world lies in the one that it walks in. */
  readonly group = new THREE.Group();
  #sim: Sim;
  #body: Body | SpiderBody | undefined;
  #skin: Skin | undefined;
  #bones: StickFigure;
  #gone = false;

  /** `came`: a skin that had to be loaded is there, or why not. */
  constructor(sim: Sim, came: (skin: SkinNews) => void) {
    this.#sim = sim;
    const { skeleton, walker, height, file, kind } = sim.subject;
    this.group.quaternion.set(...walker.walkFromFigure);
    // Parts are found in a figure's own world: any axis may be up there.
    const map = file?.boneMap() ?? skeleton.boneMap();
    this.#bones = new StickFigure(bonesOf(skeleton, map.found ? { ...map.bones } : {}), 0.65 * height);
    this.group.add(this.#bones.group);
    if (!file) {
      this.#body = kind === 'spider' ? new SpiderBody(skeleton) : new Body(skeleton);
      this.group.add(this.#body.group);
      return;
    }
    Skin.of({ glb: file.glb(), nodes: file.nodes, metresPerUnit: file.metresPerUnit }).then(
      (skin) => {
        if (!skin) return;
        if (this.#gone) {
          skin.dispose();
          return;
        }
        this.#skin = skin;
        this.group.add(skin.group);
        skin.put(sim.frames.matrices());
        const box = skin.box();
        came({ tall: box.isEmpty() ? height : box.max.y - box.min.y });
      },
      (error: unknown) => came({ trouble: error instanceof Error ? error.message : String(error) }),
    );
  }

  get hasSkin(): boolean {
    return this.#skin !== undefined;
  }

  themed(): void {
    this.#body?.themed();
  }

  /** `asBones`: bones, though it has a body. One without a body shows its bones in any case. */
  draw(asBones: boolean): void {
    const { frames } = this.#sim;
    const dressed = this.#skin ?? this.#body;
    const bones = asBones || !dressed;
    this.#bones.group.visible = bones;
    if (dressed) dressed.group.visible = !bones;
    if (bones) this.#bones.put(frames.positions(), colours());
    else dressed.put(frames.matrices());
  }

  dispose(): void {
    this.#gone = true;
    this.#skin?.dispose();
    this.#bones.dispose();
    this.#body?.dispose();
  }
}
