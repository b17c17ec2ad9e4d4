import { describe, expect, it } from 'vitest';
import { MovedClock } from './moved-clock.js';

describe('MovedClock', () => {
  it('stands still until it is moved', async () => {
    const clock = new MovedClock();
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1));
    await clock.advance(0);
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1));
    await clock.advance(1_500);
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 1_500);
  });

  it.each([-7_200_000, 7_200_000])('set by %i ms, it shows another time of day, and no time has passed', async (ms) => {
    const clock = new MovedClock(10_000_000);
    const seen: number[] = [];
    clock.setTimer(30, () => seen.push(clock.monotonic()));
    await clock.advance(10);
    clock.setWall(ms);
    await clock.advance(0);
    expect([clock.now(), clock.monotonic(), seen.length]).toEqual([10_000_010 + ms, 10, 0]);
    await clock.advance(20);
    expect([clock.now(), seen]).toEqual([10_000_030 + ms, [30]]);
  });

  it('fires timers in the order in which they are due, each at its own moment', async () => {
    const clock = new MovedClock(0);
    const seen: [string, number][] = [];
    clock.setTimer(30, () => seen.push(['late', clock.now()]));
    clock.setTimer(10, () => seen.push(['early', clock.now()]));
    clock.setTimer(20, () => seen.push(['middle', clock.now()]));
    await clock.advance(100);
    expect(seen).toEqual([
      ['early', 10],
      ['middle', 20],
      ['late', 30],
    ]);
  });

  it('fires timers of the same moment in the order in which they were set', async () => {
    const clock = new MovedClock(0);
    const seen: string[] = [];
    clock.setInterval(10, () => seen.push('interval'));
    clock.setTimer(20, () => seen.push('timer'));
    await clock.advance(20);
    expect(seen).toEqual(['interval', 'timer', 'interval']);
  });

  it('fires timers that are set on the way, when they fall due within the move', async () => {
    const clock = new MovedClock(0);
    const seen: number[] = [];
    clock.setTimer(10, () => {
      clock.setTimer(5, () => seen.push(clock.now()));
      clock.setTimer(500, () => seen.push(clock.now()));
    });
    await clock.advance(20);
    expect(seen).toEqual([15]);
    expect(clock.pending).toBe(1);
  });

  it('re-arms an interval until it is cancelled', async () => {
    const clock = new MovedClock(0);
    const seen: number[] = [];
    const interval = clock.setInterval(10, () => seen.push(clock.now()));
    await clock.advance(35);
    interval.cancel();
    await clock.advance(100);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.pending).toBe(0);
  });

  it('lets an interval cancel itself while it fires', async () => {
    const clock = new MovedClock(0);
    let fired = 0;
    const interval = clock.setInterval(10, () => {
      fired += 1;
      interval.cancel();
    });
    await clock.advance(100);
    expect(fired).toBe(1);
  });

  it('gives an interval of 0 ms one millisecond, so that a move ends', async () => {
    const clock = new MovedClock(0);
    let fired = 0;
    clock.setInterval(0, () => (fired += 1));
    await clock.advance(3);
    expect(fired).toBe(3);
  });

  it('lets pending promises and queued I/O callbacks run between two timers', async () => {
    const clock = new MovedClock(0);
    const seen: string[] = [];
    clock.setTimer(10, () => {
      void Promise.resolve()
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => seen.push(`first at ${clock.now()}`));
    });
    clock.setTimer(20, () => seen.push(`second at ${clock.now()}`));
    await clock.advance(20);
    expect(seen).toEqual(['first at 10', 'second at 20']);
  });

  it('counts what waits to fire', async () => {
    const clock = new MovedClock(0);
    const timer = clock.setTimer(10, () => undefined);
    clock.setTimer(20, () => undefined);
    expect(clock.pending).toBe(2);
    timer.cancel();
    timer.cancel();
    expect(clock.pending).toBe(1);
    await clock.advance(20);
    expect(clock.pending).toBe(0);
  });

  it('throws what a timer throws, with the clock at its moment', async () => {
    const clock = new MovedClock(0);
    clock.setTimer(10, () => {
      throw new Error('broken work');
    });
    await expect(clock.advance(20)).rejects.toThrow('broken work');
    expect(clock.now()).toBe(10);
  });

  it('reports when somebody sleeps until a moment that is near enough, and takes no interval, deadline or alarm for it', async () => {
    const clock = new MovedClock(0);
    const seen: string[] = [];
    const look = (name: string, ms: number) => clock.waitedFor(ms).then(() => void seen.push(name));
    const [soon, later] = [look('soon', 10), look('later', 100)];
    clock.setInterval(5, () => undefined);
    clock.setTimer(5, () => undefined);
    const asleep = clock.sleep(200);
    await clock.advance(0);
    expect(seen).toEqual([]);
    const nap = clock.sleep(50);
    clock.setTimer(5, () => undefined);
    await later;
    expect(seen).toEqual(['later']);
    await clock.advance(40);
    await soon;
    await look('already', 10);
    expect(seen).toEqual(['later', 'soon', 'already']);
    await clock.advance(160);
    await Promise.all([nap, asleep]);
  });

  it.each([-1, Number.NaN])('refuses a move by %j', async (ms) => {
    await expect(new MovedClock().advance(ms)).rejects.toThrow(RangeError);
  });

  it('fires an interval once when it leaps, and goes on from there', async () => {
    const clock = new MovedClock(0);
    const seen: string[] = [];
    clock.setInterval(10, () => seen.push(`interval at ${clock.now()}`));
    clock.setTimer(15, () => seen.push(`timer at ${clock.now()}`));
    await clock.leap(1_005);
    expect(seen).toEqual(['timer at 1005', 'interval at 1005']);
    await clock.advance(10);
    expect(seen.slice(2)).toEqual(['interval at 1015']);
    await expect(clock.leap(-1)).rejects.toThrow(RangeError);
  });
});
