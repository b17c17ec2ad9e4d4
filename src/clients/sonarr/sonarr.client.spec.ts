import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SonarrFake } from '../../../test/fakes/sonarr/sonarr-fake.js';
import type { MovedClock } from '../../../test/harness/moved-clock.js';
import { SonarrFixture } from '../../../test/harness/sonarr-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import type { SonarrClient } from './sonarr.client.js';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const SALT_RELAY = { tvdbId: 77, tmdbId: 770, title: 'Salt Relay', seasons: { 0: 1, 1: 3, 2: 2 } };

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

const librarySeries = async () => (await sonarr.series()).rows;

describe('the connection test', () => {
  it('says who answers', async () => {
    await expect(sonarr.testConnection()).resolves.toEqual({ appName: 'Sonarr', version: '4.0.16.2944' });
  });

  it('doc3 §3.2: a refused key reads "invalid API key"', async () => {
    const error = await failureOf(fixture.client('another').testConnection());
    expect(error).toMatchObject({ system: 'sonarr', kind: 'unauthorized', reason: 'invalid API key' });
  });
});

describe('the library', () => {
  it('is read with what each season has', async () => {
    const { id } = fake.given.series({ ...SALT_RELAY, monitoredSeasons: [2], files: { 2: [1] } });
    await expect(librarySeries()).resolves.toMatchObject([
      {
        id,
        tvdbId: 77,
        tmdbId: 770,
        title: 'Salt Relay',
        year: 2015,
        monitored: true,
        status: 'continuing',
        firstAired: Date.UTC(2015, 0, 1),
        beingAdded: false,
        seasons: [
          { seasonNumber: 0, monitored: false, statistics: counts(0, 0, 1) },
          { seasonNumber: 1, monitored: false, statistics: counts(0, 0, 3) },
          { seasonNumber: 2, monitored: true, statistics: counts(1, 2, 2) },
        ],
      },
    ]);
  });

  it('leaves out what Sonarr does not know: dates, a TMDB id of 0 or none', async () => {
    fake.given.series({ tvdbId: 1, seasons: { 1: [null] } });
    const { id } = fake.given.series({ tvdbId: 2 });
    const [series] = await librarySeries();
    expect(series).toMatchObject({ tmdbId: null });
    expect(series?.firstAired).toBeUndefined();
    const { tmdbId: _, ...old } = (await fixture.written(`series/${id}`)) as Record<string, unknown>;
    fake.fail('GET /api/v3/series', { body: [old] });
    await expect(librarySeries()).resolves.toMatchObject([{ tvdbId: 2, tmdbId: null }]);
  });

  it('doc4, truth about series: counts of a season follow what is monitored and what has aired, not what there is', async () => {
    const airings = [NOW - 2 * DAY_MS, NOW - DAY_MS, NOW + DAY_MS, null];
    fake.given.series({ tvdbId: 1, seasons: { 1: airings }, monitoredSeasons: [], files: { 1: [1] } });
    const counted = async (): Promise<unknown> => (await sonarr.seriesByTvdbId(1))?.seasons[0]?.statistics;
    await expect(counted()).resolves.toMatchObject(counts(1, 1, 4));
    for (const episode of [2, 3]) fake.episode(1, 1, episode).monitored = true;
    await expect(counted()).resolves.toMatchObject(counts(1, 2, 4));
    await clock.advance(fake.untilAired(1, 1, 3));
    await expect(counted()).resolves.toMatchObject(counts(1, 3, 4));
  });

  it('counts the bytes of a file that holds several episodes once', async () => {
    fake.given.series({ tvdbId: 1, seasons: { 1: 3 } });
    fake.importSharedFile(1, 1, [1, 2]);
    const [series] = await librarySeries();
    expect(series?.seasons[0]?.statistics).toMatchObject({ ...counts(2, 3, 3), sizeOnDisk: 1_500_000_000 });
  });

  it('has a series or affirms that it has none, by both ids', async () => {
    const { id } = fake.given.series({ tvdbId: 1 });
    await expect(sonarr.seriesByTvdbId(1)).resolves.toMatchObject({ id });
    await expect(sonarr.seriesByTvdbId(2)).resolves.toBeNull();
    await expect(sonarr.seriesById(id)).resolves.toMatchObject({ tvdbId: 1 });
    await expect(sonarr.seriesById(id + 1)).resolves.toBeNull();
  });

  it.each([404, { status: 404, body: '<html>' }, { status: 404, body: { message: 'no such app' } }])(
    'a 404 that is not of Sonarr (%j) affirms nothing',
    async (fault) => {
      const { id } = fake.given.series({ tvdbId: 1 });
      fake.fail('GET /api/v3/series/:id', fault);
      expect(await failureOf(sonarr.seriesById(id))).toMatchObject({ kind: 'malformed', status: 404 });
    },
  );

  it.each(['timeout', 'reset', 'garbage', 'empty', 401, 404, 500, 503] as const)(
    'that answers with %s is unreadable, never empty',
    async (fault) => {
      fake.fail('GET /api/v3/series', fault);
      const arrived = fake.nextCall('GET /api/v3/series');
      const failing = failureOf(sonarr.series());
      await arrived;
      if (fault === 'timeout') await clock.advance(60_000);
      expect(await failing).toMatchObject({ system: 'sonarr', operation: 'series.list' });
    },
  );

  it('issue 43 C14: a series that lacks what we read is reported by the id that it names, beside the others', async () => {
    const whole = { id: 2, tvdbId: 3, monitored: true, seasons: [] };
    const odd = { id: 1, tvdbId: 2, title: 'x', year: 1920, monitored: true };
    fake.fail('GET /api/v3/series', { body: [odd, whole, null] });
    const { rows, unreadable } = await sonarr.series();
    expect([rows.map(({ tvdbId }) => tvdbId), unreadable.map(({ foreignId }) => foreignId)]).toEqual([
      [3],
      ['2', null],
    ]);
  });

  it('issue 43 C14, security 31: so is one with more than 1,000 seasons, and by itself it is refused', async () => {
    const season = { seasonNumber: 1, monitored: true };
    const whole = { id: 2, tvdbId: 3, monitored: true, seasons: Array.from({ length: 1_000 }, () => season) };
    const odd = { ...whole, id: 1, tvdbId: 2, seasons: [...whole.seasons, season] };
    fake.fail('GET /api/v3/series', { body: [odd, whole] });
    const { rows, unreadable } = await sonarr.series();
    expect([rows.map(({ tvdbId }) => tvdbId), unreadable.map(({ foreignId }) => foreignId)]).toEqual([[3], ['2']]);
    fake.fail('GET /api/v3/series/:id', { body: odd });
    expect(await failureOf(sonarr.seriesById(1))).toMatchObject({ kind: 'malformed' });
    fake.fail('GET /api/v3/series/lookup', { body: [{ tvdbId: 2, seasons: odd.seasons }] }, 2);
    await expect(sonarr.lookup('tvdb:2')).resolves.toMatchObject({ rows: [], unreadable: [{ foreignId: '2' }] });
    expect(await failureOf(sonarr.lookupByTvdbId(2))).toMatchObject({ kind: 'malformed' });
  });
});

describe('a lookup', () => {
  it('finds by words and by id, reports what the library has, and confirms when there is no result', async () => {
    fake.given.catalog([SALT_RELAY, { tvdbId: 79, title: 'Salt Mine' }]);
    const found = {
      libraryId: null,
      tvdbId: 77,
      tmdbId: 770,
      title: 'Salt Relay',
      year: 2015,
      status: 'continuing',
      seasonNumbers: [0, 1, 2],
    };
    await expect(sonarr.lookupByTvdbId(77)).resolves.toEqual(found);
    await expect(sonarr.lookup('salt')).resolves.toMatchObject({ rows: [found, { tvdbId: 79, tmdbId: null }] });
    await expect(sonarr.lookup('tmdb:770')).resolves.toEqual({ rows: [found], unreadable: [] });
    const stored = fake.given.series({ tvdbId: 78 });
    await expect(sonarr.lookupByTvdbId(78)).resolves.toMatchObject({ libraryId: stored.id });
    await expect(sonarr.lookupByTvdbId(80)).resolves.toBeNull();
  });

  it('an answer about another series is no answer', async () => {
    fake.given.catalog([SALT_RELAY]);
    fake.fail('GET /api/v3/series/lookup', { body: await fixture.written('series/lookup?term=tvdb:77') });
    await expect(sonarr.lookupByTvdbId(5)).resolves.toBeNull();
  });
});

describe('the episodes of a series', () => {
  it('are read with what each has, an absent date as null', async () => {
    const { id } = fake.given.series({ tvdbId: 1, seasons: { 1: [NOW - DAY_MS, null] }, files: { 1: [1] } });
    const [first, second] = await sonarr.episodes(id);
    expect(first).toEqual({
      id: fake.episode(1, 1, 1).id,
      seasonNumber: 1,
      episodeNumber: 1,
      airDateUtc: NOW - DAY_MS,
      hasFile: true,
      monitored: true,
    });
    expect(second).toMatchObject({ episodeNumber: 2, airDateUtc: null, hasFile: false });
    fake.removeFile(1, 1, 1);
    await expect(sonarr.episodes(id)).resolves.toMatchObject([{ hasFile: false }, { hasFile: false }]);
  });

  it('report when Sonarr last searched for monitored, aired and missing episodes', async () => {
    const airings = [NOW - DAY_MS, NOW - DAY_MS, NOW + DAY_MS, NOW - DAY_MS];
    const { id } = fake.given.series({ tvdbId: 1, seasons: { 1: airings, 2: 1 }, files: { 1: [1] } });
    fake.episode(1, 1, 4).monitored = false;
    const searched = async () => (await sonarr.episodes(id)).map(({ lastSearchedAt }) => lastSearchedAt);
    await expect(searched()).resolves.toEqual(Array<undefined>(5).fill(undefined));
    await sonarr.searchSeason(id, 1);
    await expect(searched()).resolves.toEqual([undefined, NOW, undefined, undefined, undefined]);
    await clock.advance(60_000);
    await sonarr.searchEpisodes([fake.episode(1, 1, 4).id]);
    await expect(searched()).resolves.toEqual([undefined, NOW, undefined, NOW + 60_000, undefined]);
  });

  it('of a series that the library lacks are none, as Sonarr says it', async () => {
    await expect(sonarr.episodes(99)).resolves.toEqual([]);
  });

  it('that cannot be read are an error', async () => {
    const { id } = fake.given.series({ tvdbId: 1 });
    fake.fail('GET /api/v3/episode', 500);
    expect(await failureOf(sonarr.episodes(id))).toMatchObject({ operation: 'episode.list', kind: 'failed' });
  });
});

describe('the queue', () => {
  it('has a row per episode of a season pack, each with the job and the bytes of the whole', async () => {
    const { id } = fake.given.series({ tvdbId: 1, seasons: { 1: [NOW - DAY_MS, NOW + DAY_MS] } });
    const downloadId = fake.startDownload(1, 1);
    fake.advanceDownload(downloadId, 0.75);
    const row = { seriesId: id, seasonNumber: 1, downloadId, status: 'downloading', size: 3e9, sizeLeft: 0.75e9 };
    await expect(sonarr.queue()).resolves.toMatchObject([
      { ...row, episodeId: fake.episode(1, 1, 1).id },
      { ...row, episodeId: fake.episode(1, 1, 2).id },
    ]);
    fake.finishDownload(downloadId);
    await expect(sonarr.queue()).resolves.toEqual([]);
    expect((await sonarr.episodes(id)).map(({ hasFile }) => hasFile)).toEqual([true, false]);
  });

  it('reads a delayed release, which has no job yet, and a row whose series Sonarr does not report', async () => {
    const { id } = fake.given.series({ tvdbId: 1 });
    fake.given.queueRow({ of: { tvdbId: 1, season: 1, episode: 2 }, size: 100, status: 'delay' });
    fake.given.queueRow({ size: 5 });
    const rows = await sonarr.queue();
    expect(rows).toMatchObject([{ seriesId: id, downloadId: null, status: 'delay', size: 100, sizeLeft: 100 }]);
    const records = [{ status: 'queued', size: 1, sizeleft: 1 }];
    fake.fail('GET /api/v3/queue', { body: { pageSize: 10, totalRecords: 1, records } });
    await expect(sonarr.queue()).resolves.toMatchObject([
      { seriesId: null, episodeId: null, seasonNumber: null, downloadId: null, status: 'queued', size: 1, sizeLeft: 1 },
    ]);
  });
});

describe('where series may go', () => {
  it('profiles and root folders come in the order of Sonarr', async () => {
    fake.given.qualityProfiles([
      { id: 9, name: 'Any' },
      { id: 6, name: 'HD' },
    ]);
    fake.given.rootFolders([{ id: 2, path: '/more', accessible: false }]);
    await expect(sonarr.qualityProfiles()).resolves.toEqual([
      { id: 9, name: 'Any' },
      { id: 6, name: 'HD' },
    ]);
    await expect(sonarr.rootFolders()).resolves.toEqual([{ path: '/more', accessible: false }]);
  });

  it('issue 43 C14: a profile that can’t be read is not offered, and may be the wanted one of a delivery', async () => {
    fake.fail('GET /api/v3/qualityprofile', { body: [{ id: 'x' }, { id: 4, name: 'HD' }] }, 2);
    await expect(sonarr.offeredQualityProfiles()).resolves.toEqual([{ id: 4, name: 'HD' }]);
    expect(await failureOf(sonarr.qualityProfiles())).toMatchObject({ kind: 'malformed' });
  });
});

const counts = (episodeFileCount: number, episodeCount: number, totalEpisodeCount: number): object => ({
  episodeFileCount,
  episodeCount,
  totalEpisodeCount,
  sizeOnDisk: episodeFileCount * 1_500_000_000,
});
