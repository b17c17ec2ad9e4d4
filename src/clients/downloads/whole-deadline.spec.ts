import { describe, expect, it, vi } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { withinWhole } from './whole-deadline.js';

const never = () => new Promise<never>(() => undefined);
const of = (clock: MovedClock, signal?: AbortSignal) => ({
  system: 'x',
  operation: 'queue.read',
  clock,
  ms: 10_000,
  signal,
});

describe('issue 23 §2: work of several calls', () => {
  it('ends in time, and takes its timer back', async () => {
    const clock = new MovedClock();
    expect(await withinWhole(of(clock), () => Promise.resolve(7))).toBe(7);
    expect(clock.pending).toBe(0);
  });

  it('ends when its time is over, whatever it waits for', async () => {
    const clock = new MovedClock();
    let given: AbortSignal | undefined;
    const failure = failureOf(
      withinWhole(of(clock), (signal) => {
        given = signal;
        return never();
      }),
    );
    await clock.advance(9_999);
    expect(given?.aborted).toBe(false);
    await clock.advance(1);
    expect(given?.aborted).toBe(true);
    expect(await failure).toMatchObject({
      system: 'x',
      operation: 'queue.read',
      kind: 'timeout',
      reason: 'could not reach server: no complete answer within 10 s',
    });
  });

  it('ends when the caller gives up, before it or in the midst of it', async () => {
    const clock = new MovedClock();
    const giveUp = new AbortController();
    const failure = failureOf(withinWhole(of(clock, giveUp.signal), never));
    giveUp.abort();
    expect(await failure).toMatchObject({ kind: 'aborted' });
    const work = vi.fn(never);
    expect(await failureOf(withinWhole(of(clock, giveUp.signal), work))).toMatchObject({ kind: 'aborted' });
    expect(work).not.toHaveBeenCalled();
    expect(clock.pending).toBe(0);
  });
});
