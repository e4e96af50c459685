// Who walks: our humanoid, our spider, or a figure from a file.
import type { Kine, SceneFile, Skeleton } from 'kine';
import type { FileBytes } from '../../shell/files';
import { Spider, type Mover, type WalkHow } from './mover';

export interface Subject {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly walker: Mover;
  /** How large it is, metres: standing, from the ground to the top. */
  readonly height: number;
  /** Where it came from; undefined: made here. */
  readonly file: SceneFile | undefined;
  readonly kind: 'person' | 'spider';
  dispose(): void;
}

const settingsOf = ({ gait, mode, speed }: WalkHow): WalkHow => ({ gait, mode, speed });

const figureEndings = ['.glb', '.gltf', '.bvh', '.asf', '.urdf'];
/** What comes along with those. */
const sideEndings = ['.bin', '.amc', '.jpg', '.jpeg'];

/** Whether these files are a figure, rather than ground: pictures may be its textures. */
export const areFigure = (names: readonly string[]): boolean => names.some((name) => figureEndings.some((ending) => name.toLowerCase().endsWith(ending)));

export const subjectEndings: readonly string[] = [...figureEndings, ...sideEndings, '.png'];

export function humanoid(kine: Kine, how: WalkHow): Subject {
  const skeleton = kine.buildScene('humanoid');
  const walker = kine.createWalker(skeleton, kine.scenePose(skeleton, 'humanoid', 'standing'), settingsOf(how));
  return {
    name: 'our humanoid', skeleton, walker, height: 1.75, file: undefined, kind: 'person',
    dispose: () => {
      walker.dispose();
      skeleton.dispose();
    },
  };
}

export function spider(kine: Kine, { speed }: WalkHow): Subject {
  const skeleton = kine.buildScene('spider');
  const walker = new Spider(kine, skeleton, speed);
  return {
    // It is low but wide: as much room as a figure of that height.
    name: 'our spider', skeleton, walker, height: 1.15, file: undefined, kind: 'spider',
    dispose: () => {
      walker.dispose();
      skeleton.dispose();
    },
  };
}

/** Throws the sentence of what is wrong: with the file, or with walking on those legs. */
export function fromFiles(kine: Kine, files: readonly FileBytes[], how: WalkHow): Subject {
  // A robot's root must float, or it cannot go anywhere.
  const file = kine.openFile(files, { freeRoot: true });
  try {
    const walker = kine.createFigureWalker(file, {}, settingsOf(how));
    return {
      name: file.name, skeleton: file.skeleton, walker, height: file.height, file, kind: 'person',
      dispose: () => {
        walker.dispose();
        file.dispose();
      },
    };
  } catch (error) {
    file.dispose();
    throw error;
  }
}
