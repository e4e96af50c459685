// Walking by a gamepad: the left stick walks and turns, the right one goes sideways; the cross of buttons does as keys do.
import { combine, deadZone, still, type FullStick } from './stick';

/** What is asked of a gamepad; the browser's own has it. */
export interface Pad {
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

/** The buttons of the standard layout. */
const cross = { up: 12, down: 13, left: 14, right: 15 };
const start = 9;

export function padStick(pad: Pad): FullStick {
  const [x = 0, y = 0, right = 0, rightDown = 0] = pad.axes;
  const [turn, back] = deadZone(x, y);
  const [side] = deadZone(right, rightDown);
  const pressed = (button: number): number => (pad.buttons[button]?.pressed ? 1 : 0);
  return combine(
    { forward: 0 - back, turn: 0 - turn, side: 0 - side },
    { ...still, forward: pressed(cross.up) - pressed(cross.down), turn: pressed(cross.left) - pressed(cross.right) },
  );
}

/** All gamepads that are there. They are not told of, they are asked. */
export class Gamepads {
  #wasPressed = false;

  get connected(): boolean {
    return this.#pads().length > 0;
  }

  get stick(): FullStick {
    return combine(...this.#pads().map(padStick));
  }

  /** Whether start was pressed since this was asked last. */
  startPressed(): boolean {
    const pressed = this.#pads().some((pad) => pad.buttons[start]?.pressed ?? false);
    const fresh = pressed && !this.#wasPressed;
    this.#wasPressed = pressed;
    return fresh;
  }

  #pads(): Pad[] {
    // Some browsers have none of it on pages that are not served securely.
    const all: readonly (Pad | null)[] = navigator.getGamepads?.() ?? [];
    return all.filter((pad): pad is Pad => pad?.connected ?? false);
  }
}
