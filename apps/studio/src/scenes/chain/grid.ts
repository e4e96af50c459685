// Many small pictures of one room, side by side.
import type * as THREE from 'three';
import { colours } from '../../shell/theme';
import type { View } from '../../view/stage3d';

/** The place of the i-th view of `count`: a grid of cells as square as can be. */
export function cellOf(i: number, count: number, width: number, height: number): View {
  if (count === 1) return { x: 0, y: 0, width, height };
  let columns = 1;
  let best = 0;
  for (let c = 1; c <= count; ++c) {
    const side = Math.min(width / c, (height / Math.ceil(count / c)) * 1.15);
    if (side > best) {
      best = side;
      columns = c;
    }
  }
  const rows = Math.ceil(count / columns);
  const cellWidth = Math.floor(width / columns);
  // The sentence keeps its place at the bottom.
  const cellHeight = Math.floor((height - 62) / rows);
  return { x: (i % columns) * cellWidth, y: Math.floor(i / columns) * cellHeight, width: cellWidth - 1, height: cellHeight - 1 };
}

/** Paints what no cell covers. */
export function clearRest(renderer: THREE.WebGLRenderer, count: number, { width, height }: { width: number; height: number }): void {
  if (count === 1) return;
  const c = colours();
  const last = cellOf(count - 1, count, width, height);
  const fill = (x: number, top: number, w: number, h: number): void => {
    if (w <= 0 || h <= 0) return;
    renderer.setScissor(x, height - top - h, w, h);
    renderer.setClearColor(c.panel, 1);
    renderer.clear();
  };
  fill(last.x + last.width + 1, last.y, width - last.x - last.width - 1, last.height);
  fill(0, last.y + last.height + 1, width, height - last.y - last.height - 1);
}
