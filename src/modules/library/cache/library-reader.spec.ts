import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { WatchedLibraries } from './library-reader.js';

const MINUTE = 60_000;

describe('WatchedLibraries', () => {
  it('counts a library as watched until ten minutes after its last use', async () => {
    const clock = new MovedClock();
    const watched = new WatchedLibraries(clock);
    watched.note('films');
    await clock.advance(6 * MINUTE);
    watched.note('films');
    watched.note('old-films');
    await clock.advance(10 * MINUTE - 1);
    expect(watched.current()).toEqual(['films', 'old-films']);
    await clock.advance(1);
    expect(watched.current()).toEqual([]);
  });

  it('names no library that was not used, and none that was removed', () => {
    const watched = new WatchedLibraries(new MovedClock());
    expect(watched.current()).toEqual([]);
    watched.note('films');
    watched.forget('films');
    expect(watched.current()).toEqual([]);
  });
});
