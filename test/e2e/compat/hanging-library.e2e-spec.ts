import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import type { App } from '../../harness/start-app.js';
import { EPISODES, FILMS, SERIES, ToolHousehold, type ListedRequest } from './tool-household.js';

const QUEUE = 'GET /api/v3/queue';
const UNREADABLE = { message: 'a library can not be read, retry shortly' };

describe('doc2 §4 Compat rules: pages while a library hangs', () => {
  let household: ToolHousehold;

  beforeEach(async () => {
    household = await ToolHousehold.open({ isReusable: true });
    await household.askFilm(household.film());
  });

  afterEach(() => household.close());

  const page = (): Promise<Answer> => household.tool.get('/api/v1/request?take=20&mediaType=movie');

  /** The films of the library hang from now on, and a page that has asked for them waits. */
  const waitingPage = async () => {
    for (const key of [FILMS, QUEUE]) household.app.radarr.fail(key, 'timeout', Infinity);
    household.forgetSnapshots();
    const arrived = household.app.radarr.nextCall(FILMS);
    const asked = watched(page());
    await arrived;
    return asked;
  };

  it('the first is 503 after ten seconds, those that come later at once, and the library is called once', async () => {
    const first = await waitingPage();
    await household.app.clock.advance(9_999);
    expect(first.isAnswered()).toBe(false);
    await household.app.clock.advance(1);
    expect(await first.answer).toMatchObject({ status: 503, body: UNREADABLE });
    for (let second = 0; second < 30; second += 1) {
      expect(await page()).toMatchObject({ status: 503, body: UNREADABLE });
      await household.app.clock.advance(1_000);
    }
    const lists = household.app.radarr.calls(FILMS).filter(({ query }) => query['tmdbId'] === undefined);
    expect(lists).toHaveLength(1);
  });

  it('a library that takes four seconds is waited for, and then its page is answered', async () => {
    household.forgetSnapshots();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    household.app.radarr.meanwhile(FILMS, () => held);
    const arrived = household.app.radarr.nextCall(FILMS);
    const asked = page();
    await arrived;
    await household.app.clock.advance(4_000);
    letGo();
    expect((await asked).status).toBe(200);
  });

  it('ten seconds are all that a page waits, however many readings of a library it takes', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ ...show, files: { 1: [1] } });
    await household.askSeries(show);
    await household.app.deliver();
    household.forgetSnapshots();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    household.app.sonarr.meanwhile(SERIES, () => held);
    household.app.sonarr.fail(EPISODES, 'timeout', Infinity);
    const [listed, looked] = [household.app.sonarr.nextCall(SERIES), household.app.sonarr.nextCall(EPISODES)];
    const asked = watched(household.tool.get('/api/v1/request?mediaType=tv'));
    await listed;
    await household.app.clock.advance(6_000);
    letGo();
    await looked;
    await household.app.clock.advance(3_999);
    expect(asked.isAnswered()).toBe(false);
    await household.app.clock.advance(1);
    expect(await asked.answer).toMatchObject({ status: 503, body: UNREADABLE });
  });
});

describe('issue 43 C14, security 39: a library with rows that can’t be read', () => {
  it('keeps every list and status; only what such a row may be about is unknown, and processing to a tool', async () => {
    const household = await ToolHousehold.open({ isReusable: true });
    const { app, ana } = household;
    try {
      const [film, oddFilm] = [household.heldFilm({ hasFile: true }), household.heldFilm({ hasFile: true })];
      const [show, oddShow] = [household.show({ seasons: { 1: 2 } }), household.show({ seasons: { 1: 2 } })];
      for (const { tvdbId, tmdbId } of [show, oddShow])
        app.sonarr.given.series({ tvdbId, tmdbId, seasons: { 1: 2 }, files: { 1: 'aired' } });
      const ids = [
        ...[await household.askFilm(film), await household.askFilm(oddFilm)],
        ...[await household.askSeries(show), await household.askSeries(oddShow)],
      ];
      const spoil = async (key: string, manager: App['radarr' | 'sonarr'], isOdd: (row: Row) => boolean) => {
        const headers = { 'X-Api-Key': manager.apiKey };
        const answer = await fetch(`${manager.url}${key.slice('GET '.length)}`, { headers });
        const rows = (await answer.json()) as readonly Row[];
        const body = rows.map((row) => (isOdd(row) ? { ...row, monitored: null } : row));
        // What works in the background reads the list, too.
        manager.fail(key, { body }, Infinity);
      };
      await spoil(FILMS, app.radarr, ({ tmdbId }) => tmdbId === oddFilm);
      await spoil(SERIES, app.sonarr, ({ tvdbId }) => tvdbId === oddShow.tvdbId);
      household.forgetSnapshots();
      const list = await household.tool.get('/api/v1/request?take=20');
      expect(list.status).toBe(200);
      const seen = new Map((list.body as { results: ListedRequest[] }).results.map((one) => [one.id, one]));
      expect(ids.map((id) => [seen.get(id)?.status, seen.get(id)?.media.status])).toEqual([
        [5, 5],
        [2, 3],
        [5, 5],
        [2, 3],
      ]);
      for (const [id, status] of [
        [film, 5],
        [oddFilm, 3],
      ])
        expect((await household.tool.get(`/api/v1/movie/${id}`)).body).toMatchObject({ mediaInfo: { status } });
      const query = `movies=${film},${oddFilm}&series=${show.tmdbId},${oddShow.tmdbId}`;
      const known = (isKnown: boolean): object => expect.objectContaining({ status_known: isKnown });
      expect((await ana.get(`/api/requests/statuses?${query}`)).body).toEqual({
        movies: { [film]: known(true), [oddFilm]: known(false) },
        series: { [show.tmdbId]: known(true), [oddShow.tmdbId]: known(false) },
      });
    } finally {
      await household.close();
    }
  });
});

interface Row {
  readonly tmdbId: number;
  readonly tvdbId?: number;
}

function watched(answer: Promise<Answer>): { readonly answer: Promise<Answer>; isAnswered(): boolean } {
  let answered = false;
  return { answer: answer.finally(() => (answered = true)), isAnswered: () => answered };
}
