import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { planSeriesDelivery, type SeriesRecord, type SeriesOrder, type SeriesPast } from './plan-series-delivery.js';

const NOW = 1_000_000;
const AIRED = NOW - 1;
const TO_COME = NOW + 1;
const NEW: SeriesPast = { mutation: null, searched: new Set() };

/** Episode n of season s has the id 100 s + n. */
const episode = (season: number, number: number, over: Partial<SonarrEpisode> = {}): SonarrEpisode => ({
  id: season * 100 + number,
  seasonNumber: season,
  episodeNumber: number,
  airDateUtc: AIRED,
  hasFile: false,
  monitored: false,
  ...over,
});

/** By season: is it monitored, and its episodes. */
type Seasons = Readonly<Record<number, readonly [monitored: boolean, episodes: readonly SonarrEpisode[]]>>;

const library = (seasons: Seasons, over: Partial<SeriesRecord> = {}): SeriesRecord => ({
  id: 17,
  monitored: true,
  beingAdded: false,
  seasons: Object.entries(seasons).map(([number, [monitored]]) => ({ seasonNumber: Number(number), monitored })),
  episodes: Object.values(seasons).flatMap(([, episodes]) => episodes),
  ...over,
});

const wanting = (...seasons: number[]): SeriesOrder => ({ seasons, isPilot: false });
const pilotOf = (season: number): SeriesOrder => ({ seasons: [season], isPilot: true });
const plan = (series: SeriesRecord | null, order: SeriesOrder, past: Partial<SeriesPast> = {}) =>
  planSeriesDelivery(series, order, { ...NEW, ...past }, NOW);

const held = { hasFile: true } as const;
const on = { monitored: true } as const;
const later = { airDateUtc: TO_COME } as const;

describe('planSeriesDelivery', () => {
  it('doc4 §1.15: a series that the library lacks is added, whatever was begun before', () => {
    expect(plan(null, wanting(1))).toEqual({ kind: 'add' });
    expect(plan(null, wanting(1), { mutation: 'add' })).toEqual({ kind: 'add' });
    expect(plan(null, wanting(1), { mutation: 'monitor_and_search' })).toEqual({ kind: 'add' });
  });

  describe('a series that the manager is still taking in', () => {
    const added = (flags: readonly [boolean, boolean]) =>
      library({ 1: [flags[0], []], 2: [flags[1], []] }, { beingAdded: true });

    it('waits, because the options of the addition overwrite what is monitored meanwhile', () => {
      expect(plan(added([true, true]), wanting(1, 2))).toEqual({ kind: 'wait' });
      expect(plan(added([true, true]), pilotOf(1), { mutation: 'add' })).toEqual({ kind: 'wait' });
      expect(plan(added([true, false]), wanting(1, 2), { mutation: 'add' })).toEqual({ kind: 'wait' });
    });

    it('doc4 §1.15: is done when our own addition has left all wanted flags: it carries its search', () => {
      expect(plan(added([true, false]), wanting(1), { mutation: 'add' })).toEqual({
        kind: 'done',
        status: 'requested',
      });
    });
  });

  describe('a series that our own addition has left behind', () => {
    it('is done with all wanted flags, and nothing is searched for again', () => {
      const series = library({ 1: [true, [episode(1, 1, on)]], 2: [false, [episode(2, 1)]] });
      expect(plan(series, wanting(1), { mutation: 'add' })).toEqual({ kind: 'done', status: 'requested' });
    });

    it('is extended when a flag is missing, because somebody else has added it', () => {
      const series = library({ 1: [true, [episode(1, 1, on)]], 2: [false, [episode(2, 1)]] });
      expect(plan(series, wanting(1, 2), { mutation: 'add' })).toMatchObject({
        kind: 'change',
        seasons: [1, 2],
        flags: [2],
        episodeIds: [201],
        searches: [{ season: 1 }, { season: 2 }],
      });
    });

    it('is available when everything is already there', () => {
      const series = library({ 1: [true, [episode(1, 1, { ...on, ...held })]] });
      expect(plan(series, wanting(1), { mutation: 'add' })).toEqual({ kind: 'done', status: 'available' });
    });
  });

  describe('doc4 §1.15: a series that the library has', () => {
    it('gets the wanted seasons and their episodes turned on, and one search for each that lacks something', () => {
      const series = library(
        {
          0: [false, [episode(0, 1)]],
          1: [false, [episode(1, 1), episode(1, 2, { ...held, ...on })]],
          2: [true, [episode(2, 1, { ...on, lastSearchedAt: 40 }), episode(2, 2, { lastSearchedAt: 50 })]],
          3: [false, [episode(3, 1)]],
        },
        { monitored: false },
      );
      expect(plan(series, wanting(1, 2))).toEqual({
        kind: 'change',
        seriesId: 17,
        seasons: [1, 2],
        flags: [1],
        episodeIds: [101, 202],
        searches: [
          { season: 1, episodeId: null, mark: null },
          { season: 2, episodeId: null, mark: 50 },
        ],
      });
    });

    it('turns the series alone on where only its own flag is off', () => {
      const series = library({ 1: [true, [episode(1, 1, on)]] }, { monitored: false });
      expect(plan(series, wanting(1), { searched: new Set([1]) })).toMatchObject({ flags: [], episodeIds: [] });
    });

    it('skips seasons that are complete: nothing is turned on, searched or begun for them', () => {
      const series = library({
        1: [false, [episode(1, 1, held), episode(1, 2, held)]],
        2: [false, [episode(2, 1), episode(2, 2, held)]],
      });
      expect(plan(series, wanting(1, 2))).toEqual({
        kind: 'change',
        seriesId: 17,
        seasons: [2],
        flags: [2],
        episodeIds: [201, 202],
        searches: [{ season: 2, episodeId: null, mark: null }],
      });
    });

    it('is available and untouched when all of it is there', () => {
      const series = library({ 1: [false, [episode(1, 1, held)]] }, { monitored: false });
      expect(plan(series, wanting(1))).toEqual({ kind: 'done', status: 'available' });
    });

    it('is available and untouched when everything aired is there and future episodes are monitored', () => {
      const series = library({ 1: [true, [episode(1, 1, held), episode(1, 2, { ...later, ...on })]] });
      expect(plan(series, wanting(1))).toEqual({ kind: 'done', status: 'available' });
    });

    it('is monitored for future episodes, without a search, when everything aired is there', () => {
      const airing = [episode(2, 1, { ...held, ...on }), episode(2, 2, later)];
      const series = library({ 1: [false, [episode(1, 1, held)]], 2: [false, airing] });
      const change = { kind: 'change', seasons: [2], flags: [2], episodeIds: [202], searches: [] };
      expect(plan(series, wanting(1, 2))).toMatchObject(change);
    });

    it('monitors a future season, and sends no search', () => {
      const series = library({ 1: [false, [episode(1, 1, later), episode(1, 2, { airDateUtc: null })]] });
      expect(plan(series, wanting(1))).toMatchObject({
        seasons: [1],
        flags: [1],
        episodeIds: [101, 102],
        searches: [],
      });
      const watched = library({ 1: [true, [episode(1, 1, { ...later, ...on })]] });
      expect(plan(watched, wanting(1))).toEqual({ kind: 'done', status: 'requested' });
    });

    it('monitors a season without known episodes', () => {
      expect(plan(library({ 1: [false, []] }), wanting(1))).toMatchObject({ flags: [1], episodeIds: [], searches: [] });
      expect(plan(library({ 1: [true, []] }), wanting(1))).toEqual({ kind: 'done', status: 'requested' });
    });

    it('doc4 §1.17: searches again for no season whose search was sent', () => {
      const series = library({ 1: [true, [episode(1, 1, on)]], 2: [true, [episode(2, 1, on)]] });
      const past = { mutation: 'monitor_and_search', searched: new Set([1]) } as const;
      expect(plan(series, wanting(1, 2), past)).toMatchObject({ seasons: [2], flags: null, searches: [{ season: 2 }] });
      const both = { ...past, searched: new Set([1, 2]) };
      expect(plan(series, wanting(1, 2), both)).toEqual({ kind: 'done', status: 'requested' });
    });

    it('lacks seasons that its record does not have', () => {
      const series = library({ 1: [true, [episode(1, 1, on)]] });
      expect(plan(series, wanting(1, 2, 3))).toEqual({ kind: 'seasons_missing', seriesId: 17, seasons: [2, 3] });
    });
  });

  describe('doc4 §1.15: the pilot', () => {
    it('is the episode of the lowest number: monitored and searched alone, its season stays as it is', () => {
      const episodes = [episode(1, 3), episode(1, 2, { lastSearchedAt: 30 }), episode(1, 4, held)];
      expect(plan(library({ 1: [false, episodes] }, { monitored: false }), pilotOf(1))).toEqual({
        kind: 'change',
        seriesId: 17,
        seasons: [1],
        flags: [],
        episodeIds: [102],
        searches: [{ season: 1, episodeId: 102, mark: 30 }],
      });
    });

    it('follows an addition that monitored nothing, once that has ended', () => {
      const series = library({ 1: [false, [episode(1, 1), episode(1, 2)]] });
      const change = { flags: null, episodeIds: [101], searches: [{ season: 1, episodeId: 101 }] };
      expect(plan(series, pilotOf(1), { mutation: 'add' })).toMatchObject(change);
      const flagged = library({ 1: [true, [episode(1, 1), episode(1, 2)]] });
      expect(plan(flagged, pilotOf(1), { mutation: 'add' })).toMatchObject(change);
    });

    it('that is there is available and left as it is', () => {
      const series = library({ 1: [false, [episode(1, 1, held), episode(1, 2)]] }, { monitored: false });
      expect(plan(series, pilotOf(1))).toEqual({ kind: 'done', status: 'available' });
    });

    it('that has not aired is monitored and not searched', () => {
      const series = library({ 1: [false, [episode(1, 1, later)]] });
      expect(plan(series, pilotOf(1))).toMatchObject({ kind: 'change', episodeIds: [101], searches: [] });
    });

    it('stops when the manager knows no pilot after the addition has ended', () => {
      expect(plan(library({ 1: [false, []] }), pilotOf(1))).toEqual({ kind: 'pilot_unknown' });
    });
  });
});

describe('planSeriesDelivery, whatever the library holds', () => {
  const anyEpisode = fc.record({
    airDateUtc: fc.constantFrom(AIRED, TO_COME, null),
    hasFile: fc.boolean(),
    monitored: fc.boolean(),
    lastSearchedAt: fc.option(fc.nat(100), { nil: undefined }),
  });
  const anySeasons = fc.tuple(
    ...[1, 2, 3].map((number) =>
      fc.tuple(
        fc.boolean(),
        fc
          .array(anyEpisode, { maxLength: 3 })
          .map((list) => list.map((over, place) => episode(number, place + 1, over))),
      ),
    ),
  );
  const anySeries = fc
    .tuple(anySeasons, fc.boolean())
    .map(([[one, two, three], monitored]) =>
      library({ 1: one ?? [false, []], 2: two ?? [false, []], 3: three ?? [false, []] }, { monitored }),
    );
  const anyOrder = fc.record({
    seasons: fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }),
    isPilot: fc.boolean(),
  });

  /** The library after the manager has done what the plan says and run its searches. */
  const after = (series: SeriesRecord, order: SeriesOrder): SeriesRecord => {
    const made = plan(series, order);
    if (made.kind !== 'change') return series;
    return {
      ...series,
      monitored: series.monitored || made.flags !== null,
      seasons: series.seasons.map((one) => ({
        ...one,
        monitored: one.monitored || (made.flags ?? []).includes(one.seasonNumber),
      })),
      episodes: series.episodes.map((one) => ({
        ...one,
        monitored: one.monitored || made.episodeIds.includes(one.id),
      })),
    };
  };

  it('doc2 §4 rule 9: touches wanted seasons only, and nothing that is on', () => {
    fc.assert(
      fc.property(anySeries, anyOrder, (series, order) => {
        const made = plan(series, order);
        if (made.kind !== 'change') return;
        expect(order.seasons).toEqual(expect.arrayContaining([...made.seasons]));
        expect(made.seasons).toEqual(expect.arrayContaining([...(made.flags ?? [])]));
        for (const one of series.episodes.filter(({ id }) => made.episodeIds.includes(id))) {
          expect(made.seasons).toContain(one.seasonNumber);
          expect(one.monitored).toBe(false);
        }
        for (const { season } of made.searches) expect(made.seasons).toContain(season);
      }),
    );
  });

  it('doc4 §1.15: leaves no episode of a wanted season that has no file unwatched', () => {
    fc.assert(
      fc.property(anySeries, anyOrder, (series, order) => {
        const whole: SeriesOrder = { ...order, isPilot: false };
        const { monitored, seasons, episodes } = after(series, whole);
        for (const one of episodes.filter((each) => whole.seasons.includes(each.seasonNumber) && !each.hasFile))
          expect([monitored, seasons[one.seasonNumber - 1]?.monitored, one.monitored]).toEqual([true, true, true]);
      }),
    );
  });

  it('has nothing left to do once it was done and its searches were sent', () => {
    fc.assert(
      fc.property(anySeries, anyOrder, (series, order) => {
        const past = { mutation: 'monitor_and_search', searched: new Set(order.seasons) } as const;
        expect(plan(after(series, order), order, past).kind).not.toBe('change');
      }),
    );
  });
});
