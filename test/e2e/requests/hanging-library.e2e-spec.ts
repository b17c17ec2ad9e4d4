import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { answerAsTimePasses } from '../../harness/answer-as-time-passes.js';
import { Household } from './household.js';

const LIST = 'GET /api/v3/movie';
const QUEUE = 'GET /api/v3/queue';

/** Long after a reading fails that never comes to an end. */
const DEADLINE_MS = 15_000;

describe('doc4 §4.6: the status of requests while a library hangs', () => {
  let household: Household;
  let tmdbId: number;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film();
    await household.delivered(household.ana, tmdbId);
    household.app.radarr.finishDownload(tmdbId);
    await household.app.clock.leap(120_000);
    for (const key of [LIST, QUEUE]) household.app.radarr.fail(key, 'timeout', Infinity);
  });

  afterAll(() => household.close());

  const own = async (): Promise<Answer> => household.ana.get('/api/requests');
  const title = async (): Promise<Answer> => household.ana.get(`/api/requests/${tmdbId}/status`);

  /** What is asked, and for how long that was waited for on the clock, in milliseconds. */
  const timed = async (ask: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly waited: number }> => {
    const since = household.app.clock.now();
    const answer = await answerAsTimePasses(household.app.clock, ask());
    return { answer, waited: household.app.clock.now() - since };
  };

  it.each([
    ['the list of requests', own],
    ['a film’s status', title],
  ])('%s, asked once a second for a minute, waits two seconds once and then not at all', async (_case, ask) => {
    const waits: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      const { answer, waited } = await timed(ask);
      const [shown] = [answer.body].flat();
      expect(shown).toMatchObject({
        status: 'requested',
        status_known: false,
        status_unknown_reason: 'library_unavailable',
      });
      waits.push(waited);
      await household.app.clock.advance(1_000);
    }
    expect(waits).toEqual([2_000, ...Array.from({ length: 59 }, () => 0)]);
  });

  it('a film is known again at the first read after the library has answered a background try', async () => {
    const arrived = household.app.radarr.nextCall(QUEUE);
    await timed(title);
    await arrived;
    await household.app.clock.advance(DEADLINE_MS);
    household.app.radarr.recover();
    const tried = household.app.radarr.nextCall(QUEUE);
    while (!household.app.logLines.some((line) => line.includes('library readable again'))) {
      await household.app.clock.advance(1_000);
    }
    await tried;
    expect((await title()).body).toMatchObject({ status: 'available', status_known: true });
  });

  it('a request for a film is accepted and priced at once', async () => {
    await timed(title);
    await household.app.clock.advance(1_000);
    const other = household.film();
    // The clock stands still: who waited for a library would wait for ever.
    expect((await household.preview(household.ana, other)).status).toBe(200);
    expect((await household.ask(household.ana, other)).status).toBe(200);
  });
});
