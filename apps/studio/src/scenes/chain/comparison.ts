// Every method on the same target: the table, the curves, and the sentence that sums them up.
import type { Vec3 } from 'kine';
import type { Plot } from '../../shell/plot';
import type { SceneContext } from '../../shell/scene';
import { ways } from './methods';
import { curveLimits, type Solutions } from './solutions';
import { WayTable } from './table';

export const words = { reached: 'reached', notFound: 'not found', unreachable: 'unreachable', badInput: 'refused' } as const;

/** Those with iterations to speak of. */
const drawn = ways.filter((way) => way.method !== 'two-bone');

export class Comparison {
  #context: SceneContext;
  #table: WayTable;
  #plot: Plot;

  constructor(context: SceneContext, into: HTMLElement, onChoose: (key: string) => void) {
    this.#context = context;
    this.#table = new WayTable(ways, onChoose);
    into.append(this.#table.element);
    this.#plot = context.panel.plot(
      {
        title: 'Error after so many iterations, from the rest pose',
        xLabel: 'iterations',
        yLabel: 'mm',
        series: drawn.map((way) => ({ label: way.name, colour: way.colour })),
        logarithmic: true,
        xRange: [0, 40],
        yRange: [1e-4, 3e3],
        height: 180,
      },
      into,
    );
  }

  /** `view`: 'all', or the key of the one way that is shown. */
  report(solutions: Solutions, view: string): void {
    const { all } = solutions;
    for (const way of ways) {
      const solution = all.find((s) => s.way === way);
      this.#table.show(
        way.key,
        solution && {
          status: solution.result.outcome,
          iterations: solution.result.iterations,
          error: solution.result.positionError,
          microseconds: solution.microseconds,
        },
        view === way.key,
      );
    }
    const main = solutions.find(view) ?? all[0];
    if (!main) return;
    const { result, way } = main;
    this.#context.figures({
      method: way.name,
      status: words[result.outcome],
      iterations: way.method === 'two-bone' ? null : result.iterations,
      microseconds: main.microseconds ?? null,
      positionError: result.positionError,
    });
    const reached = all.filter((s) => s.result.outcome === 'reached').length;
    if (view === 'all' && reached === all.length) {
      this.#context.say('good', `Reached by all ${all.length} methods. Drag the target in any view.`);
    } else if (view === 'all' && reached > 0) {
      const failed = all.find((s) => s.result.outcome !== 'reached') ?? main;
      this.#context.say('warn', `Reached by ${reached} of ${all.length} methods. ${failed.way.name}: ${failed.result.sentence}.`);
    } else {
      this.#context.say(result.outcome === 'reached' ? 'good' : 'bad', `${way.name}: ${result.sentence}.`);
    }
  }

  plotCurves(solutions: Solutions, target: Vec3): void {
    const curves = drawn.map((way) => {
      const solution = solutions.find(way.key);
      if (!solution) return curveLimits.map(() => null);
      // A method that takes more iterations than it was allowed has no point there.
      return solutions.curve(solution, target).map(({ positionError, outcome, iterations, limit }) =>
        outcome === 'badInput' || iterations > limit ? null : Math.max(1e3 * positionError, 1e-4),
      );
    });
    this.#plot.set(curveLimits, ...curves);
  }
}
