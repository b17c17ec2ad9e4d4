import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const HISTORY = 'GET /api/v3/history';
const LIST = 'GET /api/v3/movie';

interface Seen {
  readonly steps: readonly {
    readonly key: string;
    readonly state: string;
    readonly at?: string;
    readonly text: string;
  }[];
  readonly stalled?: Readonly<Record<string, unknown>>;
  readonly progress?: number;
}

describe('issue 22 §3: GET /api/requests/{id}/timeline', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const seen = async (id: number, by: Session = household.ana): Promise<Seen> =>
    (await by.get(`/api/requests/${id}/timeline`)).body as Seen;

  const states = ({ steps }: Seen): string => steps.map(({ state }) => state).join(' ');

  /** The caches of a library are older than this then. */
  const later = () => household.app.clock.leap(121_000);

  it('a film is followed from the request to the end, and no answer is cached outside', async () => {
    const { radarr } = household.app;
    const tmdbId = household.film('Harbor Lights');
    const id = await household.delivered(household.ana, tmdbId);
    expect(states(await seen(id))).toBe('done skipped done now waiting waiting waiting');
    radarr.startDownload(tmdbId);
    radarr.advanceDownload(tmdbId, 0.4);
    await later();
    const downloading = await seen(id);
    expect(states(downloading)).toBe('done skipped done done now waiting waiting');
    expect(downloading.progress).toBeCloseTo(0.4);
    radarr.finishDownload(tmdbId);
    const imported = new Date(household.app.clock.now()).toISOString();
    await later();
    const answer = await household.ana.get(`/api/requests/${id}/timeline`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const done = answer.body as Seen;
    expect(states(done)).toBe('done skipped done done done done done');
    expect(done.steps.at(-1)?.at).toBe(imported);
    expect(done).not.toHaveProperty('stalled');
  });

  it('a request that waits for approval says who can act, and asks no library', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    const before = household.app.radarr.calls().length;
    const waiting = await seen(id);
    expect(states(waiting)).toBe('done waiting waiting waiting waiting waiting waiting');
    expect(waiting.stalled).toMatchObject({ code: 'waiting_for_approval', who: 'admin' });
    expect(household.app.radarr.calls()).toHaveLength(before);
  });

  it('a library that can’t be read is unknown, with the time of the last good reading', async () => {
    const id = await household.delivered(household.ana, household.film());
    await seen(id);
    const readAt = new Date(household.app.clock.now()).toISOString();
    await later();
    household.app.radarr.fail(LIST, 503);
    const unknown = await seen(id);
    expect(states(unknown)).toBe('done skipped done unknown unknown unknown unknown');
    expect(unknown.steps[3]?.at).toBe(readAt);
    expect(unknown.stalled).toMatchObject({ code: 'library_unreachable', since: readAt });
  });

  it('easily skipped 3: names no release, indexer, client, folder or address, to members or administrators', async () => {
    const { radarr } = household.app;
    const tmdbId = household.film('Harbor Lights');
    const id = await household.delivered(household.ana, tmdbId);
    radarr.startDownload(tmdbId);
    const row = radarr.given.queueRow({ tmdbId, status: 'completed' });
    await later();
    for (const by of [household.ana, household.admin]) {
      const text = JSON.stringify(await seen(id, by));
      expect(text).toContain('import');
      for (const planted of [row.title, 'DemoTracker', 'qbit', '/movies', '/downloads', radarr.url, row.downloadId])
        expect(text).not.toContain(planted);
    }
  });

  it('one reading serves all: ten timelines cost a call for each history and none for the library', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await household.delivered(household.ana, household.film()));
    await later();
    const { radarr } = household.app;
    const before = radarr.calls(LIST).length;
    for (let round = 0; round < 3; round++) for (const id of ids) await seen(id);
    expect(radarr.calls(LIST).length - before).toBe(1);
    expect(radarr.calls(HISTORY).length).toBeLessThanOrEqual(2 * ids.length);
  });

  it('a history that can’t be read leaves only its own steps unknown', async () => {
    const tmdbId = household.film();
    const id = await household.delivered(household.ana, tmdbId);
    household.app.radarr.finishDownload(tmdbId);
    await later();
    household.app.radarr.fail(HISTORY, 500);
    expect(states(await seen(id))).toBe('done skipped done unknown unknown done done');
  });

  it('another account’s request and one that doesn’t exist have the same answer; an administrator sees any', async () => {
    const id = await household.delivered(household.ana, household.film());
    const ben = await household.app.invite('ben');
    const [foreign, unknown] = [
      await ben.get(`/api/requests/${id}/timeline`),
      await ben.get('/api/requests/999999/timeline'),
    ];
    expect([foreign.status, foreign.body]).toEqual([403, refusedWith('permission denied')]);
    expect([unknown.status, unknown.body]).toEqual([403, refusedWith('permission denied')]);
    expect((await household.admin.get(`/api/requests/${id}/timeline`)).status).toBe(200);
  });
});
