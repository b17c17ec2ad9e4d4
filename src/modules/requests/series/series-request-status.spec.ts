import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UNKNOWN_SERIES, type KnownSeason, type SeriesAvailability } from '../../library/library.public.js';
import type { SavedState } from '../kinds/request-status.js';
import { countedSeasons, seriesRequestNow } from './series-request-status.js';

const WAITS: SavedState = { status: 'pending', delivery: 'approval' };
const ON_ITS_WAY: SavedState = { status: 'requested', delivery: 'queued' };
const DELIVERED: SavedState = { status: 'requested', delivery: 'complete' };
const DENIED: SavedState = { status: 'denied', delivery: 'cancelled' };

const season = (seasonNumber: number, files: number, episodes: number, monitored = true): KnownSeason => ({
  known: true,
  seasonNumber,
  files,
  episodes,
  status: files === 0 ? (monitored ? 'requested' : 'unavailable') : files < episodes ? 'partial' : 'available',
  progress: episodes === 0 ? 0 : files / episodes,
  pilotHeld: files > 0,
  pilotWanted: monitored,
});
const series = (...seasons: readonly KnownSeason[]): SeriesAvailability => ({ known: true, inLibrary: true, seasons });
const ABSENT: SeriesAvailability = { known: true, inLibrary: false, seasons: [] };

/** Seasons 1 and 2 of the provider, which the library calls 3 and 4. */
const TWO = { seasonScope: '1,2', seasonMap: '1:3,2:4' };

describe('seriesRequestNow, doc 4 sections 4.2 and 4.6: a request for some seasons of a series', () => {
  it('is about its own seasons, by the library’s numbers; others don’t count', () => {
    const library = series(season(1, 0, 3), season(3, 2, 2), season(4, 5, 5));
    expect(seriesRequestNow(TWO, DELIVERED, library)).toEqual({
      status: 'available',
      progress: 1,
      statusKnown: true,
      seasons: [
        { seasonNumber: 1, files: 2, episodes: 2, status: 'available', progress: 1 },
        { seasonNumber: 2, files: 5, episodes: 5, status: 'available', progress: 1 },
      ],
    });
  });

  it('has its seasons in the order of the provider’s numbers, however they were saved', () => {
    const now = seriesRequestNow({ seasonScope: '2,10', seasonMap: '10:3,2:4' }, DELIVERED, ABSENT);
    expect(now.seasons?.map(({ seasonNumber }) => seasonNumber)).toEqual([2, 10]);
  });

  it('is partial while one of them lacks aired episodes', () => {
    const now = seriesRequestNow(TWO, DELIVERED, series(season(3, 3, 3), season(4, 0, 1)));
    expect(now).toMatchObject({ status: 'partial', progress: 0.75, statusKnown: true });
    expect(now.seasons).toMatchObject([{ status: 'available' }, { status: 'requested', files: 0, episodes: 1 }]);
  });

  it('is pending whatever the library says, and so are its seasons', () => {
    for (const library of [series(season(3, 3, 3), season(4, 1, 2)), ABSENT, UNKNOWN_SERIES]) {
      const now = seriesRequestNow(TWO, WAITS, library);
      expect(now).toMatchObject({ status: 'pending', statusKnown: true });
      expect(now.seasons).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    }
  });

  it('is requested when it was accepted and the library can’t know of it yet', () => {
    const now = seriesRequestNow(TWO, ON_ITS_WAY, ABSENT);
    expect(now).toMatchObject({ status: 'requested', statusKnown: true });
    expect(now.seasons).toMatchObject([
      { status: 'requested', files: 0, episodes: 0 },
      { status: 'requested', files: 0, episodes: 0 },
    ]);
  });

  it('is denied only while the library has nothing of its seasons', () => {
    const other = season(1, 3, 3);
    expect(seriesRequestNow(TWO, DENIED, series(other))).toMatchObject({ status: 'denied' });
    expect(seriesRequestNow(TWO, DENIED, series(other, season(3, 1, 2)))).toMatchObject({ status: 'partial' });
  });

  it('is unavailable when it was delivered and its seasons were deleted', () => {
    const now = seriesRequestNow(TWO, DELIVERED, series(season(3, 0, 3, false)));
    expect(now).toMatchObject({ status: 'unavailable', statusKnown: true });
  });

  it.each([ON_ITS_WAY, DELIVERED, DENIED])(
    'is as saved and not known in a library that can’t be read (%j)',
    (saved) => {
      const now = seriesRequestNow(TWO, saved, UNKNOWN_SERIES);
      expect(now).toMatchObject({
        status: saved.status,
        statusKnown: false,
        statusUnknownReason: 'library_unavailable',
      });
      expect(now.seasons?.map(({ status }) => status)).toEqual([saved.status, saved.status]);
    },
  );

  it('doc 4 section 4.2: a list of episodes that couldn’t be read makes it not known, and that season as saved', () => {
    const unread = { known: false, seasonNumber: 4, files: 1, episodes: 4 } as const;
    const library: SeriesAvailability = { known: true, inLibrary: true, seasons: [season(3, 2, 2), unread] };
    const now = seriesRequestNow(TWO, DELIVERED, library);
    expect(now).toMatchObject({ status: 'requested', statusKnown: false, statusUnknownReason: 'library_unavailable' });
    expect(now.seasons).toMatchObject([
      { status: 'available' },
      { status: 'requested', files: 1, episodes: 4, progress: 0 },
    ]);
  });

  it('doc 4 section 1.15: a pilot is about its one episode, whatever else its season lacks', () => {
    const pilot = { seasonScope: 'pilot', seasonMap: '2:5' };
    const held = seriesRequestNow(pilot, DELIVERED, series(season(5, 1, 8)));
    expect(held).toMatchObject({ status: 'available', progress: 1, seasons: [{ seasonNumber: 2, status: 'partial' }] });
    expect(seriesRequestNow(pilot, DELIVERED, series(season(5, 0, 8)))).toMatchObject({ status: 'requested' });
    expect(seriesRequestNow(pilot, DELIVERED, series(season(5, 0, 8, false)))).toMatchObject({ status: 'unavailable' });
  });

  it('two seasons that the library keeps as one are counted once', () => {
    const both = { seasonScope: 'all', seasonMap: '1:1,2:1' };
    expect(seriesRequestNow(both, DELIVERED, series(season(1, 1, 2)))).toMatchObject({
      status: 'partial',
      progress: 0.5,
      seasons: [{ seasonNumber: 1 }, { seasonNumber: 2 }],
    });
  });

  it('doc 4 section 4.2: a library that numbers its seasons otherwise has no counterpart, which is no absence', () => {
    const years = { seasonScope: 'all', seasonMap: '2019:2019,2020:2020' };
    const counted = series(season(1, 3, 3), season(2, 3, 3));
    for (const saved of [DELIVERED, DENIED, ON_ITS_WAY]) {
      const now = seriesRequestNow(years, saved, counted);
      expect(now).toMatchObject({
        status: saved.status,
        statusKnown: false,
        statusUnknownReason: 'tv_seasons_unmapped',
      });
      expect(now.seasons?.map(({ status }) => status)).toEqual([saved.status, saved.status]);
    }
    const pilot = { seasonScope: 'pilot', seasonMap: '2019:2019' };
    expect(seriesRequestNow(pilot, DELIVERED, counted)).toMatchObject({ statusUnknownReason: 'tv_seasons_unmapped' });
    expect(seriesRequestNow(years, WAITS, counted)).toMatchObject({ status: 'pending', statusKnown: true });
  });

  it.each([
    ['a new season beside those that it knows', series(season(1, 3, 3), season(2, 3, 3))],
    ['a season where it knows none', series(season(0, 1, 1))],
    ['a series', ABSENT],
  ])('doc 4 section 4.2: %s that the library has not is absent', (_case, library) => {
    const third = { seasonScope: '3', seasonMap: '3:3' };
    expect(seriesRequestNow(third, DELIVERED, library)).toMatchObject({ status: 'unavailable', statusKnown: true });
    expect(seriesRequestNow(third, ON_ITS_WAY, library)).toMatchObject({ status: 'requested', statusKnown: true });
  });

  it('doc 4 section 4.5: a request whose seasons can’t be read is as saved and not known', () => {
    const damaged = { seasonScope: 'all', seasonMap: '1:1,nonsense' };
    expect(seriesRequestNow(damaged, DELIVERED, series(season(1, 1, 1)))).toEqual({
      status: 'requested',
      progress: 0,
      statusKnown: false,
      statusUnknownReason: 'tv_seasons_unmapped',
      seasons: [],
    });
  });

  it('a request without a season has no counterpart in the library', () => {
    expect(seriesRequestNow({ seasonScope: 'all', seasonMap: '' }, DELIVERED, series(season(1, 1, 1)))).toEqual({
      status: 'requested',
      progress: 0,
      statusKnown: false,
      statusUnknownReason: 'tv_seasons_unmapped',
      seasons: [],
    });
  });

  it('whatever the library has, progress stays within 0 and 1, and all aired episodes make it available', () => {
    const held = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(held, held, (one, other) => {
        const now = seriesRequestNow(TWO, DELIVERED, series(season(3, one, 4), season(4, other, 4)));
        expect(now.progress).toBeCloseTo((one + other) / 8);
        expect(now.status === 'available').toBe(one + other === 8);
      }),
    );
  });
});

describe('countedSeasons', () => {
  const library = series(season(3, 1, 2), season(4, 0, 1));

  it('are the library’s numbers of the requested seasons, each once', () => {
    expect(countedSeasons(TWO, library)).toEqual([3, 4]);
    expect(countedSeasons({ seasonScope: '1,2', seasonMap: '1:3,2:3' }, library)).toEqual([3]);
  });

  it.each([
    ['none of them can be read', { seasonScope: '1,2', seasonMap: 'one' }],
    ['there is none', { seasonScope: '', seasonMap: '' }],
  ])('are null where %s', (_case, asked) => {
    expect(countedSeasons(asked, library)).toBeNull();
  });
});
