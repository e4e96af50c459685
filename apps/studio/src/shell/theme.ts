/** The colours that pictures need: the same names as in style.css, read from it, so that they are said once. */
const names = [
  'paper', 'panel', 'ink', 'ink-soft', 'line', 'accent', 'accent-soft', 'target', 'good', 'warn', 'bad', 'body', 'body-dark', 'joint', 'skin', 'shirt', 'trousers', 'shoes', 'hair',
  'grid', 'sky', 'ground', 'x-axis', 'y-axis', 'z-axis', 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9',
] as const;

export type ColourName = (typeof names)[number];
export type Colours = Readonly<Record<ColourName, string>>;

let current: Colours | undefined;

export function colours(): Colours {
  if (!current) {
    const style = getComputedStyle(document.documentElement);
    current = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Record<
      ColourName,
      string
    >;
  }
  return current;
}

export type ThemeName = 'light' | 'dark';

export function theme(): ThemeName {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

export function setTheme(name: ThemeName): void {
  document.documentElement.dataset['theme'] = name;
  current = undefined;
}

const storageKey = 'kine-studio-theme';

/** What the user chose here before, else what the system asks for. */
export function startTheme(): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(storageKey);
  } catch {
    // A browser that keeps nothing: the system's choice it is.
  }
  const dark = kept ? kept === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'dark' : 'light');
}

export function keepTheme(name: ThemeName): void {
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Then it is forgotten with the page.
  }
}
