import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../../test/fakes/fake-fault.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { QUEUE } from '../../../../test/harness/library-stand.js';
import { EPISODES, SERIES, SeriesLibraryStand } from '../../../../test/harness/series-library-stand.js';
import { StorageError } from '../../../core/database/storage-error.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };
const ABSENT = 404;

describe('SeriesLibrary over a library that fails (doc 4 section 4.5: unknown, never absent)', () => {
  let stand: SeriesLibraryStand;

  beforeEach(async () => {
    stand = await SeriesLibraryStand.open();
    stand.sonarr.given.series({ tvdbId: 1, files: { 1: 'aired' } });
  });

  afterEach(() => stand.close());

  const read = async (tvdbId: number) => (await stand.library.availabilities(stand.id, [tvdbId])).get(tvdbId);

  it.each<[string, FakeFault]>([
    ['resets the connection', 'reset'],
    ['answers 500', 500],
    ['refuses the key', 401],
    ['answers what is no JSON', 'garbage'],
    ['breaks off', 'cut-body'],
  ])('when the manager %s', async (_case, fault) => {
    stand.sonarr.fail(SERIES, fault);
    expect([...(await stand.library.availabilities(stand.id, [1, ABSENT]))]).toEqual([
      [1, UNKNOWN],
      [ABSENT, UNKNOWN],
    ]);
    expect(stand.library.warm(stand.id, 1)).toBeUndefined();
  });

  it('when nothing listens at its address, until a drop or the end of the pause', async () => {
    await stand.sonarr.leave();
    expect(await read(1)).toEqual(UNKNOWN);
    await stand.sonarr.start(stand.sonarr.port);
    expect(await read(1)).toEqual(UNKNOWN);
    stand.readings.series.drop(stand.id);
    expect(await read(1)).toMatchObject({ known: true, inLibrary: true });
  });

  it('with a readable list and an unreadable queue all is known, since no verdict comes from the queue', async () => {
    stand.sonarr.fail(QUEUE, 500);
    expect(await read(1)).toMatchObject({ seasons: [{ status: 'available' }] });
  });

  it('a fault of our own storage is thrown, since it says nothing about a library', async () => {
    await stand.database.close();
    expect(await errorOf(read(1))).toBeInstanceOf(StorageError);
  });

  it('when it hangs, for two seconds; then at once what is fresh in memory, and unknown what isn’t', async () => {
    stand.sonarr.given.series({ tvdbId: 2, seasons: { 1: 4 }, files: { 1: [1] } });
    await read(2);
    await stand.clock.advance(110_000);
    for (const key of [QUEUE, SERIES, EPISODES]) stand.sonarr.fail(key, 'timeout', Infinity);
    const arrived = stand.sonarr.nextCall(QUEUE);
    const first = read(1);
    await arrived;
    await stand.clock.advance(2_000);
    expect(await first).toMatchObject({ seasons: [{ status: 'available' }] });
    const seen = await stand.library.availabilities(stand.id, [1, 2, ABSENT]);
    expect([...seen.values()]).toMatchObject([
      { seasons: [{ status: 'available' }] },
      { seasons: [{ status: 'partial', progress: 0.25 }] },
      { known: true, inLibrary: false },
    ]);
    await stand.clock.advance(8_000);
    expect([await read(1), await stand.library.current(stand.id, 1), await stand.library.shelf(stand.id)]).toEqual([
      UNKNOWN,
      UNKNOWN,
      null,
    ]);
    expect(await stand.library.settle(stand.id, [2])).toBeNull();
  });
});
