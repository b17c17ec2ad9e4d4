import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { RequestLifecyclesService } from '../request-lifecycles.service.js';
import { DispatchesRepository } from './dispatches.repository.js';
import { DispatchRow } from './job-rows.js';
import { RequestsRepository } from './requests.repository.js';
import type { RequestRow, SubscriberRow } from './rows.js';

const [ANN, BEN] = [7, 8];
const BOOK = { mediaType: 'book', bookFormat: 'ebook', key: 'hc:1' } as const;

describe('the rows of requests', () => {
  const saved = new RequestsRepository();
  const dispatches = new DispatchesRepository();
  const none = undefined as never;
  const lifecycles = new RequestLifecyclesService(none, dispatches, none, none, none, saved, none);
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  const add = (of: Partial<RequestRow>): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));

  const join = (requestId: number, userId: number, joinedAt: number): Promise<void> =>
    fixture.database.write((tx) =>
      saved.subscribe(tx, { requestId, userId, username: 'x', bookFormat: 'ebook', joinedAt }),
    );

  const ids = (rows: readonly RequestRow[]): readonly number[] => rows.map(({ id }) => id);

  it('of an account are its own and those that it shares, by its part in them, page by page', async () => {
    const shared = await add({ userId: BEN, requestedAt: 1_000, ...BOOK });
    const old = await add({ userId: ANN, requestedAt: 2_000 });
    const [first, second] = [
      await add({ userId: ANN, requestedAt: 3_000 }),
      await add({ userId: ANN, requestedAt: 3_000 }),
    ];
    await add({ userId: ANN, requestedAt: 9_000, forgottenAt: 9_500 });
    await add({ userId: BEN, requestedAt: 9_000 });
    await join(shared, ANN, 4_000);
    await join(shared, BEN, 1_000);
    const of = async (limit: number, before?: number) =>
      ids(await fixture.database.read((tx) => saved.ofAccount(tx, ANN, limit, before)));
    expect(await of(10)).toEqual([shared, second, first, old]);
    expect(await of(2)).toEqual([shared, second]);
    expect(await of(2, shared)).toEqual([second, first]);
    expect(await of(2, second)).toEqual([first, old]);
    expect(await of(2, old)).toEqual([]);
    const work = { userId: ANN, mediaType: 'book', key: 'hc:1' } as const;
    expect(ids(await fixture.database.read((tx) => saved.ofWork(tx, work)))).toEqual([shared]);
    expect(ids(await fixture.database.read((tx) => saved.ofWork(tx, { ...work, key: 'hc:2' })))).toEqual([]);
  });

  it('are awaited by the key that they were asked for by, or that their library files them under', async () => {
    const [asked, filed] = [await add(BOOK), await add({ ...BOOK, key: 'hc:2' })];
    await add({ ...BOOK, key: 'hc:1', status: 'denied' });
    await add({ ...BOOK, key: 'hc:1', instanceId: 'others' });
    await fixture.database.write((tx) => tx.update(DispatchRow, { requestId: filed }, { canonicalForeignId: 'hc:1' }));
    const work = { mediaType: 'book', key: 'hc:1' } as const;
    expect(await fixture.database.read((tx) => saved.awaiting(tx, 'films', work))).toEqual([asked, filed]);
  });

  it('and their jobs: those that an account waits for, that wait for a library, and that are due in it', async () => {
    const [one, other] = [await add(BOOK), await add({ ...BOOK, key: 'hc:2' })];
    await join(one, BEN, 1_000);
    await join(other, BEN, 1_000);
    const waits = { state: 'waiting_library', code: 'author_import', nextAttemptAt: 5_000 } as const;
    await fixture.database.write((tx) => dispatches.change(tx, { requestId: one, format: '' }, waits));
    await fixture.database.write((tx) =>
      dispatches.change(tx, { requestId: other, format: '' }, { state: 'complete' }),
    );
    const { awaited, waiting, due, objection } = await fixture.database.read(async (tx) => ({
      awaited: await dispatches.awaitedBy(tx, BEN),
      waiting: await dispatches.waitingFor(tx, 'films', 'author_import'),
      due: await dispatches.due(tx, 'films', 5_000, 10),
      objection: await lifecycles.objectionToRemoval(tx, 'films'),
    }));
    expect(awaited).toEqual([one]);
    expect(waiting.map(({ requestId }) => requestId)).toEqual([one]);
    expect(due).toMatchObject([{ requestId: one, mediaType: 'book', key: 'hc:1' }]);
    expect(objection?.text).toBe('1 request awaits approval or delivery');
    await fixture.database.write((tx) => lifecycles.forgetInstance(tx, 'films'));
  });
});

describe('subscribers, doc4 §1.12 book', () => {
  const saved = new RequestsRepository();
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  const add = (requestId: number, userId: number, joinedAt: number, bookFormat: SubscriberRow['bookFormat'] = 'both') =>
    fixture.database.write((tx) =>
      saved.subscribe(tx, { requestId, userId, username: `member ${userId}`, bookFormat, joinedAt }),
    );
  const of = async (requestId: number) =>
    (await fixture.database.read((tx) => saved.subscribersOf(tx, requestId))).map(({ userId, bookFormat }) => [
      userId,
      bookFormat,
    ]);

  const book = (id: number) => ({ id, bookFormat: 'both' as const });

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
    await fixture.database.write((tx) => saved.changeSubscriber(tx, { requestId: 1, userId: 8 }, 'both'));
    expect(await of(1)).toEqual([
      [8, 'both'],
      [9, 'audiobook'],
    ]);
  });

  it('answers by request, and forgets who leaves', async () => {
    for (const requestId of [1, 2]) await add(requestId, 8, 100);
    await add(2, 9, 200);
    const byRequest = await fixture.database.read((tx) => saved.subscribersOfAll(tx, [1, 2, 3].map(book)));
    expect([...byRequest].map(([id, rows]) => [id, rows.map(({ userId }) => userId)])).toEqual([
      [1, [8]],
      [2, [8, 9]],
    ]);
    await fixture.database.write((tx) => saved.unsubscribe(tx, 2, 8));
    expect([await of(1), await of(2)]).toEqual([[[8, 'both']], [[9, 'both']]]);
  });
});
