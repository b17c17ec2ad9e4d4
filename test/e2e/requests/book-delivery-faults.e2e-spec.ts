import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestFailed } from '../../../src/modules/requests/requests.events.js';
import type { Session } from '../../harness/start-app.js';
import { ADD, BookDeliveryHousehold, BOOKS, COMMAND, INES, MONITOR } from './book-delivery-household.js';

const MINUTE_MS = 60_000;

let household: BookDeliveryHousehold;

beforeAll(async () => {
  household = await BookDeliveryHousehold.open({ isReusable: true });
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

async function again(after = MINUTE_MS): Promise<void> {
  await household.app.clock.leap(after);
  await household.app.deliver();
}

describe('the delivery of a book while answers are lost or refused', () => {
  it('issue 20: an addition whose answer is lost is found in the library, and not made again', async () => {
    const key = household.title();
    household.chaptarr.fail(ADD, 'answer-lost');
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'retry', mutation: 'add' });
    await again();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', code: 'requested' });
    // It may have been put off as an import, which searches for nothing: the search is sent to be sure.
    expect([household.called(ADD), household.searched()]).toEqual([[1], [`${key} add`, `${key} command`]]);
    expect(await household.paid(id)).toEqual([`${household.ana.userId}:ebook spent`]);
  });

  it('issue 20: an addition whose answer is lost and whose author is imported first is asked for once', async () => {
    household.chaptarr.given.lateAuthor(INES.foreignAuthorId);
    household.chaptarr.fail(ADD, 'answer-lost');
    const id = await household.brought(household.ana, household.title());
    await again();
    expect(await household.jobOf(id)).toMatchObject({ state: 'waiting_library', code: 'author_import' });
    expect(household.called(ADD)).toEqual([1]);
  });

  it('an addition that never arrived is made again, with its search', async () => {
    const key = household.title();
    household.chaptarr.fail(ADD, 503);
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
    await again();
    expect([await household.jobOf(id), household.searched()]).toMatchObject([{ state: 'complete' }, [`${key} add`]]);
  });

  it('a record that somebody added in between is taken as it is', async () => {
    const key = household.title();
    household.chaptarr.fail(BOOKS, { body: [] });
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', mutation: 'searched' });
    expect([household.called(ADD, MONITOR), household.searched()]).toEqual([[1, 1], [`${key} command`]]);
  });

  it('one that is said to be there and never shown needs a person', async () => {
    const key = household.title();
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    household.chaptarr.fail(BOOKS, { body: [] }, 2);
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'library_identity_unresolved' });
  });

  it('an addition that leaves its record unwatched is watched and searched for', async () => {
    const key = household.title();
    const { chaptarr } = household;
    chaptarr.route(ADD, () => {
      const { id } = chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
      return { status: 201, body: { id, monitored: false, hasFiles: false, foreignBookId: key, mediaType: 'ebook' } };
    });
    await household.brought(household.ana, key);
    expect([household.watched(), household.searched()]).toEqual([[`${key} ebook`], [`${key} command`]]);
  });

  it.each<readonly [string, 'answer-lost' | 503, number, number]>([
    ['is lost once', 'answer-lost', 1, 2],
    ['is lost every time', 'answer-lost', 9, 2],
    ['is an error four times', 503, 4, 1],
  ])('issue 20 §3: a search runs once, and twice at most: its answer %s', async (_, fault, times, runs) => {
    const key = household.title();
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    household.chaptarr.fail(COMMAND, fault, times);
    const id = await household.brought(household.ana, key);
    for (let made = 1; made <= 4; made += 1) await again(made * 10 * MINUTE_MS);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', code: 'requested' });
    expect(household.searched()).toEqual(Array.from({ length: runs }, () => `${key} command`));
  });

  it('doc2 §6 request_failed: a delivery that was tried fifty times is told once', async () => {
    const failed = household.heard(household.app.get(EventBus), RequestFailed);
    household.chaptarr.fail(BOOKS, 503, Infinity);
    const id = await household.brought(household.ana, household.title());
    await household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, { attempts: 48 }));
    await again(6 * 60 * MINUTE_MS);
    expect([await household.jobOf(id), failed]).toMatchObject([{ state: 'retry', attempts: 49 }, []]);
    for (let made = 1; made <= 2; made += 1) await again(6 * 60 * MINUTE_MS);
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'retry_limit', attempts: 50 });
    expect(failed).toEqual([new RequestFailed(id, 'ebook')]);
  });
});

describe('the delivery of a book whose requesters lose access', () => {
  let ben: Session;

  beforeEach(async () => {
    ben = await household.app.invite('ben');
  });

  const remove = (...sessions: readonly Session[]) => household.assign(household.library, 'remove', ...sessions);

  it.each([
    ['before it begins', null],
    ['after the library was read', BOOKS],
  ])('issue 20 §2: who lost it %s drops out with the charge, the other is served', async (_, during) => {
    const key = household.title();
    const id = await household.want(household.ana, key);
    await household.join(ben, id, key);
    if (during === null) await remove(household.ana);
    else
      household.chaptarr.route(during, async () => {
        await remove(household.ana);
        return { body: [] };
      });
    await household.app.deliver();
    expect(await household.paid(id)).toEqual([`${household.ana.userId}:ebook cancelled`, `${ben.userId}:ebook spent`]);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', code: 'requested' });
    expect((await household.row(id)).userId).toBe(ben.userId);
    expect(household.searched()).toEqual([`${key} add`]);
  });

  it('issue 20 §2: who lost it drops out of both formats at once, and reads so of both', async () => {
    const key = household.title();
    const id = await household.want(household.ana, key, ['ebook', 'audiobook']);
    await household.join(ben, id, key, ['ebook', 'audiobook']);
    await remove(household.ana);
    await household.app.deliver();
    expect((await household.ana.get('/api/requests')).body).toMatchObject([{ status: 'denied', book_format: 'both' }]);
    expect((await household.paid(id)).filter((one) => one.startsWith(`${household.ana.userId}:`))).toEqual([
      `${household.ana.userId}:ebook cancelled`,
      `${household.ana.userId}:audiobook cancelled`,
    ]);
  });

  it('issue 20 §2: who lost it after the change has begun has paid, and the record stays', async () => {
    const key = household.title();
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    const id = await household.want(household.ana, key);
    await household.join(ben, id, key);
    household.chaptarr.route(MONITOR, async () => {
      await remove(household.ana);
      const book = household.chaptarr.book(key, 'ebook');
      if (book) book.monitored = true;
      return { status: 202, body: [] };
    });
    await household.app.deliver();
    expect(await household.paid(id)).toEqual([household.ana, ben].map(({ userId }) => `${userId}:ebook spent`));
    expect([await household.jobOf(id), household.searched()]).toMatchObject([
      { state: 'complete' },
      [`${key} command`],
    ]);
  });

  it('issue 20 §2: when nobody is left nothing is sent, until access is back', async () => {
    const key = household.title();
    const id = await household.want(household.ana, key);
    await household.join(ben, id, key);
    await remove(household.ana, ben);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'access_unavailable' });
    expect(household.called(BOOKS, ADD)).toEqual([0, 0]);
    expect(await household.paid(id)).toEqual([household.ana, ben].map(({ userId }) => `${userId}:ebook reserved`));
    await household.assign(household.library, 'add', household.ana);
    await household.act(household.admin, id, 'retry');
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
  });
});
