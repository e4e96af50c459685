// What solves cost, as measured while it walks: the rows of Meredith & Maddock's table 1.4.

export type Mode = 'half' | 'full' | 'hybrid';
export type GroundKind = 'flat' | 'uneven';

export const modes: readonly Mode[] = ['half', 'full', 'hybrid'];
export const groundKinds: readonly GroundKind[] = ['flat', 'uneven'];

export interface Cost {
  /** Microseconds of one leg's solve. */
  readonly solve: number;
  /** Of one solve. */
  readonly iterations: number;
  /** Microseconds of one iteration. */
  readonly iteration: number;
  /** Frames a second of one character, both legs, planning and all. */
  readonly fps: number;
}

class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#sum += value;
    ++this.#count;
  }

  get value(): number | undefined {
    return this.#count > 0 ? this.#sum / this.#count : undefined;
  }
}

interface Row {
  readonly solve: Mean;
  readonly frame: Mean;
  readonly iterations: Mean;
}

export class Costs {
  #rows = new Map<string, Row>();

  /** Of every frame. */
  addIterations(ground: GroundKind, mode: Mode, iterations: number): void {
    this.#row(ground, mode).iterations.add(iterations);
  }

  /** Of frames that were measured. */
  addTimes(ground: GroundKind, mode: Mode, solveMicroseconds: number, frameMicroseconds: number): void {
    const row = this.#row(ground, mode);
    row.solve.add(solveMicroseconds);
    row.frame.add(frameMicroseconds);
  }

  /** Undefined until it was walked and measured there. */
  of(ground: GroundKind, mode: Mode): Cost | undefined {
    const row = this.#rows.get(`${ground} ${mode}`);
    const [solve, frame, iterations] = [row?.solve.value, row?.frame.value, row?.iterations.value];
    if (solve === undefined || frame === undefined || iterations === undefined) return undefined;
    return { solve, iterations, iteration: iterations > 0 ? solve / iterations : 0, fps: frame > 0 ? 1e6 / frame : 0 };
  }

  clear(): void {
    this.#rows.clear();
  }

  #row(ground: GroundKind, mode: Mode): Row {
    const key = `${ground} ${mode}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = { solve: new Mean(), frame: new Mean(), iterations: new Mean() };
      this.#rows.set(key, row);
    }
    return row;
  }
}
