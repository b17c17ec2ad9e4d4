import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { Random } from '../../../core/time/random.js';
import { LibraryHealth } from './library-health.js';

/** Bytes of one value. */
class EvenRandom extends Random {
  constructor(private readonly byte: number) {
    super();
  }

  bytes(count: number): Buffer {
    return Buffer.alloc(count, this.byte);
  }

  uuid(): string {
    return '00000000-0000-4000-8000-000000000000';
  }
}

describe('LibraryHealth', () => {
  let clock: MovedClock;
  let tries: number[];
  let isWatched: boolean;

  beforeEach(() => {
    clock = new MovedClock();
    tries = [];
    isWatched = true;
  });

  const newHealth = (byte = 0): LibraryHealth =>
    new LibraryHealth({ clock, random: new EvenRandom(byte), isWatched: () => isWatched });

  /** A try behind everybody that fails after so long, as often as the library is tried. */
  const failing = (health: LibraryHealth, afterMs: number) => async (): Promise<void> => {
    tries.push(clock.now());
    const end = health.begin('queue');
    await clock.sleep(afterMs);
    health.failed(end(), failing(health, afterMs));
  };

  it('a library is slow for readers whose maximum wait, less a tenth, a current read has already taken', async () => {
    const health = newHealth();
    const end = health.begin('queue');
    await clock.advance(1_799);
    expect([health.isSlow(2_000), health.isSlow(10_000)]).toEqual([false, false]);
    await clock.advance(1);
    expect([health.isSlow(2_000), health.isSlow(10_000)]).toEqual([true, false]);
    await clock.advance(7_200);
    expect(health.isSlow(10_000)).toBe(true);
    end();
    expect([health.isSlow(2_000), health.isResting]).toEqual([false, false]);
  });

  it('an abandoned read makes it slow for nobody', async () => {
    const health = newHealth();
    health.begin('queue');
    await clock.advance(2_000);
    health.letGo('films');
    expect(health.isSlow(2_000)).toBe(true);
    health.letGo('queue');
    expect(health.isSlow(2_000)).toBe(false);
  });

  it.each<[string, number, readonly number[]]>([
    ['whole rests', 0, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]],
    ['the shortest ones', 255, [4_003.90625, 8_007.8125, 16_015.625, 32_031.25, 48_046.875, 48_046.875]],
  ])('tries one at a time, after rests that double from 5 s up to a minute: %s', async (_case, byte, rests) => {
    const health = newHealth(byte);
    const first = failing(health, 15_000)();
    await clock.advance(15_000);
    await first;
    expect(health.isResting).toBe(true);
    await clock.advance(rests.reduce((sum, rest) => sum + rest + 15_000, 0));
    const gaps = tries.slice(1, rests.length + 1).map((at, nth) => at - (tries[nth] ?? 0) - 15_000);
    expect(gaps).toEqual(rests);
    expect(health.isResting).toBe(true);
  });

  it('a fast failure ends the rest', async () => {
    const health = newHealth();
    health.failed(true, async () => health.failed(false, failing(health, 0)));
    await clock.advance(5_000);
    expect([health.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('a successful read ends the rest and returns true, and the next rest begins with five seconds again', async () => {
    const health = newHealth();
    const again = failing(health, 15_000);
    health.failed(true, again);
    await clock.advance(20_000);
    expect([health.succeeded(), health.isResting, clock.pending]).toEqual([true, false, 0]);
    expect(health.succeeded()).toBe(false);
    tries = [];
    health.failed(true, again);
    await clock.advance(5_000);
    expect(tries).toHaveLength(1);
  });

  it('several slow failures cause one try, not one each', async () => {
    const health = newHealth();
    for (let reading = 0; reading < 3; reading += 1) health.failed(true, failing(health, 15_000));
    await clock.advance(5_000);
    expect(tries).toHaveLength(1);
  });

  it('an unwatched library is not retried in the background', async () => {
    const health = newHealth();
    health.failed(true, failing(health, 15_000));
    isWatched = false;
    await clock.advance(5_000);
    expect([tries, health.isResting, clock.pending]).toEqual([[], false, 0]);
  });

  it('a try that read nothing leaves it to the next reader', async () => {
    const health = newHealth();
    health.failed(true, async () => undefined);
    await clock.advance(5_000);
    expect([health.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('a report ends the rest, and the failure of an earlier read starts no new one', async () => {
    const health = newHealth();
    const end = health.begin('films');
    await clock.advance(2_000);
    health.failed(true, failing(health, 15_000));
    const next = health.withoutRest();
    expect([next.isResting, next.isSlow(2_000), clock.pending]).toEqual([false, true, 0]);
    health.failed(end(), failing(health, 15_000));
    expect([next.isSlow(2_000), health.isResting, clock.pending]).toEqual([false, false, 0]);
  });
});
