import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { SystemClock } from './clock.js';

describe('SystemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns the machine time in epoch milliseconds', () => {
    expect(new SystemClock().now()).toBe(1_000);
    vi.setSystemTime(5_000);
    expect(new SystemClock().now()).toBe(5_000);
  });

  it('reports how long the process has run, even when the time of day is set', () => {
    const clock = new SystemClock();
    const begun = clock.monotonic();
    vi.setSystemTime(-7_200_000);
    expect(clock.monotonic()).toBe(begun);
    vi.advanceTimersByTime(250);
    expect(clock.monotonic()).toBe(begun + 250);
  });

  it('runs a timer once, when it is due', () => {
    const work = vi.fn();
    new SystemClock().setTimer(100, work);
    vi.advanceTimersByTime(99);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs an interval until it is cancelled', () => {
    const work = vi.fn();
    const interval = new SystemClock().setInterval(100, work);
    vi.advanceTimersByTime(350);
    interval.cancel();
    vi.advanceTimersByTime(1_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('never runs a cancelled timer, and cancelling again does nothing', () => {
    const work = vi.fn();
    const timer = new SystemClock().setTimer(100, work);
    timer.cancel();
    timer.cancel();
    vi.advanceTimersByTime(1_000);
    expect(work).not.toHaveBeenCalled();
  });

  it.each(['setTimeout', 'setInterval'] as const)('does not keep the process alive through %s', (name) => {
    const set = vi.spyOn(globalThis, name);
    const clock = new SystemClock();
    if (name === 'setTimeout') clock.setTimer(100, () => undefined);
    else clock.setInterval(100, () => undefined);
    const handle = set.mock.results[0]?.value as NodeJS.Timeout;
    expect(handle.hasRef()).toBe(false);
  });
});

describe('Clock.sleep', () => {
  it('resolves when the time has passed, not before', async () => {
    const clock = new MovedClock();
    const woke = vi.fn();
    const sleep = clock.sleep(100).then(woke);
    await clock.advance(99);
    expect(woke).not.toHaveBeenCalled();
    await clock.advance(1);
    await sleep;
    expect(woke).toHaveBeenCalledTimes(1);
  });

  it('fails at once with the reason of a signal that is aborted already, and sets no timer', async () => {
    const clock = new MovedClock();
    const reason = new Error('given up');
    await expect(clock.sleep(100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
  });

  it('fails with the reason of a signal that is aborted meanwhile, and takes its timer back', async () => {
    const clock = new MovedClock();
    const giveUp = new AbortController();
    const reason = new Error('given up');
    const sleep = clock.sleep(100, giveUp.signal);
    giveUp.abort(reason);
    await expect(sleep).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
  });

  it('leaves no listener behind on a signal that outlives it', async () => {
    const clock = new MovedClock();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const sleep = clock.sleep(100, signal);
    await clock.advance(100);
    await sleep;
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
  });
});
