import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import type { SeriesMetadataService } from './series-metadata.service.js';

const MINUTE_MS = 60_000;
const POPULAR = 'GET /3/tv/popular';
const DETAIL = 'GET /3/tv/:id';

describe('SeriesMetadataService', () => {
  let fixture: MetadataFixture;
  let series: SeriesMetadataService;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
    ({ series } = fixture);
    const seasons = [{ season_number: 1, episode_count: 8 }];
    fixture.fake.given.series({
      id: 7,
      name: 'Northern Relay',
      first_air_date: '2025-02-01',
      seasons,
      tvdb_id: 880201,
    });
    fixture.fake.given.film({ id: 7, title: 'A film of that id' });
  });

  afterEach(() => fixture.close());

  it('doc4 §3.1: popular series are kept for 5 minutes, page by page, and apart from popular films', async () => {
    const { text } = await series.popularSeries(1);
    expect((await fixture.films.popularMovies(1)).text).not.toBe(text);
    await series.popularSeries(2);
    expect(fixture.fake.calls(POPULAR)).toHaveLength(2);
    await fixture.clock.advance(5 * MINUTE_MS - 1);
    expect((await series.popularSeries(1)).text).toBe(text);
    expect(fixture.fake.calls(POPULAR)).toHaveLength(2);
    await fixture.clock.advance(1);
    await series.popularSeries(1);
    expect(fixture.fake.calls(POPULAR)).toHaveLength(3);
  });

  it('doc4 §3.1: a detail is kept for an hour, for the detail and the summary alike', async () => {
    expect((await series.seriesDetail(7))?.text).toContain('"name":"Northern Relay"');
    await fixture.clock.advance(60 * MINUTE_MS - 1);
    expect(await series.seriesSummary(7)).toEqual({
      tmdbId: 7,
      title: 'Northern Relay',
      originalTitle: 'Northern Relay',
      firstAiredYear: 2025,
      posterPath: '/poster-7.jpg',
      tvdbId: 880201,
      seasons: [{ seasonNumber: 1, episodeCount: 8, airDate: '2025-02-01' }],
      lastAired: { seasonNumber: 1, episodeNumber: 1, airDate: '2025-02-01' },
      seasonToCome: 1,
    });
    expect(fixture.fake.calls(DETAIL)).toHaveLength(1);
    await fixture.clock.advance(1);
    await series.seriesSummary(7);
    expect(fixture.fake.calls(DETAIL)).toHaveLength(2);
  });

  it('doc2 §4 Compat: a season is kept for an hour, apart from its neighbours, and its absence for 5 minutes', async () => {
    const SEASON = 'GET /3/tv/:id/season/:number';
    expect((await series.seasonDetail(7, 1))?.text).toContain('"episode_number":8');
    expect([await series.seasonDetail(7, 2), await series.seasonDetail(7, 2)]).toEqual([null, null]);
    expect(fixture.fake.calls(SEASON)).toHaveLength(2);
    await fixture.clock.advance(5 * MINUTE_MS);
    expect(await series.seasonDetail(7, 2)).toBeNull();
    await fixture.clock.advance(55 * MINUTE_MS - 1);
    await series.seasonDetail(7, 1);
    expect(fixture.fake.calls(SEASON)).toHaveLength(3);
    await fixture.clock.advance(1);
    await series.seasonDetail(7, 1);
    expect(fixture.fake.calls(SEASON)).toHaveLength(4);
  });

  it('issue 21, watch: the series of an id of TheTVDB, where it is one series alone', async () => {
    const { given } = fixture.fake;
    given.series({ id: 9, name: 'Twin', tvdb_id: 880209 });
    expect(await series.tmdbIdOfTvdb(880209)).toBe(9);
    expect(await series.tmdbIdOfTvdb(404)).toBeNull();
    given.series({ id: 11, name: 'One', tvdb_id: 880211 });
    given.series({ id: 12, name: 'Another', tvdb_id: 880211 });
    expect(await series.tmdbIdOfTvdb(880211)).toBeNull();
  });

  it('which series an id of TheTVDB names is kept for 5 minutes, an absence too, and a failure is not', async () => {
    const FIND = 'GET /3/find/:id';
    const { fake, clock } = fixture;
    fake.fail(FIND, { status: 500 });
    await expect(series.tmdbIdOfTvdb(880201)).rejects.toMatchObject({ status: 502 });
    const both = () => Promise.all([series.tmdbIdOfTvdb(880201), series.tmdbIdOfTvdb(404)]);
    expect(await both()).toEqual([7, null]);
    const asked = fake.calls(FIND).length;
    await clock.advance(5 * MINUTE_MS - 1);
    expect(await both()).toEqual([7, null]);
    expect(fake.calls(FIND)).toHaveLength(asked);
    await clock.advance(1);
    expect(await both()).toEqual([7, null]);
    expect(fake.calls(FIND)).toHaveLength(asked + 2);
  });

  it('a series and a film of the same id have nothing to do with each other', async () => {
    fixture.fake.given.film({ id: 8, title: 'Only a film' });
    const both = await Promise.all([series.seriesSummary(7), fixture.films.filmSummary(7)]);
    expect(both.map((title) => title?.title)).toEqual(['Northern Relay', 'A film of that id']);
    expect([await series.seriesDetail(8), await fixture.films.movieDetail(8)]).toEqual([null, expect.anything()]);
  });

  it('an affirmed absence is null, and believed for 5 minutes', async () => {
    expect([await series.seriesDetail(9), await series.seriesSummary(9)]).toEqual([null, null]);
    expect(fixture.fake.calls()).toHaveLength(1);
    fixture.fake.given.series({ id: 9, name: 'New in the catalog' });
    await fixture.clock.advance(5 * MINUTE_MS);
    expect(await series.seriesSummary(9)).toMatchObject({ title: 'New in the catalog' });
  });

  it('a failure is 502, never an absence, and is not kept', async () => {
    fixture.fake.fail(DETAIL, 503);
    await expect(series.seriesSummary(7)).rejects.toMatchObject({ status: 502 });
    await expect(series.seriesSummary(7)).resolves.toMatchObject({ tmdbId: 7 });
  });
});
