// Files that are dropped together: which of them make one figure.
import type { FileBytes } from '../../../shell/files';

const endingOf = (name: string): string => /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? '';

/** An ASF takes the AMCs, a glTF its side files, and any other figure is a file by itself. What fits nowhere is a group too. */
export function groupsOf(files: readonly FileBytes[]): FileBytes[][] {
  const ending = (...endings: string[]) => (file: FileBytes): boolean => endings.includes(endingOf(file.name));
  const own = files.filter(ending('.bvh', '.glb', '.urdf')).map((file) => [file]);
  const recording = files.filter(ending('.asf', '.amc'));
  const scene = files.some(ending('.gltf')) ? files.filter(ending('.gltf', '.bin', '.png', '.jpg', '.jpeg')) : [];
  const groups = [...own, recording, scene].filter((group) => group.length > 0);
  const rest = files.filter((file) => !groups.flat().includes(file));
  // One figure, or nothing that we know: the reader says what is wrong with the rest.
  if (groups.length < 2) return [[...files]];
  return rest.length > 0 ? [...groups, rest] : groups;
}
