import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { AuthorImportStalled, RequestFailed } from '../../../src/modules/requests/requests.public.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { ADD, BookDeliveryHousehold, BOOKS, IMPORTS, INES, LOOK_MS, LOOKUP } from './book-delivery-household.js';

const HOUR_MS = 60 * 60_000;

let household: BookDeliveryHousehold;
let stalled: readonly AuthorImportStalled[];
let failed: readonly RequestFailed[];

beforeAll(async () => {
  household = await BookDeliveryHousehold.open({ isReusable: true });
  const bus = household.app.get(EventBus);
  stalled = household.heard(bus, AuthorImportStalled);
  failed = household.heard(bus, RequestFailed);
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

/** A request whose author the manager imports first. */
async function awaited(formats: readonly ('ebook' | 'audiobook')[] = ['ebook']): Promise<readonly [number, string]> {
  household.chaptarr.given.lateAuthor(INES.foreignAuthorId);
  const key = household.title();
  return [await household.brought(household.ana, key, formats), key];
}

async function look(after = LOOK_MS): Promise<void> {
  await household.app.clock.leap(after);
  await household.app.deliver();
}

const WAITING = { state: 'waiting_library', code: 'author_import', mutation: 'import', attempts: 1 } as const;

describe('the delivery of a book whose author is imported first', () => {
  it.each([202, 400] as const)(
    'doc4 §1.16: waits for the author (a %i), is asked for once, and then watched and searched for once',
    async (answer) => {
      household.chaptarr.putsOffBy = answer;
      const [id, key] = await awaited();
      const waitingSince = household.app.clock.now();
      expect(await household.jobOf(id)).toMatchObject({
        ...{ ...WAITING, waitingSince, lastAttemptAt: waitingSince, nextAttemptAt: waitingSince + LOOK_MS },
        deliveryStartedAt: waitingSince,
      });
      await look();
      expect(await household.jobOf(id)).toMatchObject({ ...WAITING, waitingSince });
      household.chaptarr.finishImport(INES.foreignAuthorId);
      expect(household.searched()).toEqual([]);
      await look();
      expect(await household.jobOf(id)).toMatchObject({ state: 'complete', code: 'requested', waitingSince: null });
      expect([household.called(ADD), household.watched(), household.searched()]).toEqual([
        [1],
        [`${key} ebook`],
        [`${key} command`],
      ]);
      expect(await household.paid(id)).toEqual([`${household.ana.userId}:ebook spent`]);
    },
  );

  it('doc4 §1.8: is looked at as soon as the manager reports that it has added the author', async () => {
    const { status, text } = await household.admin.post(`/api/instances/${household.library}/webhook`);
    expect(status, text).toBe(200);
    const [id, key] = await awaited();
    household.chaptarr.finishImport(INES.foreignAuthorId);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject(WAITING);
    const recordId = household.chaptarr.book(key, 'ebook')?.id;
    expect((await household.chaptarr.sendWebhook('AuthorAdded', recordId)).map((sent) => sent.status)).toEqual([200]);
    await expect.poll(async () => (await household.jobOf(id)).state).toBe('complete');
    expect(household.searched()).toEqual([`${key} command`]);
  });

  it('doc4 §1.8: waits without end; such looks are no attempts, and a day of it is told once', async () => {
    stalled = household.heard(household.app.get(EventBus), AuthorImportStalled);
    const [id] = await awaited();
    for (let looks = 0; looks < 2; looks += 1) await look();
    await look(18 * HOUR_MS);
    expect([await household.jobOf(id), stalled]).toMatchObject([WAITING, []]);
    await look(2 * HOUR_MS);
    await look();
    await look(24 * HOUR_MS);
    expect([await household.jobOf(id), stalled]).toMatchObject([WAITING, [new AuthorImportStalled(id, 'ebook')]]);
    expect(household.called(ADD)).toEqual([1]);
  });

  it('doc4 §1.8: a long wait is told when the look is committed, and by the next look where a crash left it untold', async () => {
    const told: unknown[] = [];
    const stop = household.app.get(EventBus).on(AuthorImportStalled, async ({ requestId }) => {
      const { state, announcedWait } = await household.jobOf(requestId);
      told.push([state, announcedWait]);
    });
    onTestFinished(stop);
    const [id] = await awaited();
    const { waitingSince } = await household.jobOf(id);
    await look(24 * HOUR_MS);
    expect([told, await household.jobOf(id)]).toMatchObject([
      [['waiting_library', null]],
      { announcedWait: waitingSince },
    ]);
    await household.changeJob(id, { announcedWait: null });
    await look();
    await look();
    expect([told.length, await household.jobOf(id)]).toMatchObject([2, { announcedWait: waitingSince }]);
  });

  it('doc4 §1.8: nothing is told of a look whose outcome could not be committed', async () => {
    stalled = household.heard(household.app.get(EventBus), AuthorImportStalled);
    const [id] = await awaited();
    household.chaptarr.meanwhile(BOOKS, () => household.changeJob(id, { leaseToken: 'of another worker' }));
    await look(24 * HOUR_MS);
    expect(stalled).toEqual([]);
  });

  describe('issue 20 §3: looks at imports and the other deliveries of the library', () => {
    const OTHER = { foreignAuthorId: 'hc:440777', name: 'Bo Larsen' };
    const due = async (ids: readonly number[]): Promise<readonly boolean[]> =>
      Promise.all(
        ids.map(async (id) => ((await household.jobOf(id)).nextAttemptAt ?? NaN) <= household.app.clock.now()),
      );
    /** The additions and the looks at imports since the calls were forgotten. */
    const made = () =>
      household.chaptarr.calls().flatMap(({ method, path }) => {
        const key = `${method} ${path}`;
        return key === ADD ? ['added'] : key === IMPORTS ? ['looked'] : [];
      });

    it('a delivery goes before the looks that are due, and what comes during a look before the next look', async () => {
      const [[one], [two]] = [await awaited(), await awaited()];
      household.chaptarr.forgetCalls();
      household.chaptarr.meanwhile(IMPORTS, () => household.want(household.ana, household.title({ author: OTHER })));
      await household.want(household.ana, household.title({ author: OTHER }));
      await look();
      expect(made()).toEqual(['added', 'looked', 'added', 'looked']);
      expect(await due([one, two])).toEqual([false, false]);
    });

    it.each([503, 'reset'] as const)('a look that fails (%s) ends the looks of this round alone', async (fault) => {
      const ids = [(await awaited())[0], (await awaited())[0]];
      household.chaptarr.forgetCalls();
      household.chaptarr.fail(IMPORTS, fault);
      const other = await household.want(household.ana, household.title({ author: OTHER }));
      for (const id of ids) await household.changeJob(id, { nextAttemptAt: household.app.clock.now() });
      await household.app.deliver();
      expect([made(), await due(ids)]).toEqual([
        ['added', 'looked'],
        [false, true],
      ]);
      expect(await household.jobOf(other)).toMatchObject({ state: 'complete' });
      await household.app.deliver();
      expect([made(), await due(ids)]).toEqual([
        ['added', 'looked', 'looked'],
        [false, false],
      ]);
      for (const id of ids) expect(await household.jobOf(id)).toMatchObject(WAITING);
    });

    it('a look ends after a minute, though each of its calls answers in time', async () => {
      const [id] = await awaited();
      const { clock } = household.app;
      household.chaptarr.meanwhile(IMPORTS, () => clock.advance(14_000));
      household.chaptarr.meanwhile(BOOKS, () => clock.advance(45_999));
      household.chaptarr.finishImport(INES.foreignAuthorId);
      household.chaptarr.removeBook(household.chaptarr.books[0]?.id ?? 0);
      household.chaptarr.meanwhile(LOOKUP, () => clock.advance(1));
      await look();
      expect([await household.jobOf(id), await due([id])]).toMatchObject([WAITING, [false]]);
      await look();
      expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
    });
  });

  it('a format that its sibling waits with goes into the same import, and both arrive', async () => {
    const [id, key] = await awaited(['ebook', 'audiobook']);
    expect(household.chaptarr.imports).toHaveLength(1);
    household.chaptarr.finishImport(INES.foreignAuthorId);
    await look();
    expect(household.watched().toSorted()).toEqual([`${key} audiobook`, `${key} ebook`]);
    for (const format of ['ebook', 'audiobook'] as const)
      expect(await household.jobOf(id, format)).toMatchObject({ state: 'complete' });
    expect([household.called(ADD), household.searched().length]).toEqual([[2], 2]);
  });

  it('an author who came without the title: it is added to them', async () => {
    const [id, key] = await awaited();
    household.chaptarr.finishImport(INES.foreignAuthorId);
    household.chaptarr.removeBook(household.chaptarr.book(key, 'ebook')?.id ?? 0);
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', mutation: 'add' });
    expect(household.searched()).toEqual([`${key} add`]);
  });

  it('doc2 §4 rule 8: a manager that can not be read, or not find the title, says nothing about the import: it goes on waiting', async () => {
    const [id] = await awaited();
    for (const key of [IMPORTS, BOOKS]) {
      household.chaptarr.fail(key, 503);
      await look();
      expect(await household.jobOf(id)).toMatchObject(WAITING);
    }
    household.chaptarr.fail(LOOKUP, { body: [] }, 2);
    await look();
    expect(await household.jobOf(id)).toMatchObject(WAITING);
    household.chaptarr.finishImport(INES.foreignAuthorId);
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
  });

  it('doc4 §1.8: an import that failed needs a person, and is told; a retry asks anew', async () => {
    failed = household.heard(household.app.get(EventBus), RequestFailed);
    household.chaptarr.given.lateAuthor(INES.foreignAuthorId);
    const key = household.title({ foreignBookId: 'hc:77' });
    const id = await household.brought(household.ana, key);
    household.chaptarr.failImport(INES.foreignAuthorId);
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'import_failed', waitingSince: null });
    expect(failed).toEqual([new RequestFailed(id, 'ebook')]);
    household.chaptarr.given.catalog([{ foreignBookId: key }]);
    expect((await household.act(household.admin, id, 'retry')).status).toBe(200);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ ...WAITING, waitingSince: household.app.clock.now() });
    household.chaptarr.finishImport(INES.foreignAuthorId);
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
    expect([household.called(ADD), household.watched()]).toEqual([[2], [`${key} ebook`]]);
  });

  it('doc4 §1.8: an import that was cancelled, or vanished without the author, needs a person', async () => {
    const lateKey = (): string => {
      household.chaptarr.given.lateAuthor(INES.foreignAuthorId);
      return household.title({ foreignBookId: 'hc:77' });
    };
    const id = await household.brought(household.ana, lateKey());
    household.chaptarr.cancelImport(INES.foreignAuthorId);
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'import_cancelled' });
    expect((await household.act(household.admin, id, 'retry')).status).toBe(200);
    await household.app.deliver();
    household.chaptarr.finishImport(INES.foreignAuthorId);
    household.chaptarr.given.nothing();
    lateKey();
    await look();
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'import_abandoned' });
  });

  it('doc4 §1.8: POST wait puts a failed one back to waiting, and asks for nothing', async () => {
    const [id] = await awaited();
    household.chaptarr.failImport(INES.foreignAuthorId);
    await look();
    // The worker looks at once: the manager answers when the job was read.
    const { promise: wasRead, resolve } = manualPromise();
    household.chaptarr.meanwhile(IMPORTS, () => wasRead);
    const { status, text } = await household.admin.post(`/api/admin/requests/${id}/wait`);
    expect(status, text).toBe(200);
    expect(await household.jobOf(id)).toMatchObject({
      ...{ state: 'waiting_library', code: 'author_import', waitingSince: household.app.clock.now() },
    });
    resolve();
    await household.app.deliver();
    expect([(await household.jobOf(id)).code, household.called(ADD)]).toEqual(['import_failed', [1]]);
  });
});
