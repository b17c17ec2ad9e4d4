import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { UserContentPolicyRow } from '../../../src/modules/users/tables/people.entity.js';
import { ALL_READS, bytes, GOOD, BAD, JSON_TYPE, NOT_FOUND } from './kids-layouts.js';
import { kidsReadsOf } from './kids-reads-of.js';
import { startKidsFixture, type KidsFixture } from './kids-fixture.js';

describe('doc1 §4 proxy 5: how a kids account asks a manager', () => {
  let fixture: KidsFixture;

  beforeAll(async () => {
    fixture = await startKidsFixture();
  });

  beforeEach(async () => {
    await fixture.setPolicy();
    fixture.app.radarr.forgetCalls();
    fixture.app.sonarr.forgetCalls();
  });

  afterAll(() => fixture.close());

  const { place, given, cutOf } = kidsReadsOf(() => fixture);

  it.each([
    ['', {}],
    ['?includeMovie=false', {}],
    ['?includeMovie=false&includeMovie=true', {}],
    ['?INCLUDEMOVIE=false&page=2&PAGESIZE=5&page=7', {}],
    ['?pageSize=5&%69nclude%4Dovie=0&sortKey=timeleft&p%61ge=3', { sortKey: 'timeleft' }],
    ['?paging.page=2&paging[pageSize]=5&page[0]=2&+page=2&page=', {}],
    ['?includeMovie&includeMovie[]=false&includeMovie[0]=no&includeMovie.x=1&+includeMovie=0', {}],
    ['?&&movieIds=1&movieIds=2&x=%2f', { movieIds: ['1', '2'], x: '/' }],
  ])('rows come with their titles, and all of them, whatever is asked for: %s', async (query, rest) => {
    given('paged', bytes('{"records":[],"totalRecords":0}'));
    expect((await fixture.kit.get(place('paged', query))).status).toBe(200);
    const whole = { page: '1', pageSize: '1000' };
    expect(fixture.app.radarr.calls().map((call) => call.query)).toEqual([{ includeMovie: 'true', ...whole, ...rest }]);
    await fixture.ana.get(place('paged', query));
    if (query === '') expect(fixture.app.radarr.calls().at(-1)?.query).toEqual({});
  });

  it('only rows are asked for with their titles', async () => {
    given('list', bytes('[]'));
    await fixture.kit.get(place('list', '?includeMovie=false&tmdbId=%37'));
    expect(fixture.app.radarr.calls().at(-1)?.query).toEqual({ includeMovie: 'false', tmdbId: '7' });
    given('rows', bytes('[]'));
    await fixture.kit.get(place('rows', '?seriesId=7&includeseries=false'));
    expect(fixture.app.sonarr.calls().at(-1)?.query).toEqual({ includeSeries: 'true', seriesId: '7' });
  });

  it('no answer is asked for under a condition, or in part', async () => {
    const headers = {
      'If-None-Match': '"1"',
      'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'If-Match': '*',
      'If-Range': '"1"',
      Range: 'bytes=0-9',
    };
    given('single', bytes(GOOD));
    await fixture.kit.request('GET', place('single'), { headers });
    const asked = fixture.app.radarr.calls().at(-1);
    expect(Object.keys(asked?.headers ?? {}).filter((name) => /^(if-|range|host$)/.test(name))).toEqual(['host']);
  });

  it('the head of an answer says nothing of what was taken out', async () => {
    const telling = {
      etag: '"1"',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'accept-ranges': 'bytes',
      'x-total-count': '2',
      link: '</movie/razor>; rel=next',
      'x-application-version': '6',
      'content-location': '/api/v3/movie/razor',
    };
    given('list', bytes(`[${BAD},${GOOD}]`, { ...JSON_TYPE, ...telling }));
    const { headers } = await fixture.kit.get(place('list'));
    expect(headers.get('content-length')).toBe(String(GOOD.length + 2));
    for (const name of ['etag', 'last-modified', 'accept-ranges', 'x-total-count', 'link', 'content-location'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    expect([headers.get('content-type'), headers.get('x-application-version')]).toEqual([
      JSON_TYPE['content-type'],
      '6',
    ]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['private, no-store', 'no-cache']);
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'security 5: %s is refused before anything is sent',
    async (method) => {
      for (const read of ALL_READS)
        expect((await fixture.raw(fixture.kit, { method, path: place(read) })).status).toBe(403);
      expect([...fixture.app.radarr.calls(), ...fixture.app.sonarr.calls()]).toEqual([]);
    },
  );

  it.each([
    'api/v3/movie/2/../2',
    'api/v3//movie/2',
    'api/v3/movie/2/',
    'api/v3/MOVIE/2',
    'api/v3/movie/2;x',
    'api/v3/movie/02',
    'api/v3/moviefile?movieId=2',
    'api/v3/queue/details?movieId=2',
    'api/v3/history/movie?movieId=2',
    'api/v3/mediacover/2/poster.jpg',
    'MediaCover/2/poster.jpg',
  ])('security 7 and 9: %s is refused before anything is sent', async (path) => {
    const answer = await fixture.raw(fixture.kit, { path: `/api/instances/${fixture.ids.movie_manager}/${path}` });
    expect([answer.status, answer.text]).toEqual([403, '{"error":"permission denied","code":"permission_denied"}']);
    expect(fixture.app.radarr.calls()).toEqual([]);
  });

  it('an encoded path is judged as what it means', async () => {
    given('single', bytes(BAD));
    const path = `/api/instances/${fixture.ids.movie_manager}/api/v3/%6dovie/%31`;
    const { status, text } = await fixture.raw(fixture.kit, { path });
    expect([status, text]).toEqual(NOT_FOUND);
    expect(fixture.app.radarr.calls().map((call) => call.path)).toEqual(['/api/v3/movie/1']);
  });

  it('those limits hold that are set when the answer is there', async () => {
    fixture.answer(async () => {
      await fixture.setPolicy({ maxMovieRating: 'G' });
      return bytes('[{"id":1,"certification":"PG"}]');
    });
    await fixture.setPolicy({ maxMovieRating: 'R' });
    expect((await fixture.kit.get(place('list'))).text).toBe('[]');
  });

  it('security 19: limits that can’t be read are 503', async () => {
    const spoilt = { blockedTvGenres: 'nothing that can be read' };
    await fixture.app
      .get(Database)
      .write((tx) => tx.update(UserContentPolicyRow, { userId: fixture.kit.userId }, spoilt));
    for (const read of ALL_READS) {
      const [status, text] = await cutOf(read, GOOD);
      expect([read, status]).toEqual([read, 503]);
      expect(text).not.toContain('Meadow');
    }
  });
});
