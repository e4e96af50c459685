// What bones are called: by the part of the body that they are, where that is known, and by the file's own name.
import type { Parts } from './figure';

/** 'rightHand' as people write it. */
export const spoken = (part: string): string => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function titlesOf(names: readonly string[], parts: Parts): string[] {
  const titles = names.map((name) => name.replaceAll('_', ' ').trim());
  for (const [part, joint] of Object.entries(parts)) {
    const own = joint === undefined ? undefined : titles[joint];
    const words = spoken(part);
    // The first part that a joint is; a name that says the same is not repeated.
    if (joint === undefined || own === undefined || own.includes(' (')) continue;
    if (own.toLowerCase().replaceAll(/[^a-z]/g, '') !== words.replaceAll(' ', '')) titles[joint] = `${words} (${own})`;
  }
  return titles;
}
