// What several tests of the wrapper need.
import assert from 'node:assert/strict';
import { KineError } from 'kine';

/** Numbers agree to within a tolerance. */
export function near(actual, expected, tolerance = 1e-12) {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) =>
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `[${i}]: ${actual[i]}, not ${value}`));
}

export const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

/** The function throws a KineError with this sentence. */
export const refuses = (f, sentence) => assert.throws(f, (error) => {
  assert.ok(error instanceof KineError, `${error}`);
  assert.match(error.message, sentence);
  return true;
});

/** Uses things that are to be disposed of, and disposes of them. */
export function using(...thingsAndUse) {
  const use = thingsAndUse.pop();
  try {
    return use(...thingsAndUse);
  } finally {
    for (const thing of thingsAndUse) thing.dispose();
  }
}
