import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeAnswer } from '../../fakes/fake-server.js';
import { ALL_READS, around, bytes, GOOD, BAD, JSON_TYPE, NOT_FOUND, READS, shown, type Read } from './kids-layouts.js';
import { kidsReadsOf } from './kids-reads-of.js';
import { startKidsFixture, type KidsFixture } from './kids-fixture.js';

const UNSAFE = [502, '{"error":"unsafe upstream response"}'];

describe('doc1 §4 proxy 5: what a manager answers to a kids account', () => {
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

  const { place, given, asked, cutOf } = kidsReadsOf(() => fixture);
  const isSingle = (read: Read) => read === 'single' || read === 'row';
  const isPaged = (read: Read) => read === 'page' || read === 'paged';

  it.each(ALL_READS)('%s: what stays, stays as it was written, numbers and white space included', async (read) => {
    const record =
      '{ "id" :1, "n":12345678901234567890,\n "e":1E+400,"x":"\\u00e9\\/","a":1,"a":2, "certification":null }';
    await fixture.setPolicy({ blockUnrated: false });
    const spaced = (document: string): string => (isPaged(read) ? document : `\n ${document} `);
    expect(await asked(read, bytes(spaced(around(read, record))))).toEqual([200, spaced(shown(read, record))]);
  });

  it.each(ALL_READS)(
    '%s: of several records the first, the last and those between go without a trace',
    async (read) => {
      if (isSingle(read)) {
        expect(await cutOf(read, BAD)).toEqual(NOT_FOUND);
        return;
      }
      for (const titles of [[BAD, GOOD], [GOOD, BAD], [GOOD, BAD, GOOD], [BAD, GOOD, BAD, BAD, GOOD, BAD], [BAD], []]) {
        const kept = titles.filter((title) => title === GOOD);
        expect(await asked(read, bytes(around(read, ...titles)))).toEqual([200, shown(read, ...kept)]);
      }
    },
  );

  it.each([
    ['a flag for adults', '{"id":1,"certification":"G","adult":true}'],
    ['a hidden genre by another of its names', '{"id":1,"certification":"G","genres":["HORROR","anime"]}'],
    ['a rating in another spelling', '{"id":1,"certification":" r ","genres":[]}'],
    ['a rating that nobody knows', '{"id":1,"certification":"Q"}'],
    ['an escaped rating and name', '{"id":1,"certif\\u0069cation":"\\u0052"}'],
  ])('a title with %s is hidden', async (_, record) => {
    for (const read of ALL_READS) {
      const hidden = isSingle(read) ? NOT_FOUND : [200, shown(read)];
      expect([read, ...(await cutOf(read, record))]).toEqual([read, ...hidden]);
      expect([read, ...(await cutOf(read, GOOD))]).toEqual([read, 200, shown(read, GOOD)]);
    }
  });

  it.each([
    ['two ratings', '{"id":1,"certification":"G","certification":"R"}'],
    ['two ratings, one of them escaped', '{"id":1,"certification":"G","\\u0063ertification":"R"}'],
    ['a rating under another spelling of its name', '{"id":1,"Certification":"G"}'],
    ['two lists of genres', '{"id":1,"certification":"G","genres":[],"genres":["Horror"]}'],
    ['a rating that is no text', '{"id":1,"certification":7}'],
    ['genres that are no list', '{"id":1,"certification":"G","genres":"Horror"}'],
    ['genres that are no texts', '{"id":1,"certification":"G","genres":[27]}'],
    ['no id', '{"title":"Meadow","certification":"G"}'],
    ['an id that is none', '{"id":"1","certification":"G"}'],
    ['a list in its place', '[]'],
    ['a text in its place', '"Meadow"'],
  ])('a title with %s can’t be judged, and with it the whole answer', async (_, record) => {
    for (const read of ALL_READS) expect([read, ...(await cutOf(read, record))]).toEqual([read, ...UNSAFE]);
  });

  it.each([
    ['a record of another layout', '{"id":1,"records":{}}'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list in a list', '[[]]'],
    ['a page with a second list', `{"records":[],"more":[${BAD}]}`],
    ['a page with two lists of records', `{"records":[],"records":[${BAD}]}`],
    ['a page with another spelling', `{"Records":[${BAD}]}`],
    ['an error that says it is none', '{"message":"NotFound"}'],
  ])('%s instead is the opaque 502', async (_, document) => {
    for (const read of ['list', 'page', 'rows', 'paged'] as const)
      expect([read, ...(await asked(read, bytes(document)))]).toEqual([read, ...UNSAFE]);
  });

  it.each([
    ['words', bytes('Razor is here', { 'content-type': 'text/html' })],
    ['words of no type', bytes('Razor', {})],
    ['something that is no JSON', bytes(`[${GOOD},]`)],
    ['invalid UTF-8', bytes(Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]))],
    ['a document that breaks off', bytes(`[${GOOD}`)],
    ['something behind the document', bytes(`[${GOOD}] []`)],
    ['201 levels', bytes('['.repeat(201) + ']'.repeat(201))],
    ['no body', bytes('')],
    ['a compressed body', bytes('[]', { ...JSON_TYPE, 'content-encoding': 'gzip' })],
    ['a part', bytes('[]', { ...JSON_TYPE, 'content-range': 'bytes 0-1/9' }, 206)],
    ['nothing', bytes('', {}, 204)],
    ['nothing new', bytes('', { etag: '"1"' }, 304)],
    ['another status', bytes(`[${GOOD}]`, JSON_TYPE, 202)],
    ['a redirect that contains a name', bytes('', { location: '/api/v3/movie/razor' }, 302)],
    ['a refusal', bytes(`[{"errorMessage":"Razor"}]`, JSON_TYPE, 400)],
    ['a failure with its trace', bytes('{"message":"Razor","description":"Razor"}', JSON_TYPE, 500)],
  ])('security 10: %s can’t be judged: the opaque 502', async (_, answer) => {
    for (const read of ALL_READS) expect([read, ...(await asked(read, answer))]).toEqual([read, ...UNSAFE]);
  });

  it('a record that the manager doesn’t know reads as one that may not be seen; a list that isn’t there is no absence', async () => {
    for (const read of ALL_READS) {
      const answer = await asked(read, bytes('{"message":"NotFound"}', JSON_TYPE, 404));
      expect([read, answer]).toEqual([read, isSingle(read) ? NOT_FOUND : UNSAFE]);
    }
  });

  it.each([
    ['no title', '{"id":9}'],
    ['null in its place', '{"id":9,"movieId":1,"movie":null,"series":null}'],
    ['the title of another kind of manager alone', '{"id":9,"#":{"id":1,"certification":"G"}}'],
    ['a title of an episode alone', '{"id":9,"episode":{"id":1,"series":{"id":1,"certification":"TV-G"}}}'],
    [
      'a second title that may not be seen',
      '{"id":9,"movie":{"id":1,"certification":"G"},"series":{"id":1,"certification":"TV-MA"}}',
    ],
    [
      'an episode of a series that may not be seen',
      `{"id":9,"movie":${GOOD},"series":${GOOD},"episode":{"series":{"id":2,"certification":"TV-MA"}}}`,
    ],
  ])('security 19: a row with %s is dropped', async (_, row) => {
    const foreign = { rows: 'movie', paged: 'series' } as const;
    for (const read of ['rows', 'paged'] as const) {
      const record = row.replace('#', foreign[read]);
      expect(await asked(read, bytes(READS[read].document([record])))).toEqual([200, shown(read)]);
    }
  });

  it('an episode without its series is judged by the series that the manager has, and hidden without', async () => {
    const { sonarr } = fixture.app;
    const series = (answer: FakeAnswer) => sonarr.route('GET /api/v3/series/7', () => answer);
    const episode = bytes('{"id":9,"seriesId":7,"title":"Pilot"}');
    series(bytes('{"id":7,"certification":"TV-G"}'));
    expect(await asked('row', episode)).toEqual([200, '{"id":9,"seriesId":7,"title":"Pilot"}']);
    series(bytes('{"id":7,"certification":"TV-MA"}'));
    expect(await asked('row', episode)).toEqual(NOT_FOUND);
    series(bytes('{"message":"NotFound"}', JSON_TYPE, 404));
    expect(await asked('row', episode)).toEqual(NOT_FOUND);
    series(bytes('no'));
    expect(await asked('row', episode)).toEqual(UNSAFE);
    for (const id of ['"7"', '0', '-7', '7.5', '1e3', 'null', '"../movie"'])
      expect([id, ...(await asked('row', bytes(`{"id":9,"seriesId":${id}}`)))]).toEqual([id, ...NOT_FOUND]);
    expect(sonarr.calls().filter(({ path }) => path !== '/api/v3/episode/1')).toHaveLength(4);
  });

  it('security 4: of 5,000 films with credentials in each, those within the limits come, without a credential', async () => {
    const secret = fixture.app.secrets.plant('secret of a kids answer', 'planted-in-a-cut-answer');
    const filler = 'An overview that fills the list. '.repeat(20);
    const film = (id: number) => ({
      id,
      title: id % 3 === 0 ? `Razor ${id}` : `Meadow ${id}`,
      overview: filler,
      certification: id % 3 === 0 ? 'R' : 'PG',
      genres: ['Family', `Genre ${id % 1500}`],
      movieFile: { path: `/films/${id}.mkv`, apiKey: secret, url: `http://u:${secret}@x.test/?sig=${secret}` },
    });
    const library = Array.from({ length: 5_000 }, (_, at) => film(at + 1));
    given('list', bytes(JSON.stringify(library)));
    const { status, body, text } = await fixture.kit.get(place('list'));
    expect(status).toBe(200);
    const ids = library.map(({ id }) => id).filter((id) => id % 3 !== 0);
    expect((body as { id: number }[]).map(({ id }) => id)).toEqual(ids);
    expect(text).not.toContain('Razor');
    expect(text).not.toContain(secret);
  });
});
