import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gathering } from './gathering.js';

describe('issue 22, live updates: frames that come together are one reason to read', () => {
  const handed: (readonly string[])[] = [];
  let gathering: Gathering<string>;

  beforeEach(() => {
    vi.useFakeTimers();
    handed.length = 0;
    gathering = new Gathering<string>((items) => handed.push(items), { gatherMs: 250, restMs: 1_000 });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('hands on together what comes within a moment, however long it goes on', () => {
    gathering.add('a');
    vi.advanceTimersByTime(200);
    gathering.add('b');
    vi.advanceTimersByTime(50);
    expect(handed).toEqual([['a', 'b']]);
  });

  it('rests in between', () => {
    for (let at = 0; at < 30; at += 1) {
      gathering.add(String(at));
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(1_000);
    expect(handed.map((items) => items.length)).toEqual([3, 10, 10, 7]);
  });

  it('a clock that was set back delays nothing for long', () => {
    gathering.add('a');
    vi.advanceTimersByTime(250);
    vi.setSystemTime(Date.now() - 86_400_000);
    gathering.add('b');
    vi.advanceTimersByTime(1_000);
    expect(handed).toEqual([['a'], ['b']]);
  });

  it('security 14: forgets what it has gathered', () => {
    gathering.add('of the former account');
    gathering.clear();
    vi.advanceTimersByTime(5_000);
    expect(handed).toEqual([]);
  });
});
