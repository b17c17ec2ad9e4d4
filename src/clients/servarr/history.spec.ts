import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { readHistory, readRecentHistory, type HistoryNames, type ServarrHappening } from './history.js';
import { ServarrTransport } from './servarr-transport.js';

const ROUTE = 'GET /api/v3/history';
const FILMS = { filter: 'movieIds', member: 'movieId' } as const;
const EPISODES = { filter: 'seriesIds', member: 'seriesId', withEpisodes: true } as const;

let server: FakeServer;

const transport = (): ServarrTransport => {
  const places = { system: 'library', api: 'v3', url: server.url, clock: new MovedClock(), log: silentLog } as const;
  return new ServarrTransport({ ...places, apiKey: Secret.of('k') });
};

const whole = (names: HistoryNames = FILMS) => readHistory(transport(), names, 7);
const read = async (names?: HistoryNames): Promise<readonly ServarrHappening[]> => (await whole(names)).rows;

const answer = (...records: readonly unknown[]): void => server.route(ROUTE, () => ({ body: { records } }));

const day = (date: number): string => new Date(Date.UTC(2026, 0, date)).toISOString();

beforeEach(async () => {
  server = await new FakeServer().start();
});

afterEach(() => server.stop());

describe('arr-common, history: what has become of a record', () => {
  it('is asked for that record alone, the newest hundred rows', async () => {
    answer();
    await read();
    await read(EPISODES);
    const page = { page: '1', pageSize: '100', sortKey: 'date', sortDirection: 'descending' };
    expect(server.calls(ROUTE).map(({ query }) => query)).toEqual([
      { ...page, movieIds: '7' },
      { ...page, seriesIds: '7', includeEpisode: 'true' },
    ]);
  });

  it('is said in four words, newest first, without a name of a release', async () => {
    answer(
      { movieId: 7, eventType: 'grabbed', date: day(1), downloadId: 'A', sourceTitle: 'Some.Release' },
      { movieId: 7, eventType: 'downloadFolderImported', date: day(3), downloadId: 'A' },
      { movieId: 7, eventType: 'movieFolderImported', date: day(2) },
      { movieId: 7, eventType: 'downloadFailed', date: day(4), downloadId: 'B' },
      { movieId: 7, eventType: 'movieFileRenamed', date: day(5) },
    );
    await expect(read()).resolves.toEqual([
      { kind: 'failed', at: Date.UTC(2026, 0, 4), fromDownload: true },
      { kind: 'imported', at: Date.UTC(2026, 0, 3), fromDownload: true },
      { kind: 'imported', at: Date.UTC(2026, 0, 2), fromDownload: false },
      { kind: 'grabbed', at: Date.UTC(2026, 0, 1), fromDownload: true },
    ]);
  });

  it('issue 43 C14: leaves out rows of other records, and counts those without a date and those that can’t be read', async () => {
    answer({ movieId: 8, eventType: 'grabbed', date: day(1) }, { movieId: 7, eventType: 'grabbed' }, null, 'x', {
      movieId: 7,
      eventType: 5,
      date: day(1),
    });
    await expect(whole()).resolves.toEqual({ rows: [], unread: 4 });
  });

  it('names the episode of a series', async () => {
    const episode = { id: 3, seasonNumber: 1, episodeNumber: 2 };
    answer({ seriesId: 7, eventType: 'grabbed', date: day(1), downloadId: 'A', episode });
    await expect(read(EPISODES)).resolves.toMatchObject([{ kind: 'grabbed', episode }]);
  });

  it('security 31: a manager that sends more rows than were asked for has the first hundred read', async () => {
    answer(...Array.from({ length: 150 }, () => ({ movieId: 7, eventType: 'grabbed', date: day(1) })));
    expect(await read()).toHaveLength(100);
  });
});

describe('arr-common, history: what has become of all records of late', () => {
  const SINCE = Date.UTC(2026, 0, 10);
  const recent = async () => (await whole()).rows;
  const whole = () => readRecentHistory(transport(), FILMS, SINCE);

  /** Rows by the minutes after that moment, on pages of their own. */
  const pages = (...given: readonly (readonly number[])[]): void => {
    const rows = given.map((minutes) =>
      minutes.map((each) => ({ movieId: each, eventType: 'downloadFolderImported', date: at(each) })),
    );
    const totalRecords = rows.flat().length;
    server.route(ROUTE, ({ query }) => ({ body: { records: rows[Number(query.page) - 1] ?? [], totalRecords } }));
  };

  const at = (minutes: number): string => new Date(SINCE + minutes * 60_000).toISOString();
  const asked = () => server.calls(ROUTE).map(({ query }) => query.page);

  it('is read newest first, page by page, until a row is older; each row with its record', async () => {
    pages([9, 8], [5, 0], [-3]);
    const imported = { kind: 'imported', fromDownload: false } as const;
    await expect(recent()).resolves.toEqual(
      [9, 8, 5].map((minutes) => ({ ...imported, recordId: minutes, at: SINCE + minutes * 60_000 })),
    );
    const page = { pageSize: '250', sortKey: 'date', sortDirection: 'descending' };
    expect(server.calls(ROUTE).map(({ query }) => query)).toEqual([
      { ...page, page: '1' },
      { ...page, page: '2' },
    ]);
  });

  it.each<[string, readonly (readonly number[])[], readonly string[]]>([
    ['all rows were read', [[9], [8]], ['1', '2']],
    ['there are none', [], ['1']],
    ['four pages were read', [[9], [8], [7], [6], [5]], ['1', '2', '3', '4']],
  ])('ends where %s', async (_, given, wanted) => {
    pages(...given);
    await recent();
    expect(asked()).toEqual(wanted);
  });

  it('a manager that says no total is asked until a page is empty', async () => {
    server.route(ROUTE, ({ query }) => ({ body: { records: query.page === '1' ? [null, { movieId: 'x' }] : [] } }));
    await expect(whole()).resolves.toEqual({ rows: [], unread: 2 });
    expect(asked()).toEqual(['1', '2']);
  });
});
