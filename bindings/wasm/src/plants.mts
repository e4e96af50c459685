// Plants as the C API has them: of each four whole numbers and a place.
import { vec3 } from './frames.mjs';
import type { Module } from './module.mjs';
import type { Plant } from './types.mjs';

const kFeet = ['left', 'right'] as const;
const kParts = ['heel', 'toe'] as const;

/** Rooms for so many plants, and for so many bytes more of something else. */
export const plantRooms = (module: Module, count: number, ...more: number[]): number[] =>
  module.rooms(16 * count, 24 * count, ...more);

export function writePlants(module: Module, spans: number, places: number, plants: readonly Plant[]): void {
  module.writeInts(spans, plants.flatMap(({ foot, part, from, to }) => [kFeet.indexOf(foot), kParts.indexOf(part), from, to]));
  module.writeDoubles(places, plants.flatMap(({ at }) => [...at]));
}

export function readPlants(module: Module, spans: number, places: number, count: number): Plant[] {
  const whole = module.readInts(spans, 4 * count);
  const at = module.readDoubles(places, 3 * count);
  return Array.from({ length: count }, (_, i) => ({
    foot: kFeet[whole[4 * i] ?? 0] ?? 'left',
    part: kParts[whole[4 * i + 1] ?? 0] ?? 'heel',
    from: whole[4 * i + 2] ?? 0,
    to: whole[4 * i + 3] ?? 0,
    at: vec3(at, 3 * i),
  }));
}
