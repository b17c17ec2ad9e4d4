import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Show } from '../requests/series-household.js';
import { EPISODES, ToolHouse } from './tool-house.js';

describe('doc2 §4 Compat rules: an answer waits for those lists of episodes that it depends on', () => {
  let house: ToolHouse;
  let shows: readonly Show[];
  let ids: readonly number[];

  async function open(): Promise<void> {
    house = await ToolHouse.open();
    shows = [1, 2, 3].map(() => house.show({ seasons: { 1: 4, 2: 4 } }));
    const asked: number[] = [];
    for (const show of shows) asked.push(await house.askSeries(show));
    ids = asked;
    await house.app.deliver();
    for (const { tvdbId } of shows) house.app.sonarr.importFiles(tvdbId, 1, [1]);
    house.forgetShelves();
  }

  /** The series whose lists a call of the tool has read, by their place. */
  async function readBy(call: Promise<{ readonly status: number }>): Promise<readonly number[]> {
    house.app.sonarr.forgetCalls();
    expect((await call).status).toBe(200);
    const read = house.app.sonarr.calls(EPISODES).map(({ query }) => Number(query['seriesId']));
    return read.map((id) => shows.findIndex(({ tvdbId }) => house.app.sonarr.series(tvdbId)?.id === id)).sort();
  }

  const statusOf = async (query: string): Promise<number> => (await house.tool.get(`/api/v1/request${query}`)).status;

  describe('of a household whose lists nobody can read', () => {
    beforeAll(async () => {
      await open();
      house.app.sonarr.fail(EPISODES, 500, Infinity);
    });
    afterAll(() => house.close());

    describe('503 only where they would change the answer', () => {
      it.each(['failed', 'processing', 'deleted', 'pending'])('not for filter %s', async (filter) => {
        expect(await statusOf(`?filter=${filter}`)).toBe(200);
      });

      it.each(['approved', 'completed', 'available', 'unavailable'])('but for filter %s', async (filter) => {
        expect(await statusOf(`?filter=${filter}`)).toBe(503);
      });

      it('not for a list of what another account has asked for', async () => {
        expect(await statusOf(`?filter=completed&requestedBy=${house.admin.userId}`)).toBe(200);
        expect(await statusOf(`?filter=completed&requestedBy=${house.ana.userId}`)).toBe(503);
      });
    });
  });

  describe('of a household whose lists nobody has read yet', () => {
    beforeEach(open);
    afterEach(() => house.close());

    it('about one request, or one title: its own alone', async () => {
      expect(await readBy(house.tool.get(`/api/v1/request/${ids[1]}`))).toEqual([1]);
      expect(await readBy(house.tool.get(`/api/v1/tv/${shows[2]?.tmdbId}`))).toEqual([2]);
      expect(await readBy(house.tool.get('/api/v1/request'))).toEqual([0]);
    });

    it('a page of a list that libraries don’t decide about: those of its rows', async () => {
      expect(await readBy(house.tool.get('/api/v1/request?take=1&skip=1'))).toEqual([1]);
      expect(await readBy(house.tool.get('/api/v1/request?filter=pending'))).toEqual([]);
    });

    it.each(['?filter=completed&take=1', '/count'])('what depends on all: all of them (%s)', async (path) => {
      expect(await readBy(house.tool.get(`/api/v1/request${path}`))).toEqual([0, 1, 2]);
    });

    it('of a decision: its own alone', async () => {
      await house.approval(true);
      const approved = await house.askSeries(shows[0] as Show, { seasons: [2] });
      const declined = await house.askSeries(shows[1] as Show, { seasons: [2] });
      expect(await readBy(house.tool.post(`/api/v1/request/${declined}/decline`))).toEqual([1]);
      // The delivery begins at once, and may read the list for itself.
      const read = await readBy(house.tool.post(`/api/v1/request/${approved}/approve`));
      expect([...new Set(read)]).toEqual([0]);
    });

    it('a list that was left out is read by whoever comes to need it, and judged by what it says', async () => {
      expect(await house.stands(ids[0] as number)).toEqual([2, 4]);
      house.app.sonarr.importFiles((shows[2] as Show).tvdbId, 1, 'aired');
      expect(await house.stands(ids[0] as number)).toEqual([2, 4]);
      expect((await house.list('?filter=completed')).ids).toEqual([ids[2]]);
    });

    it('of lists that can not be read, not for figures to which requests that await a decision don’t count', async () => {
      house.app.sonarr.fail(EPISODES, 500, 999);
      expect(await statusOf('/count')).toBe(503);
      for (const id of ids) expect((await house.tool.delete(`/api/v1/request/${id}`)).status).toBe(204);
      await house.approval(true);
      await house.askSeries(shows[0] as Show, { seasons: [2] });
      expect(await statusOf('/count')).toBe(200);
      expect(await statusOf('?filter=unavailable')).toBe(503);
    });
  });
});
