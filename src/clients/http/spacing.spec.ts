import { describe, expect, it } from '@jest/globals';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Spacing } from './spacing.js';

describe('Spacing', () => {
  it('starts calls in the order of asking, each the given time after the one before', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000);
    const starts: string[] = [];
    const turns = ['a', 'b', 'c'].map((name) => spacing.turn().then(() => starts.push(`${name}@${clock.now()}`)));
    await clock.advance(1_500);
    expect(starts).toEqual(['a@0', 'b@1000']);
    await clock.advance(10_000);
    await Promise.all(turns);
    expect(starts).toEqual(['a@0', 'b@1000', 'c@2000']);
  });

  it('lets a call go at once after a pause, and ends a wait when its caller gives up', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000);
    await spacing.turn();
    const giveUp = new AbortController();
    const waiting = spacing.turn(giveUp.signal);
    giveUp.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await clock.advance(5_000);
    await spacing.turn();
    expect(clock.now()).toBe(5_000);
  });
});
