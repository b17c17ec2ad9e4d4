import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeRequest } from '../../fakes/fake-server.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { bytes } from './kids-layouts.js';
import { startKidsFixture, type KidsFixture } from './kids-fixture.js';

const MISSING = 'GET /api/v3/wanted/missing';
const UNSAFE = [502, { error: 'unsafe upstream response' }];
const BAD_PAGE = [400, { error: 'page and pageSize must be whole numbers from 1 on', code: 'invalid_page' }];

interface Film {
  readonly id: number;
  readonly certification: string;
}

/** Every third film may be seen, from the first on. */
const films = (count: number): readonly Film[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, certification: at % 3 === 0 ? 'G' : 'R' }));
const visible = (all: readonly Film[]): readonly Film[] => all.filter(({ certification }) => certification === 'G');

describe('doc1 §4 proxy 5: a page of a list, as a kids account sees it', () => {
  let fixture: KidsFixture;

  beforeAll(async () => {
    fixture = await startKidsFixture();
  });

  beforeEach(() => fixture.app.radarr.forgetCalls());

  afterEach(() => fixture.app.radarr.recover());

  afterAll(() => fixture.close());

  const read = (query = '') =>
    fixture.kit.get(`/api/instances/${fixture.ids.movie_manager}/api/v3/wanted/missing${query}`);
  const asked = () => fixture.app.radarr.calls(MISSING);

  /** The manager has these films, gives no more than so many of them at a time, and says what else is given here. */
  const given = (all: readonly Film[], most = 1_000, said: (call: number) => object = () => ({})): void => {
    let calls = 0;
    fixture.answer(({ query }: FakeRequest) => {
      const [page, size] = [Number(query.page), Math.min(most, Number(query.pageSize))];
      const records = all.slice((page - 1) * size, page * size);
      calls += 1;
      const envelope = { page, pageSize: size, sortKey: 'title', sortDirection: 'ascending', totalRecords: all.length };
      return { body: { ...envelope, records, ...said(calls) } };
    }, MISSING);
  };

  it.each([
    [25, 4, 1_000],
    [25, 4, 7],
    [25, 100, 10],
    [2_500, 300, 1_000],
  ])(
    'of %d films, %d on a page, from a manager that gives %d: all that may be seen, once and in their order',
    async (...given_) => {
      const [count, pageSize, most] = given_;
      const all = films(count);
      given(all, most);
      const wanted = visible(all);
      const seen: Film[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / pageSize); page += 1) {
        const { status, body } = await read(`?page=${page}&pageSize=${pageSize}&sortKey=title`);
        const { records, ...envelope } = body as { records: Film[] };
        const sorting = { sortKey: 'title', sortDirection: 'ascending' };
        expect([status, envelope]).toEqual([200, { page, pageSize, ...sorting, totalRecords: wanted.length }]);
        expect(records).toHaveLength(Math.min(pageSize, wanted.length - seen.length));
        seen.push(...records);
      }
      expect(seen).toEqual(wanted);
      expect(new Set(asked().map(({ query }) => query.sortKey))).toEqual(new Set(['title']));
    },
  );

  it('past the end of what may be seen is empty, and says how many there are', async () => {
    given(films(25));
    for (const page of [4, 999_999_999])
      expect((await read(`?page=${page}&pageSize=3`)).body).toMatchObject({ page, totalRecords: 9, records: [] });
  });

  it('is the first one, of ten records, where nothing is said', async () => {
    given(films(100));
    for (const query of ['', '?page=&pageSize=', '?PAGE=1'])
      expect((await read(query)).body).toMatchObject({ page: 1, pageSize: 10, totalRecords: 34 });
  });

  it.each(['page=0', 'page=-1', 'pageSize=0', 'pageSize=ten', 'page=1.5', 'pageSize=10000000000', 'PageSize=x'])(
    'that is none (%s) is 400, and nobody is asked',
    async (query) => {
      expect([statusAndBody(await read(`?${query}`)), asked()]).toEqual([BAD_PAGE, []]);
    },
  );

  it('the queue gives its last page for one past its end: it is not waited for, and not counted twice', async () => {
    const rows = Array.from({ length: 4 }, (_, at) => ({ id: at, movie: { id: 1, certification: 'G' } }));
    fixture.answer(({ query }) => {
      const page = Math.min(Number(query.page), 2);
      return { body: { page, pageSize: 2, totalRecords: 4, records: rows.slice((page - 1) * 2, page * 2) } };
    }, 'GET /api/v3/queue');
    const { body } = await fixture.kit.get(`/api/instances/${fixture.ids.movie_manager}/api/v3/queue?pageSize=50`);
    expect(body).toEqual({ page: 1, pageSize: 50, totalRecords: 4, records: rows });
    expect(fixture.app.radarr.calls('GET /api/v3/queue')).toHaveLength(2);
  });

  it('a list that changes while it is read is read again, from its beginning', async () => {
    const all = films(25);
    given(all, 10, (call) => (call === 2 ? { totalRecords: 26 } : {}));
    expect((await read('?pageSize=50')).body).toMatchObject({ totalRecords: 9, records: visible(all) });
    expect(asked().map(({ query }) => query.page)).toEqual(['1', '2', '1', '2', '3']);
  });

  it.each([
    ['another total with each page', (call: number) => ({ totalRecords: 25 + call }), 6],
    ['no records before its total is covered', (call: number) => (call % 2 === 0 ? { records: [] } : {}), 6],
    ['the same records again', (call: number) => (call % 3 === 2 ? { records: films(10) } : {}), 9],
    ['more records than it counts', () => ({ totalRecords: 5 }), 3],
    ['no total', () => ({ totalRecords: undefined }), 1],
    ['a total that is no number', () => ({ totalRecords: '25' }), 1],
    ['a total of less than none', () => ({ totalRecords: -1 }), 1],
    ['a list that never ends', () => ({ totalRecords: 100_000, records: [] }), 6],
  ])('where that can’t be known it is the opaque 502: %s', async (_, said, calls) => {
    given(films(25), 10, said);
    expect([statusAndBody(await read('?pageSize=50')), asked().length]).toEqual([UNSAFE, calls]);
  });

  it('security 31: of a list of more than a hundred pages that can’t be known: the opaque 502', async () => {
    given(films(101), 1);
    expect([statusAndBody(await read()), asked().length]).toEqual([UNSAFE, 100]);
    fixture.app.radarr.forgetCalls();
    given(films(100), 1);
    expect((await read()).body).toMatchObject({ totalRecords: 34 });
  });

  it.each([
    ['fails', () => ({ status: 500, body: {} })],
    ['is no JSON', () => bytes('{')],
    ['isn’t there', () => ({ status: 404, body: {} })],
  ])('a later page that %s makes the whole answer the opaque 502', async (_, answer) => {
    const all = films(25);
    fixture.answer(({ query }) => {
      const page = Number(query.page);
      return page < 3 ? { body: { totalRecords: 25, records: all.slice((page - 1) * 10, page * 10) } } : answer();
    }, MISSING);
    expect(statusAndBody(await read())).toEqual(UNSAFE);
  });

  it('security 4: credentials are taken out of every page, and rows without their title are not counted', async () => {
    const secret = fixture.app.secrets.plant('secret of a kids page', 'planted-in-a-kids-page');
    const movie = { id: 1, certification: 'G' };
    const rows = Array.from({ length: 30 }, (_, id) => ({ id, apiKey: secret, ...(id % 2 === 0 ? { movie } : {}) }));
    fixture.answer(({ query }) => {
      const page = Number(query.page);
      return { body: { totalRecords: 30, records: rows.slice((page - 1) * 10, page * 10) } };
    }, 'GET /api/v3/history');
    const { text, body } = await fixture.kit.get(
      `/api/instances/${fixture.ids.movie_manager}/api/v3/history?pageSize=50`,
    );
    expect(body).toMatchObject({ totalRecords: 15 });
    expect([(body as { records: unknown[] }).records.length, text.includes(secret)]).toEqual([15, false]);
  });
});
