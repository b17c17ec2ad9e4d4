import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { decisionOf, DECISIONS } from '../saved/request-decision.js';
import { CANCELLED } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { type HistoryFilter, RequestHistoryRepository } from './request-history.repository.js';

const [ANN, BEN, CLEO] = [7, 8, 9];

describe('doc4 §1.4: the rows of the history of requests', () => {
  const history = new RequestHistoryRepository();
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  const add = (of: Partial<RequestRow>): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));
  const page = (filter: HistoryFilter, limit = 20) => fixture.database.read((tx) => history.page(tx, filter, limit));
  const idsOf = async (filter: HistoryFilter) => (await page(filter)).map(({ id }) => id);

  it('each decision selects the requests that were decided so', async () => {
    await add({ status: 'pending' });
    await add({ status: 'requested' });
    await add({ status: 'unavailable' });
    await add({ status: 'denied', approvedBy: 1, denyReason: CANCELLED });
    await add({ status: 'denied', denyReason: CANCELLED });
    await add({ status: 'denied', denyReason: 'of old' });
    await add({ status: 'denied', denyReason: null });
    const all = await page({});
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((one, other) => other - one));
    for (const decision of DECISIONS) {
      const expected = all.filter((row) => decisionOf(row) === decision).map(({ id }) => id);
      expect([decision, await idsOf({ decision })]).toEqual([decision, expected]);
      expect(expected).not.toEqual([]);
    }
  });

  it('a part of the title or of a name is found in any case, and no wildcard', async () => {
    const film = await add({ title: 'The Matrix', requesterName: 'Ann' });
    const percent = await add({ title: '100% Wolf_', requesterName: 'ben' });
    const book = await add({ mediaType: 'book', title: 'Salt', requesterName: 'ben', bookFormat: 'ebook' });
    await fixture.database.write((tx) =>
      new RequestsRepository().subscribe(tx, {
        requestId: book,
        userId: CLEO,
        username: 'Cleo',
        bookFormat: 'ebook',
        joinedAt: 1_000,
      }),
    );
    expect(await idsOf({ text: 'mATR' })).toEqual([film]);
    expect(await idsOf({ text: 'ANN' })).toEqual([film]);
    expect(await idsOf({ text: 'cLEO' })).toEqual([book]);
    expect(await idsOf({ text: '0% w' })).toEqual([percent]);
    expect(await idsOf({ text: '%' })).toEqual([percent]);
    expect(await idsOf({ text: 'f_' })).toEqual([percent]);
    expect(await idsOf({ text: '\\' })).toEqual([]);
  });

  it('a kind, an account and what it joined, and what follows an id, each and together', async () => {
    const film = await add({ userId: ANN });
    const series = await add({ userId: BEN, mediaType: 'tv' });
    const book = await add({ userId: BEN, mediaType: 'book', bookFormat: 'ebook' });
    const joined = { requestId: book, userId: ANN, username: 'ann', bookFormat: 'ebook', joinedAt: 1_000 } as const;
    await fixture.database.write((tx) => new RequestsRepository().subscribe(tx, joined));
    expect(await idsOf({ mediaType: 'tv' })).toEqual([series]);
    expect(await idsOf({ userId: ANN })).toEqual([book, film]);
    expect(await idsOf({ before: book })).toEqual([series, film]);
    expect(
      await idsOf({ text: 'matrix', mediaType: 'movie', decision: 'approved', userId: ANN, before: book }),
    ).toEqual([film]);
    expect((await page({}, 2)).map(({ id }) => id)).toEqual([book, series]);
  });

  it('everybody who has asked, by the name of their latest request and in the order of a list; who has only joined, too', async () => {
    await add({ userId: ANN, requesterName: 'old name' });
    await add({ userId: ANN, requesterName: 'ann' });
    const book = await add({ userId: BEN, requesterName: 'Ben', mediaType: 'book', bookFormat: 'ebook' });
    for (const [userId, username] of [
      [CLEO, 'cleo'],
      [ANN, 'ann'],
    ] as const)
      await fixture.database.write((tx) =>
        new RequestsRepository().subscribe(tx, {
          requestId: book,
          userId,
          username,
          bookFormat: 'ebook',
          joinedAt: 1_000,
        }),
      );
    const requesters = (limit: number) => fixture.database.read((tx) => history.requesters(tx, limit));
    const names = (await requesters(20)).map(({ username }) => username);
    // In the order of their code points, on every engine.
    expect(names).toEqual(['Ben', 'ann', 'cleo']);
    expect(await requesters(20)).toContainEqual({ userId: ANN, username: 'ann' });
    expect((await requesters(2)).map(({ username }) => username)).toEqual(names.slice(0, 2));
  });
});
