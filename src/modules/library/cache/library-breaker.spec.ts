import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { silentLog, type Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Random } from '../../../core/time/random.js';
import { isReadFault, LibraryBreaker } from './library-breaker.js';

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

describe('LibraryBreaker, slow reads', () => {
  let clock: MovedClock;
  let tries: number[];
  let isWatched: boolean;

  beforeEach(() => {
    clock = new MovedClock();
    tries = [];
    isWatched = true;
  });

  const newBreaker = (byte = 0): LibraryBreaker =>
    new LibraryBreaker({ clock, random: new EvenRandom(byte), log: silentLog, isWatched: () => isWatched });

  /** A try behind everybody that fails after so long, as often as the library is tried. */
  const failing = (breaker: LibraryBreaker, afterMs: number) => async (): Promise<void> => {
    tries.push(clock.now());
    const end = breaker.begin('queue');
    await clock.sleep(afterMs);
    breaker.restIfSlow(end(), failing(breaker, afterMs));
  };

  it('a library is slow for readers whose maximum wait, less a tenth, a current read has already taken', async () => {
    const breaker = newBreaker();
    const end = breaker.begin('queue');
    await clock.advance(1_799);
    expect([breaker.isSlow(2_000), breaker.isSlow(10_000)]).toEqual([false, false]);
    await clock.advance(1);
    expect([breaker.isSlow(2_000), breaker.isSlow(10_000)]).toEqual([true, false]);
    await clock.advance(7_200);
    expect(breaker.isSlow(10_000)).toBe(true);
    end();
    expect([breaker.isSlow(2_000), breaker.isResting]).toEqual([false, false]);
  });

  it('an abandoned read makes it slow for nobody', async () => {
    const breaker = newBreaker();
    breaker.begin('queue');
    await clock.advance(2_000);
    breaker.abandon('films');
    expect(breaker.isSlow(2_000)).toBe(true);
    breaker.abandon('queue');
    expect(breaker.isSlow(2_000)).toBe(false);
  });

  it.each<[string, number, readonly number[]]>([
    ['whole rests', 0, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]],
    ['the shortest ones', 255, [4_003.90625, 8_007.8125, 16_015.625, 32_031.25, 48_046.875, 48_046.875]],
  ])('tries one at a time, after rests that double from 5 s up to a minute: %s', async (_case, byte, rests) => {
    const breaker = newBreaker(byte);
    const first = failing(breaker, 15_000)();
    await clock.advance(15_000);
    await first;
    expect(breaker.isResting).toBe(true);
    await clock.advance(rests.reduce((sum, rest) => sum + rest + 15_000, 0));
    const gaps = tries.slice(1, rests.length + 1).map((at, nth) => at - (tries[nth] ?? 0) - 15_000);
    expect(gaps).toEqual(rests);
    expect(breaker.isResting).toBe(true);
  });

  it('a fast failure ends the rest', async () => {
    const breaker = newBreaker();
    breaker.restIfSlow(true, async () => breaker.restIfSlow(false, failing(breaker, 0)));
    await clock.advance(5_000);
    expect([breaker.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('a successful read ends the rest and returns true, and the next rest begins with five seconds again', async () => {
    const breaker = newBreaker();
    const again = failing(breaker, 15_000);
    breaker.restIfSlow(true, again);
    await clock.advance(20_000);
    expect([breaker.recordSuccess('queue'), breaker.isResting, clock.pending]).toEqual([true, false, 0]);
    expect(breaker.recordSuccess('queue')).toBe(false);
    tries = [];
    breaker.restIfSlow(true, again);
    await clock.advance(5_000);
    expect(tries).toHaveLength(1);
  });

  it('several slow failures cause one try, not one each', async () => {
    const breaker = newBreaker();
    for (let reading = 0; reading < 3; reading += 1) breaker.restIfSlow(true, failing(breaker, 15_000));
    await clock.advance(5_000);
    expect(tries).toHaveLength(1);
  });

  it('an unwatched library is not retried in the background', async () => {
    const breaker = newBreaker();
    breaker.restIfSlow(true, failing(breaker, 15_000));
    isWatched = false;
    await clock.advance(5_000);
    expect([tries, breaker.isResting, clock.pending]).toEqual([[], false, 0]);
  });

  it('a try that read nothing leaves it to the next reader', async () => {
    const breaker = newBreaker();
    breaker.restIfSlow(true, async () => undefined);
    await clock.advance(5_000);
    expect([breaker.isResting, clock.pending]).toEqual([false, 0]);
  });

  it('a report ends the rest, and the failure of an earlier read starts no new one', async () => {
    const breaker = newBreaker();
    const end = breaker.begin('films');
    await clock.advance(2_000);
    breaker.restIfSlow(true, failing(breaker, 15_000));
    const next = breaker.successor(true);
    expect([next.isResting, next.isSlow(2_000), clock.pending]).toEqual([false, true, 0]);
    breaker.restIfSlow(end(), failing(breaker, 15_000));
    expect([next.isSlow(2_000), breaker.isResting, clock.pending]).toEqual([false, false, 0]);
  });
});

const fault = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({
    system: 'radarr',
    operation: 'queue',
    kind,
    definitelyNotSent: false,
    reason: foreignWords('no answer'),
  });
const lockedKey = new SecretUnreadable({ table: 'service_instances', column: 'api_key', row: 'films' });

function newBreaker() {
  const clock = new MovedClock();
  const lines: string[] = [];
  const write = (message: string, fields: object = {}): void =>
    void lines.push([message, ...Object.values(fields).filter((value) => typeof value === 'string')].join(' '));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  return {
    clock,
    lines,
    breaker: new LibraryBreaker({ clock, random: new EvenRandom(0), log, isWatched: () => true }),
  };
}

describe('LibraryBreaker, failed reads', () => {
  it('pauses nothing while nothing has failed', () => {
    const { breaker } = newBreaker();
    expect([breaker.isPaused('films'), breaker.isPaused('queue')]).toEqual([false, false]);
  });

  it('pauses the failed read for 5 seconds', async () => {
    const { clock, breaker } = newBreaker();
    breaker.recordFailure('queue', fault('failed'));
    await clock.advance(4_999);
    expect(breaker.isPaused('queue')).toBe(true);
    await clock.advance(1);
    expect(breaker.isPaused('queue')).toBe(false);
  });

  it.each<UpstreamFault>(['unreachable', 'timeout', 'unauthorized', 'rate_limited'])(
    'pauses both readings when one fails with %s, which is about the manager as a whole',
    (kind) => {
      const { breaker } = newBreaker();
      breaker.recordFailure('queue', fault(kind));
      expect(breaker.isPaused('films')).toBe(true);
    },
  );

  it('pauses both reads when the stored key cannot be decrypted', () => {
    const { breaker } = newBreaker();
    breaker.recordFailure('films', lockedKey);
    expect(breaker.isPaused('queue')).toBe(true);
  });

  it.each<UpstreamFault>(['failed', 'malformed', 'too_large', 'not_found', 'rejected', 'redirected', 'aborted'])(
    'leaves the other reading alone when one fails with %s',
    (kind) => {
      const { breaker } = newBreaker();
      breaker.recordFailure('queue', fault(kind));
      expect(breaker.isPaused('films')).toBe(false);
    },
  );

  it('logs an outage when it begins and when it ends, however often it is met between', () => {
    const { lines, breaker } = newBreaker();
    breaker.recordSuccess('queue');
    for (let reader = 0; reader < 100; reader++) breaker.recordFailure('queue', fault('timeout'));
    breaker.recordSuccess('queue');
    breaker.recordSuccess('queue');
    expect(lines).toEqual(['library unreadable queue', 'library readable again queue']);
  });

  it('logs each read separately', () => {
    const { lines, breaker } = newBreaker();
    breaker.recordFailure('queue', fault('failed'));
    breaker.recordFailure('films', fault('failed'));
    breaker.recordSuccess('queue');
    expect(lines).toEqual(['library unreadable queue', 'library unreadable films', 'library readable again queue']);
  });

  it('ends the pause with the outage', () => {
    const { breaker } = newBreaker();
    breaker.recordFailure('queue', fault('timeout'));
    breaker.recordSuccess('queue');
    expect(breaker.isPaused('queue')).toBe(false);
  });

  it('continues without pauses after a drop, and remembers what was logged', () => {
    const { lines, breaker } = newBreaker();
    breaker.recordFailure('queue', fault('timeout'));
    const lifted = breaker.successor(true);
    expect(lifted.isPaused('queue')).toBe(false);
    lifted.recordFailure('queue', fault('timeout'));
    expect(lines).toEqual(['library unreadable queue']);
  });

  it('does not pass later failures on to the one that took its place', () => {
    const { breaker } = newBreaker();
    const lifted = breaker.successor(true);
    breaker.recordFailure('queue', fault('timeout'));
    expect(lifted.isPaused('queue')).toBe(false);
  });
});

describe('isReadingFault', () => {
  it.each<[string, unknown, boolean]>([
    ['a failed call', fault('malformed'), true],
    ['a key that cannot be opened', lockedKey, true],
    ['a fault of the program', new TypeError('x is not a function'), false],
    ['something that is no error', 'timeout', false],
  ])('%s', (_case, error, expected) => {
    expect(isReadFault(error)).toBe(expected);
  });

  it('issue 43 C14, security 39: logs once that rows of a list can’t be read, and again after a reading that lacked none', () => {
    const { lines, breaker } = newBreaker();
    breaker.recordUnreadableRows('queue', 0);
    expect(lines.splice(0)).toEqual([]);
    breaker.recordUnreadableRows('films', 2);
    breaker.recordUnreadableRows('films', 3);
    breaker.successor(true).recordUnreadableRows('films', 1);
    expect(lines.splice(0)).toEqual(['rows of a library can not be read films']);
    breaker.recordUnreadableRows('films', 0);
    breaker.recordUnreadableRows('films', 1);
    expect(lines).toEqual(['rows of a library can not be read films']);
  });
});
