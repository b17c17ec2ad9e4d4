import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { DispatchRow } from '../saved/job-rows.js';
import { RequestRow } from '../saved/rows.js';
import { type EntryPage, RequestEntriesRepository } from './request-entries.repository.js';

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
});
afterEach(() => fixture.close());

const repository = new RequestEntriesRepository();
const add = (of: Partial<RequestRow> = {}): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));
const all = (kind: 'movie' | 'tv') => fixture.database.read((tx) => repository.all(tx, kind));
const EVERY = { mediaType: null, requestedBy: null, isPending: false };
const page = async (of: Partial<EntryPage> = {}): Promise<readonly number[]> => {
  const question = { ...EVERY, sort: 'added', descending: true, skip: 0, take: 10, ...of } as const;
  const [entries, total] = await fixture.database.read((tx) =>
    Promise.all([repository.page(tx, question), repository.count(tx, question)]),
  );
  expect(total).toBeGreaterThanOrEqual(entries.length);
  return entries.map(({ id }) => id);
};

describe('doc2 §4 Compat: requests as they are saved', () => {
  it('have all their saved facts', async () => {
    const id = await add({ qualityProfileId: 4, approvedBy: 1, decidedAt: 2_000, completedAt: 3_000 });
    expect(await all('movie')).toEqual([
      {
        ...{ id, userId: 7, requesterName: 'ann', mediaType: 'movie', tmdbId: 603, tvdbId: null, instanceId: 'films' },
        ...{ qualityProfileId: 4, status: 'requested', decision: 'approved', decidedBy: 1, cancelled: false },
        ...{ delivery: 'queued', deliveryCode: null, seasons: [], pilot: false },
        ...{ requestedAt: 1_000, decidedAt: 2_000, completedAt: 3_000 },
      },
    ]);
  });

  it('of a series have the library’s season numbers, and null where they can’t be read', async () => {
    const series = { mediaType: 'tv' as const, tvdbId: 81_189 };
    await add({ ...series, tmdbId: 1, seasonScope: 'all', seasonMap: '1:2012,2:2,3:2' });
    await add({ ...series, tmdbId: 2, seasonScope: 'pilot', seasonMap: '1:1' });
    await add({ ...series, tmdbId: 3, seasonMap: 'nonsense' });
    await add({ ...series, tmdbId: 4, seasonMap: '' });
    expect((await all('tv')).map((entry) => [entry.tvdbId, entry.seasons, entry.pilot])).toEqual([
      [81_189, [2, 2012], false],
      [81_189, [1], true],
      [81_189, null, false],
      [81_189, null, false],
    ]);
  });

  it('doc4 §1.4: have their decision, and a withdrawn one is cancelled', async () => {
    await add({ status: 'pending' });
    await add({ status: 'denied', approvedBy: 1, denyReason: '' });
    await add({ status: 'denied', denyReason: 'Cancelled' });
    await add({ status: 'unavailable' });
    expect((await all('movie')).map((entry) => [entry.decision, entry.cancelled, entry.decidedBy])).toEqual([
      ['pending', false, null],
      ['denied', false, 1],
      ['cancelled', true, null],
      ['approved', false, null],
    ]);
  });

  it('are neither forgotten ones nor those of another kind, in no answer', async () => {
    const kept = await add();
    const forgotten = await add({ forgottenAt: 5_000 });
    const book = await add({ mediaType: 'book' });
    expect((await all('movie')).map(({ id }) => id)).toEqual([kept]);
    expect(await page()).toEqual([kept]);
    const [beside, count, figures] = await fixture.database.read((tx) =>
      Promise.all([
        Promise.all([kept, forgotten, book, 99].map((id) => repository.besides(tx, id))),
        repository.count(tx, EVERY),
        repository.figures(tx),
      ]),
    );
    expect(beside.map((entries) => entries.map(({ id }) => id))).toEqual([[kept], [kept], [], []]);
    expect([count, figures]).toEqual([1, { requests: 1, titles: 1, byAccount: new Map([[7, 1]]) }]);
  });

  it('come part by part, in either order and by what is asked of them', async () => {
    const one = await add({ tmdbId: 1, requestedAt: 10, decidedAt: 90 });
    const two = await add({ tmdbId: 2, requestedAt: 20, status: 'pending', userId: 8 });
    const three = await add({ tmdbId: 3, requestedAt: 30, mediaType: 'tv', completedAt: 40 });
    expect(await page()).toEqual([three, two, one]);
    expect(await page({ descending: false, skip: 1, take: 1 })).toEqual([two]);
    expect(await page({ sort: 'modified' })).toEqual([one, three, two]);
    expect(await page({ sort: 'modified', descending: false })).toEqual([two, three, one]);
    expect(await page({ mediaType: 'tv' })).toEqual([three]);
    expect(await page({ requestedBy: 8 })).toEqual([two]);
    expect(await page({ isPending: true })).toEqual([two]);
    expect(await page({ requestedBy: 7, mediaType: 'movie' })).toEqual([one]);
  });

  it('for a title are all those of its kind, and figures count titles and accounts', async () => {
    const [one, two] = [await add({ tmdbId: 5 }), await add({ tmdbId: 5, userId: 8 })];
    const series = await add({ tmdbId: 5, mediaType: 'tv' });
    const [films, shows, none, beside, figures] = await fixture.database.read((tx) =>
      Promise.all([
        repository.ofTitles(tx, 'movie', [5, 6]),
        repository.ofTitles(tx, 'tv', [5]),
        repository.ofTitles(tx, 'tv', []),
        repository.besides(tx, two),
        repository.figures(tx),
      ]),
    );
    const ids = [films, shows, none, beside].map((entries) => entries.map(({ id }) => id));
    expect(ids).toEqual([[one, two], [series], [], [one, two]]);
    expect(figures).toEqual({
      requests: 3,
      titles: 2,
      byAccount: new Map([
        [7, 2],
        [8, 1],
      ]),
    });
  });

  it('have the state of their delivery', async () => {
    const id = await add();
    await fixture.database.write((tx) =>
      tx.update(DispatchRow, { requestId: id }, { state: 'attention', code: 'retry_limit' }),
    );
    expect((await all('movie')).map(({ delivery, deliveryCode }) => [delivery, deliveryCode])).toEqual([
      ['attention', 'retry_limit'],
    ]);
  });
});
