// Drawing in a plane: metres, y up, on a canvas as sharp as the screen.

export type Point = readonly [x: number, y: number];

export class Plane {
  readonly canvas = document.createElement('canvas');
  readonly pen: CanvasRenderingContext2D;
  /** Pixels a metre. */
  scale = 1;
  #originX = 0;
  #originY = 0;
  width = 0;
  height = 0;

  constructor(parent: HTMLElement) {
    const pen = this.canvas.getContext('2d');
    if (!pen) throw new Error('this browser cannot draw on a canvas');
    this.pen = pen;
    parent.append(this.canvas);
  }

  /** Makes the canvas so many pixels large and shows at least this part of the world, its middle in the middle. */
  fit(width: number, height: number, low: Point, high: Point): void {
    const ratio = Math.min(devicePixelRatio || 1, 3);
    this.width = width;
    this.height = height;
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.scale = Math.min(width / (high[0] - low[0]), height / (high[1] - low[1]));
    this.#originX = width / 2 - (this.scale * (low[0] + high[0])) / 2;
    this.#originY = height / 2 + (this.scale * (low[1] + high[1])) / 2;
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  toPixels([x, y]: Point): [number, number] {
    return [this.#originX + this.scale * x, this.#originY - this.scale * y];
  }

  toWorld(x: number, y: number): [number, number] {
    return [(x - this.#originX) / this.scale, (this.#originY - y) / this.scale];
  }

  clear(colour: string): void {
    this.pen.fillStyle = colour;
    this.pen.fillRect(0, 0, this.width, this.height);
  }

  line(from: Point, to: Point, colour: string, width: number, dash: readonly number[] = []): void {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.setLineDash([...dash]);
    pen.beginPath();
    pen.moveTo(...this.toPixels(from));
    pen.lineTo(...this.toPixels(to));
    pen.stroke();
    pen.setLineDash([]);
  }

  /** A disc; the radius in metres. */
  disc(at: Point, radius: number, fill: string, stroke?: string, width = 2): void {
    const { pen } = this;
    pen.beginPath();
    pen.arc(...this.toPixels(at), Math.max(0, radius * this.scale), 0, 2 * Math.PI);
    pen.fillStyle = fill;
    pen.fill();
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width;
      pen.stroke();
    }
  }

  circle(at: Point, radius: number, colour: string, width: number, dash: readonly number[] = []): void {
    const { pen } = this;
    pen.setLineDash([...dash]);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(...this.toPixels(at), Math.max(0, radius * this.scale), 0, 2 * Math.PI);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** From one angle to another, counter-clockwise when the second is larger; the radius in metres. */
  arc(at: Point, radius: number, from: number, to: number, colour: string, width: number): void {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.beginPath();
    pen.arc(...this.toPixels(at), radius * this.scale, -from, -to, to > from);
    pen.stroke();
  }

  /** A limb: round at both ends, of two thicknesses (radii in metres). */
  limb(from: Point, to: Point, fromRadius: number, toRadius: number, fill: string, stroke?: string): void {
    const { pen } = this;
    const [ax, ay] = this.toPixels(from);
    const [bx, by] = this.toPixels(to);
    const ra = fromRadius * this.scale;
    const rb = toRadius * this.scale;
    const apart = Math.hypot(bx - ax, by - ay);
    pen.beginPath();
    if (apart <= Math.abs(ra - rb)) {
      pen.arc(ra > rb ? ax : bx, ra > rb ? ay : by, Math.max(ra, rb), 0, 2 * Math.PI);
    } else {
      const way = Math.atan2(by - ay, bx - ax);
      const lean = Math.acos((ra - rb) / apart);
      pen.arc(ax, ay, ra, way + lean, way - lean + 2 * Math.PI);
      pen.arc(bx, by, rb, way - lean, way + lean);
      pen.closePath();
    }
    pen.fillStyle = fill;
    pen.fill();
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = 1.5;
      pen.stroke();
    }
  }

  text(words: string, at: Point, colour: string, options: { size?: number; weight?: number; align?: CanvasTextAlign; shift?: Point; ground?: string } = {}): void {
    const { pen } = this;
    const [x, y] = this.toPixels(at);
    const [dx, dy] = options.shift ?? [0, 0];
    pen.font = `${options.weight ?? 500} ${options.size ?? 13}px system-ui, sans-serif`;
    pen.textAlign = options.align ?? 'center';
    pen.textBaseline = 'middle';
    if (options.ground) {
      pen.lineWidth = 4;
      pen.lineJoin = 'round';
      pen.strokeStyle = options.ground;
      pen.strokeText(words, x + dx, y + dy);
    }
    pen.fillStyle = colour;
    pen.fillText(words, x + dx, y + dy);
  }
}

/** A point at a distance in a direction. */
export const polar = ([x, y]: Point, radius: number, angle: number): [number, number] => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];

export const between = (a: Point, b: Point, t: number): [number, number] => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
