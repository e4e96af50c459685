import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { el } from './dom';
import { colours, type ColourName } from './theme';

export interface SeriesOptions {
  label: string;
  colour: ColourName;
  /** Points instead of a line. */
  points?: boolean;
  dash?: readonly number[];
}

export interface PlotOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly SeriesOptions[];
  /** Powers of ten upwards. */
  logarithmic?: boolean;
  /** Fixed ends of the axes; what is not given follows the numbers. */
  xRange?: readonly [number, number];
  yRange?: readonly [number, number];
  height?: number;
}

/** A plot of lines over one common x, in the page's colours. */
export class Plot {
  readonly element: HTMLElement;
  #holder = el('div', { class: 'plot-area' });
  #plot: uPlot | undefined;
  #data: uPlot.AlignedData;
  #observer: ResizeObserver;
  #hidden = new Set<number>();

  constructor(readonly options: PlotOptions) {
    this.#data = [[], ...options.series.map(() => [])];
    this.#holder.style.height = `${options.height ?? 150}px`;
    this.element = el('figure', { class: 'plot' }, el('figcaption', {}, options.title), this.#holder);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this.#holder);
  }

  set(x: readonly number[], ...ys: readonly (readonly (number | null)[])[]): void {
    this.#data = [x as number[], ...ys.map((y) => y as (number | null)[])];
    this.#plot?.setData(this.#data);
  }

  /** Shows or hides a series. */
  show(series: number, on: boolean): void {
    if (on) this.#hidden.delete(series);
    else this.#hidden.add(series);
    this.#plot?.setSeries(series + 1, { show: on });
  }

  themed(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#resize();
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#plot?.destroy();
  }

  #resize(): void {
    const width = this.#holder.clientWidth;
    const height = this.#holder.clientHeight;
    if (width === 0 || height === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height });
    else this.#plot = this.#make(width, height);
  }

  #make(width: number, height: number): uPlot {
    const c = colours();
    const font = '11px system-ui, sans-serif';
    const { xLabel, yLabel, series, logarithmic, xRange, yRange } = this.options;
    const axis = (label: string, size: number): uPlot.Axis => ({
      stroke: c['ink-soft'],
      grid: { stroke: c.line, width: 1 },
      ticks: { stroke: c.line, width: 1, size: 4 },
      font,
      labelFont: font,
      label,
      labelSize: 16,
      labelGap: 0,
      size,
      gap: 3,
    });
    // Powers of ten only: lines between them would be a carpet.
    const powers = (low: number, high: number): number[] => {
      const splits: number[] = [];
      const first = Math.ceil(Math.log10(low) - 1e-9);
      const last = Math.floor(Math.log10(high) + 1e-9);
      const every = Math.max(1, Math.ceil((last - first) / 5));
      for (let exponent = first; exponent <= last; exponent += every) splits.push(10 ** exponent);
      return splits;
    };
    const power = (value: number): string => (value >= 0.01 && value < 1e4 ? String(Number(value.toPrecision(2))) : value.toExponential(0));
    return new uPlot(
      {
        width,
        height,
        padding: [8, 10, 0, 0],
        cursor: { show: false },
        legend: { show: false },
        scales: {
          x: { time: false, ...(xRange ? { range: [...xRange] as [number, number] } : {}) },
          y: { ...(logarithmic ? { distr: 3 as const } : {}), ...(yRange ? { range: [...yRange] as [number, number] } : {}) },
        },
        axes: [
          axis(xLabel, 26),
          {
            ...axis(yLabel, 46),
            ...(logarithmic
              ? {
                  splits: (_: uPlot, __: number, low: number, high: number) => powers(low, high),
                  filter: (_: uPlot, splits: number[]) => splits,
                  values: (_: uPlot, splits: number[]) => splits.map(power),
                }
              : {}),
          },
        ],
        series: [
          {},
          ...series.map(({ label, colour, points, dash }, i): uPlot.Series => ({
            label,
            show: !this.#hidden.has(i),
            stroke: c[colour],
            width: points ? 0 : 2,
            spanGaps: !points,
            ...(dash ? { dash: [...dash] } : {}),
            points: points ? { show: true, size: 9, fill: c[colour], stroke: c.panel, width: 2 } : { show: false },
          })),
        ],
      },
      this.#data,
      this.#holder,
    );
  }
}
