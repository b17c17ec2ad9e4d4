import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChaptarrFake } from '../../../test/fakes/chaptarr/chaptarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ChaptarrClient } from './chaptarr.client.js';

const KEY = 'canary-chaptarr-key';
const BOOKS = 'GET /api/v1/book';
const LONG_ID = `hc:${'7'.repeat(98)}`;

let clock: MovedClock;
let fake: ChaptarrFake;
let chaptarr: ChaptarrClient;

beforeEach(async () => {
  clock = new MovedClock(Date.UTC(2026, 10, 20, 12));
  fake = await new ChaptarrFake({ apiKey: KEY, now: () => clock.now() }).start();
  fake.given.nothing();
  chaptarr = new ChaptarrClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

const plainBook = (id: number): object => ({ id, monitored: true, hasFiles: false, foreignBookId: `hc:${id}` });

describe('the library', () => {
  it('Chaptarr facts, Media split: both records of a title share its foreign id, each with its format and files', async () => {
    fake.given.book({ foreignBookId: 'hc:1', title: 'Tides', format: 'ebook', monitored: true, hasFile: true });
    fake.given.book({ foreignBookId: 'hc:1', format: 'audiobook' });
    const { rows, unreadable } = await chaptarr.books();
    const shared = { title: 'Tides', foreignBookId: 'hc:1', hardcoverBookId: 'hc:1', goodreadsWorkId: 'gr:17' };
    expect(rows).toMatchObject([
      { ...shared, format: 'ebook', monitored: true, hasFile: true, fileCount: 1, sizeOnDisk: 2_400_000 },
      { ...shared, format: 'audiobook', monitored: false, hasFile: false, fileCount: 0, goodreadsBookId: null },
    ]);
    expect(rows[0]).toMatchObject({ releaseDate: Date.UTC(2023, 5, 1), seriesTitle: null, editions: [] });
    expect(unreadable).toEqual([]);
  });

  it.each([
    ['no format', { mediaType: undefined }, { format: null }],
    ['a format that nobody knows', { mediaType: 'papyrus' }, { format: null }],
    ['no title', { title: null }, { title: '' }],
    ['no author', { authorId: undefined }, { authorId: null }],
    ['no foreign id', { foreignBookId: null }, { foreignBookId: null }],
    ['a date that is none', { releaseDate: 'soon' }, { releaseDate: null }],
    ['files that are counted alone', { hasFiles: undefined, statistics: { bookFileCount: 2 } }, { hasFile: true }],
    ['files that are not counted', { hasFiles: true, statistics: undefined }, { hasFile: true, fileCount: null }],
    ['pictures of another shape', { images: 'none' }, { cover: null }],
  ])('reads a record with %s', async (_, members, expected) => {
    fake.fail(BOOKS, { body: [{ ...plainBook(7), ...members }] });
    const { rows, unreadable } = await chaptarr.books();
    expect([rows.length, unreadable.length]).toEqual([1, 0]);
    expect(rows[0]).toMatchObject(expected);
  });

  it('security 31: a list with more than 1,000 records that make no sense is an outage', async () => {
    fake.fail(BOOKS, { body: Array.from({ length: 1_000 }, () => null) });
    expect((await chaptarr.books()).unreadable).toHaveLength(1_000);
    fake.fail(BOOKS, { body: Array.from({ length: 1_001 }, () => null) });
    expect(await failureOf(chaptarr.books())).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['without an id', { id: undefined }, { id: null, parentId: 3, foreignId: 'hc:7' }],
    ['without a word of the watch', { monitored: 'perhaps' }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['that says nothing of files', { hasFiles: undefined }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for files', { hasFiles: 'some' }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for a count', { statistics: { bookFileCount: 'two' } }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with a foreign id of 101 characters', { foreignBookId: LONG_ID }, { id: 7, parentId: 3, foreignId: LONG_ID }],
    ['with an id that no column holds', { id: 2 ** 31 }, { id: 2 ** 31, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for its foreign id', { foreignBookId: 7 }, { id: 7, parentId: 3, foreignId: null }],
  ])('issue 20 §5: a record %s is reported, and the others are read', async (_, members, left) => {
    fake.fail(BOOKS, { body: [plainBook(1), { ...plainBook(7), authorId: 3, ...members }, plainBook(2)] });
    const { rows, unreadable } = await chaptarr.books();
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
    expect(unreadable).toEqual([left]);
  });

  it.each(['timeout', 'reset', 'garbage', 'empty', 'cut-body', 401, 404, 500, 503] as const)(
    'that answers with %s is unreadable, never empty',
    async (fault) => {
      fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
      fake.fail(BOOKS, fault);
      const arrived = fake.nextCall(BOOKS);
      const failing = failureOf(chaptarr.books());
      await arrived;
      if (fault === 'timeout') await clock.advance(60_000);
      expect(await failing).toMatchObject({ system: 'chaptarr', operation: 'book.list' });
    },
  );

  it('follows a download to its file, a merge to another id, and a record that somebody removes', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook', monitored: true });
    const download = fake.startDownload(id);
    fake.advanceDownload(download, 0.75);
    await expect(chaptarr.queue()).resolves.toMatchObject([{ bookId: id, sizeLeft: 600_000 }]);
    fake.finishDownload(download);
    fake.mergeInto('hc:1', 'hc:777');
    await expect(chaptarr.queue()).resolves.toEqual([]);
    await expect(chaptarr.bookById(id)).resolves.toMatchObject({ hasFile: true, foreignBookId: 'hc:777' });
    fake.removeFiles(id);
    fake.spoiled.set(id, { monitored: 'perhaps' });
    await expect(chaptarr.books()).resolves.toMatchObject({ rows: [], unreadable: [{ id, foreignId: 'hc:777' }] });
    fake.removeBook(id);
    await expect(chaptarr.bookById(id)).resolves.toBeNull();
  });

  it('has the editions of many records, asked for a hundred at a time, what can’t be read of them included', async () => {
    const ids = Array.from(
      { length: 201 },
      (_, at) => fake.given.book({ foreignBookId: `hc:${at + 1}`, format: 'ebook' }).id,
    );
    fake.fail('GET /api/v1/edition', { body: [7] });
    const { rows, unreadable } = await chaptarr.editionsOfBooks(ids);
    expect([rows.map(({ bookId }) => bookId), unreadable.length]).toEqual([ids.slice(100), 1]);
    expect(fake.calls('GET /api/v1/edition')).toHaveLength(3);
  });

  it('has a record or affirms that it has none; another 404 says nothing', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook', monitored: true });
    await expect(chaptarr.bookById(id)).resolves.toMatchObject({
      id,
      editions: [{ bookId: id, foreignEditionId: 'hc:edition:11', format: 'ebook', monitored: true }],
    });
    await expect(chaptarr.bookById(999)).resolves.toBeNull();
    fake.fail(`GET /api/v1/book/${id}`, 404);
    expect(await failureOf(chaptarr.bookById(id))).toMatchObject({ kind: 'malformed' });
    fake.fail(`GET /api/v1/book/${id}`, { body: { id, title: 'nothing of files or watch' } });
    expect(await failureOf(chaptarr.bookById(id))).toMatchObject({ kind: 'malformed' });
  });

  it('has authors with their places of each format; null where nothing of that format can go anywhere', async () => {
    const settings = {
      monitored: true,
      ebookQualityProfileId: 1,
      ebookMetadataProfileId: 1,
      ebookRootFolderPath: '/books',
    };
    fake.given.author({ foreignAuthorId: 'hc:9', name: 'Mara Quill' }, settings);
    const nowhere = { qualityProfileId: null, metadataProfileId: null, rootFolderPath: null };
    const { rows } = await chaptarr.authors();
    expect(rows).toMatchObject([
      {
        foreignAuthorId: 'hc:9',
        name: 'Mara Quill',
        monitored: true,
        added: clock.now(),
        places: {
          ebook: { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: '/books' },
          audiobook: nowhere,
        },
        fileCount: 0,
        sizeOnDisk: 0,
      },
    ]);
    await expect(chaptarr.authorById(rows[0]?.id ?? 0)).resolves.toMatchObject({ name: 'Mara Quill' });
    await expect(chaptarr.authorById(999)).resolves.toBeNull();
  });

  it('has files of an author, by record', async () => {
    const book = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook', hasFile: true });
    fake.given.book({
      foreignBookId: 'hc:2',
      author: { foreignAuthorId: 'hc:8', name: 'Other' },
      format: 'ebook',
      hasFile: true,
    });
    await expect(chaptarr.bookFilesOfAuthor(book.author.id)).resolves.toMatchObject({
      rows: [{ bookId: book.id, format: 'ebook', dateAdded: clock.now(), size: 2_400_000 }],
      unreadable: [],
    });
  });
});

describe('the queue', () => {
  it('says of each row which record comes, how far it is, and what Chaptarr complains about', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'audiobook' });
    const statusMessages = [
      { title: 'a release', messages: ['not an upgrade'] },
      { title: 'bare title', messages: [] },
    ];
    const more = { statusMessages, errorMessage: 'disk is full', trackedDownloadStatus: 'warning' };
    fake.given.queueRow({ bookId: id, size: 100, sizeLeft: 25, downloadId: 'AB', more });
    fake.given.queueRow({ bookId: id, size: 100, status: 'delay' });
    fake.given.queueRow({ size: 5 });
    await expect(chaptarr.queue()).resolves.toMatchObject([
      {
        bookId: id,
        downloadId: 'AB',
        status: 'downloading',
        size: 100,
        sizeLeft: 25,
        trackedDownloadStatus: 'warning',
        trackedDownloadState: 'downloading',
        complaints: ['not an upgrade', 'bare title', 'disk is full'],
        unreadable: false,
      },
      { bookId: id, downloadId: null, status: 'delay', trackedDownloadStatus: null, trackedDownloadState: null },
    ]);
  });

  it('issue 20 §5: a row that makes no sense is listed as a row without known content', async () => {
    fake.fail('GET /api/v1/queue', {
      body: { pageSize: 10, totalRecords: 2, records: [{ bookId: 'x' }, { bookId: 4 }] },
    });
    await expect(chaptarr.queue()).resolves.toMatchObject([
      { bookId: null, unreadable: true },
      { bookId: 4, unreadable: false },
    ]);
  });
});

describe('a lookup', () => {
  it('doc4 §1.16: finds a title by its prefixed id, with the author, the editions and the whole record', async () => {
    fake.given.catalog([{ foreignBookId: 'hc:1', title: 'Tides' }]);
    const { rows, refused } = await chaptarr.lookupBooks('hc:1', 'audiobook');
    expect(refused).toBe(false);
    expect(rows).toMatchObject([
      {
        libraryId: null,
        format: 'audiobook',
        foreignBookId: 'hc:1',
        author: { libraryId: null, foreignAuthorId: 'hc:440501', name: 'Ines Valdor' },
        editions: [{ foreignEditionId: 'hc:edition:12', format: 'audiobook' }],
        record: { title: 'Tides', titleSlug: 'tides', ratings: { votes: 400 } },
      },
    ]);
  });

  it('finds the record of the library first, by any id of it', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    for (const term of ['hc:1', 'gr:17', 'hc:edition:11', 'isbn:9780000000118']) {
      const { rows } = await chaptarr.lookupBooks(term, 'ebook');
      expect([term, rows.map(({ libraryId }) => libraryId)]).toEqual([term, [id]]);
    }
    const { rows } = await chaptarr.lookupBooks('hc:1', 'audiobook');
    expect(rows).toMatchObject([{ libraryId: null, format: 'audiobook' }]);
  });

  it.each([' ', '330101'])('facts, Lookup: the term %j is refused, which is an affirmed answer', async (term) => {
    await expect(chaptarr.lookupBooks(term, 'ebook')).resolves.toEqual({ rows: [], unreadable: [], refused: true });
  });

  it('security 31: with more than 1,000 results is an outage', async () => {
    const found = (count: number): object => ({ body: Array.from({ length: count }, () => ({})) });
    fake.fail('GET /api/v1/book/lookup', found(1_000));
    expect((await chaptarr.lookupBooks('hc:1', 'ebook')).rows).toHaveLength(1_000);
    fake.fail('GET /api/v1/book/lookup', found(1_001));
    expect(await failureOf(chaptarr.lookupBooks('hc:1', 'ebook'))).toMatchObject({ kind: 'too_large' });
  });

  it('refused in other words is an outage', async () => {
    fake.fail('GET /api/v1/book/lookup', { status: 400, body: 'no' });
    expect(await failureOf(chaptarr.lookupBooks('hc:1', 'ebook'))).toMatchObject({ kind: 'malformed' });
  });
});

describe('where titles may go', () => {
  it('facts: profiles are typed by words or by numbers, and those of old not at all', async () => {
    fake.given.metadataProfiles([
      { id: 1, name: 'Any', format: 'general' },
      { id: 2, name: 'Old', format: null },
      { id: 3, name: 'Spoken', format: 'audiobook' },
      { id: 4, name: 'Read', format: 'ebook' },
    ]);
    const { rows } = await chaptarr.metadataProfiles();
    expect(rows.map(({ purpose }) => purpose)).toEqual(['both', null, 'audiobook', 'ebook']);
    fake.fail('GET /api/v1/qualityprofile', {
      body: [{ id: 5, profileType: 'braille' }, { name: 'no id' }, { id: 6 }],
    });
    await expect(chaptarr.formatProfiles()).resolves.toEqual({
      rows: [
        { id: 5, name: '5', purpose: 'other' },
        { id: 6, name: '6', purpose: null },
      ],
      unreadable: [{ id: null, parentId: null, foreignId: null }],
    });
  });

  it('a folder says for which format it is, whether it is the default, and whether it can be reached', async () => {
    fake.given.rootFolders([
      { id: 1, name: 'All', path: '/all', accessible: false, format: 'mixed', defaultOf: ['ebook', 'audiobook'] },
    ]);
    fake.given.qualityProfiles([]);
    await expect(chaptarr.formatFolders()).resolves.toMatchObject({
      rows: [{ path: '/all', purpose: 'both', accessible: false, isDefault: { ebook: true, audiobook: true } }],
    });
  });
});
