// The page's side of the worker: one job at a time, and of those that wait only the last one counts.
import wasm from 'kine/kine.wasm?url';
import type { Answer, Job } from './job';
import type { Greeting } from './worker';

export type Order = Omit<Job, 'id'>;

export class Crew {
  #worker: Worker | undefined;
  #next = 0;
  #busy: { id: number; tell: (answer: Answer | undefined) => void } | undefined;
  #waiting: { order: Order; tell: (answer: Answer | undefined) => void } | undefined;

  /** Undefined where something newer was asked for before this one was begun. */
  ask(order: Order): Promise<Answer | undefined> {
    return new Promise((tell) => {
      this.#waiting?.tell(undefined);
      this.#waiting = { order, tell };
      this.#send();
    });
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#waiting = this.#busy = undefined;
  }

  #send(): void {
    if (this.#busy || !this.#waiting) return;
    const { order, tell } = this.#waiting;
    this.#waiting = undefined;
    const id = ++this.#next;
    this.#busy = { id, tell };
    this.#hired.postMessage({ id, ...order } satisfies Job);
  }

  get #hired(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ wasm: new URL(wasm, location.href).href } satisfies Greeting);
    worker.addEventListener('message', (event: MessageEvent<Answer>) => this.#done(event.data));
    worker.addEventListener('error', (event) => this.#done({ id: this.#next, sentence: event.message || 'the worker stopped' }));
    this.#worker = worker;
    return worker;
  }

  #done(answer: Answer): void {
    const busy = this.#busy;
    this.#busy = undefined;
    if (busy?.id === answer.id) busy.tell(answer);
    this.#send();
  }
}
