import { describe, expect, it } from 'vitest';
import { History } from '../../../apps/studio/src/shell/history';

describe('undo and redo', () => {
  it('go back and forth over what was recorded', () => {
    const history = new History();
    history.start('a');
    history.record('b');
    history.record('c');
    expect([history.undo(), history.undo(), history.undo()]).toEqual(['b', 'a', undefined]);
    expect([history.redo(), history.redo(), history.redo()]).toEqual(['b', 'c', undefined]);
  });

  it('leave out steps that changed nothing, and forget the future on a new step', () => {
    const history = new History();
    history.start('a');
    history.record('a');
    expect(history.canUndo).toBe(false);
    history.record('b');
    history.undo();
    history.record('c');
    expect(history.canRedo).toBe(false);
    expect(history.undo()).toBe('a');
  });

  it('keep a bounded number of steps and tell their watchers', () => {
    const history = new History();
    let told = 0;
    history.watch(() => ++told);
    history.start('0');
    for (let i = 1; i <= 500; ++i) history.record(String(i));
    expect(told).toBe(501);
    let steps = 0;
    while (history.undo() !== undefined) ++steps;
    expect(steps).toBe(History.kept);
  });
});
