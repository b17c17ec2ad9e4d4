import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOTH_PLACES, ChaptarrFake } from '../../../test/fakes/chaptarr/chaptarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ChaptarrClient } from './chaptarr.client.js';

const KEY = 'canary-chaptarr-key';

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

  it('doc2 §4 rule 7: names the id that the record is filed under, and not the one that was asked', async () => {
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
    await expect(chaptarr.pendingAuthorImports()).resolves.toEqual({ rows: [], unreadable: [] });
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
    const { rows, unreadable } = await chaptarr.pendingAuthorImports();
    expect(rows).toMatchObject([
      { id: 4, foreignAuthorId: 'hc:9', overall: state, states: { ebook: state, audiobook: 'none' } },
    ]);
    expect(unreadable).toHaveLength(1);
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

  it('an equal search that is still queued is not run twice', async () => {
    const { id } = fake.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    const first = await chaptarr.searchBooks([id]);
    await expect(chaptarr.searchBooks([id])).resolves.toMatchObject({ id: first.id, name: 'BookSearch' });
    expect(fake.searches).toEqual([{ bookIds: [id], via: 'command' }]);
  });
});
