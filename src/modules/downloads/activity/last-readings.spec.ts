import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { LastReadings } from './last-readings.js';

describe('issue23 §3: the last good reading of a source', () => {
  it('is there for five minutes', async () => {
    const clock = new MovedClock();
    const last = new LastReadings<string>(clock);
    last.keep('a', 'rows', last.begin());
    await clock.advance(5 * 60_000 - 1);
    expect(last.of('a')).toBe('rows');
    await clock.advance(1);
    expect(last.of('a')).toBeNull();
  });

  it('is gone with the instance it was of, and one that began before doesn’t come back', () => {
    const last = new LastReadings<string>(new MovedClock());
    const begun = last.begin();
    last.keep('a', 'old', begun);
    last.forget('a');
    last.keep('a', 'late', begun);
    expect(last.of('a')).toBeNull();
  });

  it('is kept of two hundred instances', () => {
    const last = new LastReadings<number>(new MovedClock());
    for (let at = 0; at <= 200; at += 1) last.keep(String(at), at, last.begin());
    expect([last.of('0'), last.of('1'), last.of('200')]).toEqual([null, 1, 200]);
  });
});
