import { describe, expect, it, vi } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { ClientSession, SessionEnded } from './client-session.js';

const fault = (kind: UpstreamFault) =>
  new UpstreamError({ system: 'x', operation: 'session.begin', kind, definitelyNotSent: false, reason: kind });

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
