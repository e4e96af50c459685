// Words at the joints that stand in the way.
import type { Blocker, Skeleton } from 'kine';
import { degrees, el } from '../../shell/dom';
import type { Stage } from '../../shell/stage';

const most = 4;

export class BlockerTags {
  #stage: Stage;
  #tags: HTMLElement[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** `pixelOf`: where a joint is on the stage. */
  put(blockers: readonly Blocker[], skeleton: Skeleton, pixelOf: (joint: number) => readonly [number, number] | undefined): void {
    const seen = blockers.filter(({ joint }) => joint >= 0).slice(0, most);
    while (this.#tags.length < seen.length) {
      const tag = el('span', { class: 'tag blocker' });
      this.#tags.push(tag);
      this.#stage.layer.append(tag);
    }
    this.#tags.forEach((tag, i) => {
      const blocker = seen[i];
      const pixel = blocker && pixelOf(blocker.joint);
      tag.style.visibility = pixel ? 'visible' : 'hidden';
      if (!blocker || !pixel) return;
      const info = skeleton.joints[blocker.joint];
      const amount = (x: number): string => (info?.kind === 'slider' ? `${(1e3 * x).toFixed(0)} mm` : degrees(x));
      const more = blocker.relax > 0 ? `, ${amount(blocker.relax)} more would reach` : '';
      tag.textContent = `${info?.name.replaceAll('_', ' ') ?? ''} at ${amount(blocker.at)}${more}`;
      // Beside the joint, but inside the picture and off the buttons of a narrow one.
      const { width } = this.#stage;
      const room = width - tag.offsetWidth - (width < 500 ? 56 : 8);
      tag.style.transform = `translate(${Math.max(6, Math.min(pixel[0] + 16, room)).toFixed(1)}px, ${(pixel[1] - 12).toFixed(1)}px)`;
    });
  }
}
