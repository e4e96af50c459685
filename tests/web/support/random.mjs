// Numbers that look random and are the same in every run and every language: a 64-bit linear congruential generator
// (Knuth's MMIX constants) of which the upper 53 bits are used. tests/c/scene.c has the same one.
export class Random {
  #state;

  constructor(seed) {
    this.#state = BigInt(seed);
  }

  /** From 0 up to, but without, 1. */
  unit() {
    this.#state = (this.#state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(this.#state >> 11n) / 9007199254740992;
  }

  between(lower, upper) {
    return lower + (upper - lower) * this.unit();
  }

  integer(count) {
    return Math.floor(this.unit() * count);
  }

  vec3(size) {
    return [this.between(-size, size), this.between(-size, size), this.between(-size, size)];
  }

  direction() {
    for (;;) {
      const v = this.vec3(1);
      const length = Math.hypot(...v);
      if (length > 0.1 && length < 1) return v.map((x) => x / length);
    }
  }

  /** A unit quaternion x, y, z, w. */
  rotation() {
    for (;;) {
      const q = [...this.vec3(1), this.between(-1, 1)];
      const length = Math.hypot(...q);
      if (length > 0.1 && length < 1) return q.map((x) => x / length);
    }
  }
}
