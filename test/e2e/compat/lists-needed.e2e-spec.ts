import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Show } from '../requests/series-household.js';
import { EPISODES, ToolHousehold } from './tool-household.js';

describe('doc2 §4 Compat rules: an answer waits for those lists of episodes that it depends on', () => {
  let household: ToolHousehold;
  let shows: readonly Show[];
  let ids: readonly number[];

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });
  afterAll(() => household.close());

  async function begin(): Promise<void> {
    await household.startOver();
    shows = [1, 2, 3].map(() => household.show({ seasons: { 1: 4, 2: 4 } }));
    const asked: number[] = [];
    for (const show of shows) asked.push(await household.askSeries(show));
    ids = asked;
    await household.app.deliver();
    for (const { tvdbId } of shows) household.app.sonarr.importFiles(tvdbId, 1, [1]);
    household.forgetSnapshots();
  }

  /** The series whose lists a call of the tool has read, by their place. */
  async function readBy(call: Promise<{ readonly status: number }>): Promise<readonly number[]> {
    household.app.sonarr.forgetCalls();
    expect((await call).status).toBe(200);
    const read = household.app.sonarr.calls(EPISODES).map(({ query }) => Number(query['seriesId']));
    return read.map((id) => shows.findIndex(({ tvdbId }) => household.app.sonarr.series(tvdbId)?.id === id)).sort();
  }

  const statusOf = async (query: string): Promise<number> =>
    (await household.tool.get(`/api/v1/request${query}`)).status;

  describe('of a household whose lists nobody can read', () => {
    beforeAll(async () => {
      await begin();
      household.app.sonarr.fail(EPISODES, 500, Infinity);
    });

    describe('503 only where they would change the answer', () => {
      it.each(['failed', 'processing', 'deleted', 'pending'])('not for filter %s', async (filter) => {
        expect(await statusOf(`?filter=${filter}`)).toBe(200);
      });

      it.each(['approved', 'completed', 'available', 'unavailable'])('but for filter %s', async (filter) => {
        expect(await statusOf(`?filter=${filter}`)).toBe(503);
      });

      it('not for a list of what another account has asked for', async () => {
        expect(await statusOf(`?filter=completed&requestedBy=${household.admin.userId}`)).toBe(200);
        expect(await statusOf(`?filter=completed&requestedBy=${household.ana.userId}`)).toBe(503);
      });
    });
  });

  describe('of a household whose lists nobody has read yet', () => {
    beforeEach(begin);

    it('about one request, or one title: its own alone', async () => {
      expect(await readBy(household.tool.get(`/api/v1/request/${ids[1]}`))).toEqual([1]);
      expect(await readBy(household.tool.get(`/api/v1/tv/${shows[2]?.tmdbId}`))).toEqual([2]);
      expect(await readBy(household.tool.get('/api/v1/request'))).toEqual([0]);
    });

    it('a page of a list that libraries don’t decide about: those of its rows', async () => {
      expect(await readBy(household.tool.get('/api/v1/request?take=1&skip=1'))).toEqual([1]);
      expect(await readBy(household.tool.get('/api/v1/request?filter=pending'))).toEqual([]);
    });

    it.each(['?filter=completed&take=1', '/count'])('what depends on all: all of them (%s)', async (path) => {
      expect(await readBy(household.tool.get(`/api/v1/request${path}`))).toEqual([0, 1, 2]);
    });

    it('of a decision: its own alone', async () => {
      await household.approval(true);
      const approved = await household.askSeries(shows[0] as Show, { seasons: [2] });
      const declined = await household.askSeries(shows[1] as Show, { seasons: [2] });
      expect(await readBy(household.tool.post(`/api/v1/request/${declined}/decline`))).toEqual([1]);
      // The delivery begins at once, and may read the list for itself.
      const read = await readBy(household.tool.post(`/api/v1/request/${approved}/approve`));
      expect([...new Set(read)]).toEqual([0]);
    });

    it('a list that was left out is read by anyone who comes to need it, and judged by what it says', async () => {
      expect(await household.statuses(ids[0] as number)).toEqual([2, 4]);
      household.app.sonarr.importFiles((shows[2] as Show).tvdbId, 1, 'aired');
      expect(await household.statuses(ids[0] as number)).toEqual([2, 4]);
      expect((await household.list('?filter=completed')).ids).toEqual([ids[2]]);
    });

    it('of lists that can not be read, not for figures to which requests that await a decision don’t count', async () => {
      household.app.sonarr.fail(EPISODES, 500, 999);
      expect(await statusOf('/count')).toBe(503);
      for (const id of ids) expect((await household.tool.delete(`/api/v1/request/${id}`)).status).toBe(204);
      await household.approval(true);
      await household.askSeries(shows[0] as Show, { seasons: [2] });
      expect(await statusOf('/count')).toBe(200);
      expect(await statusOf('?filter=unavailable')).toBe(503);
    });
  });
});
