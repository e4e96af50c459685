// The exercises of the lessons: what is asked, and how an answer is checked. Answers are not compared with numbers that
// somebody wrote down, but tried: the hand is put where they lead to.

/** A number that is asked for. */
export interface Field {
  readonly label: string;
  readonly unit: string;
}
export interface Verdict {
  readonly right: boolean;
  readonly sentence: string;
}
export interface Exercise {
  readonly fields: readonly Field[];
  check(answers: readonly number[]): Verdict;
}

const kUpper = 0.3, kLower = 0.25; // metres
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Where the hand of the two bones is, metres. */
function hand(shoulder: number, elbow: number): readonly [number, number] {
  return [kUpper * Math.cos(shoulder) + kLower * Math.cos(shoulder + elbow), kUpper * Math.sin(shoulder) + kLower * Math.sin(shoulder + elbow)];
}

const target = [0.1, 0.45] as const; // metres
const kCloseEnough = 0.002; // metres: angles with one decimal lead there

const landersArm: Exercise = {
  fields: [{ label: 'shoulder', unit: 'degrees' }, { label: 'elbow', unit: 'degrees' }],
  check([shoulder = NaN, elbow = NaN]) {
    const [x, y] = hand(radians(shoulder), radians(elbow));
    const off = Math.hypot(x - target[0], y - target[1]);
    const where = `These angles bring the hand to (${x.toFixed(3)}, ${y.toFixed(3)}) m`;
    if (off <= kCloseEnough) return { right: true, sentence: `${where}: right. ${elbow > 0 ? 'With the elbow at minus that angle there is another answer.' : 'The elbow bends the other way than the formula has it, which is right as well.'}` };
    return { right: false, sentence: `${where}, ${(1000 * off).toFixed(0)} mm from the target.` };
  },
};

const at = [radians(30), radians(60)] as const; // shoulder, elbow
const kStep = 1e-4; // radians, for central differences
const kDecimals = 0.006; // metres a radian: two decimals are enough

const jacobian: Exercise = {
  fields: [
    { label: 'x by the shoulder', unit: 'm/rad' },
    { label: 'x by the elbow', unit: 'm/rad' },
    { label: 'y by the shoulder', unit: 'm/rad' },
    { label: 'y by the elbow', unit: 'm/rad' },
  ],
  check(answers) {
    const wrong: string[] = [];
    for (const joint of [0, 1] as const) {
      const moved = (by: number): readonly [number, number] => hand(at[0] + (joint === 0 ? by : 0), at[1] + (joint === 1 ? by : 0));
      const [ahead, behind] = [moved(kStep), moved(-kStep)];
      const column = [(ahead[0] - behind[0]) / (2 * kStep), (ahead[1] - behind[1]) / (2 * kStep)] as const;
      for (const row of [0, 1] as const)
        if (!(Math.abs((answers[2 * row + joint] ?? NaN) - column[row]) <= kDecimals)) wrong.push(this.fields[2 * row + joint]?.label ?? '');
    }
    if (wrong.length === 0) return { right: true, sentence: 'Right: these are the numbers that turning each joint by a ten-thousandth of a radian gives.' };
    return { right: false, sentence: `Not yet: turning the joints a little gives other numbers for ${wrong.join(', ')}.` };
  },
};

export const exercises: Readonly<Record<string, Exercise>> = { 'landers-arm': landersArm, jacobian };
