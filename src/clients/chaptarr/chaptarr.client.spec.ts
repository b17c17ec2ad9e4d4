import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOTH_PLACES, ChaptarrFake } from '../../../test/fakes/chaptarr/chaptarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ChaptarrClient } from './chaptarr.client.js';

const KEY = 'canary-chaptarr-key';
const BOOKS = 'GET /api/v1/book';

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
    const { rows, nonsense } = await chaptarr.books();
    const shared = { title: 'Tides', foreignBookId: 'hc:1', hardcoverBookId: 'hc:1', goodreadsWorkId: 'gr:17' };
    expect(rows).toMatchObject([
      { ...shared, format: 'ebook', monitored: true, hasFile: true, fileCount: 1, sizeOnDisk: 2_400_000 },
      { ...shared, format: 'audiobook', monitored: false, hasFile: false, fileCount: 0, goodreadsBookId: null },
    ]);
    expect(rows[0]).toMatchObject({ releaseDate: Date.UTC(2023, 5, 1), seriesTitle: null, editions: [] });
    expect(nonsense).toEqual([]);
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
    const { rows, nonsense } = await chaptarr.books();
    expect([rows.length, nonsense.length]).toEqual([1, 0]);
    expect(rows[0]).toMatchObject(expected);
  });

  it.each([
    ['without an id', { id: undefined }, { id: null, parentId: 3, foreignId: 'hc:7' }],
    ['without a word of the watch', { monitored: 'perhaps' }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['that says nothing of files', { hasFiles: undefined }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for files', { hasFiles: 'some' }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for a count', { statistics: { bookFileCount: 'two' } }, { id: 7, parentId: 3, foreignId: 'hc:7' }],
    ['with nonsense for its foreign id', { foreignBookId: 7 }, { id: 7, parentId: 3, foreignId: null }],
  ])('issue 20 §5: a record %s is reported, and the others are read', async (_, members, left) => {
    fake.fail(BOOKS, { body: [plainBook(1), { ...plainBook(7), authorId: 3, ...members }, plainBook(2)] });
    const { rows, nonsense } = await chaptarr.books();
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
    expect(nonsense).toEqual([left]);
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
      nonsense: [],
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
        nonsense: false,
      },
      { bookId: id, downloadId: null, status: 'delay', trackedDownloadStatus: null, trackedDownloadState: null },
    ]);
  });

  it('issue 20 §5: a row that makes no sense stands there as one of which nothing is known', async () => {
    fake.fail('GET /api/v1/queue', {
      body: { pageSize: 10, totalRecords: 2, records: [{ bookId: 'x' }, { bookId: 4 }] },
    });
    await expect(chaptarr.queue()).resolves.toMatchObject([
      { bookId: null, nonsense: true },
      { bookId: 4, nonsense: false },
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
        local: { ebook: [], audiobook: [] },
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
    expect(rows).toMatchObject([{ libraryId: null, local: { ebook: [id], audiobook: [] } }]);
  });

  it.each([' ', '330101'])('facts, Lookup: the term %j is refused, which is an affirmed answer', async (term) => {
    await expect(chaptarr.lookupBooks(term, 'ebook')).resolves.toEqual({ rows: [], nonsense: [], refused: true });
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
      nonsense: [{ id: null, parentId: null, foreignId: null }],
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

/** What an addition sends, by the lookup. */
async function addition(
  term: string,
  format: 'ebook' | 'audiobook',
  author: object = { ...BOTH_PLACES, addOptions: { monitor: 'specificBook' } },
): Promise<Record<string, unknown>> {
  const { rows } = await chaptarr.lookupBooks(term, format);
  const record = rows[0]?.record ?? {};
  return { ...record, author: { ...(record.author as object), ...author }, addOptions: { searchForNewBook: true } };
}

describe('an addition', () => {
  beforeEach(() => fake.given.catalog([{ foreignBookId: 'hc:1' }, { foreignBookId: 'hc:2' }]));

  it('adds the one record, and nothing else of the author is watched', async () => {
    const added = await chaptarr.addBook(await addition('hc:1', 'audiobook'), 'audiobook');
    const book = fake.book('hc:1', 'audiobook');
    expect(added).toMatchObject({ outcome: 'added', book: { id: book?.id, monitored: true, format: 'audiobook' } });
    expect(fake.books.filter(({ monitored }) => monitored)).toEqual([book]);
    expect(fake.searches).toEqual([{ bookIds: [book?.id], via: 'add' }]);
    expect(fake.calls('POST /api/v1/book')[0]?.query).toEqual({ mediaType: 'audiobook' });
  });

  it('of a new author with the option none leaves the record unwatched: it says so', async () => {
    const body = await addition('hc:1', 'ebook', { ...BOTH_PLACES, addOptions: { monitor: 'none' } });
    const added = await chaptarr.addBook({ ...body, monitored: true, ebookMonitored: true }, 'ebook');
    expect(added).toMatchObject({ outcome: 'added', book: { monitored: false } });
    expect(fake.searches).toEqual([]);
  });

  it('doc2 §4 rule 7: names the id that the record is filed under, whatever was asked', async () => {
    fake.given.catalog([{ foreignBookId: 'hc:3', canonicalId: 'hc:777' }]);
    const added = await chaptarr.addBook(await addition('hc:3', 'ebook'), 'ebook');
    expect(added).toMatchObject({ outcome: 'added', book: { foreignBookId: 'hc:777' } });
  });

  it.each([202, 400] as const)('of an author who is imported later is told as such, by a %i', async (status) => {
    fake.putsOffBy = status;
    fake.given.lateAuthor('hc:440501');
    const added = await chaptarr.addBook(await addition('hc:1', 'ebook'), 'ebook');
    expect(added).toEqual({ outcome: 'queued', importId: fake.imports[0]?.id });
    expect(fake.books).toEqual([]);
    fake.finishImport('hc:440501');
    const { rows } = await chaptarr.books();
    expect(rows.filter(({ monitored }) => monitored)).toMatchObject([{ foreignBookId: 'hc:1', format: 'ebook' }]);
    await expect(chaptarr.pendingAuthorImports()).resolves.toEqual({ rows: [], nonsense: [] });
  });

  it('of a record that is there is told as such, by the validator or by the key of the table', async () => {
    const body = await addition('hc:1', 'ebook');
    fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toEqual({ outcome: 'exists' });
    fake.fail('POST /api/v1/book', { status: 409, body: { message: 'UNIQUE constraint failed' } });
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toEqual({ outcome: 'exists' });
  });

  it('facts, 409: names the records that an ambiguous id may mean', async () => {
    const body = await addition('hc:1', 'ebook');
    fake.given.book({ foreignBookId: 'hc:1', format: 'audiobook' });
    const { id } = fake.book('hc:1', 'audiobook') ?? {};
    fake.ambiguous.add('hc:1');
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toEqual({
      outcome: 'ambiguous',
      of: 'book',
      candidates: [{ id, format: 'audiobook' }],
    });
    fake.ambiguous.clear();
    fake.ambiguous.add('hc:440501');
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toMatchObject({ outcome: 'ambiguous', of: 'author' });
  });

  it.each([
    ['an unknown profile', { ebookQualityProfileId: 99 }, 'ebookqualityprofileid', ['QualityProfileExistsValidator']],
    ['a profile of the other format', { ebookQualityProfileId: 2 }, 'ebookqualityprofileid', []],
    ['a metadata profile of the other format', { ebookMetadataProfileId: 2 }, 'ebookmetadataprofileid', []],
    ['an unknown folder', { ebookRootFolderPath: '/gone' }, 'ebookrootfolderpath', ['RootFolderExistsValidator']],
    ['a folder of the other format', { ebookRootFolderPath: '/audiobooks' }, 'ebookrootfolderpath', []],
    ['no metadata profile', { ebookMetadataProfileId: null }, 'ebookmetadataprofileid', ['NotEmptyValidator']],
  ])('with %s is refused, and what is objected to is named', async (_, places, property, refusals) => {
    const body = await addition('hc:1', 'ebook', { ...BOTH_PLACES, ...places });
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toMatchObject({
      outcome: 'refused',
      properties: [property],
      refusals,
    });
    expect([fake.books, fake.authors]).toEqual([[], []]);
  });

  it.each([
    ['no editions', { editions: [] }],
    ['no edition that is watched', { editions: [{ foreignEditionId: 'hc:edition:11', monitored: false }] }],
    ['an edition that nobody knows', { editions: [{ foreignEditionId: 'hc:edition:5', monitored: true }] }],
    ['an id without its prefix', { foreignBookId: '1' }],
  ])('with %s is refused', async (_, members) => {
    const body = { ...(await addition('hc:1', 'ebook')), ...members };
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toMatchObject({ outcome: 'refused' });
    expect(fake.additions).toEqual([]);
  });

  it('issue 20 §3: an author without places of the format gets them first, else the addition is refused', async () => {
    const { id } = fake.given.author(
      { foreignAuthorId: 'hc:440501', name: 'Ines Valdor' },
      { monitored: true, tags: [4] },
    );
    const body = await addition('hc:1', 'ebook');
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toMatchObject({ outcome: 'refused' });
    const author = await chaptarr.authorById(id);
    await chaptarr.updateAuthor({ ...author?.record, ...BOTH_PLACES });
    expect(fake.author('hc:440501')?.settings).toMatchObject({ ...BOTH_PLACES, tags: [4] });
    await expect(chaptarr.addBook(body, 'ebook')).resolves.toMatchObject({ outcome: 'added' });
  });

  it('refused in other words, or answered with what is no record, is an error', async () => {
    fake.fail('POST /api/v1/book', { status: 400, body: { message: `no, ${KEY}` } });
    const error = await failureOf(chaptarr.addBook({}, 'ebook'));
    expect(error).toMatchObject({ kind: 'rejected', operation: 'book.add', reason: 'server returned status 400' });
    fake.fail('POST /api/v1/book', { status: 201, body: { id: 'x' } });
    expect(await failureOf(chaptarr.addBook({}, 'ebook'))).toMatchObject({ kind: 'malformed' });
  });

  it('whose answer is lost may have been made, and was', async () => {
    const body = await addition('hc:1', 'ebook');
    fake.fail('POST /api/v1/book', 'answer-lost');
    expect(await failureOf(chaptarr.addBook(body, 'ebook'))).toMatchObject({ definitelyNotSent: false });
    expect(fake.book('hc:1', 'ebook')).toBeDefined();
  });
});

describe('author imports', () => {
  it.each([
    ['Pending', null, 'waiting'],
    ['InProgress', null, 'waiting'],
    ['retrying', null, 'waiting'],
    ['Succeeded', null, 'done'],
    ['PartialSuccess', 'no audiobook', 'partly'],
    ['Failed', 'author was not found', 'failed'],
    ['Failed', 'Cancelled by user', 'cancelled'],
    ['Cancelled', null, 'cancelled'],
    ['NotRequested', null, 'none'],
    ['Dreaming', null, 'unknown'],
    [undefined, null, 'unknown'],
  ])('%s, with %j as its last error, is %s', async (word, lastError, state) => {
    const row = { id: 4, providerId: 'hc:9', overallStatus: word, ebookStatus: word, audiobookStatus: 'NotRequested' };
    fake.fail('GET /api/v1/pendingauthorimport', { body: [{ ...row, lastError }, 'nonsense'] });
    const { rows, nonsense } = await chaptarr.pendingAuthorImports();
    expect(rows).toMatchObject([
      { id: 4, foreignAuthorId: 'hc:9', overall: state, states: { ebook: state, audiobook: 'none' } },
    ]);
    expect(nonsense).toHaveLength(1);
  });

  it('end without the author when they fail or are cancelled in Chaptarr', async () => {
    fake.given.catalog([{ foreignBookId: 'hc:1' }]);
    fake.given.lateAuthor('hc:440501');
    const overall = async () => (await chaptarr.pendingAuthorImports()).rows.map((row) => row.overall);
    await chaptarr.addBook(await addition('hc:1', 'ebook'), 'ebook');
    expect(await overall()).toEqual(['waiting']);
    fake.failImport('hc:440501');
    expect(await overall()).toEqual(['failed']);
    await chaptarr.addBook(await addition('hc:1', 'ebook'), 'ebook');
    fake.cancelImport('hc:440501');
    expect(await overall()).toEqual(['failed', 'cancelled']);
    expect(fake.books).toEqual([]);
  });
});

describe('watching and searching', () => {
  it('turns on the watch over records and sends nothing but that', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    await chaptarr.setBooksMonitored([id], true);
    expect(fake.book('hc:1', 'ebook')?.monitored).toBe(true);
    expect(fake.calls('PUT /api/v1/book/monitor')[0]?.body).toEqual({ bookIds: [id], monitored: true });
  });

  it('a whole record goes back with another edition watched, fields that we do not know included', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    const record = await chaptarr.bookRecord(id);
    const editions = (record?.editions as readonly object[]).map((one) => ({ ...one, manualAdd: true }));
    await chaptarr.updateBook({ ...record, editions });
    expect(fake.book('hc:1', 'ebook')?.editions).toMatchObject([{ monitored: true, manualAdd: true }]);
    expect(fake.calls(`PUT /api/v1/book/${id}`)[0]?.body).toEqual({ ...record, editions });
    await expect(chaptarr.updateBook({ title: 'no id' })).rejects.toThrow('no id');
  });

  it('an equal search that is still queued is not run twice', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    const first = await chaptarr.searchBooks([id]);
    await expect(chaptarr.searchBooks([id])).resolves.toMatchObject({ id: first.id, name: 'BookSearch' });
    expect(fake.searches).toEqual([{ bookIds: [id], via: 'command' }]);
  });
});
