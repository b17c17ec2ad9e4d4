import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { DispatchRow } from '../saved/job-rows.js';
import { RequestRow } from '../saved/rows.js';
import { AcceptedRequestsRepository } from './accepted-requests.repository.js';

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
});
afterEach(() => fixture.close());

const accepted = new AcceptedRequestsRepository();
const add = (of: Partial<RequestRow> = {}): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));
const requests = (after = 0, limit = 100) => fixture.database.readOne((tx) => accepted.after(tx, after, limit));

describe('doc2 §6 availability: accepted requests', () => {
  it('are those of any kind that were not forgotten and whose library is there', async () => {
    await add({ status: 'pending' });
    await add({ status: 'denied' });
    await add({ status: 'unavailable' });
    await add({ forgottenAt: 5 });
    await add({ instanceId: null });
    await add({ mediaType: 'music', key: 'a group', completedAt: 5_000_000_000 });
    expect((await requests()).map((request) => [request.mediaType, request.key, request.completedAt])).toEqual([
      ['music', 'a group', 5_000_000_000],
    ]);
  });

  it('have the library’s numbers of the seasons; null for selections of before seasons were kept, and for specials', async () => {
    const series = { mediaType: 'tv' as const, tvdbId: 81_189 };
    await add({ ...series, seasonScope: 'all', seasonMap: '1:2012,2:2,3:2' });
    await add({ ...series, seasonScope: 'pilot', seasonMap: '1:1' });
    await add({ ...series, seasonScope: 'all', seasonMap: '' });
    await add({ ...series, seasonScope: '1', seasonMap: 'nonsense' });
    await add({ ...series, seasonScope: '0,1', seasonMap: '1:1' });
    await add({ ...series, seasonScope: '10', seasonMap: '10:10' });
    expect((await requests()).map((request) => [request.seasons, request.pilot])).toEqual([
      [[2, 2012], false],
      [[1], true],
      [null, false],
      [null, false],
      [null, false],
      [[10], false],
    ]);
  });

  it('a book has its formats and the record of each, and is one change', async () => {
    const id = await add({ mediaType: 'book', key: 'hc:1', bookFormat: 'both' });
    await fixture.database.write(async (tx) => {
      await tx.delete(DispatchRow, { requestId: id });
      const job = { requestId: id, attempts: 0, message: null };
      await tx.insert(DispatchRow, { ...job, format: 'ebook', state: 'complete', recordId: 5 });
      await tx.insert(DispatchRow, {
        ...job,
        ...{ format: 'audiobook', state: 'attention', code: 'import_failed', canonicalForeignId: 'hc:9' },
      });
    });
    expect(await requests()).toMatchObject([
      {
        formats: ['ebook', 'audiobook'],
        recordIds: { whole: null, ebook: 5, audiobook: null },
        canonicalForeignId: 'hc:9',
        attention: 'import_failed',
      },
    ]);
  });

  it('issue 24, Availability: say which episodes of a series the library held before the delivery, as soon as it is noted', async () => {
    const states = [
      { state: 'complete', heldEpisodes: '[[1,[1,2]]]' },
      { state: 'complete', heldEpisodes: '[]' },
      { state: 'complete', heldEpisodes: null },
      { state: 'retry', heldEpisodes: '[[1,[2]]]' },
      { state: 'queued', heldEpisodes: null },
    ] as const;
    for (const state of states) {
      const id = await add({ mediaType: 'tv' });
      await fixture.database.write((tx) => tx.update(DispatchRow, { requestId: id }, state));
    }
    expect((await requests()).map((request) => request.held)).toEqual([
      new Map([[1, [1, 2]]]),
      new Map(),
      null,
      new Map([[1, [2]]]),
      null,
    ]);
  });

  it('come part by part, the oldest first', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    expect((await requests(0, 2)).map(({ id }) => id)).toEqual([one, two]);
    expect((await requests(two, 2)).map(({ id }) => id)).toEqual([three]);
    expect(await requests(three)).toEqual([]);
  });

  it('the newest id is that of a request in any state; 0 without one', async () => {
    const newest = () => fixture.database.readOne((tx) => accepted.newestId(tx));
    expect(await newest()).toBe(0);
    const id = await add({ status: 'pending' });
    expect(await newest()).toBe(id);
  });
});
