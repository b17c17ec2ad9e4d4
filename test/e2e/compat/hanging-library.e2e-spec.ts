import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { EPISODES, FILMS, SERIES, ToolHousehold } from './tool-household.js';

const QUEUE = 'GET /api/v3/queue';
const UNREADABLE = { message: 'a library can not be read, retry shortly' };

describe('doc2 §4 Compat rules: pages while a library hangs', () => {
  let household: ToolHousehold;

  beforeEach(async () => {
    household = await ToolHousehold.open();
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

function watched(answer: Promise<Answer>): { readonly answer: Promise<Answer>; isAnswered(): boolean } {
  let answered = false;
  return { answer: answer.finally(() => (answered = true)), isAnswered: () => answered };
}
