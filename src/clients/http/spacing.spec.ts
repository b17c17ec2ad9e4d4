import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Spacing, TurnTooFar } from './spacing.js';

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

  it('security 28: a full queue accepts no more calls, and a refused call takes no turn', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000, 2_000);
    const starts: number[] = [];
    const turns = [1, 2, 3].map(() => spacing.turn().then(() => starts.push(clock.now())));
    await expect(spacing.turn()).rejects.toBeInstanceOf(TurnTooFar);
    await clock.advance(1_000);
    turns.push(spacing.turn().then(() => starts.push(clock.now())));
    await clock.advance(5_000);
    await Promise.all(turns);
    expect(starts).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('doc2 §4 music: keeps the distance where timers fire late, as on a machine that was busy or asleep', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000);
    const starts: string[] = [];
    const begin = (name: string) => spacing.turn().then(() => starts.push(`${name}@${clock.now()}`));
    const turns = ['a', 'b', 'c'].map(begin);
    await turns[0];
    await clock.leap(5_500);
    expect(starts).toEqual(['a@0', 'b@5500']);
    turns.push(begin('d'));
    await clock.advance(999);
    expect(starts).toHaveLength(2);
    await clock.advance(5_000);
    await Promise.all(turns);
    expect(starts).toEqual(['a@0', 'b@5500', 'c@6500', 'd@7500']);
  });

  it('security 35: one share’s flood makes another wait for a turn or two, and the flood is bounded', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000, 15_000);
    const starts: string[] = [];
    const ask = (share: string) =>
      spacing.turn(undefined, share).then(
        () => starts.push(`${share}@${clock.now()}`),
        (fault: unknown) => fault,
      );
    const flood = Array.from({ length: 60 }, () => ask('a'));
    const other = [ask('b'), ask('b')];
    await clock.advance(4_000);
    await Promise.all(other);
    expect(starts).toEqual(['a@0', 'a@1000', 'b@2000', 'a@3000', 'b@4000']);
    await clock.advance(60_000);
    const refused = (await Promise.all(flood)).filter((outcome) => outcome instanceof TurnTooFar);
    // A turn at once and one a second; two of the fifteen who were let in were passed by the other share.
    expect([refused.length, starts.length]).toEqual([46, 16]);
  });

  it('security 35: a refused call learns when the queue has space again', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000, 2_000);
    const turns = [1, 2, 3].map(() => spacing.turn(undefined, 'a'));
    await expect(spacing.turn(undefined, 'a')).rejects.toMatchObject({ roomInMs: 1_000 });
    await clock.advance(2_000);
    await Promise.all(turns);
  });

  it('a turn that is given up goes to the next one', async () => {
    const clock = new MovedClock(0);
    const spacing = new Spacing(clock, 1_000);
    await spacing.turn();
    const giveUp = new AbortController();
    const given = spacing.turn(giveUp.signal);
    const next = spacing.turn().then(() => clock.now());
    giveUp.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await clock.advance(1_000);
    expect([await next, clock.pending]).toEqual([1_000, 0]);
  });
});
