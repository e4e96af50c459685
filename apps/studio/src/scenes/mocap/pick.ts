// Any bone can be taken by the mouse or a finger where it is seen: the nearest one within reach of the pointer.

export type Pixel = readonly [x: number, y: number];

/** The nearest of some pixels within `reach`; -1: none. */
export function nearest(pixels: readonly (Pixel | undefined)[], x: number, y: number, reach: number): number {
  let best = -1;
  let least = reach;
  pixels.forEach((pixel, i) => {
    const away = pixel ? Math.hypot(pixel[0] - x, pixel[1] - y) : Infinity;
    if (away < least) [best, least] = [i, away];
  });
  return best;
}

export interface PickOptions {
  /** Where the joints are on the stage; undefined for those that cannot be taken. */
  pixels(): readonly (Pixel | undefined)[];
  /** Whether it is dragged from now on; else it was only clicked. */
  onStart(joint: number): boolean;
  /** Where the pointer has taken it. */
  onMove(x: number, y: number): void;
  onEnd(): void;
}

/** Listens above the drawing, before the camera's controls do. Ends with the function that it gives. */
export function pickable(area: HTMLElement, { pixels, onStart, onMove, onEnd }: PickOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let held: { pointer: number; dx: number; dy: number } | undefined;
  const at = (event: PointerEvent): [number, number] => {
    const box = area.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const find = (event: PointerEvent): number => nearest(pixels(), ...at(event), event.pointerType === 'touch' ? 24 : 13);
  area.addEventListener(
    'pointerdown',
    (event) => {
      const joint = event.button === 0 && event.isPrimary ? find(event) : -1;
      const pixel = pixels()[joint];
      if (!pixel) return;
      event.stopPropagation();
      event.preventDefault();
      const [x, y] = at(event);
      if (!onStart(joint)) return;
      held = { pointer: event.pointerId, dx: pixel[0] - x, dy: pixel[1] - y };
      area.setPointerCapture(event.pointerId);
    },
    { capture: true, signal },
  );
  area.addEventListener(
    'pointermove',
    (event) => {
      if (!held) {
        area.style.cursor = event.buttons === 0 && find(event) >= 0 ? 'grab' : '';
        return;
      }
      if (event.pointerId !== held.pointer) return;
      event.stopPropagation();
      const [x, y] = at(event);
      onMove(x + held.dx, y + held.dy);
    },
    { capture: true, signal },
  );
  const release = (event: PointerEvent): void => {
    if (event.pointerId !== held?.pointer) return;
    event.stopPropagation();
    held = undefined;
    onEnd();
  };
  area.addEventListener('pointerup', release, { capture: true, signal });
  area.addEventListener('pointercancel', release, { capture: true, signal });
  return () => ending.abort();
}
