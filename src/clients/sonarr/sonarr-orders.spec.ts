import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SonarrFake } from '../../../test/fakes/sonarr/sonarr-fake.js';
import type { MovedClock } from '../../../test/harness/moved-clock.js';
import { SonarrFixture } from '../../../test/harness/sonarr-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { isSeriesAlreadyThere, type SonarrClient } from './sonarr.client.js';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const SALT_RELAY = { tvdbId: 77, tmdbId: 770, title: 'Salt Relay', seasons: { 0: 1, 1: 3, 2: 2 } };
const NEW_SERIES = {
  tvdbId: 77,
  title: 'Salt Relay',
  year: 2015,
  qualityProfileId: 6,
  rootFolderPath: '/tv',
  seasons: [
    { seasonNumber: 0, monitored: false },
    { seasonNumber: 1, monitored: false },
    { seasonNumber: 2, monitored: true },
  ],
  searchForMissingEpisodes: true,
};

let fixture: SonarrFixture;
let clock: MovedClock;
let fake: SonarrFake;
let sonarr: SonarrClient;

beforeEach(async () => {
  fixture = await SonarrFixture.open();
  ({ clock, fake } = fixture);
  sonarr = fixture.client();
});

afterEach(() => fake.stop());

describe('an addition', () => {
  beforeEach(() => fake.given.catalog([SALT_RELAY]));

  it('doc4 §1.15: sends a watched series with season folders and no new seasons, whose seasons decide', async () => {
    await sonarr.addSeries(NEW_SERIES);
    const { searchForMissingEpisodes: _, ...fields } = NEW_SERIES;
    expect(fake.calls('POST /api/v3/series')[0]?.body).toEqual({
      ...fields,
      monitored: true,
      monitorNewItems: 'none',
      seasonFolder: true,
      addOptions: { monitor: 'skip', searchForMissingEpisodes: true, searchForCutoffUnmetEpisodes: false },
    });
  });

  it('watches and searches the episodes of the chosen seasons and no others', async () => {
    const { id } = await sonarr.addSeries(NEW_SERIES);
    const episodes = await sonarr.episodes(id);
    expect(watched(episodes)).toEqual([
      [2, 1],
      [2, 2],
    ]);
    const episodeIds = episodes.filter(({ monitored }) => monitored).map((episode) => episode.id);
    expect(fake.searches).toEqual([{ seriesId: id, episodeIds, via: 'add' }]);
    fake.announceEpisodes(77, 2, [NOW - DAY_MS]);
    fake.announceEpisodes(77, 3, [NOW - DAY_MS]);
    expect(watched(await sonarr.episodes(id))).toEqual([
      [2, 1],
      [2, 2],
      [2, 3],
    ]);
  });

  it('is under way until the episodes are known, and searches only then', async () => {
    fake.episodesComeAtOnce = false;
    const added = await sonarr.addSeries(NEW_SERIES);
    expect(added).toMatchObject({ tvdbId: 77, beingAdded: true });
    expect(added.seasons).toEqual(NEW_SERIES.seasons);
    await expect(sonarr.episodes(added.id)).resolves.toEqual([]);
    expect(fake.searches).toEqual([]);
    fake.episodesAppear(77);
    await expect(sonarr.seriesById(added.id)).resolves.toMatchObject({ beingAdded: false });
    await expect(sonarr.episodes(added.id)).resolves.toHaveLength(6);
    expect(fake.searches).toHaveLength(1);
  });

  it('searches nothing when nothing has aired or no search is requested', async () => {
    await sonarr.addSeries({ ...NEW_SERIES, searchForMissingEpisodes: false });
    fake.given.catalog([{ tvdbId: 78, seasons: { 1: [NOW + DAY_MS, null] } }]);
    await sonarr.addSeries({ ...NEW_SERIES, tvdbId: 78, seasons: [{ seasonNumber: 1, monitored: true }] });
    expect(fake.searches).toEqual([]);
  });

  it('of a series that the library already has is distinguished from other refusals', async () => {
    await sonarr.addSeries(NEW_SERIES);
    const there = await failureOf(sonarr.addSeries(NEW_SERIES));
    expect(there).toMatchObject({ kind: 'rejected', reason: 'This series has already been added' });
    expect(isSeriesAlreadyThere(there)).toBe(true);
    fake.fail('POST /api/v3/series', { status: 409, body: { message: 'UNIQUE constraint failed' } });
    expect(isSeriesAlreadyThere(await failureOf(sonarr.addSeries(NEW_SERIES)))).toBe(true);
    fake.fail('GET /api/v3/series', 409);
    expect(isSeriesAlreadyThere(await failureOf(sonarr.series()))).toBe(false);
    expect(isSeriesAlreadyThere(new Error('SeriesExistsValidator'))).toBe(false);
  });

  it('that is refused reports every reason and leaves the library unchanged', async () => {
    const error = await failureOf(sonarr.addSeries({ ...NEW_SERIES, rootFolderPath: '/gone', qualityProfileId: 99 }));
    expect(error).toMatchObject({
      kind: 'rejected',
      refusals: ['RootFolderExistsValidator', 'QualityProfileExistsValidator'],
    });
    expect(isSeriesAlreadyThere(error)).toBe(false);
    expect(fake.allSeries).toEqual([]);
  });

  it('whose answer is lost may have been made, and was', async () => {
    fake.fail('POST /api/v3/series', 'answer-lost');
    expect(await failureOf(sonarr.addSeries(NEW_SERIES))).toMatchObject({ definitelyNotSent: false });
    expect(fake.series(77)).toBeDefined();
  });
});

describe('watching seasons', () => {
  it('doc4 §1.15: turns on the wanted ones and the series, and turns nothing off', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitored: false, monitoredSeasons: [1], tags: [4] });
    await sonarr.setSeasonsMonitored(id, [2]);
    expect(fake.series(77)).toMatchObject({ monitored: true, tags: [4], qualityProfileId: 6, seasonFolder: true });
    const series = await sonarr.seriesById(id);
    expect(series?.seasons.map(({ seasonNumber, monitored }) => [seasonNumber, monitored])).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ]);
    expect(watched(await sonarr.episodes(id)).filter(([season]) => season === 2)).toHaveLength(2);
  });

  it('sends back the record as it came, with fields that we do not know', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitoredSeasons: [] });
    const known = (await fixture.written(`series/${id}`)) as { seasons: { seasonNumber: number }[] };
    const present = { ...known, fieldToCome: { list: [1, null, 'x'] } };
    fake.fail('GET /api/v3/series/:id', { body: present });
    await sonarr.setSeasonsMonitored(id, [1]);
    expect(fake.calls('PUT /api/v3/series/:id')[0]?.body).toEqual({
      ...present,
      seasons: known.seasons.map((season) => (season.seasonNumber === 1 ? { ...season, monitored: true } : season)),
    });
  });

  it('sends nothing when all seasons are already monitored', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitoredSeasons: [1, 2] });
    await sonarr.setSeasonsMonitored(id, [1, 2]);
    expect(fake.calls('PUT /api/v3/series/:id')).toEqual([]);
  });

  it('changes nothing when one season is unknown or the series is gone', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitoredSeasons: [] });
    const unknown = await failureOf(sonarr.setSeasonsMonitored(id, [1, 9]));
    expect(unknown).toMatchObject({ kind: 'not_found', definitelyNotSent: true, reason: 'series has no season 9' });
    fake.removeSeries(77);
    const gone = await failureOf(sonarr.setSeasonsMonitored(id, [1]));
    expect(gone).toMatchObject({ kind: 'not_found', definitelyNotSent: true });
    expect(fake.calls('PUT /api/v3/series/:id')).toEqual([]);
  });

  it('takes along only episodes of seasons that were off: single ones are turned on by themselves', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitoredSeasons: [1] });
    const episode = fake.episode(77, 1, 2);
    episode.monitored = false;
    await sonarr.setSeasonsMonitored(id, [1, 2]);
    expect(episode.monitored).toBe(false);
    await sonarr.setEpisodesMonitored([episode.id], true);
    expect(episode.monitored).toBe(true);
    const sent = { episodeIds: [episode.id], monitored: true };
    expect(fake.calls('PUT /api/v3/episode/monitor')[0]?.body).toEqual(sent);
  });
});

describe('searching', () => {
  it('looks for a season or for single episodes; an equal search that is still queued is not run twice', async () => {
    const { id } = fake.given.series(SALT_RELAY);
    const episodeIds = [fake.episode(77, 1, 1).id];
    const first = await sonarr.searchSeason(id, 2);
    expect(first).toMatchObject({ name: 'SeasonSearch', status: 'queued', queuedAt: clock.now() });
    await expect(sonarr.searchSeason(id, 2)).resolves.toMatchObject({ id: first.id });
    await sonarr.searchSeason(id, 1);
    await sonarr.searchEpisodes(episodeIds);
    expect(fake.searches).toEqual([
      { seriesId: id, seasonNumber: 2, via: 'command' },
      { seriesId: id, seasonNumber: 1, via: 'command' },
      { seriesId: id, episodeIds, via: 'command' },
    ]);
    await clock.advance(1_000);
    await sonarr.searchSeason(id, 2);
    expect(fake.searches).toHaveLength(4);
    expect((await sonarr.commands()).map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('completed'),
      'queued',
    ]);
  });

  it('for a series that is gone runs nothing', async () => {
    await sonarr.searchSeason(99, 1);
    await sonarr.searchEpisodes([99]);
    expect(fake.searches).toEqual([]);
  });
});

describe('a refresh', () => {
  it('brings in seasons and episodes that the library did not know, and monitors no new season', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitorNewItems: 'none' });
    fake.publishEpisodes(77, 2, [NOW + DAY_MS]);
    fake.publishEpisodes(77, 3, [NOW + DAY_MS]);
    const known = async () => (await sonarr.seriesById(id))?.seasons.map(({ seasonNumber }) => seasonNumber);
    await expect(known()).resolves.toEqual([0, 1, 2]);
    await expect(sonarr.refreshSeries(id)).resolves.toMatchObject({ name: 'RefreshSeries' });
    await expect(known()).resolves.toEqual([0, 1, 2, 3]);
    expect(fake.episode(77, 2, 3).monitored).toBe(true);
    expect(fake.episode(77, 3, 1).monitored).toBe(false);
  });

  it('of a series that is being added is left to its addition', async () => {
    fake.episodesComeAtOnce = false;
    fake.given.catalog([SALT_RELAY]);
    const { id } = await sonarr.addSeries(NEW_SERIES);
    await sonarr.refreshSeries(id);
    await expect(sonarr.episodes(id)).resolves.toEqual([]);
  });
});

/** Season and number of the episodes that are monitored. */
const watched = (
  episodes: readonly { readonly seasonNumber: number; readonly episodeNumber: number; readonly monitored: boolean }[],
): readonly (readonly [number, number])[] =>
  episodes
    .filter(({ monitored }) => monitored)
    .map(({ seasonNumber, episodeNumber }) => [seasonNumber, episodeNumber] as const);
