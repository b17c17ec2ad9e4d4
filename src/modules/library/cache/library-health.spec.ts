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

  it('a library is slow for those who would wait, but for a tenth, no longer than a reading of it has been under way', async () => {
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

  it('a reading that nobody waits for any more makes it slow for nobody', async () => {
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

  it('a failure that comes at once ends the rest, since nobody waits long for the next one', async () => {
    const health = newHealth();
    health.failed(true, async () => health.failed(false, failing(health, 0)));
    await clock.advance(5_000);
    expect([health.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('a good reading ends the rest, says so, and the next one begins with five seconds again', async () => {
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

  it('several readings that fail slowly make one try, not one each', async () => {
    const health = newHealth();
    for (let reading = 0; reading < 3; reading += 1) health.failed(true, failing(health, 15_000));
    await clock.advance(5_000);
    expect(tries).toHaveLength(1);
  });

  it('one that nobody has looked at is not tried for its own sake: who comes next finds out', async () => {
    const health = newHealth();
    health.failed(true, failing(health, 15_000));
    isWatched = false;
    await clock.advance(5_000);
    expect([tries, health.isResting, clock.pending]).toEqual([[], false, 0]);
  });

  it('a try that read nothing leaves it to the next caller', async () => {
    const health = newHealth();
    health.failed(true, async () => undefined);
    await clock.advance(5_000);
    expect([health.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('news of the library ends its rest; what is under way stays so, and lets it rest no more when it fails', async () => {
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
