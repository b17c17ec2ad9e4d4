import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRequest, insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import type { RequestChangesRepository } from '../../requests/requests.public.js';
import { SavedLedgerService } from './saved-ledger.service.js';

/** More than are read at once. */
const REQUESTS = 2_100;
const TITLES = 7;

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
  await fixture.database.write(async (tx) => {
    for (let number = 0; number < REQUESTS; number += 1) {
      await insertRequest(tx, { tmdbId: 1 + (number % TITLES), requestedAt: 1_000 + number });
    }
  });
});
afterEach(() => fixture.close());

/** What the book says of the requests that were made last. */
function newest({ book }: SavedLedgerService, take: number) {
  const selection = { filter: 'all', mediaType: null, requestedBy: null, sort: 'added' } as const;
  return book.page({ ...selection, descending: true, skip: 0, take });
}

describe('doc2 §4 Compat: the book has what was committed before the call', () => {
  it('of a history that takes several reads, and of what comes afterwards', async () => {
    const ledger = new SavedLedgerService(fixture.database, fixture.feed);
    await ledger.catchUp();
    expect(newest(ledger, 1).total).toBe(REQUESTS);
    expect(ledger.book.titleCount).toBe(TITLES);
    expect(ledger.book.titleRows({ mediaType: 'movie', tmdbId: 3 })).toHaveLength(REQUESTS / TITLES);

    const id = await fixture.database.write(async (tx) => {
      await changeRequest(tx, 1, { status: 'denied' });
      return insertRequest(tx, { tmdbId: 900, requestedAt: 9_000 });
    });
    await ledger.catchUp();
    expect(newest(ledger, 1).rows.map(({ entry }) => [entry.id, entry.tmdbId])).toEqual([[id, 900]]);
    expect(ledger.book.row(1)?.status).toBe(3);
    expect(ledger.book.counts).toMatchObject({ total: REQUESTS + 1, declined: 1 });
  });

  it('a history that could be read in part is read again, as it is by then', async () => {
    let reads = 0;
    const feed: Pick<RequestChangesRepository, 'changesSince'> = {
      changesSince: (tx, revision, limit) => {
        reads += 1;
        if (reads === 2) throw new Error('the disk is gone');
        return fixture.feed.changesSince(tx, revision, limit);
      },
    };
    const ledger = new SavedLedgerService(fixture.database, feed);
    await expect(ledger.catchUp()).rejects.toThrow();
    await fixture.database.write((tx) => changeRequest(tx, 2, { tmdbId: 901 }));
    await ledger.catchUp();
    expect(ledger.book.counts.total).toBe(REQUESTS);
    expect(ledger.book.titleRows({ mediaType: 'movie', tmdbId: 901 }).map(({ entry }) => entry.id)).toEqual([2]);
    expect(ledger.book.titleRows({ mediaType: 'movie', tmdbId: 2 })).toHaveLength(REQUESTS / TITLES - 1);
  });
});
