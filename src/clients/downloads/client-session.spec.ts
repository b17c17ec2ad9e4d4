import { describe, expect, it, vi } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { foreignWords } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { ClientSession, SessionEnded, withinWhole } from './client-session.js';

const fault = (kind: UpstreamFault) =>
  new UpstreamError({
    system: 'x',
    operation: 'session.begin',
    kind,
    definitelyNotSent: false,
    reason: foreignWords(kind),
  });

const ENDED = () => Promise.reject(new SessionEnded());

function sessionOf(signIn: () => Promise<number>) {
  const clock = new MovedClock();
  const tried = vi.fn(signIn);
  return { clock, tried, session: new ClientSession({ system: 'x', clock, signIn: tried }) };
}

describe('issue 23 §1: the session with a download client', () => {
  it('begins once for all who work within it', async () => {
    const begun = manualPromise<number>();
    const { tried, session } = sessionOf(() => begun.promise);
    const all = [1, 2, 3].map((add) => session.within((of) => Promise.resolve(of + add)));
    begun.resolve(10);
    expect(await Promise.all(all)).toEqual([11, 12, 13]);
    expect(tried).toHaveBeenCalledOnce();
  });

  it('that has ended is renewed once, by one caller, while the others wait', async () => {
    let number = 0;
    const { tried, session } = sessionOf(() => Promise.resolve(++number));
    const work = (of: number) => (of === 1 ? ENDED() : Promise.resolve(of));
    expect(await Promise.all([session.within(work), session.within(work), session.within(work)])).toEqual([2, 2, 2]);
    expect(tried).toHaveBeenCalledTimes(2);
  });

  it('that ends at once is a refusal, not a loop', async () => {
    const { tried, session } = sessionOf(() => Promise.resolve(1));
    await expect(session.within(ENDED)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(tried).toHaveBeenCalledTimes(2);
  });

  it('is not begun for 15 minutes after a refusal: not five times in an hour', async () => {
    const { clock, tried, session } = sessionOf(() => Promise.reject(fault('unauthorized')));
    const calls = async () => expect(session.within(ENDED)).rejects.toMatchObject({ kind: 'unauthorized' });
    for (let minute = 0; minute < 60; minute += 1) {
      await calls();
      await clock.advance(60_000);
    }
    expect(tried).toHaveBeenCalledTimes(4);
  });

  it('is begun again right after a fault that is no refusal', async () => {
    const { tried, session } = sessionOf(() => Promise.reject(fault('timeout')));
    await expect(session.within(ENDED)).rejects.toMatchObject({ kind: 'timeout' });
    await expect(session.within(ENDED)).rejects.toMatchObject({ kind: 'timeout' });
    expect(tried).toHaveBeenCalledTimes(2);
  });

  it('is begun again once the rest is over, and kept', async () => {
    let answers = 0;
    const { clock, tried, session } = sessionOf(() =>
      answers++ === 0 ? Promise.reject(fault('unauthorized')) : Promise.resolve(7),
    );
    await expect(session.within((of) => Promise.resolve(of))).rejects.toMatchObject({ kind: 'unauthorized' });
    await clock.advance(15 * 60_000);
    expect(await session.within((of) => Promise.resolve(of))).toBe(7);
    expect(await session.within((of) => Promise.resolve(of))).toBe(7);
    expect(tried).toHaveBeenCalledTimes(2);
  });

  it('in which the credential is refused is over, and not begun for 15 minutes either', async () => {
    const { clock, tried, session } = sessionOf(() => Promise.resolve(1));
    const work = vi.fn(() => Promise.reject(fault('unauthorized')));
    for (let minute = 0; minute < 60; minute += 1) {
      await expect(session.within(work)).rejects.toMatchObject({ kind: 'unauthorized' });
      await clock.advance(60_000);
    }
    expect(work).toHaveBeenCalledTimes(4);
    expect(tried).toHaveBeenCalledTimes(4);
  });
});

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
