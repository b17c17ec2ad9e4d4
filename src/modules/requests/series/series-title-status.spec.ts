import { describe, expect, it } from 'vitest';
import { UNKNOWN_SERIES, type KnownSeason, type SeriesAvailability } from '../../library/library.public.js';
import type { TvMatch } from '../../series-matching/series-matching.public.js';
import type { SavedState, StatusUnknownReason } from '../kinds/request-status.js';
import { seriesTitleNow, openRequest, type SeasonsRequest, type SeriesIdentity } from './series-title-status.js';

const asks = (saved: SavedState, ...seasons: readonly number[]): SeasonsRequest => ({ ...saved, seasons });
const waits = (...seasons: readonly number[]) => asks({ status: 'pending', delivery: 'approval' }, ...seasons);
const onItsWay = (...seasons: readonly number[]) => asks({ status: 'requested', delivery: 'retry' }, ...seasons);
const delivered = (...seasons: readonly number[]) => asks({ status: 'requested', delivery: 'complete' }, ...seasons);
const denied = (...seasons: readonly number[]) => asks({ status: 'denied', delivery: 'cancelled' }, ...seasons);

const held = (seasonNumber: number, files: number, episodes: number): KnownSeason => ({
  known: true,
  seasonNumber,
  files,
  episodes,
  status: files === 0 ? 'unavailable' : files < episodes ? 'partial' : 'available',
  progress: files / episodes,
  pilotHeld: files > 0,
});
const monitored = (seasonNumber: number): KnownSeason => ({ ...held(seasonNumber, 0, 3), status: 'requested' });
const series = (...seasons: readonly KnownSeason[]): SeriesAvailability => ({ known: true, inLibrary: true, seasons });
const ABSENT: SeriesAvailability = { known: true, inLibrary: false, seasons: [] };

const match = (seasons: TvMatch['seasons']) => ({
  tmdbId: 990_101,
  title: 'Northern Relay',
  tvdbId: 880_201,
  seasons,
  provenance: 'metadata' as const,
  revision: 'a'.repeat(24),
  state: 'resolved' as const,
  problem: null,
});
const identity = (...seasons: readonly number[]): SeriesIdentity => ({ match: match('same'), seasons });
const shown = (now: ReturnType<typeof seriesTitleNow>) =>
  Object.fromEntries((now.seasons ?? []).map(({ seasonNumber, status }) => [seasonNumber, status]));

describe('seriesTitleNow, doc 4 sections 4.2 and 4.6: a whole series for an account', () => {
  it('shows the library’s status, season by season, without a request', () => {
    const now = seriesTitleNow(identity(1, 2, 3), series(held(1, 3, 3), held(2, 1, 5), monitored(3)), []);
    expect(now).toMatchObject({ status: 'partial', progress: 4 / 11, statusKnown: true });
    expect(now.seasons).toEqual([
      { seasonNumber: 1, files: 3, episodes: 3, status: 'available', progress: 1 },
      { seasonNumber: 2, files: 1, episodes: 5, status: 'partial', progress: 0.2 },
      { seasonNumber: 3, files: 0, episodes: 3, status: 'requested', progress: 0 },
    ]);
  });

  it('that the library lacks is unavailable, and so is a season that it lacks', () => {
    expect(shown(seriesTitleNow(identity(1, 2), ABSENT, []))).toEqual({ 1: 'unavailable', 2: 'unavailable' });
    const now = seriesTitleNow(identity(1, 2), series(held(1, 3, 3)), []);
    expect(shown(now)).toEqual({ 1: 'available', 2: 'unavailable' });
  });

  it('shows the series as available although a season has not aired', () => {
    const announced = { ...held(2, 0, 1), episodes: 0, progress: 0 };
    expect(seriesTitleNow(identity(1, 2), series(held(1, 3, 3), announced), [])).toMatchObject({ status: 'available' });
  });

  it('doc 4 section 4.2: pending seasons are pending, whatever the library says of them; others are not', () => {
    const now = seriesTitleNow(identity(1, 2, 3), series(held(1, 3, 3), held(2, 1, 2), held(3, 0, 4)), [waits(2, 3)]);
    expect(shown(now)).toEqual({ 1: 'available', 2: 'pending', 3: 'pending' });
  });

  it.each([
    ['the library has other seasons', [held(1, 3, 3), held(2, 0, 3)], [waits(2)], 'partial'],
    ['the library has a part of another season', [held(1, 2, 3), held(2, 0, 3)], [waits(2)], 'partial'],
    ['it looks for other seasons', [monitored(1), held(2, 0, 3)], [waits(2)], 'requested'],
    ['other seasons are on their way to it', [], [waits(2), onItsWay(1)], 'requested'],
    ['it has nothing else', [held(1, 0, 3), held(2, 0, 3)], [waits(2)], 'pending'],
    ['all seasons are', [held(1, 3, 3), held(2, 3, 3)], [waits(1, 2)], 'pending'],
  ] as const)('doc 4 section 4.3: while seasons are pending and %s', (_case, seasons, requests, status) => {
    expect(seriesTitleNow(identity(1, 2), series(...seasons), requests)).toMatchObject({ status, statusKnown: true });
  });

  it('a season on its way is requested where the library lacks it, and as the library says where it has it', () => {
    const now = seriesTitleNow(identity(1, 2, 3), series(held(1, 1, 2), held(2, 0, 2)), [onItsWay(1, 2)]);
    expect(shown(now)).toEqual({ 1: 'partial', 2: 'requested', 3: 'unavailable' });
    expect(seriesTitleNow(identity(1), ABSENT, [onItsWay(1)])).toMatchObject({ status: 'requested' });
  });

  it('shows a delivered season that was deleted as unavailable', () => {
    expect(shown(seriesTitleNow(identity(1), ABSENT, [delivered(1)]))).toEqual({ 1: 'unavailable' });
  });

  it('doc 4 section 1.9: shows a denial while the library has nothing, the request is the newest and no request is open', () => {
    expect(seriesTitleNow(identity(1), ABSENT, [denied(1)])).toMatchObject({ status: 'denied' });
    expect(seriesTitleNow(identity(1), series(held(1, 1, 2)), [denied(1)])).toMatchObject({ status: 'partial' });
    expect(seriesTitleNow(identity(1), ABSENT, [delivered(1), denied(1)])).toMatchObject({ status: 'unavailable' });
    expect(seriesTitleNow(identity(1, 2), ABSENT, [denied(2), onItsWay(1)])).toMatchObject({ status: 'requested' });
  });

  it('doc 4 section 1.14: seasons by the provider’s numbers, through the match’s map', () => {
    const mapped: SeriesIdentity = { match: match(new Map([[1, 4]])), seasons: [1] };
    const now = seriesTitleNow(mapped, series(held(1, 9, 9), held(4, 1, 2)), []);
    expect(now).toMatchObject({ status: 'partial', progress: 0.5, seasons: [{ seasonNumber: 1, files: 1 }] });
  });

  it('doc 4 section 4.2: shows the specials when the library has them, and never counts them', () => {
    const library = series({ ...held(0, 1, 5) }, held(1, 2, 2));
    const now = seriesTitleNow(identity(1), library, []);
    expect(now).toMatchObject({ status: 'available', progress: 1 });
    expect(shown(now)).toEqual({ 0: 'partial', 1: 'available' });
    expect(shown(seriesTitleNow(identity(1), series(held(1, 2, 2)), []))).toEqual({ 1: 'available' });
  });

  it('specials of another numbering are left out', () => {
    const mapped: SeriesIdentity = { match: match(new Map([[1, 1]])), seasons: [1] };
    expect(shown(seriesTitleNow(mapped, series(held(0, 1, 1), held(1, 2, 2)), []))).toEqual({ 1: 'available' });
  });

  it('doc 4 section 4.2: shows the series as unknown for a season without a counterpart, and the other seasons as known', () => {
    const mapped: SeriesIdentity = { match: match(new Map([[1, 1]])), seasons: [1, 2] };
    const now = seriesTitleNow(mapped, series(held(1, 2, 2)), [delivered(1)]);
    expect(now).toMatchObject({
      status: 'requested',
      statusKnown: false,
      statusUnknownReason: 'tv_seasons_unmapped',
    });
    expect(shown(now)).toEqual({ 1: 'available', 2: 'unavailable' });
  });

  it('doc 4 section 4.2: a library that numbers the seasons otherwise makes the series not known, and never absent', () => {
    const now = seriesTitleNow(identity(2019, 2020), series(held(0, 1, 5), held(1, 3, 3), held(2, 3, 3)), []);
    expect(now).toMatchObject({
      status: 'unavailable',
      statusKnown: false,
      statusUnknownReason: 'tv_seasons_unmapped',
    });
    expect(shown(now)).toEqual({ 0: 'partial', 2019: 'unavailable', 2020: 'unavailable' });
    const asked = seriesTitleNow(identity(2019, 2020), series(held(1, 3, 3)), [delivered(2019)]);
    expect(asked).toMatchObject({ status: 'requested', statusKnown: false });
    expect(shown(asked)).toMatchObject({ 2019: 'requested' });
  });

  it('doc 4 section 4.2: a new season beside those that the library knows is absent', () => {
    expect(seriesTitleNow(identity(3), series(held(1, 3, 3), held(2, 3, 3)), [])).toMatchObject({
      status: 'unavailable',
      statusKnown: true,
    });
  });

  it.each<StatusUnknownReason>([
    'library_unavailable',
    'tv_match_paused',
    'tv_match_ambiguous',
    'tv_target_missing',
    'tv_metadata_unavailable',
  ])('doc 4 section 4.2: a series that is not matched (%s) is shown as saved, and not known', (problem) => {
    const now = seriesTitleNow({ problem }, UNKNOWN_SERIES, [onItsWay(2), delivered(1)]);
    expect(now).toMatchObject({ status: 'requested', progress: 0, statusKnown: false, statusUnknownReason: problem });
    expect(shown(now)).toEqual({ 1: 'requested', 2: 'requested' });
    expect(seriesTitleNow({ problem }, UNKNOWN_SERIES, [])).toEqual({
      status: 'unavailable',
      progress: 0,
      statusKnown: false,
      statusUnknownReason: problem,
      seasons: [],
    });
  });

  it('doc 4 section 4.6: in a library that can’t be read it is shown as saved, and not known', () => {
    const now = seriesTitleNow(identity(1, 2, 3), UNKNOWN_SERIES, [waits(2), delivered(1)]);
    expect(now).toMatchObject({
      status: 'pending',
      statusKnown: false,
      statusUnknownReason: 'library_unavailable',
    });
    expect(shown(now)).toEqual({ 1: 'requested', 2: 'pending', 3: 'unavailable' });
  });

  it('doc 4 section 4.2: a list of episodes that couldn’t be read makes the series not known, and that season as saved', () => {
    const unread = { known: false, seasonNumber: 2, files: 2, episodes: 6 } as const;
    const library: SeriesAvailability = { known: true, inLibrary: true, seasons: [held(1, 3, 3), unread] };
    const now = seriesTitleNow(identity(1, 2), library, []);
    expect(now).toMatchObject({ statusKnown: false, statusUnknownReason: 'library_unavailable' });
    expect(now.seasons?.[1]).toEqual({ seasonNumber: 2, files: 2, episodes: 6, status: 'unavailable', progress: 0 });
    expect(shown(seriesTitleNow(identity(1, 2), library, [delivered(2)]))).toMatchObject({ 2: 'requested' });
  });

  it('hides a denied season that the provider no longer lists', () => {
    expect(shown(seriesTitleNow(identity(1), series(held(1, 1, 1)), [denied(4)]))).toEqual({ 1: 'available' });
  });

  it('each season is shown once, in the order of the provider’s numbers', () => {
    const numbersOf = (now: ReturnType<typeof seriesTitleNow>) => now.seasons?.map(({ seasonNumber }) => seasonNumber);
    const twice = [waits(10, 3), onItsWay(3)];
    expect(numbersOf(seriesTitleNow(identity(10, 2, 1), ABSENT, twice))).toEqual([1, 2, 3, 10]);
    expect(numbersOf(seriesTitleNow({ problem: 'tv_match_paused' }, UNKNOWN_SERIES, twice))).toEqual([3, 10]);
    const mapped: SeriesIdentity = { match: match(new Map([[2, 1]])), seasons: [1, 2, 3] };
    expect(numbersOf(seriesTitleNow(mapped, series(held(1, 1, 1)), []))).toEqual([1, 2, 3]);
  });

  it('shows a requested season that the provider no longer lists', () => {
    expect(shown(seriesTitleNow(identity(1), series(held(1, 1, 1)), [waits(4)]))).toEqual({
      1: 'available',
      4: 'pending',
    });
  });
});

describe('standingRequest', () => {
  it('is the pending one, else an undelivered one, else the newest, else none', () => {
    const [waiting, moving, past] = [waits(1), onItsWay(1), delivered(1)];
    expect(openRequest([past, moving, waiting])).toBe(waiting);
    expect(openRequest([past, moving])).toBe(moving);
    expect(openRequest([denied(1), past])).toMatchObject({ status: 'denied' });
    expect(openRequest([])).toBeNull();
  });
});
