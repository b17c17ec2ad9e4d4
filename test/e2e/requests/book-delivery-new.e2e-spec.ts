import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADD, BookDeliveryHousehold, BOOKS, INES, LOOKUP } from './book-delivery-household.js';

const FOLDER = { id: 1, name: '', path: '/books', accessible: true, format: 'ebook', defaultOf: [] } as const;

let household: BookDeliveryHousehold;

beforeAll(async () => {
  household = await BookDeliveryHousehold.open({ isReusable: true });
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

describe('the delivery of a book that is new to the library', () => {
  it('doc4 §1.16: is looked up by its id and added once, with its search; nothing else of the author is watched', async () => {
    const key = household.title({ title: 'The Salt Cartographer' });
    const other = household.title();
    const id = await household.brought(household.ana, key, ['audiobook']);
    const { chaptarr } = household;
    expect(chaptarr.calls(LOOKUP).map(({ query }) => query)).toEqual([{ term: key, mediaType: 'audiobook' }]);
    const record = chaptarr.book(key, 'audiobook');
    expect(chaptarr.additions).toEqual([{ foreignBookId: key, format: 'audiobook', bookId: record?.id }]);
    expect([household.watched(), household.searched()]).toEqual([[`${key} audiobook`], [`${key} add`]]);
    expect(chaptarr.book(other, 'audiobook')?.monitored).toBe(false);
    expect(chaptarr.calls(ADD)[0]?.body).toMatchObject({ editions: [{ monitored: true, manualAdd: true }] });
    expect(chaptarr.author(INES.foreignAuthorId)?.settings).toMatchObject({
      monitored: true,
      monitorNewItems: 'none',
      audiobookQualityProfileId: 2,
      audiobookMetadataProfileId: 2,
      audiobookRootFolderPath: '/audiobooks',
      audiobookMonitorExisting: 0,
      audiobookMonitorFuture: false,
    });
    expect(await household.jobOf(id, 'audiobook')).toMatchObject({
      state: 'complete',
      code: 'requested',
      attempts: 1,
      mutation: 'add',
      deliveryStartedAt: household.app.clock.now(),
      recordId: record?.id,
      canonicalForeignId: null,
      openKey: null,
    });
    expect(await household.paid(id)).toEqual([`${household.ana.userId}:audiobook spent`]);
  });

  it('doc2 §4 rule 7: the id that the record is filed under is kept, and the record is found by it again', async () => {
    const key = household.title({ canonicalId: 'hc:777' });
    const id = await household.brought(household.ana, key);
    const { recordId, canonicalForeignId } = await household.jobOf(id);
    expect([recordId, canonicalForeignId]).toEqual([household.chaptarr.book('hc:777', 'ebook')?.id, 'hc:777']);
    await household.brought(household.ana, key);
    expect([household.called(ADD), household.searched()]).toEqual([[1], ['hc:777 add']]);
  });

  it('doc4 §1.16 lookup terms: what the id does not find may be found by words, and counts by its id alone', async () => {
    const key = household.title({ title: 'Salt' });
    household.title({ title: 'Salt' });
    household.chaptarr.fail(LOOKUP, { body: [] }, 2);
    await household.brought(household.ana, key, ['ebook'], { title: 'Salt: Maps (2)', searchTerm: 'valdor salt' });
    const terms = household.chaptarr.calls(LOOKUP).map(({ query }) => query.term);
    expect(terms).toEqual([key, 'valdor salt', 'Salt: Maps (2)', 'Salt']);
    expect(household.watched()).toEqual([`${key} ebook`]);
  });

  it('doc4 §1.17: a title that no lookup finds by its id needs a person; the same title under another id is not taken', async () => {
    household.title({ title: 'Salt' });
    const id = await household.brought(household.ana, 'hc:1', ['ebook'], { title: 'Salt' });
    expect(await household.jobOf(id)).toMatchObject({
      state: 'attention',
      code: 'metadata_unresolved',
      deliveryStartedAt: null,
    });
    expect(household.called(ADD)).toEqual([0]);
  });

  it.each([
    [
      'two quality profiles',
      () =>
        household.chaptarr.given.qualityProfiles([
          { id: 1, name: 'Fine', format: 'ebook' },
          { id: 2, name: 'Plain', format: 'ebook' },
        ]),
      'Fine, Plain',
    ],
    ['no metadata profile', () => household.chaptarr.given.metadataProfiles([]), 'metadata profile'],
    [
      'a folder that it can not reach',
      () => household.chaptarr.given.rootFolders([{ ...FOLDER, accessible: false }]),
      'root folder',
    ],
    [
      'two folders',
      () => household.chaptarr.given.rootFolders([FOLDER, { ...FOLDER, id: 2, path: '/more' }]),
      '/books, /more',
    ],
  ])('doc2 §4 rule 6: with %s an administrator reads what to mend, a member nothing of it', async (_, given, named) => {
    given();
    const id = await household.brought(household.ana, household.title());
    const job = await household.jobOf(id);
    expect(job).toMatchObject({ state: 'attention', code: 'book_configuration', deliveryStartedAt: null });
    expect(job.message?.text).toContain(named);
    const { text } = await household.receipt(household.ana, id);
    expect(text).toContain('book_configuration');
    expect(text).not.toMatch(/\/books|\/more|Fine|profile/);
    household.chaptarr.given.qualityProfiles([{ id: 1, name: 'Fine', format: 'ebook' }]);
    household.chaptarr.given.metadataProfiles([{ id: 1, name: 'Any', format: 'general' }]);
    household.chaptarr.given.rootFolders([FOLDER]);
    expect((await household.act(household.admin, id, 'retry')).status).toBe(200);
    await household.app.deliver();
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
  });

  it('doc4 §1.17: a title without an edition of the format needs a person', async () => {
    const id = await household.brought(household.ana, household.title(), ['ebook']);
    expect(await household.jobOf(id)).toMatchObject({ state: 'complete' });
    const key = household.title({
      editions: { ebook: [{ foreignEditionId: 'hc:edition:5', isbn13: null, asin: null }] },
    });
    household.chaptarr.fail(ADD, {
      status: 400,
      body: [{ propertyName: 'Edition', errorMessage: 'No edition survived', errorCode: '' }],
    });
    const refused = await household.brought(household.ana, key, ['ebook']);
    expect(await household.jobOf(refused)).toMatchObject({
      state: 'attention',
      code: 'editions_unavailable',
      mutation: null,
    });
  });

  it('doc4 §1.12: both formats are two jobs, each with its own record and charge', async () => {
    const key = household.title();
    const id = await household.brought(household.ana, key, ['ebook', 'audiobook']);
    expect(household.watched().toSorted()).toEqual([`${key} audiobook`, `${key} ebook`]);
    expect(household.searched()).toEqual([`${key} add`, `${key} add`]);
    expect(await household.paid(id)).toEqual(
      ['ebook', 'audiobook'].map((one) => `${household.ana.userId}:${one} spent`),
    );
  });

  it('a profile that can not be read may be the one that fits: it is tried again', async () => {
    household.chaptarr.fail('GET /api/v1/qualityprofile', {
      body: [{ id: 1, name: 'eBook', profileType: 'ebook' }, {}],
    });
    const id = await household.brought(household.ana, household.title());
    expect(await household.jobOf(id)).toMatchObject({
      state: 'retry',
      code: 'service_unavailable',
      deliveryStartedAt: null,
    });
    expect(household.called(BOOKS, ADD)).toEqual([1, 0]);
  });
});
