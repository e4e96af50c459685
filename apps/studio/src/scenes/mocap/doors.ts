// What comes in from files and goes out to them: motions, characters, bone maps, styles, results.
import { save, type FileBytes } from '../../shell/files';
import type { Tone } from '../../shell/scene';
import { originOf, type UpAxis } from './origin';
import { arriving } from './retarget/arrivals';
import type { Side } from './retarget/bone_list';
import { ownStyle, sentenceOf } from './retarget/cast';
import { bonesText, isJson, readJson, type Said } from './retarget/json_files';
import { characters } from './retarget/characters';
import type { Opened } from './retarget/retargeting';
import { samples } from './samples';
import type { Session } from './session';
import type { State } from './settings';

type Format = 'bvh' | 'glb';

/** What the scene does with what comes in. */
export interface Host {
  takeMotion(opened: Opened): void;
  change(change: Partial<State>): void;
  /** A sentence of what is wrong; all is as it was. */
  refuse(sentence: string): void;
  say(tone: Tone, sentence: string): void;
}

export class Doors {
  #work: Session;
  #host: Host;

  constructor(work: Session, host: Host) {
    this.#work = work;
    this.#host = host;
  }

  arrive(files: readonly FileBytes[], wanted: 'any' | 'motion' | 'character'): void {
    try {
      if (files.every(isJson)) return files.forEach((file) => this.#heed(readJson(file), file.name, wanted === 'character' ? 'target' : 'source'));
      const { motion, character } = arriving(this.#work.cast, files, wanted);
      if (motion) this.#host.takeMotion(motion);
      if (character) this.#takeCharacter(character);
    } catch (error) {
      // The old figures stay; the reader has said what is wrong.
      this.#host.refuse(sentenceOf(error));
    }
  }

  openSample(key: string): void {
    if (samples.some((sample) => sample.key === key)) this.#host.takeMotion(this.#work.cast.open(originOf({ kind: 'sample', key })));
  }

  /** One of ours, 'same', or '': none. */
  openCharacter(key: string): void {
    if (key === '') this.#host.change({ character: 0 });
    else if (key === 'same' || characters.some((one) => one.key === key)) this.#takeCharacter(this.#work.openCharacter(key));
  }

  /** The same files once more: another axis points up. */
  standAlong(up: UpAxis): void {
    const { origin } = this.#work.cast.source;
    if (origin.kind === 'files') this.#host.takeMotion(this.#work.cast.open(originOf({ ...origin, up })));
  }

  saveMotion(format: Format): void {
    const { figure } = this.#work;
    this.#save(figure.name, format, () => figure.bytes(format, this.#work.state.clip));
  }

  saveResult(format: Format): void {
    const { source, target, retargeting } = this.#work.cast;
    const result = retargeting?.result;
    if (target && result) this.#save(`${source.figure.name} on ${target.figure.name}`, format, () => target.figure.bytesOf(format, [result.clip]));
    else this.#notYet();
  }

  /** The result becomes the motion, to be edited by itself. */
  editResult(): void {
    const opened = this.#work.openResult();
    if (opened) this.#host.takeMotion(opened);
    else this.#notYet();
  }

  saveBones(): void {
    const { source, target } = this.#work.cast;
    for (const { figure } of [source, ...(target ? [target] : [])]) {
      const bytes = new TextEncoder().encode(bonesText(figure.overrides));
      if (Object.keys(figure.overrides).length > 0) save(`${figure.name} bones.json`, 'application/json', bytes);
    }
  }

  /** Where it cannot take the motion a sentence says why, and its bones can be corrected. */
  #takeCharacter(target: Opened): void {
    this.#work.cast.offer(target);
    this.#host.change({ character: target.origin.id, bones: { ...this.#work.state.bones, target: {} } });
  }

  /** A bone map of the figure that it was dropped on, or a style for the character; without one for the motion's own body. */
  #heed(said: Said, file: string, side: Side): void {
    if ('bones' in said) {
      const bones = this.#work.withBones(side, said.bones);
      return typeof bones === 'string' ? this.#host.refuse(`${file}: ${bones}`) : this.#host.change({ bones });
    }
    const manner = { ...this.#work.state.manner, style: ownStyle, own: said.style };
    const { cast } = this.#work;
    const target = cast.target ? undefined : this.#work.openCharacter('same');
    const sentence = target ? cast.refuses(target, manner) : cast.refusesManner(manner);
    if (!sentence && target) cast.offer(target);
    else target?.figure.dispose();
    if (sentence) this.#host.refuse(`${file}: ${sentence}`);
    else this.#host.change({ manner, ...(target ? { character: target.origin.id } : {}) });
  }

  #save(name: string, format: Format, bytes: () => Uint8Array<ArrayBuffer>): void {
    try {
      save(`${name}.${format}`, format === 'bvh' ? 'text/plain' : 'model/gltf-binary', bytes());
    } catch (error) {
      this.#host.say('bad', sentenceOf(error));
    }
  }

  #notYet(): void {
    this.#host.say('warn', 'The whole clip is not there yet.');
  }
}
