import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { patiently } from '../../harness/patiently.js';
import { Household } from './household.js';

const LIST = 'GET /api/v3/movie';
const QUEUE = 'GET /api/v3/queue';

/** Long after a reading fails that never comes to an end. */
const DEADLINE_MS = 15_000;

describe('doc4 §4.6: where requests stand while a library hangs', () => {
  let house: Household;
  let tmdbId: number;

  beforeAll(async () => {
    house = await Household.open();
  });

  beforeEach(async () => {
    await house.startOver();
    tmdbId = house.film();
    await house.delivered(house.ana, tmdbId);
    house.app.radarr.finishDownload(tmdbId);
    await house.app.clock.advance(120_000);
    for (const key of [LIST, QUEUE]) house.app.radarr.fail(key, 'timeout', Infinity);
  });

  afterAll(() => house.close());

  const own = async (): Promise<Answer> => house.ana.get('/api/requests');
  const title = async (): Promise<Answer> => house.ana.get(`/api/requests/${tmdbId}/status`);

  /** What is asked, and for how long that was waited for on the clock, in milliseconds. */
  const timed = async (ask: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly waited: number }> => {
    const since = house.app.clock.now();
    const answer = await patiently(house.app.clock, ask());
    return { answer, waited: house.app.clock.now() - since };
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
      await house.app.clock.advance(1_000);
    }
    expect(waits).toEqual([2_000, ...Array.from({ length: 59 }, () => 0)]);
  });

  it('a film is known again with the first look after the library has answered the try behind everybody', async () => {
    const arrived = house.app.radarr.nextCall(QUEUE);
    await timed(title);
    await arrived;
    await house.app.clock.advance(DEADLINE_MS);
    house.app.radarr.recover();
    const tried = house.app.radarr.nextCall(QUEUE);
    while (!house.app.logLines.some((line) => line.includes('library readable again'))) {
      await house.app.clock.advance(1_000);
    }
    await tried;
    expect((await title()).body).toMatchObject({ status: 'available', status_known: true });
  });

  it('a film that somebody asks for is accepted at once, and its price is told at once', async () => {
    await timed(title);
    await house.app.clock.advance(1_000);
    const other = house.film();
    // The clock stands still: who waited for a library would wait for ever.
    expect((await house.preview(house.ana, other)).status).toBe(200);
    expect((await house.ask(house.ana, other)).status).toBe(200);
  });
});
