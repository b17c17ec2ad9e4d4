import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRequest, insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import type { RequestChangesRepository } from '../../requests/requests.public.js';
import { IN_NO_LIBRARY, type Holding, type TitleState } from '../titles/title-state.js';
import { SavedLedgerService } from './saved-ledger.service.js';

/** More than are read at once. */
const REQUESTS = 2_100;
const TITLES = 7;

let fixture: LedgerFixture;
let ledger: SavedLedgerService;

const ledgerOn = (feed: Pick<RequestChangesRepository, 'changesSince'>): SavedLedgerService =>
  new SavedLedgerService(fixture.database, feed, fixture.matches);

beforeEach(async () => {
  fixture = await LedgerFixture.open();
  ledger = ledgerOn(fixture.feed);
});
afterEach(() => fixture.close());

/** What the book says of the requests that were made last. */
function newest({ book }: SavedLedgerService, take: number) {
  const selection = { filter: 'all', mediaType: null, requestedBy: null, sort: 'added' } as const;
  return book.page({ ...selection, descending: true, skip: 0, take });
}

describe('doc2 §4 Compat: the book has what was committed before the call', () => {
  beforeEach(() =>
    fixture.database.write(async (tx) => {
      for (let number = 0; number < REQUESTS; number += 1)
        await insertRequest(tx, { tmdbId: 1 + (number % TITLES), requestedAt: 1_000 + number });
    }),
  );

  it('of a history that takes several reads, and of what comes afterwards', async () => {
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
    ledger = ledgerOn(feed);
    await expect(ledger.catchUp()).rejects.toThrow();
    await fixture.database.write((tx) => changeRequest(tx, 2, { tmdbId: 901 }));
    await ledger.catchUp();
    expect(ledger.book.counts.total).toBe(REQUESTS);
    expect(ledger.book.titleRows({ mediaType: 'movie', tmdbId: 901 }).map(({ entry }) => entry.id)).toEqual([2]);
    expect(ledger.book.titleRows({ mediaType: 'movie', tmdbId: 2 })).toHaveLength(REQUESTS / TITLES - 1);
  });
});

describe('issue 43 C16: a series whose seasons the catalogs count differently', () => {
  const DARK = { tmdbId: 80, tvdbId: 81 } as const;
  const holds = (holding: Holding): TitleState => ({
    ...{ ...IN_NO_LIBRARY, inLibrary: true, recordId: 1, holding },
    seasons: new Map([[1, { holding, pilot: holding }]]),
  });
  const ask = (of: object = {}): Promise<number> =>
    fixture.database.write((tx) =>
      insertRequest(tx, { ...DARK, mediaType: 'tv', seasonScope: '1', seasonMap: '1:1', ...of }),
    );
  const doubt = (seasonsDifferSince: number | null): Promise<void> =>
    fixture.database.write((tx) =>
      fixture.storedMatches.remember(tx, { ...DARK, source: 'metadata', cachedAt: 1, seasonsDifferSince }),
    );
  const statuses = async (id: number): Promise<unknown> => {
    await ledger.catchUp();
    const { status, media } = ledger.book.row(id) ?? {};
    return [status, media];
  };

  it('is processing at most and its request not completed, from the write that doubts it to the one that ends the doubt', async () => {
    const id = await ask();
    const other = await ask({ tmdbId: 90 });
    await ledger.catchUp();
    ledger.book.hold('tv', DARK.tvdbId, holds('available'));
    expect(await statuses(id)).toEqual([5, 5]);
    await doubt(1);
    expect([await statuses(id), await statuses(other)]).toEqual([
      [2, 3],
      [5, 5],
    ]);
    await doubt(null);
    expect(await statuses(id)).toEqual([5, 5]);
  });

  it('is what libraries hold again once an administrator has said which season is which', async () => {
    await doubt(1);
    const id = await ask();
    await ledger.catchUp();
    ledger.book.hold('tv', DARK.tvdbId, holds('available'));
    expect(await statuses(id)).toEqual([2, 3]);
    const custom = { mode: 'custom', seasonMap: '', revision: 'r', updatedBy: 1, updatedAt: 1 } as const;
    await fixture.database.write((tx) => fixture.storedMatches.setOverride(tx, { ...DARK, ...custom }));
    expect(await statuses(id)).toEqual([5, 5]);
  });

  it.each<[Holding, number, number]>([
    ['partial', 2, 3],
    ['requested', 2, 3],
    ['unavailable', 2, 1],
    ['unknown', 2, 3],
  ])('where libraries say %s, no list of episodes is needed', async (holding, status, media) => {
    await doubt(1);
    const id = await ask({ status: 'available' });
    await ledger.catchUp();
    ledger.book.hold('tv', DARK.tvdbId, holds(holding));
    expect(await statuses(id)).toEqual([status, media]);
    const [row] = ledger.book.titleRows({ mediaType: 'tv', tmdbId: DARK.tmdbId });
    const held = row && ledger.book.stateOf(row.entry);
    expect([held?.inLibrary, held?.seasons.get(1)?.holding]).toEqual([true, media === 3 ? 'requested' : 'unavailable']);
  });
});
