import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../../test/fakes/fake-fault.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { StorageError } from '../../../core/database/storage-error.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };
const ABSENT = 404;

describe('SeriesLibraryService over a library that fails (doc 4 section 4.5: unknown, never absent)', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
    fixture.sonarr.given.series({ tvdbId: 1, files: { 1: 'aired' } });
  });

  afterEach(() => fixture.close());

  const read = async (tvdbId: number) => (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId);

  it.each<[string, FakeFault]>([
    ['resets the connection', 'reset'],
    ['answers 500', 500],
    ['refuses the key', 401],
    ['answers what is no JSON', 'garbage'],
    ['breaks off', 'cut-body'],
  ])('when the manager %s', async (_case, fault) => {
    fixture.sonarr.fail(SERIES, fault);
    expect([...(await fixture.library.availabilities(fixture.id, [1, ABSENT]))]).toEqual([
      [1, UNKNOWN],
      [ABSENT, UNKNOWN],
    ]);
    expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
  });

  it('when nothing listens at its address, until a drop or the end of the pause', async () => {
    await fixture.sonarr.leave();
    expect(await read(1)).toEqual(UNKNOWN);
    await fixture.sonarr.start(fixture.sonarr.port);
    expect(await read(1)).toEqual(UNKNOWN);
    fixture.liveCache.series.drop(fixture.id);
    expect(await read(1)).toMatchObject({ known: true, inLibrary: true });
  });

  it('with a readable list and an unreadable queue all is known, since no verdict comes from the queue', async () => {
    fixture.sonarr.fail(QUEUE, 500);
    expect(await read(1)).toMatchObject({ seasons: [{ status: 'available' }] });
  });

  it('a fault of our own storage is thrown, since it says nothing about a library', async () => {
    await fixture.database.close();
    expect(await errorOf(read(1))).toBeInstanceOf(StorageError);
  });

  describe('issue 43 C14, security 39: a row that can’t be read may be its own series, and no other', () => {
    const HELD = { id: 1, tvdbId: 1, monitored: true, seasons: [] };
    const given = (...rows: readonly unknown[]) => fixture.sonarr.fail(SERIES, { body: rows });
    const inLibrary = (isThere: boolean): object => expect.objectContaining({ known: true, inLibrary: isThere });

    it('one that names its series leaves the others known, and absent ones absent', async () => {
      given(HELD, { ...HELD, id: 2, tvdbId: 2, monitored: null });
      const seen = await fixture.library.availabilities(fixture.id, [1, 2, ABSENT]);
      expect([...seen.values()]).toEqual([inLibrary(true), UNKNOWN, inLibrary(false)]);
      expect([1, 2, ABSENT].map((id) => fixture.library.warm(fixture.id, id))).toEqual([
        inLibrary(true),
        undefined,
        inLibrary(false),
      ]);
      expect(fixture.logged).toEqual(['rows of a library can not be read']);
    });

    it('one that names none makes no series that is there unknown, and every other', async () => {
      given(HELD, null);
      expect([await read(1), await read(ABSENT)]).toEqual([inLibrary(true), UNKNOWN]);
      const onDisk = await fixture.library.episodesOnDisk(fixture.id, [ABSENT]);
      expect(onDisk.get(ABSENT)).toEqual(UNKNOWN);
    });

    it('it is unclear how far a series has come that may be in the library', async () => {
      given(HELD, { tvdbId: 2 });
      const choice = { seasonsOf: () => [1], pilot: false };
      const arrivalOf = (tvdbId: number) => fixture.arrivals.series(fixture.id, tvdbId, choice);
      expect(await arrivalOf(2)).toMatchObject({ known: false, reason: 'unclear' });
      expect(await arrivalOf(ABSENT)).toMatchObject({ known: true, arrival: { inLibrary: false } });
    });

    const SEEN = [1, 2, ABSENT];
    const remembered = async (...rows: readonly unknown[]) => {
      given(HELD, ...rows);
      const all = await fixture.library.snapshot(fixture.id);
      const unread = SEEN.filter((tvdbId) => all?.isUnread(tvdbId));
      const settled = await fixture.library.settle(fixture.id, SEEN);
      const judged = SEEN.map((tvdbId) => all?.judge(tvdbId));
      expect([...(settled?.values() ?? [])]).toEqual(judged);
      expect(judged.every((one) => one?.settled)).toBe(true);
      return { unread, judged: judged.map((one) => one?.series) };
    };

    it('those who remember all series keep those that are known, and learn which ones aren’t', async () => {
      expect(await remembered({ ...HELD, id: 2, tvdbId: 2, seasons: null })).toEqual({
        unread: [2],
        judged: [inLibrary(true), UNKNOWN, inLibrary(false)],
      });
      await fixture.clock.advance(120_000);
      expect(await remembered(null)).toEqual({ unread: [2, ABSENT], judged: [inLibrary(true), UNKNOWN, UNKNOWN] });
      await fixture.clock.advance(120_000);
      expect((await remembered()).unread).toEqual([]);
    });

    it('it stays unknown while the manager hangs', async () => {
      given(HELD, { tvdbId: 2 });
      await read(1);
      await fixture.clock.advance(11_000);
      for (const key of [QUEUE, SERIES, EPISODES]) fixture.sonarr.fail(key, 'timeout', Infinity);
      const arrived = fixture.sonarr.nextCall(QUEUE);
      const seen = fixture.library.availabilities(fixture.id, [1, 2]);
      await arrived;
      await fixture.clock.advance(2_000);
      expect([...(await seen).values()]).toEqual([inLibrary(true), UNKNOWN]);
    });
  });

  it('when it hangs, for two seconds; then at once what is fresh in memory, and unknown what isn’t', async () => {
    fixture.sonarr.given.series({ tvdbId: 2, seasons: { 1: 4 }, files: { 1: [1] } });
    await read(2);
    await fixture.clock.advance(110_000);
    for (const key of [QUEUE, SERIES, EPISODES]) fixture.sonarr.fail(key, 'timeout', Infinity);
    const arrived = fixture.sonarr.nextCall(QUEUE);
    const first = read(1);
    await arrived;
    await fixture.clock.advance(2_000);
    expect(await first).toMatchObject({ seasons: [{ status: 'available' }] });
    const seen = await fixture.library.availabilities(fixture.id, [1, 2, ABSENT]);
    expect([...seen.values()]).toMatchObject([
      { seasons: [{ status: 'available' }] },
      { seasons: [{ status: 'partial', progress: 0.25 }] },
      { known: true, inLibrary: false },
    ]);
    await fixture.clock.advance(8_000);
    expect([
      await read(1),
      await fixture.library.current(fixture.id, 1),
      await fixture.library.snapshot(fixture.id),
    ]).toEqual([UNKNOWN, UNKNOWN, null]);
    expect(await fixture.library.settle(fixture.id, [2])).toBeNull();
  });
});
