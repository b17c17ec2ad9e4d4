import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import type { SubscriberRow } from './rows.js';
import { SubscribersRepository } from './subscribers.repository.js';

describe('SubscribersRepository, doc4 §1.12 book', () => {
  const subscribers = new SubscribersRepository();
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  const add = (requestId: number, userId: number, joinedAt: number, bookFormat: SubscriberRow['bookFormat'] = 'both') =>
    fixture.database.write((tx) =>
      subscribers.add(tx, { requestId, userId, username: `member ${userId}`, bookFormat, joinedAt }),
    );
  const of = async (requestId: number) =>
    (await fixture.database.read((tx) => subscribers.ofRequest(tx, requestId))).map(({ userId, bookFormat }) => [
      userId,
      bookFormat,
    ]);

  it('lists who joined first first, and accounts that joined at once by their id', async () => {
    await add(1, 9, 200);
    await add(1, 8, 100);
    await add(1, 7, 200);
    expect(await of(1)).toEqual([
      [8, 'both'],
      [7, 'both'],
      [9, 'both'],
    ]);
  });

  it('changes the formats of an account, and keeps its place', async () => {
    await add(1, 8, 100, 'ebook');
    await add(1, 9, 200, 'audiobook');
    await fixture.database.write((tx) => subscribers.change(tx, { requestId: 1, userId: 8 }, 'both'));
    expect(await of(1)).toEqual([
      [8, 'both'],
      [9, 'audiobook'],
    ]);
  });

  it('answers by request, and forgets who leaves', async () => {
    for (const requestId of [1, 2]) await add(requestId, 8, 100);
    await add(2, 9, 200);
    const byRequest = await fixture.database.read((tx) => subscribers.ofRequests(tx, [1, 2, 3]));
    expect([...byRequest].map(([id, rows]) => [id, rows.map(({ userId }) => userId)])).toEqual([
      [1, [8]],
      [2, [8, 9]],
    ]);
    await fixture.database.write((tx) => subscribers.remove(tx, 2, 8));
    expect([await of(1), await of(2)]).toEqual([[[8, 'both']], [[9, 'both']]]);
  });
});
