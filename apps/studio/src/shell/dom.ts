type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes and children. `class`, `aria-…` and `data-…` are attributes like any other. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

const icons = {
  undo: '<path d="M8.5 5 4 9.5 8.5 14"/><path d="M4.5 9.5h9a5.5 5.5 0 0 1 0 11H9"/>',
  redo: '<path d="M15.5 5 20 9.5 15.5 14"/><path d="M19.5 9.5h-9a5.5 5.5 0 0 0 0 11H15"/>',
  reset: '<path d="M4.5 12a7.5 7.5 0 1 0 2.400-5.5"/><path d="M4.5 4v4.5H9"/>',
  picture: '<rect x="3.5" y="6.5" width="17" height="13" rx="2.5"/><circle cx="12" cy="13" r="3.600"/><path d="M9 6.5 10.200 4.5h3.600L15 6.5"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.300 5.300l1.800 1.800M16.900 16.900l1.800 1.800M5.300 18.700l1.800-1.800M16.900 7.100l1.800-1.800"/>',
  moon: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z"/>',
  plus: '<path d="M12 5.5v13M5.5 12h13"/>',
  minus: '<path d="M5.5 12h13"/>',
  left: '<path d="M4 12a8 4.5 0 1 1 8 4.5"/><path d="M15 13.5 12 16.5l3 3"/>',
  right: '<path d="M20 12a8 4.5 0 1 0-8 4.5"/><path d="M9 13.5l3 3-3 3"/>',
  play: '<path d="M8 5.5v13l10.5-6.5Z"/>',
  pause: '<path d="M8.5 5.5v13M15.5 5.5v13"/>',
  lock: '<rect x="5.5" y="11" width="13" height="9" rx="2"/><path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>',
  unlock: '<rect x="5.5" y="11" width="13" height="9" rx="2"/><path d="M8.5 11V7.5a3.5 3.5 0 0 1 6.800-1.200"/>',
  up: '<path d="M12 19V6M6.5 11 12 5.5 17.5 11"/>',
  down: '<path d="M12 5v13M6.5 13 12 18.5 17.5 13"/>',
} as const;

export type Icon = keyof typeof icons;

/** A drawn sign, hidden from screen readers: what it stands on has the name. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = icons[name];
  return svg;
}

let counter = 0;
/** An id that no other element has. */
export const freshId = (stem: string): string => `${stem}-${++counter}`;

/** Degrees of radians, as people read them. */
export const degrees = (radians: number, digits = 1): string => `${number((radians * 180) / Math.PI, digits)}°`;

/** A number with a true minus sign, and none before a rounded zero. */
export function number(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** A length in metres as millimetres, with as many digits as make sense. */
export function millimetres(metres: number): string {
  const mm = Math.abs(metres * 1e3);
  if (mm < 5e-5) return '0.0000';
  return mm < 0.1 ? mm.toFixed(4) : mm < 100 ? mm.toFixed(2) : mm.toFixed(0);
}
