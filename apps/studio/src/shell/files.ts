// Files in and out: dropped on the page, chosen by a button, saved by the browser. Nothing leaves this machine.
import { el } from './dom';
import { button } from './controls';

export interface FileBytes {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type OnFiles = (files: readonly FileBytes[]) => void;

async function read(files: Iterable<File>): Promise<FileBytes[]> {
  return Promise.all(Array.from(files, async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/**
 * Takes what is dropped anywhere on the page, until the function that it gives is called. `zones`: the words on each part of the
 * stage, from left to right, while something is held over it; `onFiles` is told the number of the part.
 */
export function acceptDrops(stage: HTMLElement, zones: readonly string[], onFiles: (files: readonly FileBytes[], zone: number) => void): () => void {
  const ending = new AbortController();
  const parts = zones.map((words) => el('span', {}, words));
  const sign = el('p', { class: 'drop-sign', 'aria-hidden': 'true' }, ...parts);
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (on: boolean): void => {
    if (on && !sign.isConnected) stage.append(sign);
    if (!on) sign.remove();
  };
  const zoneOf = (event: DragEvent): number => {
    const { left, width } = stage.getBoundingClientRect();
    return Math.max(0, Math.min(zones.length - 1, Math.floor((zones.length * (event.clientX - left)) / Math.max(1, width))));
  };
  const listen = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
    addEventListener(name, act, { signal: ending.signal });
  listen('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(true);
    parts.forEach((part, i) => part.classList.toggle('over', i === zoneOf(event)));
  });
  listen('dragleave', (event) => {
    if (event.relatedTarget === null) show(false);
  });
  listen('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(false);
    const zone = zoneOf(event);
    const files = event.dataTransfer?.files;
    if (files?.length) void read(files).then((all) => ending.signal.aborted || onFiles(all, zone));
  });
  return () => {
    ending.abort();
    sign.remove();
  };
}

/** A button that asks for files. `endings`: what the dialogue shows first, such as '.bvh'. */
export function openButton(label: string, endings: readonly string[], onFiles: OnFiles): HTMLElement {
  const input = el('input', { type: 'file', multiple: true, accept: endings.join(','), class: 'hidden', tabindex: -1, 'aria-label': 'Files' });
  input.addEventListener('change', () => {
    if (input.files?.length) void read(input.files).then(onFiles);
    input.value = '';
  });
  return el('span', { class: 'open' }, button(label, () => input.click()), input);
}

/** Hands bytes to the browser to save. */
export function save(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = el('a', { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
