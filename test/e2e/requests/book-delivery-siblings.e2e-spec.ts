import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOTH_PLACES, ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { ADD, BookDeliveryHousehold, BOOKS, COMMAND, INES, LOOKUP, MONITOR } from './book-delivery-household.js';

const NOTHING_SENT = [0, 0, 0];

let household: BookDeliveryHousehold;

beforeAll(async () => {
  household = await BookDeliveryHousehold.open({ isReusable: true });
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

const sent = () => household.called(ADD, MONITOR, COMMAND);

describe('the delivery of a book that the library knows', () => {
  it('issue 20 §3: a record of the format that nobody watches is watched and searched for, and nothing is added', async () => {
    const key = household.title();
    const ebook = household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    household.chaptarr.given.book({ foreignBookId: key, format: 'audiobook' });
    const id = await household.brought(household.ana, key);
    expect([household.watched(), household.searched()]).toEqual([[`${key} ebook`], [`${key} command`]]);
    expect([sent(), household.called(LOOKUP)]).toEqual([[0, 1, 1], [0]]);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', mutation: 'searched', recordId: ebook.id });
    expect(await household.paid(id)).toEqual([`${household.ana.userId}:ebook spent`]);
  });

  it('doc2 §4 rule 6: a missing sibling is added with the live profiles and folder of its author', async () => {
    const key = household.title();
    const { chaptarr } = household;
    chaptarr.given.qualityProfiles([
      { id: 1, name: 'A', format: 'ebook' },
      { id: 8, name: 'B', format: 'audiobook' },
      { id: 9, name: 'C', format: 'audiobook' },
    ]);
    chaptarr.given.author(INES, { ...BOTH_PLACES, audiobookQualityProfileId: 9, tags: [4] });
    chaptarr.given.book({ foreignBookId: key, format: 'ebook', monitored: true, hasFile: true });
    const id = await household.brought(household.ana, key, ['audiobook']);
    expect(chaptarr.calls(ADD)[0]?.body).toMatchObject({ author: { audiobookQualityProfileId: 9, tags: [4] } });
    expect(household.searched()).toEqual([`${key} add`]);
    expect(household.watched().toSorted()).toEqual([`${key} audiobook`, `${key} ebook`]);
    expect(chaptarr.calls().filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(await household.jobOf(id, 'audiobook')).toMatchObject({ state: 'complete', code: 'requested' });
  });

  it.each([
    ['lacks the format', false],
    ['has the format unwatched', true],
  ])(
    'issue 20 §3: an author without places of the format gets them first, where the library %s',
    async (_, isThere) => {
      const key = household.title();
      const other = household.title();
      const { chaptarr } = household;
      const { ebookQualityProfileId, ebookMetadataProfileId, ebookRootFolderPath } = BOTH_PLACES;
      const ebookPlaces = { ebookQualityProfileId, ebookMetadataProfileId, ebookRootFolderPath };
      chaptarr.given.author(INES, { monitored: true, tags: [4], monitorNewItems: 'all', ...ebookPlaces });
      chaptarr.given.book({ foreignBookId: other, format: 'audiobook' });
      if (isThere) chaptarr.given.book({ foreignBookId: key, format: 'audiobook' });
      const id = await household.brought(household.ana, key, ['audiobook']);
      const changes = chaptarr
        .calls()
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path}`);
      const author = `PUT /api/v1/author/${chaptarr.author(INES.foreignAuthorId)?.id}`;
      expect(changes).toEqual(isThere ? [author, MONITOR, COMMAND] : [author, ADD]);
      // What the author had stays as it was: who watches all that they publish has chosen so.
      expect(chaptarr.author(INES.foreignAuthorId)?.settings).toMatchObject({
        ...BOTH_PLACES,
        tags: [4],
        monitorNewItems: 'all',
      });
      expect([household.watched(), household.searched().length]).toEqual([[`${key} audiobook`], 1]);
      expect(await household.jobOf(id, 'audiobook')).toMatchObject({ state: 'complete' });
    },
  );

  it('issue 20 §3: an author whom nobody watches is watched, with nothing at large', async () => {
    const key = household.title();
    const { chaptarr } = household;
    chaptarr.given.author(INES, { ...BOTH_PLACES, monitored: false, monitorNewItems: 'all', ebookMonitorFuture: true });
    chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    chaptarr.given.book({ foreignBookId: household.title(), format: 'ebook' });
    await household.brought(household.ana, key);
    expect(chaptarr.author(INES.foreignAuthorId)?.settings).toMatchObject({
      ...{ monitored: true, monitorNewItems: 'none', ebookMonitorFuture: false, ebookMonitorExisting: 0 },
    });
    expect(household.watched()).toEqual([`${key} ebook`]);
  });

  it.each([
    ['a file, unwatched', { hasFile: true }, 'available'],
    ['no file, watched', { monitored: true }, 'requested'],
  ] as const)('doc4 §1.12: a record with %s: nothing is sent, and the charge comes back', async (_, given, code) => {
    const key = household.title();
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook', ...given });
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', code, deliveryStartedAt: null });
    expect([sent(), await household.paid(id)]).toEqual([NOTHING_SENT, [`${household.ana.userId}:ebook no_op`]]);
  });

  it('doc2 §4 rule 1: of two formats the one that is there comes back, the other stays spent', async () => {
    const key = household.title();
    household.chaptarr.given.book({ foreignBookId: key, format: 'ebook', hasFile: true });
    const id = await household.brought(household.ana, key, ['ebook', 'audiobook']);
    const { userId } = household.ana;
    expect(await household.paid(id)).toEqual([`${userId}:ebook no_op`, `${userId}:audiobook spent`]);
  });
});

describe('doc2 §4 rule 8: which title of the library is meant', () => {
  const sharedWork = { goodreadsWorkId: 'gr:70' };

  it('one that is filed under another id is found by the ids of its work, and the asked id stays', async () => {
    const key = household.title(sharedWork);
    const { id: recordId } = household.chaptarr.given.book({ ...sharedWork, foreignBookId: 'hc:9', format: 'ebook' });
    const id = await household.brought(household.ana, key);
    expect(household.watched()).toEqual(['hc:9 ebook']);
    expect(await household.jobOf(id)).toMatchObject({ recordId, canonicalForeignId: 'hc:9' });
    expect(await household.row(id)).toMatchObject({ foreignId: key, key });
  });

  it('a missing sibling of one that is filed under another id is added under that id', async () => {
    const key = household.title(sharedWork);
    household.title({ ...sharedWork, foreignBookId: 'hc:9' });
    household.chaptarr.given.author(INES, BOTH_PLACES);
    household.chaptarr.given.book({ ...sharedWork, foreignBookId: 'hc:9', format: 'ebook', hasFile: true });
    const id = await household.brought(household.ana, key, ['audiobook']);
    expect(household.watched()).toEqual(['hc:9 audiobook']);
    expect(household.chaptarr.calls(ADD)[0]?.body).toMatchObject({ foreignBookId: 'hc:9', mediaType: 'audiobook' });
    expect(await household.jobOf(id, 'audiobook')).toMatchObject({ state: 'complete', canonicalForeignId: 'hc:9' });
  });

  it('doc2 §4 rule 8: a missing sibling of one that is filed under a placeholder is added under the asked id, not as another placeholder', async () => {
    const { chaptarr } = household;
    const key = household.title({ goodreadsWorkId: 'gr:99' });
    chaptarr.given.book({ foreignBookId: 'hc:0', goodreadsWorkId: 'gr:99', format: 'ebook' });
    const id = await household.brought(household.ana, key, ['audiobook']);
    expect(household.searched()).toEqual([`${key} add`]);
    expect(await household.jobOf(id, 'audiobook')).toMatchObject({ state: 'complete', canonicalForeignId: null });
  });

  it('one of the same author is found by an ISBN, which lists of records do not have', async () => {
    const editions = { ebook: [{ foreignEditionId: 'hc:edition:1', isbn13: '9780000000019', asin: null }] };
    const key = household.title({ editions });
    const others = { ebook: [{ foreignEditionId: 'hc:edition:2', isbn13: '978-0-00-000001-9', asin: null }] };
    household.chaptarr.given.book({ foreignBookId: 'hc:9', editions: others, format: 'ebook' });
    await household.brought(household.ana, key);
    expect([household.watched(), household.called(ADD)]).toEqual([['hc:9 ebook'], [0]]);
  });

  it('the record that was bound before is found when its id has changed altogether', async () => {
    const key = household.title();
    const id = await household.want(household.ana, key);
    household.chaptarr.fail(COMMAND, 'answer-lost');
    const { id: recordId } = household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'retry', recordId, mutation: 'monitor_and_search' });
    household.chaptarr.spoiled.set(recordId, {
      foreignBookId: 'hc:21',
      hardcoverBookId: 'hc:21',
      goodreadsWorkId: null,
    });
    await household.app.clock.leap(60_000);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete', recordId, canonicalForeignId: 'hc:21' });
    expect(household.called(LOOKUP, ADD)).toEqual([0, 0]);
  });

  it('doc2 §4 rule 7: a record of the library of before is forgotten at another address, the id that it was filed under is not', async () => {
    const { chaptarr, ana } = household;
    const [done, open] = [household.title(sharedWork), household.title()];
    chaptarr.given.book({ ...sharedWork, foreignBookId: 'hc:9', format: 'ebook', monitored: true });
    chaptarr.given.book({ foreignBookId: open, format: 'ebook' });
    const delivered = await household.brought(ana, done);
    chaptarr.fail(COMMAND, 'answer-lost');
    const begun = await household.brought(ana, open);
    expect(await household.jobOf(begun)).toMatchObject({ state: 'retry', mutation: 'monitor_and_search' });
    const other = await new ChaptarrFake({ apiKey: chaptarr.apiKey, now: () => household.app.clock.now() }).start();
    const moveTo = (url: string) =>
      household.admin.put(`/api/instances/${household.library}`, {
        ...{ service_type: 'book_manager', name: 'Books', api_key: chaptarr.apiKey, url },
      });
    expect((await moveTo(chaptarr.url)).body).toMatchObject({ name: 'Books' });
    expect(await household.jobOf(delivered)).toMatchObject({
      recordId: expect.any(Number),
      canonicalForeignId: 'hc:9',
    });
    expect((await moveTo(other.url)).body).toMatchObject({ name: 'Books' });
    await other.stop();
    expect(await household.jobOf(delivered)).toMatchObject({ recordId: null, canonicalForeignId: 'hc:9' });
    expect(await household.jobOf(begun)).toMatchObject({ state: 'retry', recordId: null, mutation: null });
  });

  it('two titles that could be meant need a person, and nothing is sent', async () => {
    const key = household.title(sharedWork);
    for (const foreignBookId of ['hc:8', 'hc:9'])
      household.chaptarr.given.book({ ...sharedWork, foreignBookId, format: 'ebook' });
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'attention', code: 'import_identity_ambiguous' });
    expect(sent()).toEqual(NOTHING_SENT);
  });

  it('a shared title alone binds nothing', async () => {
    const key = household.title({ title: 'Salt' });
    household.chaptarr.given.book({ foreignBookId: 'hc:9', title: 'Salt', format: 'ebook' });
    await household.brought(household.ana, key, ['ebook'], { title: 'Salt' });
    expect(household.watched()).toEqual([`${key} ebook`]);
  });

  it('facts, 409: an id that Chaptarr itself takes for ambiguous needs a person', async () => {
    const key = household.title();
    household.chaptarr.ambiguous.add(key);
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({
      state: 'attention',
      code: 'import_identity_ambiguous',
      mutation: null,
    });
  });

  it('issue 20 §5: a row that makes no sense could be the title: it is tried again, and nothing is added', async () => {
    const key = household.title();
    const other = household.chaptarr.given.book({ foreignBookId: household.title(), format: 'ebook' });
    household.chaptarr.spoiled.set(other.id, { monitored: 'perhaps', foreignBookId: null });
    const id = await household.brought(household.ana, key);
    expect(await household.jobOf(id)).toMatchObject({ state: 'retry', code: 'library_identity_unresolved' });
    household.chaptarr.spoiled.set(other.id, { monitored: 'perhaps' });
    await household.app.clock.leap(60_000);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
    expect(household.called(ADD)).toEqual([1]);
  });

  it.each([
    ['result of the lookup', LOOKUP, 2, 'service_unavailable'],
    ['edition of its author', 'GET /api/v1/edition', 1, 'library_identity_unresolved'],
  ] as const)(
    'issue 20 §5: a %s that makes no sense could be the title: nothing is added',
    async (_, call, times, code) => {
      const key = household.title();
      household.chaptarr.given.book({ foreignBookId: household.title(), format: 'ebook' });
      household.chaptarr.fail(call, { body: [7] }, times);
      const id = await household.brought(household.ana, key);
      expect(await household.jobOf(id)).toMatchObject({ state: 'retry', code });
      await household.app.clock.leap(60_000);
      await household.app.deliver();
      expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
      expect(household.called(ADD)).toEqual([1]);
    },
  );

  it('doc2 §4 rule 8: a record of the title that names no format needs a person', async () => {
    const key = household.title();
    const { id: recordId } = household.chaptarr.given.book({ foreignBookId: key, format: 'ebook' });
    household.chaptarr.spoiled.set(recordId, { mediaType: null });
    const id = await household.brought(household.ana, key, ['audiobook']);
    expect(await household.jobOf(id, 'audiobook')).toMatchObject({
      state: 'attention',
      code: 'library_identity_unresolved',
    });
    expect([sent(), household.called(BOOKS)]).toEqual([NOTHING_SENT, [1]]);
  });
});
