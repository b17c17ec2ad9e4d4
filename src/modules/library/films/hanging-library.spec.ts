import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../../test/fakes/fake-fault.js';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { InstanceChanged } from '../../instances/instances.public.js';
import type { FilmAvailability } from './film-availability.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };
const HELD = 1;
const WANTED = 2;
const AVAILABLE = expect.objectContaining({ known: true, status: 'available' });
const REQUESTED = expect.objectContaining({ known: true, status: 'requested' });

/** The answer that a reader got, and for how long it was waited for on the clock, in milliseconds. */
interface LibraryRead {
  readonly answer: FilmAvailability;
  readonly waited: number;
}

describe('FilmLibraryService over a library that hangs', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
    fixture.radarr.given.movie({ tmdbId: HELD, hasFile: true });
    fixture.radarr.given.movie({ tmdbId: WANTED });
  });

  afterEach(() => fixture.close());

  const calls = (): number[] => [FILMS, QUEUE].map((key) => fixture.radarr.calls(key).length);

  const read = async (tmdbId: number = HELD): Promise<LibraryRead> => {
    const since = fixture.clock.now();
    const answer = await fixture.library.availability(fixture.id, tmdbId);
    return { answer, waited: fixture.clock.now() - since };
  };

  const hang = (fault: FakeFault = 'timeout'): void => {
    for (const key of [FILMS, QUEUE]) fixture.radarr.fail(key, fault, Infinity);
  };

  /** Somebody reads once a second, for so many seconds; the first call has reached the manager before the clock moves. */
  const readEverySecond = async (seconds: number): Promise<readonly LibraryRead[]> => {
    const arrived = fixture.radarr.nextCall(QUEUE);
    const liveCache = [read()];
    await arrived;
    for (let second = 1; second <= seconds; second += 1) {
      await fixture.clock.advance(1_000);
      liveCache.push(read());
    }
    return Promise.all(liveCache);
  };

  /** The queue is read, hangs until its deadline, and the library rests. */
  const rest = async (): Promise<void> => {
    hang();
    const arrived = fixture.radarr.nextCall(QUEUE);
    const reading = read();
    await arrived;
    await fixture.clock.advance(15_000);
    await reading;
    await expect(read()).resolves.toMatchObject({ waited: 0 });
  };

  it.each<FakeFault>(['timeout', 'slow-headers', 'slow-body', 'stalled-body'])(
    'nobody waits longer than two seconds for one that answers with %s, hardly anybody waits at all, and few calls are made',
    async (fault) => {
      hang(fault);
      const liveCache = await readEverySecond(60);
      const waits = liveCache.map(({ waited }) => waited).toSorted((one, other) => one - other);
      expect([waits.at(30), waits.at(-3), waits.at(-1)]).toEqual([0, 0, 2_000]);
      expect(liveCache.map(({ answer }) => answer)).toEqual(liveCache.map(() => UNKNOWN));
      await fixture.radarr.arrived(QUEUE, 2);
      expect(calls()).toEqual([0, expect.any(Number)]);
      expect(fixture.radarr.calls(QUEUE).length).toBeLessThanOrEqual(3);
    },
  );

  it('answers at once from fresh cached data', async () => {
    await read();
    hang();
    await fixture.clock.advance(10_000);
    const [first, ...others] = await readEverySecond(60);
    expect(first).toEqual({ answer: AVAILABLE, waited: 2_000 });
    expect(others.slice(1)).toEqual(others.slice(1).map(() => ({ answer: AVAILABLE, waited: 0 })));
    expect(await read(WANTED)).toEqual({ answer: UNKNOWN, waited: 0 });
  });

  it('a background try detects its recovery, and the next reader is answered at once', async () => {
    await rest();
    fixture.radarr.recover();
    const tried = fixture.radarr.nextCall(QUEUE);
    await fixture.clock.advance(5_000);
    await tried;
    await fixture.nextLine('library readable again');
    expect(await read(WANTED)).toEqual({ answer: REQUESTED, waited: 0 });
    expect(fixture.logged).toEqual(['library unreadable', 'library readable again']);
  });

  it('is read at once after its connection was changed', async () => {
    await rest();
    fixture.radarr.recover();
    await fixture.events.publish(new InstanceChanged(fixture.id));
    expect(await read()).toEqual({ answer: AVAILABLE, waited: 0 });
  });

  it('is read at once after a report of its manager', async () => {
    await rest();
    fixture.radarr.recover();
    fixture.liveCache.films.invalidate(fixture.id, WANTED);
    expect(await read()).toEqual({ answer: AVAILABLE, waited: 0 });
  });

  it('is not retried after ten minutes without readers, and then by the next reader', async () => {
    await rest();
    await fixture.clock.leap(10 * 60_000);
    expect(calls()).toEqual([0, 1]);
    fixture.radarr.recover();
    expect(await read()).toEqual({ answer: AVAILABLE, waited: 0 });
  });

  it('does not touch another', async () => {
    const other = await fixture.addLibrary('other');
    other.given.movie({ tmdbId: HELD, hasFile: true });
    await rest();
    expect(await fixture.library.availability('other', HELD)).toEqual(AVAILABLE);
  });

  it('a library that takes four seconds for its films is known once it has answered, with one call', async () => {
    const letGo = fixture.radarr.hold(FILMS);
    const arrived = fixture.radarr.nextCall(FILMS);
    const first = read();
    await arrived;
    await fixture.clock.advance(2_000);
    expect(await first).toEqual({ answer: UNKNOWN, waited: 2_000 });
    expect(await read()).toEqual({ answer: UNKNOWN, waited: 0 });
    await fixture.clock.advance(2_000);
    const whole = fixture.liveCache.films.digest(fixture.id);
    letGo();
    await whole;
    expect(await read()).toEqual({ answer: AVAILABLE, waited: 0 });
    await fixture.clock.advance(5_000);
    expect(await read(WANTED)).toEqual({ answer: REQUESTED, waited: 0 });
    expect(calls()).toEqual([1, 1]);
  });

  it('another tool’s page waits for such a library up to ten seconds', async () => {
    const letGo = fixture.radarr.hold(FILMS);
    const arrived = fixture.radarr.nextCall(FILMS);
    const page = fixture.library.snapshot(fixture.id);
    await arrived;
    await fixture.clock.advance(8_000);
    const late = fixture.library.snapshot(fixture.id);
    await fixture.clock.advance(1_500);
    // Who comes now would wait in vain as well, and who has just waited asks again.
    expect(await fixture.library.snapshot(fixture.id)).toBeNull();
    await fixture.clock.advance(500);
    expect(await page).toBeNull();
    expect(await fixture.library.snapshot(fixture.id)).toBeNull();
    letGo();
    expect((await late)?.films.size).toBe(2);
  });

  it('one that takes a second and a half for each answer is waited for', async () => {
    await fixture.liveCache.films.digest(fixture.id);
    const letGo = fixture.radarr.hold(QUEUE);
    const arrived = fixture.radarr.nextCall(QUEUE);
    const reading = read(WANTED);
    await arrived;
    await fixture.clock.advance(1_500);
    letGo();
    expect(await reading).toEqual({ answer: REQUESTED, waited: 1_500 });
  });

  it('a report about an unreadable title keeps the state of the others', async () => {
    await read();
    fixture.liveCache.films.invalidate(fixture.id, WANTED);
    fixture.radarr.fail(FILMS, 'timeout', Infinity);
    const arrived = fixture.radarr.nextCall(FILMS);
    const first = read();
    await arrived;
    await fixture.clock.advance(15_000);
    expect((await first).answer).toEqual(AVAILABLE);
    expect([await read(), await read(WANTED)]).toEqual([
      { answer: AVAILABLE, waited: 0 },
      { answer: UNKNOWN, waited: 0 },
    ]);
  });
});
