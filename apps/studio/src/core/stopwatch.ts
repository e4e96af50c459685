/**
 * How long a call takes. A browser's clock ticks in steps of up to a tenth of a millisecond, so a call is repeated until
 * many of those have gone by; and as other programs want the processor too, the best of a few rounds counts.
 */
export function microsecondsOf(call: (repeats: number) => void, rounds = 4, roundMs = 2): number {
  let repeats = 1;
  let best = Infinity;
  for (let round = 0; round < rounds; ) {
    const start = performance.now();
    call(repeats);
    const elapsed = performance.now() - start;
    if (elapsed < roundMs && repeats < 65536) {
      repeats *= elapsed > 0.4 ? 2 : 8;
      continue;
    }
    best = Math.min(best, (1e3 * elapsed) / repeats);
    ++round;
  }
  return best;
}

/** Measures once things have been quiet for a moment. */
export class Stopwatch {
  #timer = 0;

  later(measure: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(measure, 150);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
